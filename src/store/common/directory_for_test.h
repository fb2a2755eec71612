// A directory for stores under test, and what a test is told from outside. For tests only.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

namespace hence::rocks {

// Gone with everything in it when it is destroyed.
class StoreDirectory {
public:
    StoreDirectory() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "hence-faults-XXXXXX").string();
        path_ = mkdtemp(pattern.data());
    }
    ~StoreDirectory() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    StoreDirectory(const StoreDirectory&) = delete;
    StoreDirectory& operator=(const StoreDirectory&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// How often a test repeats itself: a soak asks for more.
inline int number_from_environment(const char* name, int otherwise) {
    const char* text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

// HENCE_SEED repeats a run that failed, as far as its threads do.
inline std::uint64_t seed_from_environment() {
    const char* text = std::getenv("HENCE_SEED");
    return text == nullptr ? std::random_device{}() : std::strtoull(text, nullptr, 10);
}

}  // namespace hence::rocks
