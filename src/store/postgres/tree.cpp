#include "store/postgres/tree.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/try.h"
#include "store/integrity/leaves.h"
#include "store/postgres/events.h"

namespace hence::postgres {
namespace {

using SteadyClock = std::chrono::steady_clock;

// Without a key, fewer events than this are left to the next program that opens the log.
constexpr std::uint64_t worth_a_tree = 1'024;
// Events of one transaction, and of one page of it.
constexpr std::uint64_t step_events = 65'536;
constexpr std::uint64_t page_events = 4'096;
constexpr auto checkpoint_pause = std::chrono::milliseconds(1'000);
constexpr auto failure_pause = std::chrono::seconds(5);
constexpr int attempts_max = 5;
constexpr int tree_behind_others = 10;

Error not_its_log(const CheckpointRecord& last, std::string_view why) {
    return Error{Code::corrupt,
                 fmt::format("the checkpoint of {} events was kept, and {}", last.head.size, why),
                 "`hence verify` says more; no further checkpoint is signed"};
}

// Of 256 nodes, the node above.
Hash tile_root(std::vector<Hash> row) {
    for (; row.size() > 1; row.resize(row.size() / 2)) {
        for (std::size_t i = 0; i < row.size() / 2; ++i) {
            row[i] = node_hash(row[2 * i], row[2 * i + 1]);
        }
    }
    return row.front();
}

std::uint64_t nodes_in(std::uint64_t leaves, unsigned level) {
    const unsigned shift = level * tile_height;
    return shift >= 64 ? 0 : leaves >> shift;
}

// The leaves of batches as they are stored, with the keys of their clusters.
using KeysOf = std::function<Result<ProofTable::Keys>(const std::vector<std::uint64_t>&)>;

Result<std::vector<Leaf>> leaves_in(const std::vector<StoredBatch>& batches,
                                    const KeysOf& keys_of) {
    std::set<std::uint64_t> clusters;
    std::map<std::string, std::shared_ptr<const Chunk>> chunks;
    for (const StoredBatch& batch : batches) {
        for (const auto& [key, value] : batch.entries) {
            if (key.starts_with(log_key::chunk)) {
                ByteReader in(std::string_view(key).substr(1));
                const std::uint64_t cluster = in.be64();
                clusters.insert(cluster);
                chunks[key] = TRY(Chunk::parse(value, in.be64(), cluster));
            }
        }
    }
    const ProofTable::Keys keys = TRY(keys_of({clusters.begin(), clusters.end()}));
    const KeyOfCluster key_of = [&keys](std::uint64_t cluster) -> Result<SecretKey> {
        const auto found = keys.find(cluster);
        return found != keys.end()
                   ? Result<SecretKey>(found->second)
                   : Error{Code::busy, "the tree has no key of this session yet", "ask again"};
    };
    const ChunkOfBatch chunk_of =
        [&chunks](const BatchEntry::Part& part) -> Result<std::shared_ptr<const Chunk>> {
        const auto found = chunks.find(log_key::of_chunk(part.cluster, part.first_seq));
        return found != chunks.end() ? Result<std::shared_ptr<const Chunk>>(found->second)
                                     : Error{Code::corrupt, "the engine lacks a chunk of the log"};
    };
    std::vector<Leaf> leaves;
    for (const StoredBatch& batch : batches) {
        const BatchEntry entry =
            TRY(BatchEntry::decode(batch.entries.front().second, batch.first_seq));
        const std::vector<Leaf> some = TRY(leaves_of(entry, chunk_of, key_of));
        leaves.insert(leaves.end(), some.begin(), some.end());
    }
    return leaves;
}

}  // namespace

EngineTree::EngineTree(const Events& events, std::uint64_t last_seq, Signer signer)
    : events_(events),
      pool_(events.pool()),
      log_(events.log()),
      signer_(std::move(signer)),
      opened_at_(last_seq),
      last_seq_(last_seq) {}

EngineTree::~EngineTree() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

Ask EngineTree::on_pool() const {
    return [this](const std::vector<Statement>& statements) { return pool_.ask(statements); };
}

// A log with a key, or with a tree, has each of its events in the tree when the store closes.
bool EngineTree::is_worth_it() const {
    const Result<std::optional<NoteSigner>> signer = signer_();
    if (signer && signer->has_value()) {
        return true;
    }
    const Result<TreeState> state = ProofTable(on_pool(), log_).state();
    return state && state->records > 0;
}

void EngineTree::appended(std::uint64_t last_seq) {
    std::unique_lock lock(mutex_);
    last_seq_ = std::max(last_seq_, last_seq);
    if (!thread_.joinable()) {
        if (!wanted_) {
            lock.unlock();
            const bool wanted = is_worth_it();
            lock.lock();
            wanted_ = wanted;
        }
        if (thread_.joinable() || (!*wanted_ && last_seq_ - opened_at_ < worth_a_tree)) {
            return;
        }
        thread_ = std::thread([this] { run(); });
    }
    lock.unlock();
    changed_.notify_all();
}

void EngineTree::run() {
    // Appends and questions come first. Where it is refused, the thread only takes its share.
    static_cast<void>(
        ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), tree_behind_others));
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return stopping_ || covered_ < last_seq_; });
        if (covered_ >= last_seq_) {
            return;
        }
        const std::uint64_t last_seq = last_seq_;
        const bool last_time = stopping_;
        lock.unlock();
        const Result<CheckpointRecord> grown = grow(last_seq);
        lock.lock();
        if (last_time) {
            return;
        }
        const auto pause =
            grown ? SteadyClock::duration(checkpoint_pause) : SteadyClock::duration(failure_pause);
        changed_.wait_for(lock, pause, [&] { return stopping_; });
    }
}

