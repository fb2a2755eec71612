// The log is opened read-only, after its files were inspected one by one: a damaged file could
// abort a process that opens it. Batches are read in the order of arrival, and each event goes
// through four questions: does it read, is it where its batch says, do its texts have the hashes
// that name them, and is its leaf the one that the tree has? Texts are found by a small index of
// their own, in a temporary directory: index/ may be missing, and is not trusted.
#include "store/verify/verify_log.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <rocksdb/db.h>

#include "base/try.h"
#include "model/json/json.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"
#include "store/integrity/encryption.h"
#include "store/integrity/session_keys.h"
#include "store/integrity/tree_check.h"
#include "store/rocks/files/head.h"
#include "store/rocks/files/plain_fs.h"
#include "store/rocks/index.h"
#include "store/integrity/leaves.h"
#include "store/rocks/log.h"
#include "store/rocks/log_events.h"
#include "store/rocks/sealed/log_seal.h"
#include "store/verify/countersigned.h"
#include "store/verify/seq_ranges.h"

namespace hence::rocks {
namespace {

namespace fs = std::filesystem;

class TemporaryPlace {
public:
    static Result<std::unique_ptr<TemporaryPlace>> make() {
        std::error_code failed;
        std::string pattern = (fs::temp_directory_path(failed) / "hence-verify-XXXXXX").string();
        if (failed || mkdtemp(pattern.data()) == nullptr) {
            return Error{Code::io, "cannot make a temporary directory"};
        }
        return std::make_unique<TemporaryPlace>(fs::path(pattern));
    }
    explicit TemporaryPlace(fs::path path) : path_(std::move(path)) {}
    TemporaryPlace(const TemporaryPlace&) = delete;
    TemporaryPlace& operator=(const TemporaryPlace&) = delete;
    ~TemporaryPlace() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// Texts of a chunk, and of all that came before it.
class KnownTexts : public TextReader {
public:
    KnownTexts(const Chunk& own, const Log& log, const Index& texts)
        : own_(own), log_(log), texts_(texts) {}

    Result<Unit> unit(const Hash& hash) override {
        const auto here = own_.texts().find(hash);
        if (here != own_.texts().end()) {
            return here->second;
        }
        const std::optional<Place> place =
            TRY(texts_.text_place(log_.text_name(own_.cluster(), hash)));
        if (!place) {
            return Error{Code::corrupt, "a text is missing"};
        }
        std::shared_ptr<const Chunk> chunk = TRY(log_.chunk(place->cluster, place->chunk));
        const auto there = chunk->texts().find(hash);
        if (there == chunk->texts().end()) {
            return Error{Code::corrupt, "a text is missing"};
        }
        held_.push_back(chunk);
        return there->second;
    }

private:
    const Chunk& own_;
    const Log& log_;
    const Index& texts_;
    std::vector<std::shared_ptr<const Chunk>> held_;
};

class LogCheck {
public:
    LogCheck(const VerifyRequest& request, VerifyReport& report)
        : request_(request), report_(report) {}

    Result<void> run();

private:
    Result<bool> inspect_files();
    Result<void> open();
    Result<void> check_files();
    Result<void> check_batches();
    Result<void> check_batch(const BatchEntry& batch);
    Result<void> check_part(const BatchEntry::Part& part, const BatchEntry& batch,
                            std::vector<std::optional<Hash>>& leaves);
    Result<void> check_texts(const BatchEntry::Part& part, const Chunk& chunk);
    void read_event(const std::shared_ptr<const Chunk>& chunk, std::size_t slot);
    Result<void> reached();
    Result<void> check_end();
    Result<void> check_quarantine();
    void check_erasures();

