#include "record/follow_watch.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace hence {
namespace {

constexpr unsigned int in_directory =
    IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_CLOSE_WRITE | IN_DELETE | IN_MOVED_FROM | IN_ONLYDIR;
constexpr std::size_t events_bytes = 64 << 10;

}  // namespace

Watcher::Watcher(Means means)
    : inotify_(means == Means::inotify ? ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC) : -1),
      works_(static_cast<bool>(inotify_)) {}

void Watcher::watch_directory(const std::string& directory, const std::string& prefix) {
    watch(directory, in_directory, {prefix, true});
}

void Watcher::watch_file(const std::string& path) {
    watch(path, IN_MODIFY | IN_CLOSE_WRITE, {path, false});
}

// The limit of watches is the usual reason to fail; then the clock has to do for everything.
void Watcher::watch(const std::string& path, unsigned int events, Watched watched) {
    if (!works_) {
        return;
    }
    const int number = ::inotify_add_watch(inotify_.number(), path.c_str(), events);
    if (number >= 0) {
        watched_.insert_or_assign(number, std::move(watched));
    } else if (errno != ENOENT && errno != ENOTDIR) {
        works_ = false;
    }
}

Changes Watcher::wait(int milliseconds) {
    Changes changes;
    pollfd waiting{inotify_.number(), POLLIN, 0};  // Of no descriptor, only the time counts.
    if (::poll(&waiting, 1, milliseconds) <= 0) {
        changes.any = !works_;
        return changes;
    }
    alignas(inotify_event) std::array<char, events_bytes> events{};
    ssize_t got = 0;
    while ((got = ::read(inotify_.number(), events.data(), events.size())) > 0) {
        for (std::size_t at = 0; at < static_cast<std::size_t>(got);) {
            inotify_event event{};
            std::memcpy(&event, events.data() + at, sizeof event);
            const char* name = event.len > 0 ? events.data() + at + sizeof event : "";
            take_event(event.wd, event.mask, name, changes);
            at += sizeof event + event.len;
        }
    }
    changes.any = changes.any || !works_;
    return changes;
}

void Watcher::take_event(int watch, unsigned int mask, const char* name, Changes& changes) {
    const auto found = watched_.find(watch);
    if ((mask & IN_Q_OVERFLOW) != 0 || found == watched_.end()) {
        changes.any = changes.any || (mask & IN_Q_OVERFLOW) != 0;
        return;
    }
    if ((mask & IN_IGNORED) != 0) {
        watched_.erase(found);
        return;
    }
    if ((mask & IN_ISDIR) != 0) {
        changes.any = true;
    } else {
        changes.paths.insert(found->second.prefix + (found->second.directory ? name : ""));
    }
}

}  // namespace hence
