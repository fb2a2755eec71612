// A file is awake while it changes: open, with a reader that remembers what it has read. When more
// than 128 files are awake, the one that has not changed for longest falls asleep; so does a file
// of no known format, and one that cannot be read on. A file that is asleep is closed, and only its
// size, inode and time are kept. When it changes it is read again from its beginning. That costs
// little, since recorded events count as duplicates, and it needs no memory besides the store.
#include "record/follow.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/try.h"
#include "record/follow_watch.h"
#include "record/walk.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int look_pause_ms = 250;                // Where nobody tells of changes.
constexpr std::chrono::seconds rescan_pause{10};  // Some file systems do not tell of all.
constexpr std::chrono::milliseconds due_rescan_pause{500};
constexpr std::chrono::seconds quiet_pause{1};  // Then what is under way is recorded.
constexpr std::size_t awake_max = 128;
constexpr std::int64_t settled_ns = 1'000'000'000;  // So long a packed file must be left alone.

// The size, inode and time of a file: cheap to ask for.
struct Stamp {
    std::uint64_t bytes = 0;
    std::uint64_t inode = 0;
    std::int64_t modified_ns = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
};

std::optional<Stamp> stamp_of(const std::string& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    return Stamp{static_cast<std::uint64_t>(status.st_size), status.st_ino,
                 std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec};
}

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

struct Asleep {
    Stamp stamp;
    bool unknown = false;  // It showed enough to see that it is of no known format.
};

struct Awake {
    FoundFile file;
    BlockReader blocks;
    TextRecorder text;
    Clock::time_point changed = Clock::now();
    bool failed = false;  // It cannot be read on.
    bool shown = false;   // What is under way in it was recorded since it changed.
};

class Follower {
public:
    Follower(const RecordOptions& options, Courier& courier, Ledger& ledger, FileRecorder& recorder,
             RecordHost& host)
        : options_(options), courier_(courier), ledger_(ledger), recorder_(recorder), host_(host) {}

    Result<void> run();

private:
    Result<void> rescan();
    Result<void> look_at_path(const std::string& path);
    Result<void> look(const FoundFile& file);
    Result<void> wake(const FoundFile& file, const Stamp& stamp);
    Result<bool> read_on(Awake& awake);
    Result<void> reopen(Awake& awake);
    Result<void> close(Awake& awake, BlockReader::Tail tail);
    Result<void> let_sleep(const std::string& path);
    Result<void> crowd_out();
    Result<void> show_unfinished();
    void watch(const Found& found);

    const RecordOptions& options_;
    Courier& courier_;
    Ledger& ledger_;
    FileRecorder& recorder_;
    RecordHost& host_;
    Watcher watcher_;
    std::map<std::string, FoundFile> files_;
    std::set<std::string> directories_;  // Without a slash at the end.
    std::map<std::string, Awake> awake_;
    std::map<std::string, Asleep> asleep_;
    std::set<std::string> unsettled_;  // Packed files that were changed a moment ago.
};

void Follower::watch(const Found& found) {
    for (const std::string& directory : found.directories) {
        const std::string bare = directory.substr(0, directory.find_last_not_of('/') + 1);
        directories_.insert(bare);
        watcher_.watch_directory(directory, bare + "/");
    }
    for (const FoundFile& file : found.files) {
        if (file.named) {
            const std::string above = std::filesystem::path(file.path).parent_path().string();
            const std::string prefix = file.path.substr(0, file.path.rfind('/') + 1);
            watcher_.watch_directory(above.empty() ? "." : above, prefix);
            watcher_.watch_file(file.path);
        }
    }
}

// Looks at everything, and finds new files. The directories are watched first and looked at
// afterwards, so that a file which appears in between is found.
Result<void> Follower::rescan() {
    FileWalk walk(options_.except.string());
    for (const std::string& file : options_.files) {
        // A named file that went away may come again.
        const Result<void> ignored = walk.add(file);
        static_cast<void>(ignored);
    }
    watch(walk.found());
    std::set<std::string> gone;
    for (const auto& [path, file] : files_) {
        gone.insert(path);
    }
    for (const FoundFile& file : walk.found().files) {
        gone.erase(file.path);
        files_.insert_or_assign(file.path, file);
        TRY(look(file));
        if (host_.interrupted()) {
            return {};
        }
    }
    for (const std::string& path : gone) {
        TRY(look(FoundFile(files_.at(path))));
    }
    return {};
}