    const VerifyRequest& request_;
    VerifyReport& report_;
    Head head_;
    std::unique_ptr<TemporaryPlace> temporary_;
    std::unique_ptr<Log> log_;
    std::unique_ptr<Index> texts_;
    std::unique_ptr<LogEvents> source_;
    std::optional<SecretKey> master_;  // Of an encrypted store.
    std::shared_ptr<LogSeal> seal_;
    std::shared_ptr<SessionKeys> keys_;
    std::unique_ptr<TreeFiles> files_;
    std::unique_ptr<CheckpointFile> checkpoints_;
    std::unique_ptr<TreeCheck> tree_;
    std::optional<CheckpointText> older_;
    std::uint64_t at_ = 0;                  // In the list of checkpoints.
    std::optional<CheckpointRecord> next_;  // The next one of it.
    std::uint64_t covered_ = 0;             // By the last checkpoint.
    std::uint64_t chunks_ = 0;
    SeqRanges stubs_;
    SeqRanges announced_;
};

// A log that RocksDB must not open is not looked at further.
Result<bool> LogCheck::inspect_files() {
    const fs::path& store = request_.path;
    rocksdb::Env* const env = plain_env();
    const Result<std::optional<Head>> head =
        HeadFile::read(*env->GetFileSystem(), (store / "head").string());
    if (!head && head.error().code != Code::corrupt) {
        return head.error();
    }
    if (!head || !*head) {
        report_.differ(head ? "head is missing" : head.error().message);
        return false;
    }
    head_ = **head;
    const Inspection found = inspect((store / "log").string(), head_, env);
    if (found.damage) {
        report_.differ(found.damage->message);
        return false;
    }
    return true;
}

Result<void> LogCheck::open() {
    const fs::path& store = request_.path;
    rocksdb::DB* opened = nullptr;
    const rocksdb::Status status =
        rocksdb::DB::OpenForReadOnly(log_options(plain_env()), (store / "log").string(), &opened);
    if (!status.ok()) {
        return to_error(status, "cannot open the log");
    }
    std::unique_ptr<rocksdb::DB> db(opened);
    if (master_) {
        seal_ = TRY(LogSeal::open(store / "keys", KeyAccess::read, *master_));
    }
    log_ = std::make_unique<Log>(std::move(db), seal_);
    temporary_ = TRY(TemporaryPlace::make());
    texts_ =
        TRY(Index::open((temporary_->path() / "texts").string(), plain_env(), "verify", [] {}));
    source_ = std::make_unique<LogEvents>(*log_, *texts_);
    files_ = TRY(TreeFiles::open(store / "tree", TreeAccess::read));
    checkpoints_ =
        TRY(CheckpointFile::open(store / "tree" / "checkpoints", CheckpointFile::Access::read));
    Result<std::unique_ptr<SessionKeys>> keys =
        seal_ == nullptr ? SessionKeys::open(store / "keys", KeyAccess::read)
                         : Result<std::unique_ptr<SessionKeys>>(nullptr);
    if (keys) {
        keys_ = seal_ == nullptr ? std::shared_ptr<SessionKeys>(std::move(keys).take())
                                 : seal_->sessions();
    } else if (checkpoints_->size() > 0 || keys.error().code != Code::not_found) {
        report_.differ(keys.error().message);
    }
    for (std::uint64_t end = checkpoints_->size(); end > 0;) {
        const Result<std::optional<CheckpointRecord>> last = checkpoints_->before(end);
        if (!last) {
            report_.differ(last.error().message);
            break;
        }
        if (*last && (*last)->kind == CheckpointKind::checkpoint) {
            covered_ = (*last)->head.size;
            break;
        }
    }
    tree_ = std::make_unique<TreeCheck>(
        keys_ == nullptr ? HashSource() : files_->source(), keys_ == nullptr ? 0 : covered_,
        [this](std::string what) { report_.differ(std::move(what)); });
    if (!request_.checkpoint.empty()) {
        older_ = TRY(older_checkpoint(request_, report_));
    }
    return {};
}

// The blocks of every table, and the whole files where the manifest has their checksums.
Result<void> LogCheck::check_files() {
    if (request_.in_use) {
        report_.notes.push_back(
            "another process writes the store, so its files were not checked one by one");
        return {};
    }
    for (const rocksdb::Status& status :
         {log_->db().VerifyFileChecksums({}), log_->db().VerifyChecksum({})}) {
        if (!status.ok()) {
            report_.differ(to_error(status, "the log is damaged").message);
        }
    }
    return {};
}

Result<void> LogCheck::check_texts(const BatchEntry::Part& part, const Chunk& chunk) {
    KnownTexts known(chunk, *log_, *texts_);
    for (const auto& [hash, unit] : chunk.texts()) {
        const Result<bool> named = has_name(unit, hash, known);
        if (!named || !*named) {
            report_.differ(fmt::format(
                "a text that came with event {} is not the one that was stored", part.first_seq));
        }
    }
    return {};
}

// Also learns which events an erasure announces.
void LogCheck::read_event(const std::shared_ptr<const Chunk>& chunk, std::size_t slot) {
    const Result<Event> event = source_->in(chunk, slot);
    const std::uint64_t seq = chunk->events()[slot].seq;
    if (!event) {
        report_.differ(fmt::format("event {} does not read: {}", seq, event.error().message));
        return;
    }
    constexpr std::string_view erasure = "erasure";
    if (event->kind() != erasure) {
        return;
    }
    Json(event->fields())["seqs"].each_element([this](Json range) {
        const std::optional<double> first = range.at(0).number();
        const std::optional<double> last = range.at(1).number();
        if (first && last && *first >= 1 && *first <= *last) {
            announced_.add(static_cast<std::uint64_t>(*first), static_cast<std::uint64_t>(*last));
        }
        return true;
    });
}

Result<void> LogCheck::check_part(const BatchEntry::Part& part, const BatchEntry& batch,
                                  std::vector<std::optional<Hash>>& leaves) {
    const Result<std::shared_ptr<const Chunk>> read =
        log_->read_chunk(part.cluster, part.first_seq);
    if (!read) {
        report_.differ(read.error().message);
        return {};
    }
    const std::shared_ptr<const Chunk>& chunk = *read;
    TRY(check_texts(part, *chunk));
    const KeyOfCluster key_of = [this](std::uint64_t cluster) -> Result<SecretKey> {
        if (keys_ == nullptr) {
            return SecretKey{};
        }
        const std::optional<SecretKey> key = TRY(keys_->find(cluster));
        return key ? Result<SecretKey>(*key)
                   : Error{Code::corrupt,
                           fmt::format("the key of the session that begins with event {} is gone",
                                       cluster)};
    };
    for (std::size_t slot = 0; slot < chunk->events().size(); ++slot) {
        const Chunk::Slot& stored = chunk->events()[slot];
        const std::uint64_t at = stored.seq - batch.first_seq;
        if (slot >= part.seqs.size() || stored.seq != part.seqs[slot] || at >= leaves.size() ||
            leaves[at]) {
            report_.differ(fmt::format("event {} is not where its batch says", stored.seq));
            continue;
        }
        const Result<ProvenEvent> proven = proven_in(*chunk, stored, part.cluster, key_of);
        // A session without a key may be one that no tree has seen yet.
        if (!proven && stored.seq <= covered_) {
            report_.differ(fmt::format("event {}: {}", stored.seq, proven.error().message));
        }
        leaves[at] = proven ? leaf_hash(leaf_record(proven->leaf)) : Hash{};
        if (proven && !proven->salt) {
            stubs_.add(stored.seq, stored.seq);
            ++report_.erased;
        }
        read_event(chunk, slot);
        ++report_.events;
    }
    return {};
}

Result<void> LogCheck::check_batch(const BatchEntry& batch) {
    Additions additions;
    for (const BatchEntry::Part& part : batch.parts) {
        ++chunks_;
        const Result<std::shared_ptr<const Chunk>> chunk =
            log_->read_chunk(part.cluster, part.first_seq);
        if (chunk) {
            for (const auto& [hash, unit] : (*chunk)->texts()) {
                additions.texts.emplace_back(log_->text_name(part.cluster, hash),
                                             Place{part.cluster, part.first_seq, part.first_seq});
            }
        }
    }
    if (!additions.texts.empty()) {
        TRY(texts_->apply(additions));
    }
    constexpr std::uint64_t batch_events_max = std::uint64_t{1} << 24;
    if (batch.count > batch_events_max) {
        report_.differ(fmt::format("the batch that begins with event {} cannot have {} events",
                                   batch.first_seq, batch.count));
        return {};
    }
    std::vector<std::optional<Hash>> leaves(batch.count);
    for (const BatchEntry::Part& part : batch.parts) {
        TRY(check_part(part, batch, leaves));
    }
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (!leaves[i]) {
            report_.differ(fmt::format("event {} is missing", batch.first_seq + i));
        }
        TRY(tree_->add(leaves[i].value_or(Hash{})));
        TRY(reached());
    }
    return {};
}

// Checks the checkpoints of just this size.
Result<void> LogCheck::reached() {
    const std::uint64_t size = tree_->tree().size();
    if (older_ && older_->head.size == size && older_->head.root != tree_->tree().root()) {
        report_.differ(
            fmt::format("the first {} events are not those of the older checkpoint", size));
    }
    while (next_ && next_->head.size == size) {
        if (next_->kind == CheckpointKind::checkpoint && keys_ != nullptr) {
            check_checkpoint({next_->head, next_->at_ms, next_->text}, tree_->tree().root(),
                             request_, report_);
        } else if (next_->head.root != tree_->tree().root()) {
            report_.differ(fmt::format("what others said of {} events is of another root", size));
        }
        const std::uint64_t began = at_;
        const Result<std::optional<CheckpointRecord>> read = checkpoints_->next(at_);
        if (!read) {
            report_.differ(read.error().message);
        }
        next_ = read ? *read : std::nullopt;
        if (next_ && next_->head.size < size) {
            // What others add to a checkpoint comes later; its root was checked with it.
            if (next_->kind == CheckpointKind::checkpoint) {
                report_.differ(
                    fmt::format("the checkpoint at byte {} of the list is out of order", began));
            }
            next_->head = {size, tree_->tree().root()};
        }
    }
    return {};
}

Result<void> LogCheck::check_batches() {
    const Result<std::optional<CheckpointRecord>> first = checkpoints_->next(at_);
    if (!first) {
        report_.differ(first.error().message);
    } else {
        next_ = *first;
    }
    TRY(reached());
    const std::unique_ptr<rocksdb::Iterator> at(log_->db().NewIterator({}));
    const std::string kind(1, log_key::batch);
    for (at->Seek(kind); at->Valid() && at->key().starts_with(kind); at->Next()) {
        const std::uint64_t first_seq = ByteReader(at->key().ToStringView().substr(1)).be64();
        const Result<BatchEntry> batch = BatchEntry::decode(at->value().ToStringView(), first_seq);
        if (!batch || at->key().size() != 9 || first_seq != tree_->tree().size() + 1) {
            report_.differ(batch ? fmt::format("events {} to {} are missing",
                                               tree_->tree().size() + 1, first_seq - 1)
                                 : batch.error().message);
            return {};
        }
        TRY(check_batch(*batch));
    }
    if (!at->status().ok()) {
        report_.differ(to_error(at->status(), "the log is damaged").message);
    }
    return {};
}

Result<void> LogCheck::check_end() {
    TRY(tree_->finish());
    const std::uint64_t size = tree_->tree().size();
    if (size < head_.last_seq) {
        report_.differ(fmt::format("the log ends at event {}, and events up to {} were recorded",
                                   size, head_.last_seq));
    }
    if (covered_ > size || (next_ && next_->head.size > size)) {
        report_.differ(fmt::format("the log ends at event {}, and a checkpoint has {}", size,
                                   std::max(covered_, next_ ? next_->head.size : 0)));
    }
    if (older_ && older_->head.size > size) {
        report_.differ(fmt::format("the log ends at event {}, and the older checkpoint has {}",
                                   size, older_->head.size));
    }
    if (size > covered_) {
        report_.notes.push_back(
            covered_ == 0
                ? std::string("no checkpoint covers the events: make a key with `hence key new`, "
                              "and the next recording keeps one")
                : fmt::format("events {} to {} came after the last checkpoint", covered_ + 1,
                              size));
    }
    std::uint64_t chunks = 0;
    const std::unique_ptr<rocksdb::Iterator> at(log_->db().NewIterator({}));
    const std::string kind(1, log_key::chunk);
    for (at->Seek(kind); at->Valid() && at->key().starts_with(kind); at->Next()) {
        ++chunks;
    }
    if (chunks != chunks_) {
        report_.differ(
            fmt::format("the log has {} chunks, and its batches name {}", chunks, chunks_));
    }
    return {};
}

Result<void> LogCheck::check_quarantine() {
    const std::unique_ptr<rocksdb::Iterator> at(log_->db().NewIterator({}));
    const std::string kind(1, log_key::refused);
    for (at->Seek(kind); at->Valid() && at->key().starts_with(kind); at->Next()) {
        const std::uint64_t n = ByteReader(at->key().ToStringView().substr(1)).be64();
        const Result<std::string> value =
            log_->plain(at->key().ToStringView(), at->value().ToStringView());
        const Result<QuarantineRow> row =
            value ? decode_refused(*value, true) : Result<QuarantineRow>(value.error());
        if (!row || (row->bytes.size() == row->size && sha256_hex(row->bytes) != row->sha256)) {
            report_.differ(fmt::format("quarantine row {} is damaged", n));
        }
    }
    return {};
}

void LogCheck::check_erasures() {
    for (const auto& [first, last] : stubs_.all()) {
        for (std::uint64_t seq = first; seq <= last; ++seq) {
            if (announced_.has(seq)) {
                ++report_.erased_announced;
            } else {
                report_.differ(
                    fmt::format("event {} was erased, and no erasure event says so", seq));
            }
        }
    }
}

Result<void> LogCheck::run() {
    master_ = TRY(root_key_of(request_.path, request_.user_keys));
    if (!request_.in_use) {
        const bool whole = TRY(inspect_files());
        if (!whole) {
            return {};
        }
    }
    TRY(open());
    TRY(check_files());
    TRY(check_batches());
    TRY(check_end());
    TRY(check_quarantine());
    check_erasures();
    return check_countersigned(*checkpoints_, request_, report_);
}

}  // namespace

Result<void> verify_log(const VerifyRequest& request, VerifyReport& report) {
    LogCheck check(request, report);
    Result<void> done = check.run();
    if (!done && done.error().code == Code::corrupt) {
        report.differ(done.error().message);
        return {};
    }
    return done;
}

}  // namespace hence::rocks
