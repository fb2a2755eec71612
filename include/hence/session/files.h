// Answers "which files did this session touch?": what was read, written, edited and deleted, by
// which call, how often, and what the last change was.
//
// Every tool call of the session is read once. A tool that takes a path, an edit or a patch names
// its files: such a deed is recorded. The words of a shell command only suggest what became of a
// file: such a deed is assumed, and marked so wherever it is shown. A failed call is listed and
// not counted as a deed. Files that a program opened without being named are not known.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class FileDeed : std::uint8_t { read, written, edited, deleted };
inline constexpr std::size_t file_deeds = 4;
std::string_view to_string(FileDeed deed);

struct FilesRequest {
    std::string session;    // Its name, or an unambiguous beginning or end of it.
    std::string path = {};  // Only files that have this in their paths.
    bool changed = false;   // Only files that were written, edited or deleted.
    bool diffs = false;     // The text shows the last change of each file, line by line.
};

// One call, and what it did to one file.
struct FileTouch {
    std::uint64_t seq = 0;  // Of the call.
    FileDeed deed = FileDeed::read;
    bool assumed = false;         // Taken from the words of a command.
    std::optional<bool> ok = {};  // Nothing when no result was recorded.
    std::string moved = {};       // The other name of a file that was moved.
};

struct TouchedFile {
    std::string path;
    std::array<std::uint64_t, file_deeds> counts = {};  // By deed, without failed calls.
    std::uint64_t failed = 0;
    bool assumed = true;                  // No call names it but shell commands.
    std::vector<FileTouch> touches = {};  // In the order of events.

    bool changed() const { return counts[1] + counts[2] + counts[3] > 0; }
    // The last touch that changed it and did not fail; nullptr when there is none.
    const FileTouch* last_change() const;
};

struct Files {
    std::string session;  // The whole name.
    bool diffs = false;   // As asked.
    bool by_path = false;
    std::vector<TouchedFile> files;                     // By path.
    std::array<std::uint64_t, file_deeds> totals = {};  // Files by deed; one may count in several.
    std::uint64_t shell_calls = 0;  // Calls of a shell, whose files are assumed or unknown.
};

// Fails with not_found when the session was never recorded or no path has what was asked for, and
// with invalid when the name is ambiguous.
Result<Files> files_of(const Store& store, const FilesRequest& request);

// {"session","files":[{"path","read","written","edited","deleted","failed","provenance","touches":
// [{"event","deed","tool","agent","time","status","provenance","moved"}],"last_change":{"event",
// "deed","added","removed","diff","cut"}}],"read","written","edited","deleted","shell_calls"}
Result<void> write_json(const Files& answer, const Store& store, const Sink& sink);
// A table of the changed files and one of the files that were only read.
Result<void> write_text(const Files& answer, const Store& store, const Sink& sink);

}  // namespace hence
