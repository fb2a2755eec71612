// Every table is read by itself, and every write-ahead log record by record, whatever the manifest
// says of them. Each chunk that still reads is written to a fresh log. Chunks alone are enough: the
// batches are described anew from the seqs that the chunks hold.
//
// RocksDB's own repair is not used. It opens the database that it repairs, and some damaged files
// abort the process that opens them.
#include "store/rocks/salvage.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <rocksdb/sst_file_reader.h>

#include "base/try.h"
#include "store/format/chunk.h"
#include "store/format/erasure_codec.h"
#include "store/format/event_codec.h"
#include "store/format/refused_codec.h"
#include "store/rocks/files/record_file.h"
#include "store/rocks/log.h"
#include "store/rocks/log_files.h"
#include "store/rocks/sealed/log_seal.h"

namespace hence::rocks {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t ranges_named_max = 20;
constexpr std::size_t batch_header_size = 12;  // Of a write: sequence (8), count (4).

Result<fs::path> make_temporary_directory() {
    std::error_code failed;
    std::string pattern = (fs::temp_directory_path(failed) / "hence-salvage-XXXXXX").string();
    if (failed || mkdtemp(pattern.data()) == nullptr) {
        return Error{Code::io, "cannot make a temporary directory to read a damaged store from"};
    }
    return fs::path(pattern);
}

// Goes past a block that does not read, by seeking ever larger keys: 1, 2, 4, 8... further on.
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
void each_readable(rocksdb::Iterator& at, char kind, Visit visit) {
    std::string last(1, kind);
    last.append(8, '\0');
    at.Seek(last);
    for (;;) {
        while (at.Valid() && at.key()[0] == kind) {
            last = at.key().ToString();
            visit(at.key().ToStringView(), at.value().ToStringView());
            at.Next();
        }
        if (at.Valid() || at.status().ok() || !skip_damage(at, last)) {
            return;
        }
    }
}

using Parts = std::map<std::uint64_t, BatchEntry::Part>;  // By first seq.

// Writes what is found of a damaged log to a fresh one.
class Saved {
public:
    explicit Saved(const Log& to) : log_(to), to_(to.db()) {}

    void keep(std::string_view key, std::string_view value) {
        switch (key.empty() ? '\0' : key.front()) {
            case log_key::batch: keep_description(key, value); break;
            case log_key::chunk: keep_chunk(key, value); break;
            case log_key::refused_count: keep_count(key, value); break;
            case log_key::refused_hash:
            case log_key::erasure: keep_erasure(key, value); break;
            case log_key::refused: keep_row(key, value); break;
            default: break;
        }
    }

    // Chunks that a description names, and that are not kept yet.
    std::vector<std::string> wanted() const {
        std::vector<std::string> keys;
        for (const auto& [first_seq, cluster] : named_) {
            if (!parts_.contains(first_seq)) {
                keys.push_back(log_key::of_chunk(cluster, first_seq));
            }
        }
        return keys;
    }

    Parts& parts() { return parts_; }
    std::uint64_t last_seq() const { return last_seq_; }

private:
    void put(std::string_view key, std::string_view value) {
        to_.Put({}, key, value).PermitUncheckedError();
    }

    void keep_description(std::string_view key, std::string_view value) {
        const Result<BatchEntry> entry =
            BatchEntry::decode(value, ByteReader(key.substr(1)).be64());
        if (!entry) {
            return;
        }
        last_seq_ = std::max(last_seq_, entry->first_seq + entry->count - 1);
        for (const BatchEntry::Part& part : entry->parts) {
            named_[part.first_seq] = part.cluster;
        }
    }

