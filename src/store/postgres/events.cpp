#include "store/postgres/events.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <set>
#include <thread>
#include <utility>

#include "base/try.h"
#include "store/format/event_codec.h"
#include "store/format/posting.h"
#include "store/postgres/body.h"

namespace hence::postgres {
namespace {

constexpr std::size_t kept_bytes_max = std::size_t{64} << 20;
constexpr std::size_t kept_texts_max = 1'000'000;
// A conversation is a list that goes on another, in an earlier chunk of the same session. After so
// many steps back the chunks before are read together.
constexpr int steps_alone = 2;
constexpr std::int32_t chunks_together = 64;

// An engine that spreads its rows shows a commit node by node: the index may name a chunk that
// comes a moment later. One that is not there a second later is lost.
constexpr int attempts_for_a_chunk = 10;
constexpr auto pause_for_a_chunk = std::chrono::milliseconds(20);

Error no_chunk() {
    return {Code::corrupt, "the engine lacks a chunk that the index names"};
}

std::string chunk_key(const Place& place) {
    return log_key::of_chunk(place.cluster, place.chunk);
}

std::uint64_t seq_in(std::string_view key) {
    constexpr std::size_t behind_cluster = 9;
    return ByteReader(key.substr(std::min(behind_cluster, key.size()))).be64();
}

}  // namespace

std::string seq_bytes(std::uint64_t seq) {
    std::string bytes;
    put_be64(bytes, seq);
    return bytes;
}

Statement select_head(std::int32_t log) {
    Statement statement(
        "SELECT last_seq, last_refused, unfinished, erasures FROM hence_head WHERE log = $1");
    statement.integer(log);
    return statement;
}

Result<HeadRow> take_head(const Rows& rows) {
    if (rows.size() != 1) {
        return Error{Code::not_found, "the log was removed from the engine"};
    }
    return HeadRow{rows.number(0, 0), rows.number(0, 1), rows.flag(0, 2), rows.number(0, 3)};
}

void Events::as_of(const HeadRow& head) const {
    const std::lock_guard lock(mutex_);
    if (head.erasures > erasures_) {
        erasures_ = head.erasures;
        ++generation_;
        recent_.clear();
        by_key_.clear();
        texts_.clear();
        size_ = 0;
    }
}

std::shared_ptr<const Chunk> Events::kept(const ChunkKey& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) {
        return nullptr;
    }
    recent_.splice(recent_.begin(), recent_, found->second);
    return recent_.front().second;
}

std::shared_ptr<const Chunk> Events::kept_with(const Hash& text) const {
    const std::lock_guard lock(mutex_);
    const auto found = texts_.find(text);
    return found != texts_.end() ? found->second.lock() : nullptr;
}

std::uint64_t Events::generation() const {
    const std::lock_guard lock(mutex_);
    return generation_;
}

void Events::keep(const ChunkKey& key, std::shared_ptr<const Chunk> chunk,
                  std::uint64_t asked_at) const {
    const std::lock_guard lock(mutex_);
    if (asked_at != generation_ || by_key_.contains(key)) {
        return;
    }
    if (texts_.size() > kept_texts_max) {
        texts_.clear();
    }
    for (const auto& [hash, unit] : chunk->texts()) {
        texts_[hash] = chunk;
    }
    size_ += chunk->size();
    recent_.emplace_front(key, std::move(chunk));
    by_key_[key] = recent_.begin();
    while (size_ > kept_bytes_max && recent_.size() > 1) {
        size_ -= recent_.back().second->size();
        by_key_.erase(recent_.back().first);
        recent_.pop_back();
    }
}

Events::Written Events::written(const Changes& changes) const {
    Written written;
    written.asked_at = generation();
    changes.each([&](const Cut& key, const std::string* value) {
        if (value == nullptr || key.table != Table::record ||
            !key.part.starts_with(log_key::chunk)) {
            return;
        }
        Result<std::shared_ptr<const Chunk>> chunk = Chunk::parse(*value, seq_in(key.part));
        if (chunk) {
            written.chunks.emplace_back(key.part, std::move(chunk).take());
        }
    });
    return written;
}

void Events::keep(Written written) const {
    for (auto& [key, chunk] : written.chunks) {
        keep(key, std::move(chunk), written.asked_at);
    }
}

Result<void> Events::fetch_chunks(const std::vector<std::string>& keys) const {
    if (keys.empty()) {
        return {};
    }
    const std::uint64_t asked_at = generation();
    const std::vector<Rows> rows = TRY(pool_.ask({select_parts(Table::record, log_, keys)}));
    return each_value(
        rows.front(),
        [&](std::string_view part, std::string_view, std::string value) -> Result<void> {
            std::shared_ptr<const Chunk> chunk = TRY(Chunk::parse(std::move(value), seq_in(part)));
            keep(std::string(part), std::move(chunk), asked_at);
            return {};
        });
}