Result<CheckpointRecord> EngineTree::cover() {
    const std::vector<Rows> rows = TRY(pool_.ask({select_head(log_)}));
    const HeadRow head = TRY(take_head(rows.front()));
    return grow(static_cast<std::uint64_t>(head.last_seq));
}

Result<CheckpointRecord> EngineTree::grow(std::uint64_t last_seq) {
    const std::lock_guard growing(growing_);
    std::optional<Error> error;
    for (int attempt = 0; attempt < attempts_max;) {
        const std::optional<NoteSigner> signer = TRY(signer_());
        if (latest_ && latest_->head.size >= last_seq && (!signer || !latest_->text.empty())) {
            return *latest_;
        }
        if (connection_ == nullptr || connection_->is_lost()) {
            connection_ = nullptr;
            connection_ = TRY(connect(pool_.address()));
        }
        const Result<std::optional<CheckpointRecord>> stepped = step(signer);
        if (stepped && *stepped) {
            latest_ = *stepped;
            const std::lock_guard lock(mutex_);
            covered_ = std::max(covered_, latest_->head.size);
            return *latest_;
        }
        if (stepped) {
            continue;  // The next part of the log.
        }
        error = stepped.error();
        taken_up_ = false;
        const End end = connection_->end();
        if (!connection_->is_lost() && !connection_->run({Statement("ROLLBACK")})) {
            connection_ = nullptr;
        }
        if (end != End::again && end != End::lost && end != End::exists) {
            return *error;
        }
        ++attempt;
    }
    return *error;
}

Result<std::optional<CheckpointRecord>> EngineTree::step(const std::optional<NoteSigner>& signer) {
    const Ask ask = [this](const std::vector<Statement>& statements) {
        return connection_->run(statements);
    };
    ProofTable table(ask, log_);
    // What was just written is at hand. What an erasure rewrote is not: an erasure holds the lock
    // on the tree, and the head that is read under that lock says that it took place.
    LogReader log(ask, log_, [this](const std::string& key) { return events_.at_hand(key); });
    TRY(ask({Statement("BEGIN")}));
    Growth growth{table, log, {}};
    growth.state = TRY(table.lock());
    const std::vector<Rows> rows = TRY(ask({select_head(log_)}));
    const HeadRow head = TRY(take_head(rows.front()));
    events_.as_of(head);
    const auto last_seq = static_cast<std::uint64_t>(head.last_seq);
    const std::optional<CheckpointRecord> last = TRY(table.last_checkpoint(growth.state));
    if (last && last->head.size > last_seq) {
        return not_its_log(*last, fmt::format("the log ends at event {}", last_seq));
    }
    if (!taken_up_ || tree_.size() != growth.state.size) {
        TRY(take_up(growth, last));
    }
    TRY(follow(growth, std::min(last_seq, tree_.size() + step_events)));
    std::optional<CheckpointRecord> covering;
    if (tree_.size() >= last_seq) {
        covering = last;
        if (!last || last->head.size < tree_.size() || (signer && last->text.empty())) {
            covering = TRY(make_checkpoint(signer));
            TRY(table.put_record(growth.state.records++, *covering));
        }
    }
    growth.state.size = tree_.size();
    TRY(table.put_tiles(growth.tiles));
    TRY(table.put_state(growth.state));
    taken_up_ = false;  // Until it is known that the engine has it.
    TRY(ask({Statement("COMMIT")}));
    taken_up_ = true;
    return covering;
}

