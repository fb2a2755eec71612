#include "store/integrity/witnesses.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/try.h"
#include "store/integrity/key_file.h"

namespace hence {
namespace {

std::filesystem::path witness_file(const std::filesystem::path& user_keys) {
    return user_keys / "witnesses";
}

}  // namespace

Result<std::vector<Witness>> known_witnesses(const std::filesystem::path& user_keys) {
    std::vector<Witness> known;
    std::ifstream in(witness_file(user_keys));
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) {
        std::istringstream words(line);
        std::string url;
        std::string key;
        if (!(words >> url)) {
            continue;
        }
        words >> key;
        Result<NoteKey> read = read_note_key(key);
        if (!read) {
            return Error{Code::invalid,
                         fmt::format("line {} of {}: {}", number, witness_file(user_keys).string(),
                                     read.error().message)};
        }
        known.push_back({url, std::move(read).take()});
    }
    return known;
}

Result<void> remember_witness(const std::filesystem::path& user_keys, const Witness& witness) {
    std::vector<Witness> known = TRY(known_witnesses(user_keys));
    std::erase_if(known, [&](const Witness& each) { return each.key == witness.key; });
    known.push_back(witness);
    std::string lines;
    for (const Witness& each : known) {
        lines += fmt::format("{} {}\n", each.url, each.key.text());
    }
    std::error_code failed;
    std::filesystem::create_directories(user_keys, failed);
    const std::filesystem::path beside =
        witness_file(user_keys).string() + "." + std::to_string(::getpid());
    const Descriptor opened{
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!opened) {
        return system_error("write " + beside.string());
    }
    TRY(write_all_at(opened, lines, 0, beside));
    return put_in_place(opened, beside, witness_file(user_keys));
}

}  // namespace hence
