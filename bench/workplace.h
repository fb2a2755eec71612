// The directory that a benchmark works in.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>

#include "must.h"

namespace hence::bench {

// The directory that was given, which is kept; or one of its own, which is gone in the end.
class Workplace {
public:
    explicit Workplace(std::filesystem::path given) : path_(std::move(given)), own_(path_.empty()) {
        if (own_) {
            std::string name =
                (std::filesystem::temp_directory_path() / "hence-bench-XXXXXX").string();
            if (mkdtemp(name.data()) == nullptr) {
                fail("cannot make " + name);
            }
            path_ = name;
        }
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;
    ~Workplace() {
        if (own_) {
            std::filesystem::remove_all(path_);
        }
    }

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
    bool own_;
};

}  // namespace hence::bench