// A tree whose tiles do not give the root of the last checkpoint is built again from the log.
Result<void> EngineTree::take_up(Growth& growth, const std::optional<CheckpointRecord>& last) {
    const HashSource nodes = [&growth](unsigned level, std::uint64_t first, std::uint64_t count) {
        return growth.table.nodes(level, first, count);
    };
    const auto root_of = [&nodes](std::uint64_t size) -> Result<Hash> {
        const GrowingTree tree = TRY(GrowingTree::of(size, nodes));
        return tree.root();
    };
    const Result<GrowingTree> whole = GrowingTree::of(growth.state.size, nodes);
    const Result<Hash> root = last ? root_of(last->head.size) : Result<Hash>(empty_root());
    const bool fits = whole && root && growth.state.size >= (last ? last->head.size : 0) &&
                      (!last || *root == last->head.root);
    if (fits) {
        tree_ = *whole;
        TRY(load_open_tiles(growth));
        taken_up_ = true;
        return {};
    }
    for (const Error* const error :
         {whole ? nullptr : &whole.error(), root ? nullptr : &root.error()}) {
        if (error != nullptr && error->code != Code::corrupt) {
            return *error;
        }
    }
    TRY(growth.table.drop_tiles());
    growth.tiles.clear();
    tree_ = GrowingTree();
    open_ = {};
    const std::uint64_t size = last ? last->head.size : 0;
    while (tree_.size() < size) {
        TRY(follow(growth, std::min(size, tree_.size() + step_events)));
        TRY(growth.table.put_tiles(growth.tiles));
        growth.tiles.clear();
    }
    if (last && (tree_.size() != size || tree_.root() != last->head.root)) {
        return not_its_log(*last, "the log gives another tree");
    }
    taken_up_ = true;
    return {};
}

Result<void> EngineTree::load_open_tiles(const Growth& growth) {
    for (unsigned level = 0; level < tile_levels_max; ++level) {
        const std::uint64_t have = nodes_in(growth.state.size, level);
        const std::uint64_t first = have / tile_width * tile_width;
        open_[level].clear();
        if (have > first) {
            open_[level] = TRY(growth.table.nodes(level, first, have - first));
        }
        if (open_[level].size() != have - first) {
            return Error{Code::corrupt, "the tree of proofs in the engine lacks hashes"};
        }
    }
    return {};
}

// A batch goes into the tree whole, so that the tree may be ahead of what was asked for.
Result<void> EngineTree::follow(Growth& growth, std::uint64_t to_seq) {
    while (tree_.size() < to_seq) {
        std::vector<StoredBatch> batches =
            TRY(growth.log.stored_batches(tree_.size() + 1, page_events));
        if (batches.empty()) {
            return Error{Code::corrupt, fmt::format("the log lacks event {}", tree_.size() + 1)};
        }
        std::erase_if(batches, [&](const StoredBatch& batch) { return batch.first_seq > to_seq; });
        const std::vector<Leaf> leaves =
            TRY(leaves_in(batches, [&growth](const std::vector<std::uint64_t>& clusters) {
                return growth.table.keys_or_new(clusters);
            }));
        std::vector<Hash> hashes;
        for (const Leaf& leaf : leaves) {
            hashes.push_back(leaf_hash(leaf_record(leaf)));
        }
        TRY(add_leaves(growth, hashes));
    }
    return {};
}

Result<void> EngineTree::add_leaves(Growth& growth, const std::vector<Hash>& leaves) {
    std::vector<Hash> fresh = leaves;
    for (unsigned level = 0; level < tile_levels_max && !fresh.empty(); ++level) {
        std::uint64_t number = nodes_in(tree_.size(), level) / tile_width;
        std::vector<Hash> above;
        for (const Hash& hash : fresh) {
            open_[level].push_back(hash);
            if (open_[level].size() == tile_width) {
                growth.tiles[{level, number++}] = open_[level];
                above.push_back(tile_root(std::exchange(open_[level], {})));
            }
        }
        if (!open_[level].empty()) {
            growth.tiles[{level, number}] = open_[level];
        }
        fresh = std::move(above);
    }
    for (const Hash& hash : leaves) {
        tree_.add(hash);
    }
    return {};
}