    void keep_chunk(std::string_view key, std::string_view value) {
        ByteReader in(key.substr(1));
        const std::uint64_t cluster = in.be64();
        const std::uint64_t first_seq = in.be64();
        const Result<std::string> bytes = log_.plain(key, value);
        const Result<std::shared_ptr<const Chunk>> chunk =
            bytes ? Chunk::parse(*bytes, first_seq, cluster)
                  : Result<std::shared_ptr<const Chunk>>(bytes.error());
        if (!in.ok() || parts_.contains(first_seq) || !chunk) {
            return;
        }
        BatchEntry::Part part{cluster, first_seq, {}};
        for (const Chunk::Slot& slot : (*chunk)->events()) {
            part.seqs.push_back(slot.seq);
        }
        put(key, value);
        parts_.emplace(first_seq, std::move(part));
    }

    // An erasure that is not done is done in the copy, from the beginning: an old version of a
    // chunk may have been found first.
    void keep_erasure(std::string_view key, std::string_view value) {
        const Result<std::string> bytes = log_.plain(key, value);
        Result<PendingErasure> erasure =
            bytes ? decode_erasure(*bytes) : Result<PendingErasure>(bytes.error());
        if (erasure && key.size() == log_key::of_erasure(0).size()) {
            erasure->state = ErasureState::announced;
            rocksdb::WriteBatch batch;
            batch.Put(rocksdb::Slice(key.data(), key.size()), encode_erasure(*erasure));
            if (log_.seal() != nullptr) {
                Result<rocksdb::WriteBatch> sealed = log_.seal()->sealed(batch);
                batch = sealed ? std::move(sealed).take() : rocksdb::WriteBatch();
            }
            to_.Write({}, &batch).PermitUncheckedError();
        }
    }

    void keep_row(std::string_view key, std::string_view value) {
        if (log_.plain(key, value)) {
            put(key, value);
        }
    }

    // A count only grows, and what is found first need not be the newest.
    void keep_count(std::string_view key, std::string_view value) {
        std::string before;
        if (to_.Get({}, key, &before).ok() &&
            decode_refused_count(before).count > decode_refused_count(value).count) {
            return;
        }
        put(key, value);
    }

    const Log& log_;
    rocksdb::DB& to_;
    Parts parts_;
    std::map<std::uint64_t, std::uint64_t> named_;  // First seq to cluster.
    std::uint64_t last_seq_ = 0;
};

// The tables that can be opened at all.
class Tables {
public:
    Tables(const std::string& path, rocksdb::Env* env) {
        const Result<std::vector<std::uint64_t>> numbers = numbered_files(*env, path, ".sst");
        for (const std::uint64_t number : numbers ? *numbers : std::vector<std::uint64_t>{}) {
            const std::string file = fmt::format("{}/{:06}.sst", path, number);
            auto reader = std::make_unique<rocksdb::SstFileReader>(log_options(env));
            if (check_footer(*env, file) && reader->Open(file).ok()) {
                iterators_.emplace_back(reader->NewIterator({}));
                readers_.push_back(std::move(reader));
            }
        }
    }

    void save(Saved& saved) {
        for (const char kind : {log_key::batch, log_key::chunk, log_key::erasure,
                                log_key::refused_hash, log_key::refused, log_key::refused_count}) {
            for (const std::unique_ptr<rocksdb::Iterator>& at : iterators_) {
                each_readable(*at, kind, [&](std::string_view key, std::string_view value) {
                    saved.keep(key, value);
                });
            }
        }
        // The walk may skip more than the damaged block. The descriptions of batches still name the
        // chunks behind it, and these are sought one by one.
        for (const std::string& key : saved.wanted()) {
            for (const std::unique_ptr<rocksdb::Iterator>& at : iterators_) {
                at->Seek(key);
                if (at->Valid() && at->key() == key) {
                    saved.keep(key, at->value().ToStringView());
                }
            }
        }
    }

private:
    std::vector<std::unique_ptr<rocksdb::SstFileReader>> readers_;
    std::vector<std::unique_ptr<rocksdb::Iterator>> iterators_;  // Destroyed before the readers.
};

class SavePuts : public rocksdb::WriteBatch::Handler {
public:
    explicit SavePuts(Saved& saved) : saved_(saved) {}
    rocksdb::Status PutCF(std::uint32_t /*family*/, const rocksdb::Slice& key,
                          const rocksdb::Slice& value) override {
        saved_.keep(key.ToStringView(), value.ToStringView());
        return rocksdb::Status::OK();
    }
    // An erasure that is done deletes its record; the copy may do it once more.
    rocksdb::Status DeleteCF(std::uint32_t /*family*/, const rocksdb::Slice& /*key*/) override {
        return rocksdb::Status::OK();
    }

private:
    Saved& saved_;
};

Result<void> save_write_ahead_logs(const std::string& path, rocksdb::Env* env, Saved& saved) {
    SavePuts puts(saved);
    const std::vector<std::uint64_t> logs = TRY(numbered_files(*env, path, ".log"));
    for (const std::uint64_t number : logs) {
        const std::string bytes = TRY(read_whole(*env, fmt::format("{}/{:06}.log", path, number)));
        RecordFile records(bytes);
        do {
            while (const std::optional<std::string_view> record = records.next()) {
                if (record->size() >= batch_header_size) {
                    rocksdb::WriteBatch(std::string(*record)).Iterate(&puts).PermitUncheckedError();
                }
            }
        } while (records.end() == RecordFile::End::bad && records.skip_block());
    }
    return {};
}

// Texts of all chunks that were saved.
class SavedTexts : public TextReader {
public:
    explicit SavedTexts(const Log& log) : log_(log) {}