// Takes what there is to take of a file, if anything.
Result<void> Follower::look(const FoundFile& file) {
    const std::optional<Stamp> stamp = stamp_of(file.path);
    const auto awake = awake_.find(file.path);
    if (awake != awake_.end()) {
        bool more = true;
        while (more && !host_.interrupted()) {
            more = TRY(read_on(awake->second));
        }
        if (!stamp && !file.named) {
            TRY(close(awake->second, BlockReader::Tail::give));
            awake_.erase(awake);
        } else if (awake->second.text.declined() || awake->second.failed) {
            return let_sleep(file.path);
        }
    }
    if (!stamp) {
        asleep_.erase(file.path);
        if (!file.named) {
            files_.erase(std::string(file.path));
        }
        return {};
    }
    return awake == awake_.end() ? wake(file, *stamp) : Result<void>();
}

Result<void> Follower::wake(const FoundFile& file, const Stamp& stamp) {
    const auto asleep = asleep_.find(file.path);
    if (asleep != asleep_.end()) {
        const Stamp& before = asleep->second.stamp;
        if (before == stamp || (asleep->second.unknown && before.inode == stamp.inode &&
                                before.bytes <= stamp.bytes)) {
            return {};
        }
    }
    Result<Descriptor> opened = open_to_read(file.path);
    if (!opened) {
        recorder_.add_unreadable(opened.error());
        asleep_.insert_or_assign(file.path, Asleep{stamp});
        return {};
    }
    if (packing_of(opened->number()) != Packing::none) {
        const std::int64_t age_ns = now_ns() - stamp.modified_ns;
        if (age_ns >= 0 && age_ns < settled_ns) {
            unsettled_.insert(file.path);
            return {};
        }
        asleep_.insert_or_assign(file.path, Asleep{stamp});
        return recorder_.record(file);
    }
    if (asleep == asleep_.end() && recorder_.recorded_before(file.path, opened->number())) {
        asleep_.insert_or_assign(file.path, Asleep{stamp});
        return {};
    }
    BlockReader blocks(std::move(opened).take(), file.path);
    const Result<std::string_view> beginning = blocks.peek(look_bytes);
    if (!file.named && beginning && !looks_recorded(*beginning)) {
        asleep_.insert_or_assign(file.path, Asleep{stamp, stamp.bytes >= look_bytes});
        return {};
    }
    asleep_.erase(file.path);
    TextRecorder text(courier_, recorder_.text_options(file));
    awake_.emplace(file.path, Awake{file, std::move(blocks), std::move(text)});
    TRY(look(file));
    return crowd_out();
}

// Takes what has been added to a file. False when there was nothing.
Result<bool> Follower::read_on(Awake& awake) {
    BlockReader& blocks = awake.blocks;
    if (blocks.rewritten()) {
        TRY(awake.text.end());
        awake.text = TextRecorder(courier_, recorder_.text_options(awake.file));
        blocks.restart();
    }
    Result<Block> block = blocks.next_block(BlockReader::Tail::hold);
    if (!block) {
        recorder_.add_unreadable(block.error());
        awake.failed = true;
        return false;
    }
    if (!block->text.empty() || block->left_out > 0) {
        awake.changed = Clock::now();
        awake.shown = false;
        TRY(awake.text.take(std::move(block).take()));
        return !awake.text.declined();
    }
    struct stat open {};
    struct stat named {};
    const bool moved = ::fstat(blocks.descriptor(), &open) == 0 &&
                       ::stat(awake.file.path.c_str(), &named) == 0 &&
                       (named.st_ino != open.st_ino || named.st_dev != open.st_dev);
    if (moved) {
        TRY(reopen(awake));
    }
    return moved;
}

// The file was rotated: nothing more will come to the old one, so its last line is as it is.
Result<void> Follower::reopen(Awake& awake) {
    TRY(close(awake, BlockReader::Tail::give));
    awake.text = TextRecorder(courier_, recorder_.text_options(awake.file));
    Result<BlockReader> blocks = open_blocks(awake.file.path);
    if (blocks) {
        awake.blocks = std::move(blocks).take();
    }
    return {};
}

