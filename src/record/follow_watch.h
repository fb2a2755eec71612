// Tells which files change, by inotify where that works, and by the clock where it does not.
//
// inotify has a limited number of watches and queue entries, and network file systems send nothing.
// So the watcher says when more may have changed than it names (`any`), and whether it works at all
// (`tells`); the caller then looks at everything.
#pragma once

#include <map>
#include <set>
#include <string>

#include "base/descriptor.h"

namespace hence {

struct Changes {
    std::set<std::string> paths = {};  // What happened to them is for the caller to see.
    bool any = false;                  // More may have changed than `paths` says.
};

class Watcher {
public:
    enum class Means : std::uint8_t { inotify, clock };

    explicit Watcher(Means means = Means::inotify);

    // What happens in a directory is told as PREFIX + name, what happens to a file as its path.
    // Whatever is watched already stays so.
    void watch_directory(const std::string& directory, const std::string& prefix);
    void watch_file(const std::string& path);

    // Waits for something to change, at most that long, or until a signal comes.
    Changes wait(int milliseconds);

    // Whether changes are told as they happen; else somebody has to look now and then.
    bool tells() const { return works_; }

private:
    struct Watched {
        std::string prefix;
        bool directory = false;
    };
    void watch(const std::string& path, unsigned int events, Watched watched);
    void take_event(int watch, unsigned int mask, const char* name, Changes& changes);

    Descriptor inotify_;
    bool works_ = false;
    std::map<int, Watched> watched_;
};

}  // namespace hence
