// The ledger: what was recorded from which file, so that recording it again need not read it.
//
// An entry holds the size, the inode, the time and a hash of both ends of the file, and the id of
// the last event. It is a memory aid and no record: if anything about it is odd, the files are read
// again, which costs time and adds only duplicates. So it needs no lock: a writer merges its
// changes into the file and replaces it by a rename. Entries count only for the same program and
// the same options, because another version may read other events from the same file.
//
// A text file: the line {"hence_ledger":1}, then one JSON object for each file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence {

// What a file looks like from outside, and at both of its ends.
struct FileMark {
    std::uint64_t bytes = 0;
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t modified_ns = 0;
    std::string ends = {};  // SHA-256 of the first and the last 4 KiB.

    friend bool operator==(const FileMark&, const FileMark&) = default;
};

// Nothing for a file that is not regular, or cannot be read.
std::optional<FileMark> mark_of(int descriptor);

struct LedgerEntry {
    FileMark mark = {};
    std::string format = {};
    std::string last_event = {};  // Its id; empty when the file gave none.
    std::uint64_t events = 0;
    std::uint64_t pending = 0;

    friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

class Ledger {
public:
    static constexpr std::chrono::seconds pause{10};

    // Reads `file`; what cannot be read of it counts as empty. An empty name keeps nothing. Entries
    // count under the same `terms` only: by which program, and how, the files were read.
    Ledger(std::filesystem::path file, std::string terms);

    // By the real path of a file.
    std::optional<LedgerEntry> find(const std::string& path) const;
    void put(const std::string& path, LedgerEntry entry);
    void forget(const std::string& path);

    // Writes what has changed, together with what others wrote meanwhile, and leaves out files that
    // are gone. Fails with io; the file is then what it was.
    Result<void> save();
    // Likewise, unless that was done a moment ago.
    Result<void> save_now_and_then();

private:
    struct Line {
        std::string terms;
        LedgerEntry entry;
    };
    using Lines = std::map<std::string, Line, std::less<>>;

    static Lines read(const std::filesystem::path& file);
    static bool read_line(std::string_view text, Lines& lines);

    std::filesystem::path file_;
    std::string terms_;
    Lines lines_;
    std::set<std::string> changed_;
    std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

// What tells this program from any other version of it, as far as a ledger is concerned.
std::string program_mark();

}  // namespace hence
