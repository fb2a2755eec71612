#include "store/format/layout.h"

#include <algorithm>

#include "base/ascii.h"

namespace hence {
namespace {

// Values up to this size stand in keys as they are; longer ones by their hash.
constexpr std::size_t plain_value_max = 64;
constexpr std::uint8_t hashed_value = 0xFF;

// Seconds are shifted so that the year 0001 is positive: then byte order is time order.
constexpr std::uint64_t seconds_offset = std::uint64_t{1} << 62;

void put_value(std::string& out, std::string_view value) {
    if (value.size() <= plain_value_max) {
        out.push_back(static_cast<char>(value.size()));
        out.append(value);
    } else {
        out.push_back(static_cast<char>(hashed_value));
        out.append(as_bytes(sha256(value)));
    }
}

// Any bytes, so that shorter sorts before longer and two in a row cannot run into each other: a
// zero is followed by 0xFF, and the end is a zero followed by a one.
void put_ordered(std::string& out, std::string_view text) {
    for (const char c : text) {
        out.push_back(c);
        if (c == '\0') {
            out.push_back('\xFF');
        }
    }
    out.push_back('\0');
    out.push_back('\x01');
}

bool is_uuid(std::string_view text) {
    if (text.size() != 36) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? text[i] != '-' : !is_hex(text[i])) {
            return false;
        }
    }
    return true;
}

std::string with_seq(char kind, std::uint64_t seq) {
    std::string key(1, kind);
    put_be64(key, seq);
    return key;
}

}  // namespace

std::string encode_place(const Place& place) {
    std::string value;
    put_varint(value, place.cluster);
    put_varint(value, place.chunk - place.cluster);
    put_varint(value, place.seq - place.chunk);
    return value;
}

Result<Place> decode_place(std::string_view value) {
    ByteReader in(value);
    Place place;
    place.cluster = in.varint();
    place.chunk = place.cluster + in.varint();
    place.seq = place.chunk + in.varint();
    if (!in.ok() || !in.at_end()) {
        return Error{Code::corrupt, "a place in the index does not read as one"};
    }
    return place;
}

namespace log_key {

std::string of_batch(std::uint64_t first_seq) {
    return with_seq(batch, first_seq);
}

std::string of_chunk(std::uint64_t cluster, std::uint64_t first_seq) {
    std::string key = with_seq(chunk, cluster);
    put_be64(key, first_seq);
    return key;
}

std::string of_erasure(std::uint64_t seq) {
    return with_seq(erasure, seq);
}

std::string of_erasure_part(std::uint64_t seq, std::uint32_t part) {
    std::string key = with_seq(erasure, seq);
    put_be32(key, part);
    return key;
}

std::string of_refused(std::uint64_t n) {
    return with_seq(refused, n);
}

std::string of_refused_count(std::uint64_t n) {
    return with_seq(refused_count, n);
}

std::string of_refused_hash(const Hash& hash) {
    std::string key(1, refused_hash);
    key.append(as_bytes(hash));
    return key;
}

}  // namespace log_key

namespace index_key {

std::string of_id(std::string_view event_id) {
    std::string key(1, id);
    key.append(event_id);
    return key;
}

std::string of_text(const Hash& hash) {
    std::string key(1, text);
    key.append(as_bytes(hash).substr(0, 16));
    return key;
}

std::string of_cluster(std::string_view name) {
    std::string key(1, cluster);
    put_value(key, name);
    return key;
}

void put_posting_prefix(std::string& out, Space space, std::string_view value) {
    out.push_back(posting);
    out.push_back(static_cast<char>(space));
    put_value(out, value);
}

void put_posting(std::string& out, Space space, std::string_view value, const Position& first) {
    put_posting_prefix(out, space, value);
    put_instant(out, first.time);
    put_be64(out, first.seq);
}

std::string of_row_space(Space space) {
    return {row, static_cast<char>(space)};
}

std::string of_row(Space space, std::string_view row_id, std::string_view session) {
    std::string key = of_row_space(space);
    put_value(key, row_id);
    put_value(key, session);
    return key;
}

std::string of_rows_of_run(std::string_view run) {
    std::string key = of_row_space(Space::run);
    put_value(key, run);
    return key;
}

std::string of_runs(std::string_view session) {
    std::string key(1, run_of);
    put_value(key, session);
    return key;
}

std::string of_run(std::string_view session, std::string_view run) {
    std::string key = of_runs(session);
    put_value(key, run);
    return key;
}

std::string of_row_order_space(Space space) {
    return {row_order, static_cast<char>(space)};
}

std::string of_row_order(Space space, const Time& first, std::string_view row_id,
                         std::string_view session) {
    std::string key = of_row_order_space(space);
    std::string instant;
    put_instant(instant, first);
    for (const char c : instant) {
        key.push_back(static_cast<char>(~c));
    }
    put_ordered(key, row_id);
    put_ordered(key, session);
    return key;
}

std::string of_unfinished(std::string_view event) {
    std::string key(1, unfinished);
    key.append(event);
    return key;
}

std::string of_completed(std::uint64_t seq) {
    std::string key(1, completed);
    put_be64(key, seq);
    return key;
}

std::string of_failed_call(std::string_view row_key, std::string_view call) {
    std::string key(1, failed_call);
    key.append(as_bytes(sha256(row_key, call)));
    return key;
}

std::string of_names(Space space) {
    return space == Space::all ? std::string(1, id)
                               : std::string{row_name, static_cast<char>(space)};
}

std::string of_names_reversed(Space space) {
    return {name_reversed, static_cast<char>(space)};
}

std::string of_id_tail(std::string_view event_id) {
    const bool digits = event_id.size() == 32 && std::ranges::all_of(event_id, is_hex);
    if (!digits && !is_uuid(event_id)) {
        return {};
    }
    // A UUIDv7 begins with the time in milliseconds: eight digits of it are the same for a minute.
    const std::size_t head = !digits && event_id[14] == '7' ? 13 : 8;
    std::string key(1, id_tail);
    key.append(event_id.rbegin(), event_id.rbegin() + id_tail_size);
    key.append(event_id.substr(0, head));
    return key;
}

std::size_t filtered_size(std::string_view key) {
    if (key.empty()) {
        return 0;
    }
    switch (key.front()) {
        case failed_call:
        case id:
        case packed_id:
        case unfinished:
        case completed:
        case cluster:
        case row:
        case text: return key.size();
        case posting: {
            if (key.size() < 3) {
                return 0;
            }
            const auto size = static_cast<std::uint8_t>(key[2]);
            const std::size_t value = size == hashed_value   ? sizeof(Hash)
                                      : size == packed_value ? packed_value_size
                                                             : size;
            const std::size_t prefix = 3 + value;
            return key.size() >= prefix ? prefix : 0;
        }
        default: return 0;
    }
}

}  // namespace index_key

void put_instant(std::string& out, const Time& time) {
    put_be64(out, static_cast<std::uint64_t>(time.seconds) + seconds_offset);
    put_be32(out, time.nanos);
}

Time take_instant(ByteReader& in) {
    Time time;
    time.seconds = static_cast<std::int64_t>(in.be64() - seconds_offset);
    time.nanos = in.be32();
    return time;
}

std::string cluster_name(const Event& event) {
    if (!event.session().empty()) {
        return std::string("s").append(event.session());
    }
    if (!event.run().empty()) {
        return std::string("r").append(event.run());
    }
    return "n";
}

}  // namespace hence
