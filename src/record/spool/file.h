// One file of the spool: opened with care, taken line by line, and removed when it is done.
//
// Lines are taken in order, in blocks, each block appended before the mark moves on. A last line
// without its end waits for as long as somebody may write the rest; then it is taken as it is. A
// file is removed once nobody can write to it and all of it was taken. It is first renamed, so that
// a shell that appends to it by name makes a new file instead of writing to one that is going away.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "base/descriptor.h"
#include "hence/result.h"
#include "hence/store.h"
#include "record/spool/mark.h"

namespace hence {

inline constexpr std::string_view spool_suffix = ".ndjson";

// The name by which a file came: without what is put in before it is removed.
std::string spool_base_name(std::string_view name);

// The open directory, and whose it is.
struct SpoolPlace {
    std::filesystem::path path = {};
    Descriptor directory = {};
    uid_t owner = 0;

    // Fails with not_found when there is none, and with io when it is no directory, or another
    // user's.
    static Result<SpoolPlace> open(const std::filesystem::path& path);
};

class SpoolFile {
public:
    explicit SpoolFile(std::string name);

    // Takes what the file has at this moment, and removes the file when it is done. Fails with io
    // for what is no file of this user, and as append does; what was taken before that is kept.
    Result<void> take(Store& store, const SpoolPlace& place);

    // Overwrites with blanks what was taken: it is in the store, and what was erased there must not
    // stay here. Lines keep their numbers and their ends. Fails with io.
    Result<void> wipe_taken(const SpoolPlace& place);

    const std::string& name() const { return name_; }
    const SpoolMark& mark() const { return mark_; }
    std::uint64_t bytes() const { return size_; }
    bool is_gone() const { return gone_; }  // There is no such file, or no longer.
    bool is_open() const { return open_; }  // Somebody may still write to it.

private:
    Result<void> resume(int file, const SpoolPlace& place);
    Result<bool> take_block(Store& store, int file);
    Result<bool> take_long_line(Store& store, int file, std::string beginning);
    Result<void> take_lines(Store& store, std::string_view text);
    Result<void> take_run(Store& store, std::string_view text, std::string_view format);
    Result<void> keep_mark(int file, const SpoolPlace& place);
    Result<void> finish(Store& store, int file, const SpoolPlace& place);
    Result<void> remove(int file, const SpoolPlace& place);
    std::string source() const;

    std::string name_;
    SpoolMark mark_;
    bool known_ = false;    // mark_ is about the file as it is.
    bool resumed_ = false;  // What is read may have been stored by somebody who then died.
    bool gone_ = false;
    bool open_ = false;
    std::uint64_t size_ = 0;
    std::uint64_t searched_ = 0;  // So far, no end was found of a line that is too long.
};

}  // namespace hence