Result<std::shared_ptr<const Chunk>> Events::chunk(const Place& place) const {
    const std::string key = chunk_key(place);
    std::shared_ptr<const Chunk> found = kept(key);
    for (int attempt = 0; found == nullptr; ++attempt) {
        if (attempt > 0) {
            std::this_thread::sleep_for(pause_for_a_chunk * attempt);
        }
        const std::uint64_t asked_at = generation();
        const std::vector<Rows> rows = TRY(pool_.ask({select_parts(Table::record, log_, {key})}));
        const auto take = [&](std::string_view, std::string_view,
                              std::string value) -> Result<void> {
            found = TRY(Chunk::parse(std::move(value), place.chunk));
            return {};
        };
        TRY(each_value(rows.front(), take));
        if (found != nullptr) {
            keep(key, found, asked_at);
        } else if (attempt == attempts_for_a_chunk) {
            return no_chunk();
        }
    }
    return found;
}

Result<std::shared_ptr<const Chunk>> Events::chunk_with(const Hash& text,
                                                        std::uint64_t /*cluster*/) const {
    std::shared_ptr<const Chunk> found = kept_with(text);
    if (found != nullptr) {
        return found;
    }
    TRY(fetch_texts({text}));
    return kept_with(text);
}

Result<void> Events::fetch(const std::vector<Place>& places) const {
    using Where = std::pair<std::uint64_t, std::uint64_t>;  // Cluster and chunk.
    std::map<Where, std::shared_ptr<const Chunk>> chunks;   // Null: asked for when it is needed.
    for (const Place& place : places) {
        chunks.try_emplace({place.cluster, place.chunk});
    }
    std::vector<std::string> missing;
    for (auto& [where, chunk] : chunks) {
        std::string key = log_key::of_chunk(where.first, where.second);
        chunk = kept(key);
        if (chunk == nullptr) {
            missing.push_back(std::move(key));
        }
    }
    TRY(fetch_chunks(missing));
    for (auto& [where, chunk] : chunks) {
        chunk = chunk != nullptr ? chunk : kept(log_key::of_chunk(where.first, where.second));
    }
    std::vector<Hash> texts;
    for (const Place& place : places) {
        const std::shared_ptr<const Chunk>& chunk = chunks.at({place.cluster, place.chunk});
        if (chunk == nullptr) {
            continue;
        }
        const std::size_t slot = TRY(slot_of(*chunk, place.seq));
        const std::vector<Hash> named = TRY(hashes_in_event(chunk->events()[slot].stored));
        texts.insert(texts.end(), named.begin(), named.end());
    }
    return fetch_texts(texts);
}

// Texts name other texts: goes on until none is missing.
Result<void> Events::fetch_texts(const std::vector<Hash>& texts) const {
    std::vector<Hash> open = texts;
    std::set<Hash> seen;
    for (int step = 0; !open.empty(); ++step) {
        std::vector<std::string> keys;
        std::vector<Hash> missing;
        std::vector<Hash> next;
        const auto look_into = [&](const Hash& hash) -> Result<bool> {
            const std::shared_ptr<const Chunk> chunk = kept_with(hash);
            if (chunk == nullptr) {
                return false;
            }
            const auto unit = chunk->texts().find(hash);
            if (unit != chunk->texts().end()) {
                TRY(hashes_in_unit(unit->second, next));
            }
            return true;
        };
        for (const Hash& hash : open) {
            if (!seen.insert(hash).second) {
                continue;
            }
            const bool here = TRY(look_into(hash));
            if (!here) {
                missing.push_back(hash);
                keys.push_back(index_key::of_text(hash));
            }
        }
        if (!missing.empty()) {
            const std::vector<Rows> rows = TRY(pool_.ask({select_parts(Table::index, log_, keys)}));
            std::set<std::string> chunks;
            const auto take = [&](std::string_view, std::string_view,
                                  const std::string& value) -> Result<void> {
                const Place place = TRY(decode_place(value));
                chunks.insert(chunk_key(place));
                return {};
            };
            TRY(each_value(rows.front(), take));
            std::vector<std::string> wanted(chunks.begin(), chunks.end());
            if (step >= steps_alone && !wanted.empty()) {
                TRY(fetch_before(wanted.back()));
            }
            std::erase_if(wanted, [&](const std::string& key) { return kept(key) != nullptr; });
            TRY(fetch_chunks(wanted));
            for (const Hash& hash : missing) {
                TRY(look_into(hash));
            }
        }
        open = std::move(next);
    }
    return {};
}

// The chunk of this key, and those of the same cluster before it.
Result<void> Events::fetch_before(const std::string& key) const {
    constexpr std::size_t cluster_size = 9;
    Statement statement(
        "SELECT part FROM hence_record WHERE log = $1 AND part >= $2 AND part <= $3 AND "
        "piece = 0 ORDER BY part DESC LIMIT $4");
    statement.integer(log_).bytes(key.substr(0, cluster_size)).bytes(key).integer(chunks_together);
    const std::vector<Rows> rows = TRY(pool_.ask({statement}));
    std::vector<std::string> keys;
    for (int row = 0; row < rows.front().size(); ++row) {
        keys.emplace_back(rows.front().bytes(row, 0));
    }
    std::erase_if(keys, [&](const std::string& there) { return kept(there) != nullptr; });
    return fetch_chunks(keys);
}

}  // namespace hence::postgres
