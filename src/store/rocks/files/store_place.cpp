#include "store/rocks/files/store_place.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hence::rocks {
namespace {

constexpr int unheld_descriptor = -1;
// Opening a log takes a few files of some kilobytes; recording should then go on for a while.
constexpr std::size_t room_wanted = std::size_t{1} << 20;

Error cannot_open(const std::filesystem::path& directory, int number) {
    return {Code::io, fmt::format("cannot open {}: {}", directory.string(),
                                  std::generic_category().message(number))};
}

}  // namespace

StorePlace::StorePlace(std::filesystem::path directory, int descriptor)
    : directory_(std::move(directory)), descriptor_(descriptor) {
    if (descriptor_ != unheld_descriptor) {
        closed_in_child_ = std::make_unique<ClosedInChild>(descriptor_);
    }
}

StorePlace::~StorePlace() {
    closed_in_child_ = nullptr;
    if (descriptor_ != unheld_descriptor && opened_in_.is_here()) {
        close(descriptor_);
    }
}

Result<std::unique_ptr<StorePlace>> StorePlace::open(const std::filesystem::path& directory) {
    const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) {
        return cannot_open(directory, errno);
    }
    auto place = std::make_unique<StorePlace>(directory, descriptor);
    // RocksDB's own lock knows paths, and ours is another one for each opening. A file system that
    // knows no such locks leaves the matter to RocksDB's.
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        return Error{Code::io, fmt::format("the store {} is open already", directory.string()),
                     "close it first, or send the events to the process that has it"};
    }
    struct stat held {};
    if (fstat(descriptor, &held) != 0 ||
        identity_of(place->prefix()) != Identity{held.st_dev, held.st_ino}) {
        return unheld(directory);  // There is no /proc here, or not this process's.
    }
    return place;
}

std::unique_ptr<StorePlace> StorePlace::unheld(const std::filesystem::path& directory) {
    return std::make_unique<StorePlace>(directory, unheld_descriptor);
}

std::string StorePlace::prefix() const {
    // RocksDB remembers by name what a process has locked, and a forked child remembers it too. The
    // number of the process keeps their names apart.
    return descriptor_ == unheld_descriptor
               ? directory_.string()
               : fmt::format("/proc/{}/fd/{}", opened_in_.process_id(), descriptor_);
}

std::string StorePlace::steady(const std::string& name) const {
    return fmt::format("{}/{}", prefix(), name);
}

Error StorePlace::in_words(Error error) const {
    if (descriptor_ == unheld_descriptor) {
        return error;
    }
    const std::string ours = prefix() + "/";
    const std::string theirs = (directory_ / "").string();
    for (std::size_t at = error.message.find(ours); at != std::string::npos;
         at = error.message.find(ours, at + theirs.size())) {
        error.message.replace(at, ours.size(), theirs);
    }
    return error;
}

StorePlace::Identity StorePlace::identity_of(const std::filesystem::path& path) {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0) {
        return {};
    }
    return {found.st_dev, found.st_ino};
}

Result<void> StorePlace::settle() {
    log_ = identity_of(steady("log"));
    head_ = identity_of(steady("head"));
    return check();
}

Result<void> StorePlace::check() const {
    // RocksDB replaces CURRENT now and then, but there is always one.
    if (log_ != Identity{} && identity_of(directory_ / "log") == log_ &&
        identity_of(directory_ / "head") == head_ &&
        identity_of(directory_ / "log" / "CURRENT") != Identity{}) {
        return {};
    }
    return Error{
        Code::io,
        fmt::format("the store {} was moved or removed while it was open", directory_.string()),
        "put it back, or open the store where it is"};
}

Result<void> StorePlace::check_room() const {
    const std::string file = steady("room");
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR);
    if (descriptor < 0) {
        return cannot_open(directory_ / "room", errno);
    }
    const std::string bytes(room_wanted, 'x');
    const bool written =
        write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
        fsync(descriptor) == 0;
    const int failure = errno;
    close(descriptor);
    unlink(file.c_str());
    if (!written) {
        return Error{Code::io, fmt::format("cannot write {}: {}", directory_.string(),
                                           std::generic_category().message(failure))};
    }
    return identity_of(directory_) == identity_of(prefix()) ? Result<void>{} : check();
}

}  // namespace hence::rocks