Result<CheckpointRecord> EngineTree::make_checkpoint(
    const std::optional<NoteSigner>& signer) const {
    CheckpointRecord record{
        CheckpointKind::checkpoint, received_ms(now()), TreeHead{tree_.size(), tree_.root()}, {}};
    if (signer) {
        Note note{checkpoint_text({signer->name, record.head}), {}};
        NoteSignature signature = TRY(sign_note(note.text, *signer));
        note.signatures.push_back(std::move(signature));
        record.text = note_text(note);
    }
    return record;
}

Result<std::vector<Hash>> EngineTree::nodes(unsigned level, std::uint64_t first,
                                            std::uint64_t count) const {
    return ProofTable(on_pool(), log_).nodes(level, first, count);
}

Result<std::vector<Leaf>> EngineTree::leaves(std::uint64_t first_seq,
                                             std::uint64_t last_seq) const {
    const LogReader log(on_pool(), log_);
    const ProofTable table(on_pool(), log_);
    const std::optional<BatchEntry> batch = TRY(log.batch_at(first_seq));
    std::vector<Leaf> leaves;
    for (std::uint64_t seq = batch ? batch->first_seq : last_seq + 1; seq <= last_seq;) {
        const std::vector<StoredBatch> batches =
            TRY(log.stored_batches(seq, std::min(page_events, last_seq + 1 - seq)));
        if (batches.empty()) {
            return Error{Code::not_found, fmt::format("there is no event {}", seq)};
        }
        const std::vector<Leaf> some =
            TRY(leaves_in(batches, [&table](const std::vector<std::uint64_t>& clusters) {
                return table.keys(clusters);
            }));
        for (const Leaf& leaf : some) {
            if (leaf.seq >= first_seq && leaf.seq <= last_seq) {
                leaves.push_back(leaf);
            }
        }
        seq = batches.back().first_seq + batches.back().count;
    }
    return leaves;
}

Result<ProvenEvent> EngineTree::proven(std::uint64_t seq) const {
    const LogReader log(on_pool(), log_);
    const std::optional<BatchEntry> batch = TRY(log.batch_at(seq));
    for (const BatchEntry::Part& part : batch ? batch->parts : std::vector<BatchEntry::Part>()) {
        if (!std::ranges::binary_search(part.seqs, seq)) {
            continue;
        }
        const std::vector<LoadedChunk> chunks = TRY(log.chunks({part}));
        if (chunks.empty()) {
            return Error{Code::corrupt, "the engine lacks a chunk of the log"};
        }
        const std::size_t slot = TRY(slot_of(*chunks.front().chunk, seq));
        const ProofTable::Keys keys = TRY(ProofTable(on_pool(), log_).keys({part.cluster}));
        return proven_in(*chunks.front().chunk, chunks.front().chunk->events()[slot], part.cluster,
                         [&keys](std::uint64_t cluster) -> Result<SecretKey> {
                             const auto found = keys.find(cluster);
                             return found != keys.end()
                                        ? Result<SecretKey>(found->second)
                                        : Error{Code::busy,
                                                "the tree has no key of this session yet",
                                                "ask again"};
                         });
    }
    return Error{Code::not_found, fmt::format("there is no event {}", seq)};
}

Result<std::vector<CheckpointRecord>> EngineTree::records(std::size_t limit) const {
    const ProofTable table(on_pool(), log_);
    const TreeState state = TRY(table.state());
    const std::uint64_t first = state.records - std::min<std::uint64_t>(state.records, limit);
    std::vector<CheckpointRecord> records = TRY(table.records(first, state.records));
    std::ranges::reverse(records);
    return records;
}

Result<void> EngineTree::keep(const CheckpointRecord& record) {
    const Pool::Lease connection = TRY(pool_.lease());
    const Ask ask = [&connection](const std::vector<Statement>& statements) {
        return connection->run(statements);
    };
    ProofTable table(ask, log_);
    const auto work = [&]() -> Result<void> {
        TRY(ask({Statement("BEGIN")}));
        TreeState state = TRY(table.lock());
        TRY(table.put_record(state.records++, record));
        TRY(table.put_state(state));
        TRY(ask({Statement("COMMIT")}));
        return {};
    };
    const Result<void> kept = work();
    if (!kept && !connection->is_lost()) {
        static_cast<void>(static_cast<bool>(connection->run({Statement("ROLLBACK")})));
    }
    return kept;
}

}  // namespace hence::postgres
