// replay NAME PATH...: gives the fuzzer of this name each file that is named, and each file in a
// directory that is named. So a corpus can be replayed with any compiler, in every run of the tests.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "replay.h"

namespace {

std::size_t replay(const Fuzzer& fuzzer, const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    fuzzer.take(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    return file ? 1 : 0;
}

std::size_t replay_all(const Fuzzer& fuzzer, const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) {
        return replay(fuzzer, path);
    }
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        if (entry.is_regular_file()) {
            count += replay(fuzzer, entry.path());
        }
    }
    return count;
}

}  // namespace

// Fails when there was nothing to replay: an empty corpus tests nothing.
int main(int argument_count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + argument_count);
    std::size_t count = 0;
    for (const Fuzzer& fuzzer : fuzzers()) {
        for (std::size_t i = 1; i < words.size() && words.front() == fuzzer.name; ++i) {
            count += replay_all(fuzzer, words[i]);
        }
    }
    std::printf("replayed %zu inputs\n", count);
    return count == 0 ? 1 : 0;
}
