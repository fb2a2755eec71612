// RocksDB's own repair runs on a copy (its tables are links, so the copy is cheap), in a child
// process. Then every chunk that still reads is written to a fresh log. Chunks alone are enough:
// batches are described anew from the seqs they hold.
#include "store/rocks/salvage.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "store/rocks/child.h"
#include "store/rocks/chunk.h"
#include "store/rocks/event_codec.h"
#include "store/rocks/log.h"

namespace hence::rocks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t ranges_named_max = 20;

Result<fs::path> make_temporary_directory() {
    std::error_code failed;
    std::string pattern = (fs::temp_directory_path(failed) / "hence-salvage-XXXXXX").string();
    if (failed || mkdtemp(pattern.data()) == nullptr) {
        return Error{Code::io, "cannot make a temporary directory to read a damaged store from"};
    }
    return fs::path(pattern);
}

Result<void> copy_log(const fs::path& from, const fs::path& to) {
    std::error_code failed;
    fs::create_directory(to, failed);
    for (const fs::directory_entry& file : fs::directory_iterator(from, failed)) {
        if (!file.is_regular_file(failed) || file.path().filename() == "LOCK") {
            continue;
        }
        const fs::path copy = to / file.path().filename();
        if (file.path().extension() == ".sst") {
            fs::create_hard_link(file.path(), copy, failed);
            if (!failed) {
                continue;
            }
        }
        fs::copy_file(file.path(), copy, failed);
    }
    if (failed) {
        return Error{Code::io, fmt::format("cannot copy {}: {}", from.string(), failed.message())};
    }
    return {};
}

// Repairing and opening may both end the process, so both are tried in a child first.
Result<void> repair(const std::string& path, rocksdb::Env* env) {
    const Result<std::string> report = in_child([&]() -> std::string {
        const rocksdb::Options options = log_options(env);
        rocksdb::DB* opened = nullptr;
        rocksdb::Status status = rocksdb::DB::OpenForReadOnly(options, path, &opened);
        if (!status.ok()) {
            status = rocksdb::RepairDB(path, options);
        }
        return status.ok() ? "K" : status.ToString();
    });
    if (!report) {
        return report.error();
    }
    if (*report != "K") {
        return Error{Code::corrupt, *report};
    }
    return {};
}

// Goes past a block that does not read: tries further and further on.
bool skip_damage(rocksdb::Iterator& at, std::string& last_key) {
    for (int bit = 0; bit < 64 && last_key.size() >= 9; ++bit) {
        std::string next = last_key;
        std::uint64_t number = ByteReader(std::string_view(next).substr(1, 8)).be64();
        number += std::uint64_t{1} << bit;
        std::string tail;
        put_be64(tail, number);
        next = next.substr(0, 1) + tail;
        at.Seek(next);
        if (at.Valid()) {
            return true;
        }
    }
    return false;
}

// Calls `visit` for every key of a kind that reads.
template <class Visit>
void each_readable(rocksdb::DB& db, char kind, Visit visit) {
    const std::unique_ptr<rocksdb::Iterator> at(db.NewIterator({}));
    std::string last(1, kind);
    last.append(8, '\0');
    at->Seek(last);
    for (;;) {
        while (at->Valid() && at->key()[0] == kind) {
            last = at->key().ToString();
            visit(at->key().ToStringView(), at->value().ToStringView());
            at->Next();
        }
        if (at->Valid() || at->status().ok() || !skip_damage(*at, last)) {
            return;
        }
    }
}

using Parts = std::map<std::uint64_t, BatchEntry::Part>;  // By first seq.

// The chunks that the descriptions name, then those that are met by walking: either may be damaged.
Parts copy_chunks(rocksdb::DB& from, rocksdb::DB& to) {
    Parts parts;
    const auto keep = [&](std::uint64_t cluster, std::uint64_t first_seq, std::string bytes) {
        const Result<std::shared_ptr<const Chunk>> chunk = Chunk::parse(bytes, first_seq);
        if (parts.contains(first_seq) || !chunk) {
            return;
        }
        BatchEntry::Part part{cluster, first_seq, {}};
        for (const Chunk::Slot& slot : (*chunk)->events()) {
            part.seqs.push_back(slot.seq);
        }
        to.Put({}, log_key::of_chunk(cluster, first_seq), bytes).PermitUncheckedError();
        parts.emplace(first_seq, std::move(part));
    };
    each_readable(from, log_key::batch, [&](std::string_view key, std::string_view value) {
        const Result<BatchEntry> entry =
            BatchEntry::decode(value, ByteReader(key.substr(1)).be64());
        for (const BatchEntry::Part& part :
             entry ? entry->parts : std::vector<BatchEntry::Part>{}) {
            std::string bytes;
            if (from.Get({}, log_key::of_chunk(part.cluster, part.first_seq), &bytes).ok()) {
                keep(part.cluster, part.first_seq, std::move(bytes));
            }
        }
    });
    each_readable(from, log_key::chunk, [&](std::string_view key, std::string_view value) {
        ByteReader in(key.substr(1));
        const std::uint64_t cluster = in.be64();
        keep(cluster, in.be64(), std::string(value));
    });
    return parts;
}

// Texts of all chunks that were saved.
class SavedTexts : public TextReader {
public:
    explicit SavedTexts(const Log& log) : log_(log) {}

    Result<void> learn(const BatchEntry::Part& part) {
        const std::shared_ptr<const Chunk> chunk = TRY(log_.chunk(part.cluster, part.first_seq));
        for (const auto& [hash, unit] : chunk->texts()) {
            places_[hash] = {part.cluster, part.first_seq};
        }
        return {};
    }