    Result<void> learn(const BatchEntry::Part& part) {
        const std::shared_ptr<const Chunk> chunk = TRY(log_.chunk(part.cluster, part.first_seq));
        for (const auto& [hash, unit] : chunk->texts()) {
            places_[log_.text_name(part.cluster, hash)] = {part.cluster, part.first_seq};
        }
        return {};
    }
    // Whose texts are asked for from here on.
    void of(std::uint64_t cluster) { cluster_ = cluster; }

    Result<Unit> unit(const Hash& hash) override {
        const auto place = places_.find(log_.text_name(cluster_, hash));
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
    std::uint64_t cluster_ = 0;
    std::unordered_map<Hash, std::pair<std::uint64_t, std::uint64_t>, HashOfHash> places_;
    std::vector<std::shared_ptr<const Chunk>> held_;
};

// The chunk without the events that do not read, and `part` likewise.
Result<void> rewrite_chunk(BatchEntry::Part& part, Log& log, SavedTexts& texts) {
    const std::shared_ptr<const Chunk> chunk = TRY(log.chunk(part.cluster, part.first_seq));
    ChunkBuilder kept(part.cluster, part.first_seq);
    texts.of(part.cluster);
    for (const Chunk::Slot& slot : chunk->events()) {
        if (decode_event(slot.stored, chunk, texts)) {
            kept.events().append(slot.stored);
            kept.close_event(slot.seq);
            if (slot.commitment) {
                kept.add_commitment(*slot.commitment);
            }
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
    rocksdb::WriteBatch batch;
    batch.Put(log_key::of_chunk(part.cluster, part.first_seq), kept.finish(chunk->received()));
    return log.write(batch, false);
}

// An event may refer to a text in the chunk of another event. If that chunk is lost, the event
// counts as missing, too.
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

Result<Salvaged> salvage(const std::string& log_path, const Head& head, rocksdb::Env* env,
                         const std::shared_ptr<LogSeal>& seal) {
    Salvaged saved;
    saved.directory = TRY(make_temporary_directory());
    const auto work = [&]() -> Result<void> {
        const std::unique_ptr<Log> to =
            TRY(Log::open((saved.directory / "log").string(), env, 0, seal));
        Saved found(*to);
        Tables(log_path, env).save(found);
        TRY(save_write_ahead_logs(log_path, env, found));
        TRY(drop_what_lost_its_text(found.parts(), *to));
        write_batches(found.parts(), to->db());
        saved.missing = name_missing(found.parts(), std::max(head.last_seq, found.last_seq()));
        return {};
    };
    const Result<void> done = work();
    if (!done) {
        std::error_code ignored;
        fs::remove_all(saved.directory, ignored);
        return done.error();
    }
    return saved;
}

}  // namespace hence::rocks
