#include "store/rocks/tree_keeper.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/try.h"

namespace hence::rocks {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Without a key, fewer events than this are left to the next program that opens the store.
constexpr std::uint64_t worth_a_tree = 1'024;
// How nice the thread is to others.
constexpr int tree_behind_others = 10;
// So many events are put into the tree before the next checkpoint is due. Soon after the append
// their chunks are still in memory; a second later they may have to be read and unpacked.
constexpr std::uint64_t follow_events = 8'192;
// After a failure, and between two checkpoints that somebody asks for.
constexpr auto failure_pause = std::chrono::seconds(5);
constexpr auto asked_pause = std::chrono::milliseconds(50);

// Walks back over what others added to checkpoints.
Result<std::optional<CheckpointRecord>> last_checkpoint(const CheckpointFile& file) {
    for (std::uint64_t end = file.size();;) {
        std::optional<CheckpointRecord> record = TRY(file.before(end));
        if (!record || record->kind == CheckpointKind::checkpoint) {
            return record;
        }
    }
}

Error not_its_log(const CheckpointRecord& last, std::string_view why) {
    return Error{Code::corrupt,
                 fmt::format("the checkpoint of {} events was kept, and {}", last.head.size, why),
                 "`hence verify` says more; no further checkpoint is signed"};
}

}  // namespace

TreeKeeper::TreeKeeper(TreeKept kept, std::uint64_t last_seq)
    : kept_(std::move(kept)), opened_at_(last_seq), last_seq_(last_seq) {}

TreeKeeper::~TreeKeeper() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

// Expects the lock.
void TreeKeeper::start() {
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { run(); });
    }
}

// A store with a key, or with a tree, has each of its events in the tree when it closes.
bool TreeKeeper::is_worth_it() const {
    std::error_code ignored;
    if (std::filesystem::exists(kept_.directory, ignored)) {
        return true;
    }
    const Result<std::optional<NoteSigner>> signer = kept_.signer();
    return signer && signer->has_value();
}

void TreeKeeper::appended(std::uint64_t last_seq) {
    {
        const std::lock_guard lock(mutex_);
        last_seq_ = std::max(last_seq_, last_seq);
        if (!thread_.joinable()) {
            if (!wanted_) {
                wanted_ = is_worth_it();
            }
            if (!*wanted_ && last_seq_ - opened_at_ < worth_a_tree) {
                return;
            }
            start();
        }
    }
    changed_.notify_all();
}

// False at the end.
bool TreeKeeper::wait_for_work() {
    std::unique_lock lock(mutex_);
    const auto is_behind = [&] {
        return !opened_ || !latest_ || latest_->head.size < last_seq_ || asked_ > answered_;
    };
    const auto is_asked = [&] { return stopping_ || asked_ > answered_; };
    if (failure_ && failure_->code == Code::corrupt) {
        changed_.wait(lock, is_asked);  // It would read the whole log again, and find the same.
    } else if (failure_) {
        changed_.wait_for(lock, failure_pause, is_asked);
    }
    changed_.wait(lock, [&] { return stopping_ || is_behind(); });
    if (!stopping_ && opened_ && asked_ <= answered_) {
        changed_.wait_until(lock, next_,
                            [&] { return is_asked() || last_seq_ >= followed_ + follow_events; });
    }
    return !stopping_;
}

void TreeKeeper::run() {
    ::pthread_setname_np(::pthread_self(), "hence:tree");
    // Appends and questions come first. Where it is refused, the thread only takes its share.
    static_cast<void>(
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), tree_behind_others));
    while (wait_for_work()) {
        tell(work());
    }
    std::unique_lock lock(mutex_);
    const bool behind = opened_ ? !latest_ || latest_->head.size < last_seq_ : !failure_;
    next_ = {};
    lock.unlock();
    if (behind) {
        tell(work());
    }
}

// Puts into the tree what came since, and keeps a checkpoint of it when one is due.
Result<void> TreeKeeper::work() {
    std::unique_lock lock(mutex_);
    const std::uint64_t last_seq = last_seq_;
    const std::uint64_t asked = asked_;
    const bool opened = opened_;
    failure_.reset();
    lock.unlock();
    if (!opened) {
        TRY(open());
    }
    TRY(follow(last_seq));
    lock.lock();
    followed_ = files_->size();
    const bool due = asked > answered_ || SteadyClock::now() >= next_;
    lock.unlock();
    if (!due) {
        return {};
    }
    TRY(keep_checkpoint());
    lock.lock();
    answered_ = std::max(answered_, asked);
    next_ = SteadyClock::now() + kept_.pause;
    return {};
}

void TreeKeeper::tell(const Result<void>& done) {
    {
        const std::lock_guard lock(mutex_);
        if (!done) {
            failure_ = done.error();
            answered_ = asked_;
            opened_ = false;  // Taken up again at the last checkpoint.
        }
    }
    changed_.notify_all();
}

Result<void> TreeKeeper::open() {
    keys_ = TRY(kept_.keys());
    std::unique_ptr<TreeFiles> files = TRY(TreeFiles::open(kept_.directory, TreeAccess::write));
    std::unique_ptr<CheckpointFile> checkpoints =
        TRY(CheckpointFile::open(kept_.directory / "checkpoints", CheckpointFile::Access::write));
    std::unique_lock lock(mutex_);
    files_ = std::move(files);
    checkpoints_ = std::move(checkpoints);
    const std::uint64_t last_seq = last_seq_;
    lock.unlock();
    std::optional<CheckpointRecord> last = TRY(last_checkpoint(*checkpoints_));
    if (last) {
        TRY(take_up(*last, last_seq));
    } else {
        TRY(files_->cut(0));
    }
    lock.lock();
    latest_ = std::move(last);
    opened_ = true;
    return {};
}

