#include "store/format/chunk.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/bytes.h"

namespace hence {
namespace {

constexpr char chunk_version = 1;
constexpr char chunk_version_with_stubs = 2;
constexpr char batch_version = 1;
constexpr char batch_of_events = 1;

Error damaged_chunk(std::uint64_t first_seq) {
    return Error{
        Code::corrupt,
        fmt::format("the chunk that begins with event {} does not read as one", first_seq)};
}

}  // namespace

void ChunkBuilder::close_event(std::uint64_t seq) {
    put_varint(sizes_, seq - last_seq_);
    put_varint(sizes_, events_.size() - event_start_);
    event_start_ = events_.size();
    last_seq_ = seq;
    seqs_.push_back(seq);
}

void ChunkBuilder::add_text(const Hash& hash, UnitKind kind, std::string_view payload) {
    texts_.append(as_bytes(hash));
    texts_.push_back(static_cast<char>(kind));
    put_text(texts_, payload);
    ++text_count_;
}

void ChunkBuilder::add_commitment(const Hash& commitment) {
    put_varint(commitments_, seqs_.size() - 1);
    commitments_.append(as_bytes(commitment));
    ++commitment_count_;
}

std::string ChunkBuilder::finish(const Time& received) const {
    std::string bytes;
    bytes.reserve(size() + sizes_.size() + 32);
    bytes.push_back(commitment_count_ > 0 ? chunk_version_with_stubs : chunk_version);
    put_varint(bytes, zigzag(received.seconds));
    put_varint(bytes, received.nanos / 1'000'000);
    put_varint(bytes, seqs_.size());
    bytes.append(sizes_);
    bytes.append(events_);
    put_varint(bytes, text_count_);
    bytes.append(texts_);
    if (commitment_count_ > 0) {
        put_varint(bytes, commitment_count_);
        bytes.append(commitments_);
    }
    return bytes;
}

// Says whether they make sense.
bool Chunk::read_commitments(ByteReader& in) {
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const std::uint64_t place = in.varint();
        const std::string_view bytes = in.bytes(sizeof(Hash));
        if (!in.ok() || place >= events_.size()) {
            return false;
        }
        std::memcpy(events_[place].commitment.emplace().data(), bytes.data(), sizeof(Hash));
    }
    return true;
}

Result<std::shared_ptr<const Chunk>> Chunk::parse(std::string bytes, std::uint64_t first_seq,
                                                  std::uint64_t cluster) {
    auto chunk = std::make_shared<Chunk>();
    chunk->cluster_ = cluster;
    chunk->bytes_ = std::move(bytes);
    ByteReader in(chunk->bytes_);
    const char version = static_cast<char>(in.byte());
    const bool known = version == chunk_version || version == chunk_version_with_stubs;
    chunk->received_.seconds = unzigzag(in.varint());
    const std::uint64_t milliseconds = in.varint();
    chunk->received_.nanos = static_cast<std::uint32_t>(milliseconds % 1'000 * 1'000'000);
    chunk->received_.digits = 3;
    const std::uint64_t count = in.varint();
    if (!known || !in.ok() || count > in.left()) {
        return damaged_chunk(first_seq);
    }
    std::vector<std::uint64_t> sizes;
    sizes.reserve(count);
    chunk->events_.reserve(count);
    std::uint64_t seq = first_seq;
    for (std::uint64_t i = 0; i < count; ++i) {
        seq += in.varint();
        chunk->events_.push_back({seq, {}, {}});
        sizes.push_back(in.varint());
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        chunk->events_[i].stored = in.bytes(sizes[i]);
    }
    const std::uint64_t texts = in.varint();
    for (std::uint64_t i = 0; i < texts && in.ok(); ++i) {
        Hash hash{};
        const std::string_view name = in.bytes(hash.size());
        const auto kind = static_cast<UnitKind>(in.byte());
        const std::string_view payload = in.text();
        if (in.ok()) {
            std::memcpy(hash.data(), name.data(), hash.size());
            chunk->texts_.emplace(hash, Unit{kind, payload});
        }
    }
    const bool sensible = version == chunk_version || chunk->read_commitments(in);
    if (!sensible || !in.ok() || !in.at_end()) {
        return damaged_chunk(first_seq);
    }
    return std::shared_ptr<const Chunk>(std::move(chunk));
}

std::string BatchEntry::encode() const {
    std::string bytes{batch_version, batch_of_events};
    put_varint(bytes, count);
    put_varint(bytes, parts.size());
    for (const Part& part : parts) {
        put_varint(bytes, part.cluster);
        put_varint(bytes, part.first_seq);
        put_varint(bytes, part.seqs.size());
        std::uint64_t before = part.first_seq;
        for (const std::uint64_t seq : part.seqs) {
            put_varint(bytes, seq - before);
            before = seq;
        }
    }
    return bytes;
}

Result<BatchEntry> BatchEntry::decode(std::string_view bytes, std::uint64_t first_seq) {
    BatchEntry entry;
    entry.first_seq = first_seq;
    ByteReader in(bytes);
    const bool known = in.byte() == batch_version && in.byte() == batch_of_events;
    entry.count = in.varint();
    const std::uint64_t parts = in.varint();
    for (std::uint64_t i = 0; i < parts && in.ok(); ++i) {
        Part part;
        part.cluster = in.varint();
        part.first_seq = in.varint();
        std::uint64_t seq = part.first_seq;
        for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
            seq += in.varint();
            part.seqs.push_back(seq);
        }
        entry.parts.push_back(std::move(part));
    }
    if (!known || !in.ok() || !in.at_end()) {
        return Error{
            Code::corrupt,
            fmt::format("the batch that begins with event {} does not read as one", first_seq)};
    }
    return entry;
}

// A batch numbers its events without a gap, so each goes straight to its place. One that does not
// is damaged, and is put in order.
BatchPlaces::BatchPlaces(const BatchEntry& batch)
    : first_seq_(batch.first_seq), end_seq_(batch.first_seq + batch.count) {
    std::size_t listed = 0;
    bool dense = true;
    for (const BatchEntry::Part& part : batch.parts) {
        listed += part.seqs.size();
        dense = dense && std::ranges::all_of(part.seqs, [&](std::uint64_t seq) {
                    return seq - first_seq_ < batch.count;
                });
    }
    dense = dense && listed == batch.count;
    places_.resize(listed);
    std::size_t next = 0;
    for (const BatchEntry::Part& part : batch.parts) {
        for (const std::uint64_t seq : part.seqs) {
            places_[dense ? seq - first_seq_ : next++] = {part.cluster, part.first_seq, seq};
        }
    }
    if (!dense) {
        std::ranges::sort(places_, {}, &Place::seq);
    }
}

}  // namespace hence
