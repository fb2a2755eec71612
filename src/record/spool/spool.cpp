#include "record/spool/spool.h"

#include <utility>

#include <dirent.h>
#include <unistd.h>

#include "base/try.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

// Lines that come close together are appended together, since each append waits for the disk.
constexpr std::chrono::milliseconds spool_look_pause{100};
// How often everything is looked at: some file systems do not tell of all changes.
constexpr std::chrono::seconds spool_rescan_pause{5};

bool is_spooled(std::string_view name) {
    return name.size() > spool_suffix.size() && name.ends_with(spool_suffix) &&
           !name.starts_with('.');
}

// In the order of their names, so that two owners take the same files in the same order.
std::set<std::string> names_in(const SpoolPlace& place) {
    std::set<std::string> names;
    const int copy = ::dup(place.directory.number());
    DIR* directory = copy < 0 ? nullptr : ::fdopendir(copy);
    if (directory == nullptr) {
        static_cast<void>(Descriptor(copy));
        return names;
    }
    ::rewinddir(directory);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else reads this stream.
    while (const dirent* entry = ::readdir(directory)) {
        names.insert(entry->d_name);
    }
    ::closedir(directory);
    return names;
}

}  // namespace

Spool::Spool(const std::filesystem::path& directory, Store& store)
    : path_(directory / spool_name), store_(store) {
    {
        const std::lock_guard lock(taking_);
        look();
    }
    thread_ = std::thread([this] { run(); });
}

Spool::~Spool() {
    {
        const std::lock_guard lock(stop_mutex_);
        stops_ = true;
    }
    stopped_.notify_all();
    thread_.join();
}

void Spool::catch_up() {
    const std::unique_lock lock(taking_, patience);
    if (lock) {
        look();
        return;
    }
    const std::lock_guard told(told_mutex_);
    problems_.try_emplace("", "the spool is still being read, and newer events are in it");
}

Result<void> Spool::wipe_taken() {
    const std::lock_guard lock(taking_);
    const Result<SpoolPlace> place = SpoolPlace::open(path_);
    if (!place) {
        return place.error().code == Code::not_found ? Result<void>() : place.error();
    }
    for (auto& [name, file] : files_) {
        TRY(file.wipe_taken(*place));
    }
    return {};
}

// Looks at what has changed, or at everything when that is not known.
void Spool::look() {
    const Result<SpoolPlace> place = SpoolPlace::open(path_);
    if (!place) {
        const bool none = place.error().code == Code::not_found;
        watched_ = watched_ && !none;
        set_problem("", none ? Result<void>() : place.error());
        return;
    }
    set_problem("", {});
    // Watched first and looked at afterwards, so that nothing that comes in between is missed.
    const bool fresh = !std::exchange(watched_, true);
    if (fresh) {
        watcher_.watch_directory(path_.string(), "");
    }
    const Changes changes = watcher_.wait(0);
    if (fresh || changes.any || Clock::now() - looked_ > spool_rescan_pause) {
        look_at_all(*place);
        return;
    }
    for (const std::string& name : changes.paths) {
        if (is_spooled(name)) {
            take(*place, name);
        }
    }
}

void Spool::look_at_all(const SpoolPlace& place) {
    const std::set<std::string> names = names_in(place);
    for (const std::string& name : names) {
        if (is_spooled(name)) {
            take(place, name);
            continue;
        }
        // The mark of a file that is gone.
        std::string_view of = name;
        if (of.ends_with(spool_mark_suffix)) {
            of.remove_suffix(spool_mark_suffix.size());
            if (is_spooled(of) && !names.contains(std::string(of))) {
                remove_spool_mark(place.directory.number(), std::string(of));
            }
        }
    }
    std::set<std::string> gone;
    for (const auto& [name, file] : files_) {
        if (!names.contains(name)) {
            gone.insert(name);
        }
    }
    for (const std::string& name : gone) {
        take(place, name);  // Finds nothing, and forgets it.
    }
    const std::lock_guard lock(told_mutex_);
    std::erase_if(problems_, [&](const auto& one) {
        return !one.first.empty() && !names.contains(one.first);
    });
    looked_ = Clock::now();
}

void Spool::take(const SpoolPlace& place, const std::string& name) {
    auto file = files_.try_emplace(name, name).first;
    const Result<void> taken = file->second.take(store_, place);
    set_problem(name, taken);
    const std::string now_called = file->second.name();
    const bool gone = file->second.is_gone();
    if (now_called != name) {
        auto moved = files_.extract(file);
        moved.key() = now_called;
        files_.erase(now_called);
        file = files_.insert(std::move(moved)).position;
    }
    const std::lock_guard lock(told_mutex_);
    told_.erase(name);
    if (gone) {
        told_.erase(now_called);
        files_.erase(file);
        return;
    }
    const SpoolMark& mark = file->second.mark();
    told_[now_called] = {.file = now_called,
                         .bytes = file->second.bytes(),
                         .taken = mark.bytes,
                         .lines = mark.lines,
                         .stored = mark.stored,
                         .quarantined = mark.quarantined,
                         .last_seq = mark.last_seq,
                         .open = file->second.is_open(),
                         .problem = taken ? "" : taken.error().message};
}

void Spool::set_problem(const std::string& name, const Result<void>& taken) {
    const std::lock_guard lock(told_mutex_);
    if (taken) {
        problems_.erase(name);
        return;
    }
    const Error& error = taken.error();
    problems_[name] = error.hint.empty() ? error.message : error.message + "; " + error.hint;
}

std::vector<SpoolRow> Spool::rows() const {
    const std::lock_guard lock(told_mutex_);
    std::vector<SpoolRow> rows;
    rows.reserve(told_.size());
    for (const auto& [name, row] : told_) {
        rows.push_back(row);
    }
    return rows;
}

std::vector<std::string> Spool::problems() const {
    const std::lock_guard lock(told_mutex_);
    std::vector<std::string> lines;
    for (const auto& [name, problem] : problems_) {
        lines.push_back(problem);
    }
    return lines;
}

bool Spool::sleeps_for(std::chrono::milliseconds pause) {
    std::unique_lock lock(stop_mutex_);
    return !stopped_.wait_for(lock, pause, [this] { return stops_; });
}

void Spool::run() {
    while (sleeps_for(spool_look_pause)) {
        const std::lock_guard lock(taking_);
        look();
    }
}

}  // namespace hence