Result<void> TreeKeeper::take_up(const CheckpointRecord& last, std::uint64_t last_seq) {
    if (last.head.size > last_seq) {
        return not_its_log(last, fmt::format("the log ends at event {}", last_seq));
    }
    const Result<void> cut = files_->cut(last.head.size);
    if (!cut && cut.error().code != Code::corrupt) {
        return cut.error();
    }
    return cut && files_->root() == last.head.root ? Result<void>() : build_again(last);
}

Result<void> TreeKeeper::build_again(const CheckpointRecord& last) {
    TRY(files_->cut(0));
    TRY(follow(last.head.size));
    if (files_->size() == last.head.size && files_->root() == last.head.root) {
        return {};
    }
    return not_its_log(last, "the log gives another tree");
}

// A batch goes into the tree whole, so that the tree may be ahead of what was asked for.
Result<void> TreeKeeper::follow(std::uint64_t last_seq) {
    const KeyOfCluster key_of = [this](std::uint64_t cluster) { return keys_->key_of(cluster); };
    const ChunkOfBatch chunk_of = [this](const BatchEntry::Part& part) {
        return kept_.log->read_chunk(part.cluster, part.first_seq);
    };
    while (files_->size() < last_seq) {
        const std::uint64_t next = files_->size() + 1;
        const std::optional<BatchEntry> batch = TRY(kept_.log->batch_at(next));
        if (!batch || batch->first_seq > next) {
            return Error{Code::corrupt, fmt::format("the log lacks event {}", next)};
        }
        const std::vector<Leaf> leaves = TRY(leaves_of(*batch, chunk_of, key_of));
        std::vector<Hash> hashes;
        for (const Leaf& leaf : leaves) {
            if (leaf.seq >= next && leaf.seq <= last_seq) {
                hashes.push_back(leaf_hash(leaf_record(leaf)));
            }
        }
        TRY(files_->append(hashes));
    }
    return {};
}

Result<void> TreeKeeper::keep_checkpoint() {
    const std::optional<NoteSigner> signer = TRY(kept_.signer());
    const std::uint64_t size = files_->size();
    if (latest_ && latest_->head.size == size && (!signer || !latest_->text.empty())) {
        return {};
    }
    TRY(kept_.sync_log());
    TRY(keys_->sync());
    TRY(files_->sync());
    const Time at = now();
    CheckpointRecord record{
        CheckpointKind::checkpoint, received_ms(at), TreeHead{size, files_->root()}, {}};
    if (signer) {
        Note note{checkpoint_text({signer->name, record.head}), {}};
        NoteSignature signature = TRY(sign_note(note.text, *signer));
        note.signatures.push_back(std::move(signature));
        record.text = note_text(note);
    }
    TRY(checkpoints_->append(record));
    const std::lock_guard lock(mutex_);
    latest_ = std::move(record);
    return {};
}

Result<CheckpointRecord> TreeKeeper::cover(std::uint64_t last_seq) {
    std::unique_lock lock(mutex_);
    last_seq_ = std::max(last_seq_, last_seq);
    start();
    const bool is_new = !opened_ || !latest_ || latest_->head.size < last_seq;
    if (!is_new) {
        if (!latest_->text.empty() || SteadyClock::now() < next_ - kept_.pause + asked_pause) {
            return *latest_;
        }
        // A key may have come since. Looking for it here is much faster than asking the thread,
        // which waits behind everything else on the machine.
        const CheckpointRecord unsigned_one = *latest_;
        lock.unlock();
        const std::optional<NoteSigner> signer = TRY(kept_.signer());
        if (!signer) {
            return unsigned_one;
        }
        lock.lock();
    }
    const std::uint64_t mine = ++asked_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return answered_ >= mine || stopping_; });
    if (failure_) {
        return *failure_;
    }
    if (!latest_) {
        return Error{Code::io, "the store is closing"};
    }
    return *latest_;
}

Result<std::vector<Hash>> TreeKeeper::nodes(unsigned level, std::uint64_t first,
                                            std::uint64_t count) {
    std::unique_lock lock(mutex_);
    if (!opened_) {
        return failure_ ? *failure_ : Error{Code::io, "the tree is not open yet"};
    }
    const std::shared_ptr<const TreeFiles> files = files_;
    lock.unlock();
    return level < tile_levels_max ? files->nodes(level, first, count)
                                   : Result<std::vector<Hash>>(std::vector<Hash>());
}

Result<std::vector<CheckpointRecord>> TreeKeeper::records(std::size_t limit) {
    std::unique_lock lock(mutex_);
    if (!opened_) {
        return failure_ ? *failure_ : Error{Code::io, "the tree is not open yet"};
    }
    const std::shared_ptr<const CheckpointFile> file = checkpoints_;
    lock.unlock();
    std::vector<CheckpointRecord> records;
    for (std::uint64_t end = file->size(); records.size() < limit;) {
        std::optional<CheckpointRecord> record = TRY(file->before(end));
        if (!record) {
            break;
        }
        records.push_back(std::move(*record));
    }
    return records;
}

Result<void> TreeKeeper::keep(const CheckpointRecord& record) {
    std::unique_lock lock(mutex_);
    if (!opened_) {
        return failure_ ? *failure_ : Error{Code::io, "the tree is not open yet"};
    }
    const std::shared_ptr<CheckpointFile> file = checkpoints_;
    lock.unlock();
    return file->append(record);
}

}  // namespace hence::rocks
