// Opening: look first, then open for writing, then bring the index up to date.
//
// Writes in the write-ahead log that the head does not vouch for were never acknowledged as safe. A
// sync of them may have failed; then Linux counts their pages as written, and another sync would
// succeed although nothing reached the disk. So these writes are written again, to a table, before
// any append that depends on them is acknowledged.
#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "store/format/cursors.h"
#include "store/format/event_codec.h"
#include "store/integrity/encryption.h"
#include "store/rocks/engine.h"
#include "store/rocks/erasing.h"
#include "store/rocks/files/overlay_fs.h"
#include "store/rocks/files/plain_fs.h"
#include "store/rocks/salvage.h"
#include "store/rocks/sealed/log_seal.h"

namespace hence {

std::uint32_t store_format_version() {
    return format_version;
}

namespace rocks {
namespace {

namespace fs = std::filesystem;

bool has_files(rocksdb::Env& env, const std::string& path) {
    std::vector<std::string> names;
    return env.FileExists(path + "/CURRENT").ok() ||
           (env.GetChildren(path, &names).ok() && names.size() > 2);
}

// A log whose making was cut short, by a kill or a full disk: RocksDB names a log's parts in
// CURRENT before the first event, so one without it, without tables and without anything written
// never held any.
bool never_finished(rocksdb::Env& env, const std::string& log_path, const Head& head) {
    if (head.last_seq > 0 || head.last_refused > 0 || env.FileExists(log_path + "/CURRENT").ok()) {
        return false;
    }
    std::vector<std::string> names;
    if (!env.GetChildren(log_path, &names).ok()) {
        return false;
    }
    return std::ranges::none_of(names, [&](const std::string& name) {
        std::uint64_t size = 0;
        return name.ends_with(".sst") ||
               (name.ends_with(".log") &&
                (!env.GetFileSize(log_path + "/" + name, &size).ok() || size > 0));
    });
}

// What the log should hold. A log without a head is a new one unless it holds events.
Result<Head> expected(rocksdb::Env& env, const std::string& log_path,
                      const std::string& head_path) {
    const std::optional<Head> head = TRY(HeadFile::read(*env.GetFileSystem(), head_path));
    if (never_finished(env, log_path, head.value_or(Head{}))) {
        std::error_code failed;
        fs::remove_all(log_path, failed);
        if (failed) {
            return Error{Code::io, fmt::format("cannot remove {}: {}", log_path, failed.message())};
        }
    }
    if (head || !has_files(env, log_path)) {
        return head.value_or(Head{});
    }
    const Inspection found = inspect(log_path, {}, &env);
    if (found.damage || found.writes > 0) {
        return Error{
            Code::corrupt,
            fmt::format("{} is missing, so what {} should hold is not known", head_path, log_path)};
    }
    return Head{};
}

// A store is encrypted or not from its first event on, and its head says which.
Result<void> check_encryption(const Head& head, bool has_master, const std::string& head_path) {
    const bool is_new = head.generation == 0 && head.last_seq == 0 && head.last_refused == 0;
    const bool encrypted = head.version >= encrypted_format_version;
    if (encrypted && !has_master) {
        return Error{
            Code::io,
            fmt::format("{} is of an encrypted store, and keys/encrypted is missing beside "
                        "it",
                        head_path),
            "put keys/ back from a backup: nothing replaces it"};
    }
    if (!encrypted && has_master && !is_new) {
        return Error{Code::io,
                     fmt::format("{} is of a store that is not encrypted, and keys/encrypted is "
                                 "beside it",
                                 head_path),
                     "remove keys/encrypted, or put the right head back"};
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<Engine>> Engine::open(StorePlace& place, const RocksOptions& options) {
    Start start;
    start.log_path = place.steady("log");
    start.index_path = place.steady("index");
    start.search_path = place.steady("search");
    start.tree_path = place.steady("tree");
    start.env = options.env == nullptr ? plain_env() : options.env;
    start.keys_path = place.steady("keys");
    start.master = TRY(
        root_key_of(std::filesystem::path(start.keys_path).parent_path(), options.signing_keys));
    Result<Head> head = expected(*start.env, start.log_path, place.steady("head"));
    if (!head && head.error().code != Code::corrupt) {
        return head.error();
    }
    if (head) {
        TRY(check_encryption(*head, start.master.has_value(), place.steady("head")));
        head->version = start.master ? encrypted_format_version : plain_format_version;
    }
    std::optional<Error> damage;
    if (!head) {
        damage = head.error();
    } else if (has_files(*start.env, start.log_path)) {
        damage = inspect(start.log_path, *head, start.env).damage;
    } else if (head->last_seq > 0 || head->last_refused > 0) {
        return Error{Code::corrupt, fmt::format("{} is gone: events 1 to {} are missing",
                                                start.log_path, head->last_seq)};
    }
    if (!damage) {
        Result<std::unique_ptr<Engine>> engine = open_whole(place, *head, start, options);
        if (engine || engine.error().code != Code::corrupt) {
            return engine;
        }
        damage = engine.error();
    }
    if (damage->code != Code::corrupt) {
        return *damage;
    }
    return open_salvaged(place, head ? *head : Head{}, *damage, start, options);
}

// A log in which nothing is missing. Where the disk takes nothing, what RocksDB writes to open it
// goes to memory, and the engine only answers.
Result<std::unique_ptr<Engine>> Engine::open_whole(StorePlace& place, const Head& head,
                                                   const Start& start,
                                                   const RocksOptions& options) {
    const bool has_log = has_files(*start.env, start.log_path);
    auto engine = std::make_unique<Engine>(place);
    Result<std::unique_ptr<HeadFile>> head_file =
        HeadFile::open(*start.env->GetFileSystem(), place.steady("head"), head);
    Result<void> started = head_file ? Result<void>{} : head_file.error();
    if (head_file) {
        engine->head_ = std::move(head_file).take();
        Start vouched = start;
        vouched.vouched = head.writes;
        started = engine->start(vouched, options);
    }
    if (started && (engine->log_->last_seq() < head.last_seq ||
                    engine->log_->last_refused() < head.last_refused)) {
        started = Error{Code::corrupt,
                        fmt::format("{} ends at event {}, and events up to {} were acknowledged",
                                    start.log_path, engine->log_->last_seq(), head.last_seq)};
    }
    if (started) {
        started = place.settle();
    }
    if (started) {
        return engine;
    }
    if (started.error().code != Code::io || !has_log) {
        return started.error();
    }
    engine = std::make_unique<Engine>(place);
    engine->overlay_ = overlay_env(start.env);
    Start in_memory = start;
    in_memory.env = engine->overlay_.get();
    in_memory.lasting = false;
    in_memory.search_path.clear();
    in_memory.tree_path.clear();
    if (!engine->start(in_memory, options)) {
        return started.error();
    }
    engine->refusal_ = started.error();
    if (engine->refusal_->hint.empty()) {
        engine->refusal_->hint = "make room on the disk, or make it writable, and record again";
    }
    return engine;
}

Result<std::unique_ptr<Engine>> Engine::open_salvaged(StorePlace& place, const Head& head,
                                                      Error damage, const Start& start,
                                                      const RocksOptions& options) {
    std::shared_ptr<LogSeal> seal;
    if (start.master) {
        seal = TRY(LogSeal::open(start.keys_path, KeyAccess::read, *start.master));
    }
    const Result<Salvaged> saved = salvage(start.log_path, head, start.env, seal);
    if (!saved) {
        return Error{Code::corrupt, fmt::format("{}; nothing of it can be read: {}", damage.message,
                                                saved.error().message)};
    }
    auto engine = std::make_unique<Engine>(place);
    engine->temporary_ = saved->directory;
    damage.message +=
        saved->missing.empty() ? "; every event can be read" : fmt::format("; {}", saved->missing);
    damage.hint = "nothing can be recorded here; what is intact can be read";
    engine->damage_ = std::move(damage);
    Start salvaged;
    salvaged.log_path = (saved->directory / "log").string();
    salvaged.index_path = (saved->directory / "index").string();
    salvaged.env = start.env;
    salvaged.keys_path = start.keys_path;
    salvaged.master = start.master;
    salvaged.lasting = false;
    TRY(engine->start(salvaged, options));
    return engine;
}

Result<void> Engine::start(const Start& start, const RocksOptions& options) {
    std::shared_ptr<LogSeal> seal;
    if (start.master) {
        seal = TRY(LogSeal::open(
            start.keys_path, start.lasting ? KeyAccess::write : KeyAccess::read, *start.master));
    }
    log_ = TRY(Log::open(start.log_path, start.env, options.write_buffer_bytes, seal));
    if (start.lasting) {
        if (log_->writes() > start.vouched) {
            TRY(log_->flush());
        }
        // The entries of log/ and of the store's directory in their parents must last as long as
        // the log.
        const fs::path directory = fs::path(start.log_path).parent_path();
        TRY(sync_directory(*start.env->GetFileSystem(), directory.string()));
        TRY(sync_directory(*start.env->GetFileSystem(), (directory / "..").string()));
    }
    ErasingPlace erasing{start.index_path, start.search_path, start.env, {}};
    if (start.lasting) {
        erasing.keys = [this] { return session_keys(); };
    }
    TRY(finish_erasures(*log_, erasing));
    end_.last_seq = log_->last_seq();
    end_.last_refused = log_->last_refused();
    acknowledged_ = end_.last_seq;
    index_files_ = derived_files(start, start.index_path, "index");
    TRY(open_index(options));
    indexer_ = std::make_unique<Indexer>(*index_);
    past_ = std::make_unique<LogPast>(*log_, *index_, *indexer_);
    if (!start.search_path.empty() && options.search) {
        start_searcher(start, options);
    }
    if (!start.tree_path.empty() && options.tree) {
        start_keeper(start, options);
    }
    if (head_ != nullptr) {
        head_keeper_ = std::thread([this] { keep_head_synced(); });
    }
    return {};
}

// A copy that need not last reads the files of the store with their key, and writes in memory or to
// a temporary directory.
std::unique_ptr<DerivedFiles> Engine::derived_files(const Start& start, const std::string& path,
                                                    const std::string& name) {
    std::optional<HiddenBy> hidden;
    if (start.master) {
        hidden = HiddenBy{*start.master, fs::path(start.keys_path) / name, start.lasting};
    }
    return std::make_unique<DerivedFiles>(path, start.env, std::move(hidden));
}

Result<void> Engine::open_index(const RocksOptions& options) {
    const std::string& path = index_files_->path();
    const std::string identity = TRY(log_->identity());
    const auto log_first = [this] {
        // If this fails the next append fails too, and says so; the index may then be ahead, which
        // opening finds out.
        static_cast<void>(static_cast<bool>(log_->sync()));
    };
    const auto open_in = [&](Result<rocksdb::Env*> env) {
        return env ? Index::open(path, *env, identity, log_first)
                   : Result<std::unique_ptr<Index>>(env.error());
    };
    Result<std::unique_ptr<Index>> opened = open_in(index_files_->env());
    if (!opened || !is_of_this_log((*opened)->watermark())) {
        opened = Error{Code::corrupt, {}};  // Closed before it is removed.
        TRY(Index::destroy(path, index_files_->env_below()));
        opened = open_in(index_files_->env_anew());
    }
    if (!opened) {
        return opened.error();
    }
    index_ = std::move(opened).take();
    source_ = std::make_unique<LogEvents>(*log_, *index_);
    SheetKeeper& keeper = index_->sheet_keeper();
    keeper.read_with([this](std::uint64_t first, std::uint64_t last) {
        return Result<std::unique_ptr<Cursor>>(read_batches(*source_, *log_, first, last));
    });
    if (options.segment_events > 0) {
        keeper.fill_at(options.segment_events);
    }
    return bring_up_to_date(options);
}

// An index names the log that it was derived from, how far it got, and the event it got to. So an
// index of another log is known as one, and so is one from before two copies of a log went
// different ways.
bool Engine::is_of_this_log(const Watermark& mark) const {
    if (mark.seq == 0 || mark.seq > acknowledged_) {
        return mark.seq == 0;
    }
    const Result<std::optional<BatchEntry>> batch = log_->batch_at(mark.seq);
    if (!batch || !*batch) {
        return false;
    }
    for (const BatchEntry::Part& part : (*batch)->parts) {
        if (std::ranges::find(part.seqs, mark.seq) == part.seqs.end()) {
            continue;
        }
        const Result<std::shared_ptr<const Chunk>> chunk =
            log_->chunk(part.cluster, part.first_seq);
        const Result<std::size_t> slot =
            chunk ? slot_of(**chunk, mark.seq) : Result<std::size_t>(chunk.error());
        return slot && has_id((*chunk)->events()[*slot].stored, mark.id);
    }
    return false;
}

void Engine::start_searcher(const Start& start, const RocksOptions& options) {
    Searched searched;
    search_files_ = derived_files(start, start.search_path, "search");
    searched.open_index = [this] { return open_search_index(); };
    passed_ = std::make_unique<PassedEvents>(*log_, *index_);
    searched.read = [this](std::uint64_t first, std::uint64_t last) {
        return read_from(*passed_, first, last);
    };
    searched.sync_log = [this] { return log_->sync(); };
    if (options.segment_events > 0) {
        searched.segment_events = options.segment_events;
    }
    searcher_ = std::make_unique<Searcher>(std::move(searched), end_.last_seq);
}

Result<std::unique_ptr<SegmentStore>> Engine::open_search_index() const {
    const std::string& path = search_files_->path();
    const std::string identity = TRY(log_->identity());
    const auto open_in = [&](Result<rocksdb::Env*> env) {
        return env ? SearchIndex::open(path, *env, identity)
                   : Result<std::unique_ptr<SearchIndex>>(env.error());
    };
    Result<std::unique_ptr<SearchIndex>> opened = open_in(search_files_->env());
    if (opened) {
        const std::vector<SegmentStore::Segment> segments = TRY((*opened)->segments());
        if (segments.empty() || is_of_this_log(segments.back().last)) {
            return std::unique_ptr<SegmentStore>(std::move(opened).take());
        }
    } else if (opened.error().code != Code::corrupt) {
        return opened.error();
    }
    opened = Error{Code::corrupt, {}};  // Closed before it is removed.
    TRY(SearchIndex::destroy(path, search_files_->env_below()));
    std::unique_ptr<SegmentStore> made = TRY(open_in(search_files_->env_anew()));
    return made;
}

Result<void> Engine::bring_up_to_date(const RocksOptions& options) {
    for (std::uint64_t seq = index_->applied() + 1; seq <= end_.last_seq;) {
        const std::optional<BatchEntry> batch = TRY(log_->batch_at(seq));
        if (!batch) {
            break;
        }
        const Additions one = TRY(additions_of(*batch));
        TRY(index_->apply(one));
        seq = batch->first_seq + batch->count;
        if (options.progress) {
            options.progress(seq - 1, end_.last_seq);
        }
    }
    return {};
}

// Texts first: an event of this batch may refer to a text that another chunk of the batch holds.
Result<Additions> Engine::additions_of(const BatchEntry& batch) const {
    Additions additions;
    additions.last_seq = batch.first_seq + batch.count - 1;
    for (const BatchEntry::Part& part : batch.parts) {
        const std::shared_ptr<const Chunk> chunk = TRY(log_->chunk(part.cluster, part.first_seq));
        for (const auto& [hash, unit] : chunk->texts()) {
            additions.texts.emplace_back(log_->text_name(part.cluster, hash),
                                         Place{part.cluster, part.first_seq, part.first_seq});
        }
    }
    Additions texts_only;
    texts_only.texts = additions.texts;
    texts_only.last_seq = index_->applied();
    if (!texts_only.texts.empty()) {
        TRY(index_->apply(texts_only));
    }
    for (const BatchEntry::Part& part : batch.parts) {
        const std::shared_ptr<const Chunk> chunk = TRY(log_->chunk(part.cluster, part.first_seq));
        for (std::size_t slot = 0; slot < chunk->events().size(); ++slot) {
            Event event = TRY(source_->in(chunk, slot));
            if (event.seq() == part.cluster) {
                additions.clusters.emplace_back(cluster_name(event), part.cluster);
            }
            const Place place{part.cluster, part.first_seq, event.seq()};
            additions.events.push_back({std::move(event), place});
        }
    }
    std::ranges::sort(additions.events, {},
                      [](const Stored& stored) { return stored.event.seq(); });
    TRY(add_replaced(additions));
    return additions;
}

// Of several settled events of one id, the last stands.
Result<void> Engine::add_replaced(Additions& additions) const {
    ByTextView<const Event*> latest;
    for (const Stored& stored : additions.events) {
        if (!stored.event.has(Flag::settled)) {
            continue;
        }
        const auto [at, first] = latest.try_emplace(stored.event.id(), &stored.event);
        if (!first) {
            additions.replaced.push_back(*at->second);
            at->second = &stored.event;
            continue;
        }
        const std::optional<Place> before = TRY(index_->place_of(stored.event.id()));
        if (before) {
            Event replaced = TRY(source_->at(*before));
            additions.replaced.push_back(std::move(replaced));
        }
    }
    return {};
}

}  // namespace rocks
}  // namespace hence
