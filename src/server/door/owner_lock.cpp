#include "server/door/owner_lock.h"

#include <array>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hence {

Result<void> make_directory(const std::filesystem::path& directory) {
    std::error_code error;
    if (std::filesystem::is_directory(directory, error)) {
        return {};
    }
    if (directory.has_parent_path()) {
        std::filesystem::create_directories(directory.parent_path(), error);
    }
    if (::mkdir(directory.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        Error failure = system_error(fmt::format("make the store {}", directory.string()));
        failure.hint = "choose another directory";
        return failure;
    }
    if (!std::filesystem::is_directory(directory, error)) {
        return Error{Code::io, fmt::format("the store {} is not a directory", directory.string()),
                     "choose another one"};
    }
    return {};
}

DirectoryLock::DirectoryLock(Descriptor file)
    : file_(std::move(file)), closed_in_child_(std::make_unique<ClosedInChild>(file_.number())) {}

Result<std::optional<DirectoryLock>> DirectoryLock::take(const std::filesystem::path& directory,
                                                         std::string_view command) {
    const std::filesystem::path path = directory / lock_name;
    Descriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    const int why = errno;
    const bool read_only = !file && (why == EROFS || why == ENOSPC);
    if (read_only) {
        file = Descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
        if (!file && errno == ENOENT && why == EROFS) {
            return std::optional<DirectoryLock>(DirectoryLock());
        }
    }
    if (!file) {
        Error error = system_error(fmt::format("write in the store {}", directory.string()), why);
        error.hint = "choose another directory with --store, or make this one writable";
        return error;
    }
    const int how = why == EROFS && read_only ? LOCK_SH : LOCK_EX;
    while (::flock(file.number(), how | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) {
            return std::optional<DirectoryLock>();
        }
        if (errno != EINTR) {
            return system_error(fmt::format("lock {}", path.string()));
        }
    }
    // The signature is for messages only, so a full disk may leave it out.
    const std::string signature = fmt::format("pid {} ({})\n", ::getpid(), command);
    if (!read_only && ::ftruncate(file.number(), 0) == 0) {
        [[maybe_unused]] const ssize_t put =
            ::pwrite(file.number(), signature.data(), signature.size(), 0);
    }
    return std::optional<DirectoryLock>(DirectoryLock(std::move(file)));
}

std::string describe_owner(const std::filesystem::path& directory) {
    const std::filesystem::path path = directory / lock_name;
    const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    std::array<char, 256> text{};
    const ssize_t got = file ? ::pread(file.number(), text.data(), text.size(), 0) : 0;
    const std::string signature(text.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
    const std::string first = signature.substr(0, signature.find('\n'));
    return first.empty() ? "another process" : first;
}

}  // namespace hence
