#include "record/walk.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"
#include "record/source.h"

namespace hence {

namespace fs = std::filesystem;

FileWalk::FileWalk(const std::string& except) {
    struct stat status {};
    if (!except.empty() && ::stat(except.c_str(), &status) == 0) {
        seen_.insert({status.st_dev, status.st_ino});
    }
}

Result<void> FileWalk::add(const std::string& path) {
    if (path == "-") {
        found_.files.push_back({.path = path, .named = true});
        return {};
    }
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return unreadable(path, errno);
    }
    if (::access(path.c_str(), R_OK) != 0) {
        return unreadable(path, errno);
    }
    if (!S_ISDIR(status.st_mode)) {
        const bool regular = S_ISREG(status.st_mode);
        found_.files.push_back(
            {path, static_cast<std::uint64_t>(regular ? status.st_size : 0), true, regular});
        return {};
    }
    std::vector<std::string> ahead = {path};
    while (!ahead.empty()) {
        const std::string next = std::move(ahead.back());
        ahead.pop_back();
        visit(next, ahead);
    }
    return {};
}

// Takes a file, or puts the entries of a directory on the stack `ahead`, the last entry first.
void FileWalk::visit(const std::string& path, std::vector<std::string>& ahead) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) {
        return;  // It went away meanwhile, or is a link to nothing.
    }
    const bool file = S_ISREG(status.st_mode);
    if ((!file && !S_ISDIR(status.st_mode)) ||
        !seen_.insert({status.st_dev, status.st_ino}).second) {
        return;
    }
    if (file) {
        found_.files.push_back({path, static_cast<std::uint64_t>(status.st_size), false, true});
        return;
    }
    found_.directories.push_back(path);
    std::vector<std::string> inside;
    std::error_code failed;
    for (fs::directory_iterator at(path, failed); !failed && at != fs::directory_iterator();
         at.increment(failed)) {
        inside.push_back(at->path().string());
    }
    if (failed) {
        found_.unreadable.push_back(unreadable(path, failed.value()));
    }
    std::ranges::sort(inside, std::greater<>());
    ahead.insert(ahead.end(), inside.begin(), inside.end());
}

}  // namespace hence