    Result<Unit> unit(const Hash& hash) override {
        const auto place = places_.find(hash);
        if (place == places_.end()) {
            return Error{Code::corrupt, "a text that an event refers to was not saved"};
        }
        const auto [cluster, first_seq] = place->second;
        const std::shared_ptr<const Chunk> chunk = TRY(log_.chunk(cluster, first_seq));
        held_.push_back(chunk);
        return chunk->texts().at(hash);
    }

    void let_go() { held_.clear(); }

private:
    const Log& log_;
    std::unordered_map<Hash, std::pair<std::uint64_t, std::uint64_t>, HashOfHash> places_;
    std::vector<std::shared_ptr<const Chunk>> held_;
};

// The chunk without the events that do not read, and `part` likewise.
Result<void> rewrite_chunk(BatchEntry::Part& part, Log& log, SavedTexts& texts) {
    const std::shared_ptr<const Chunk> chunk = TRY(log.chunk(part.cluster, part.first_seq));
    ChunkBuilder kept(part.cluster, part.first_seq);
    for (const Chunk::Slot& slot : chunk->events()) {
        if (decode_event(slot.stored, chunk, texts)) {
            kept.events().append(slot.stored);
            kept.close_event(slot.seq);
        }
        texts.let_go();
    }
    if (kept.seqs().size() == chunk->events().size()) {
        return {};
    }
    for (const auto& [hash, unit] : chunk->texts()) {
        kept.add_text(hash, unit.kind, unit.payload);
    }
    part.seqs = kept.seqs();
    const rocksdb::Status status = log.db().Put({}, log_key::of_chunk(part.cluster, part.first_seq),
                                                kept.finish(chunk->received()));
    if (!status.ok()) {
        return to_error(status, "cannot write what was saved");
    }
    return {};
}

// An event may refer to a text that came with another one. Without it, it is as good as missing.
Result<void> drop_what_lost_its_text(Parts& parts, Log& log) {
    SavedTexts texts(log);
    for (const auto& [first_seq, part] : parts) {
        TRY(texts.learn(part));
    }
    for (auto& [first_seq, part] : parts) {
        TRY(rewrite_chunk(part, log, texts));
    }
    return {};
}

// Chunks that interleave make one batch.
void write_batches(const Parts& parts, rocksdb::DB& to) {
    BatchEntry entry;
    std::uint64_t last = 0;
    const auto write = [&] {
        if (!entry.parts.empty()) {
            entry.count = last - entry.first_seq + 1;
            to.Put({}, log_key::of_batch(entry.first_seq), entry.encode()).PermitUncheckedError();
        }
    };
    for (const auto& [first_seq, part] : parts) {
        if (first_seq > last) {
            write();
            entry = BatchEntry{first_seq, 0, {}};
        }
        last = std::max(last, part.seqs.empty() ? first_seq : part.seqs.back());
        entry.parts.push_back(part);
    }
    write();
}

std::string name_missing(const Parts& parts, std::uint64_t expected_last) {
    std::vector<std::uint64_t> seqs;
    for (const auto& [first_seq, part] : parts) {
        seqs.insert(seqs.end(), part.seqs.begin(), part.seqs.end());
    }
    std::ranges::sort(seqs);
    std::string text;
    std::size_t ranges = 0;
    std::uint64_t next = 1;
    const auto gap = [&](std::uint64_t end) {  // From `next` to before `end`.
        if (end > next && ++ranges <= ranges_named_max) {
            text += text.empty() ? "" : ", ";
            text +=
                end - next == 1 ? fmt::format("{}", next) : fmt::format("{} to {}", next, end - 1);
        }
    };
    for (const std::uint64_t seq : seqs) {
        gap(seq);
        next = seq + 1;
    }
    gap(expected_last + 1);
    if (ranges == 0) {
        return {};
    }
    if (ranges > ranges_named_max) {
        text += fmt::format(" and {} more ranges", ranges - ranges_named_max);
    }
    return fmt::format("events {} are missing", text);
}

}  // namespace

Result<Salvaged> salvage(const std::string& log_path, const Head& head, rocksdb::Env* env) {
    Salvaged saved;
    saved.directory = TRY(make_temporary_directory());
    const std::string copy = (saved.directory / "copy").string();
    const std::string fresh = (saved.directory / "log").string();
    const auto work = [&]() -> Result<void> {
        TRY(copy_log(log_path, copy));
        TRY(repair(copy, env));
        rocksdb::DB* opened = nullptr;
        rocksdb::Status status = rocksdb::DB::OpenForReadOnly(log_options(env), copy, &opened);
        const std::unique_ptr<rocksdb::DB> from(opened);
        if (!status.ok()) {
            return to_error(status, fmt::format("cannot open {}", copy));
        }
        const std::unique_ptr<Log> to = TRY(Log::open(fresh, env));
        Parts parts = copy_chunks(*from, to->db());
        TRY(drop_what_lost_its_text(parts, *to));
        write_batches(parts, to->db());
        for (const char kind : {log_key::refused_hash, log_key::refused, log_key::refused_count}) {
            each_readable(*from, kind, [&](std::string_view key, std::string_view value) {
                to->db().Put({}, key, value).PermitUncheckedError();
            });
        }
        const Result<std::uint64_t> last = last_batch_seq(*from);
        saved.missing = name_missing(parts, std::max(head.last_seq, last ? *last : 0));
        return {};
    };
    const Result<void> done = work();
    std::error_code ignored;
    fs::remove_all(copy, ignored);
    if (!done) {
        fs::remove_all(saved.directory, ignored);
        return done.error();
    }
    return saved;
}

}  // namespace hence::rocks
