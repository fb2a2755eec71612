// Opening: look first, then open for writing, then bring the index up to date.
#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "store/rocks/engine.h"
#include "store/rocks/event_codec.h"
#include "store/rocks/salvage.h"

namespace hence {

std::uint32_t store_format_version() {
    return rocks::format_version;
}

Result<std::unique_ptr<Store>> open_rocks_store(const std::filesystem::path& directory,
                                                const RocksOptions& options) {
    return rocks::Engine::open(directory, options);
}

namespace rocks {
namespace {

namespace fs = std::filesystem;

bool has_files(rocksdb::Env& env, const std::string& path) {
    std::vector<std::string> names;
    return env.FileExists(path + "/CURRENT").ok() ||
           (env.GetChildren(path, &names).ok() && names.size() > 2);
}

Result<void> make_directory(const fs::path& directory) {
    std::error_code failed;
    fs::create_directories(directory, failed);
    if (failed) {
        return Error{Code::io,
                     fmt::format("cannot create {}: {}", directory.string(), failed.message()),
                     "name a directory that can be written with --store"};
    }
    return {};
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

// What a process that died had written but not synced is read now, and counts as recorded from now
// on.
Result<void> sync_write_ahead_logs(rocksdb::Env& env, const std::string& log_path) {
    std::vector<std::string> names;
    if (!env.GetChildren(log_path, &names).ok()) {
        return {};  // A log that is yet to be made.
    }
    for (const std::string& name : names) {
        if (!name.ends_with(".log")) {
            continue;
        }
        std::unique_ptr<rocksdb::FSRandomRWFile> file;
        rocksdb::IOStatus status = env.GetFileSystem()->NewRandomRWFile(
            fmt::format("{}/{}", log_path, name), {}, &file, nullptr);
        if (status.ok()) {
            status = file->Fsync({}, nullptr);
        }
        if (!status.ok()) {
            return to_error(status, fmt::format("cannot sync {}/{}", log_path, name));
        }
    }
    return {};
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
    if (found.damage || found.last_seq > 0 || found.last_refused > 0) {
        return Error{
            Code::corrupt,
            fmt::format("{} is missing, so what {} should hold is not known", head_path, log_path)};
    }
    return Head{};
}

}  // namespace

Result<std::unique_ptr<Store>> Engine::open(const fs::path& directory,
                                            const RocksOptions& options) {
    rocksdb::Env* env = options.env == nullptr ? rocksdb::Env::Default() : options.env;
    TRY(make_directory(directory));
    const std::string log_path = (directory / "log").string();
    const std::string index_path = (directory / "index").string();
    const std::string head_path = (directory / "head").string();

    const Result<Head> head = expected(*env, log_path, head_path);
    if (!head && head.error().code != Code::corrupt) {
        return head.error();
    }
    std::optional<Error> damage;
    if (!head) {
        damage = head.error();
    } else if (has_files(*env, log_path)) {
        damage = inspect(log_path, *head, env).damage;
    } else if (head->last_seq > 0 || head->last_refused > 0) {
        damage = Error{Code::corrupt, fmt::format("{} is gone: events 1 to {} are missing",
                                                  log_path, head->last_seq)};
        return *damage;
    }
    auto engine = std::make_unique<Engine>();
    if (!damage) {
        Result<std::unique_ptr<HeadFile>> head_file =
            HeadFile::open(*env->GetFileSystem(), head_path, *head);
        if (!head_file) {
            return head_file.error();
        }
        engine->head_ = std::move(head_file).take();
        const Result<void> started = engine->start(log_path, index_path, options, env);
        if (started) {
            return std::unique_ptr<Store>(std::move(engine));
        }
        if (started.error().code != Code::corrupt) {
            return started.error();
        }
        damage = started.error();
        engine = std::make_unique<Engine>();
    }
    if (damage->code != Code::corrupt) {
        return *damage;
    }
    const Result<Salvaged> saved = salvage(log_path, head ? *head : Head{}, env);
    if (!saved) {
        return Error{Code::corrupt, fmt::format("{}; nothing of it can be read: {}",
                                                damage->message, saved.error().message)};
    }
    engine->temporary_ = saved->directory;
    damage->message +=
        saved->missing.empty() ? "; every event can be read" : fmt::format("; {}", saved->missing);
    damage->hint = "nothing can be recorded here; what is intact can be read";
    engine->damage_ = damage;
    TRY(engine->start((saved->directory / "log").string(), (saved->directory / "index").string(),
                      options, env));
    return std::unique_ptr<Store>(std::move(engine));
}

Result<void> Engine::start(const std::string& log_path, const std::string& index_path,
                           const RocksOptions& options, rocksdb::Env* env) {
    TRY(sync_write_ahead_logs(*env, log_path));
    log_ = TRY(Log::open(log_path, env, options.write_buffer_bytes));
    // That log/ is there, and the directory it is in, must last as long as what it holds.
    const fs::path directory = fs::absolute(log_path).parent_path();
    TRY(sync_directory(*env->GetFileSystem(), directory.string()));
    TRY(sync_directory(*env->GetFileSystem(), directory.parent_path().string()));
    state_.last_seq = log_->last_seq();
    state_.last_refused = log_->last_refused();
    acknowledged_ = state_.last_seq;
    TRY(open_index(index_path, options, env));
    indexer_ = std::make_unique<Indexer>(*index_);
    if (head_ != nullptr) {
        head_keeper_ = std::thread([this] { keep_head_synced(); });
    }
    return {};
}

Result<void> Engine::open_index(const std::string& path, const RocksOptions& options,
                                rocksdb::Env* env) {
    const auto log_first = [this] {
        // If this fails the next append fails too, and says so; the index may then be ahead, which
        // opening finds out.
        static_cast<void>(static_cast<bool>(log_->sync()));
    };
    Result<std::unique_ptr<Index>> opened = Index::open(path, env, log_first);
    if (!opened || (*opened)->applied() > state_.last_seq) {
        opened = Error{Code::corrupt, {}};  // Closed before it is removed.
        TRY(Index::destroy(path, env));
        opened = Index::open(path, env, log_first);
    }
    if (!opened) {
        return opened.error();
    }
    index_ = std::move(opened).take();
    source_ = std::make_unique<EventSource>(*log_, *index_);
    return bring_up_to_date(options);
}

Result<void> Engine::bring_up_to_date(const RocksOptions& options) {
    for (std::uint64_t seq = index_->applied() + 1; seq <= state_.last_seq;) {
        const std::optional<BatchEntry> batch = TRY(log_->batch_at(seq));
        if (!batch) {
            break;
        }
        const Additions one = TRY(additions_of(*batch));
        TRY(index_->apply(one));
        seq = batch->first_seq + batch->count;
        if (options.progress) {
            options.progress(seq - 1, state_.last_seq);
        }
    }
    return {};
}

// Texts first: an event of this batch may refer to one that another chunk of it holds.
Result<Additions> Engine::additions_of(const BatchEntry& batch) const {
    Additions additions;
    additions.last_seq = batch.first_seq + batch.count - 1;
    for (const BatchEntry::Part& part : batch.parts) {
        const std::shared_ptr<const Chunk> chunk = TRY(log_->chunk(part.cluster, part.first_seq));
        for (const auto& [hash, unit] : chunk->texts()) {
            additions.texts.emplace_back(hash, Place{part.cluster, part.first_seq, part.first_seq});
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
    return additions;
}

}  // namespace rocks
}  // namespace hence
