// Finds the files below directories, each once, in a stable order.
//
// Links are followed, since agents' directories often are links; device and inode of each visited
// file and directory are remembered, so that a circle of links ends. The store's own directory is
// left out, because recording it would record the recording.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hence/result.h"

namespace hence {

struct FoundFile {
    std::string path;
    std::uint64_t bytes = 0;
    bool named = false;    // By the user, not found below a directory.
    bool regular = false;  // Not a pipe, a device or the like; found ones always are.
};

struct Found {
    std::vector<FoundFile> files = {};
    std::vector<std::string> directories = {};
    std::vector<Error> unreadable = {};  // Directories below a named one that could not be read.
};

class FileWalk {
public:
    // Stays out of the directory `except`, unless that is empty.
    explicit FileWalk(const std::string& except);

    // Adds a file, or "-" for standard input, or all that lies below a directory: depth first,
    // by name, hidden files too, links followed. What was found before by another name, or round a
    // circle of links, is not found again. Fails with not_found when it is not there or cannot be
    // read.
    Result<void> add(const std::string& path);

    const Found& found() const { return found_; }

private:
    using Identity = std::pair<std::uint64_t, std::uint64_t>;  // Device and inode.
    void visit(const std::string& path, std::vector<std::string>& ahead);

    Found found_;
    std::set<Identity> seen_;
};

}  // namespace hence
