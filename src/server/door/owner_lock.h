// The lock that says who owns a store's directory. It goes with its process, however that ends.
//
// It is flock on a file in the directory, not the existence of a file: a file stays behind when its
// process is killed, and then somebody has to decide whether it is stale. The kernel releases flock
// with the last descriptor, so a forked child must not keep one; the descriptor is closed there.
// The text in the file is for messages only and is never used to decide anything.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/process.h"
#include "hence/result.h"
#include "server/wire/socket.h"

namespace hence {

inline constexpr std::string_view lock_name = "owner.lock";

// Makes a store's directory and those above it. It holds what agents said: only its user may read
// it. Fails with io.
Result<void> make_directory(const std::filesystem::path& directory);

// The lock of a directory, held until this is destroyed or the process ends. A forked child holds
// nothing of it.
class DirectoryLock {
public:
    DirectoryLock() = default;  // Holds nothing.

    // Takes the lock and signs it with this process's number and `command`, or returns nothing when
    // another process has it. On a disk that cannot be written, many may have it at once: none of
    // them can change anything. Fails with io.
    static Result<std::optional<DirectoryLock>> take(const std::filesystem::path& directory,
                                                     std::string_view command);

private:
    explicit DirectoryLock(Descriptor file);

    Descriptor file_;
    std::unique_ptr<ClosedInChild> closed_in_child_;  // Taken back before the file is closed.
};

// "pid 4711 (hence record)", as the last owner signed, or "another process".
std::string describe_owner(const std::filesystem::path& directory);

}  // namespace hence