Result<void> Follower::close(Awake& awake, BlockReader::Tail tail) {
    Result<Block> rest = awake.blocks.next_block(tail);
    const bool was_read = static_cast<bool>(rest);
    if (was_read && (!rest->text.empty() || rest->left_out > 0)) {
        TRY(awake.text.take(std::move(rest).take()));
    }
    if (awake.blocks.holds()) {
        Account held;
        held.pending = 1;
        courier_.add(held);
    }
    TRY(awake.text.end());
    const std::optional<FileMark> mark = mark_of(awake.blocks.descriptor());
    if (mark && was_read && mark->bytes == awake.blocks.bytes_read() && !awake.blocks.holds() &&
        !awake.text.tally().format.empty()) {
        recorder_.remember(awake.file.path, *mark, awake.text.tally());
    }
    return {};
}

Result<void> Follower::let_sleep(const std::string& path) {
    const auto awake = awake_.find(path);
    const std::optional<Stamp> stamp = stamp_of(path);
    if (awake->second.text.declined() && awake->second.text.unknown()) {
        recorder_.leave_out(awake->second.file, awake->second.text);
    }
    const bool unknown = awake->second.text.declined() && stamp && stamp->bytes >= look_bytes;
    TRY(close(awake->second, BlockReader::Tail::hold));
    awake_.erase(awake);
    if (stamp) {
        asleep_.insert_or_assign(path, Asleep{*stamp, unknown});
    }
    return {};
}

Result<void> Follower::crowd_out() {
    while (awake_.size() > awake_max) {
        const auto oldest = std::ranges::min_element(
            awake_, {}, [](const auto& one) { return one.second.changed; });
        const std::string path = oldest->first;
        TRY(let_sleep(path));
    }
    return {};
}

// A call that runs for minutes is in the record while it runs.
Result<void> Follower::show_unfinished() {
    for (auto& [path, awake] : awake_) {
        if (!awake.shown && Clock::now() - awake.changed > quiet_pause) {
            awake.shown = true;
            TRY(awake.text.show_unfinished());
        }
    }
    return {};
}

// A path that the watcher names may be a new file. It counts if it lies in a followed directory;
// a neighbour of a named file does not.
Result<void> Follower::look_at_path(const std::string& path) {
    const auto known = files_.find(path);
    if (known != files_.end()) {
        return look(FoundFile(known->second));
    }
    const std::string above = path.substr(0, std::min(path.rfind('/'), path.size()));
    if (!stamp_of(path) || !directories_.contains(above)) {
        return {};
    }
    const FoundFile file{.path = path, .regular = true};
    files_.emplace(path, file);
    return look(file);
}

Result<void> Follower::run() {
    TRY(rescan());
    host_.note(fmt::format("following {} file{}; Ctrl-C ends it", files_.size(),
                           files_.size() == 1 ? "" : "s"));
    Clock::time_point scanned = Clock::now();
    bool due = false;
    while (!host_.interrupted()) {
        Changes changes = watcher_.wait(look_pause_ms);
        changes.paths.merge(std::exchange(unsettled_, {}));
        for (const std::string& path : changes.paths) {
            TRY(look_at_path(path));
        }
        TRY(show_unfinished());
        due = due || changes.any;
        const auto since = Clock::now() - scanned;
        if ((due && since > due_rescan_pause) || since > rescan_pause) {
            TRY(rescan());
            scanned = Clock::now();
            due = false;
        }
        // A failure is reported at the end, when the ledger is saved once more.
        static_cast<void>(ledger_.save_now_and_then());
    }
    while (!awake_.empty()) {
        TRY(let_sleep(std::string(awake_.begin()->first)));
    }
    return {};
}

}  // namespace

Result<void> follow_files(const RecordOptions& options, Courier& courier, Ledger& ledger,
                          FileRecorder& recorder, RecordHost& host) {
    host.await_interrupt();
    return Follower(options, courier, ledger, recorder, host).run();
}

}  // namespace hence
