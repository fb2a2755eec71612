#include "views/find/page_token.h"

#include <cstdint>
#include <optional>

#include "base/base64.h"
#include "base/bytes.h"

namespace hence {
namespace {

// The first byte says what the rest is, so that a token cannot be used in the wrong list:
//     events   'f' or 'b' (direction)   time   varint seq
//     rows     'A' + space              time   text id   text session
//     sorted   's'   text order   text key   then as rows
// where time is a zigzag varint of seconds and a varint of nanoseconds.
constexpr std::uint32_t nanos_end = 1'000'000'000;

char mark(Direction direction) {
    return direction == Direction::forward ? 'f' : 'b';
}

char mark(Space space) {
    return static_cast<char>('A' + static_cast<int>(space));
}

void put_time(std::string& out, const Time& time) {
    put_varint(out, zigzag(time.seconds));
    put_varint(out, time.nanos);
}

std::optional<Time> read_time(ByteReader& bytes) {
    const std::int64_t seconds = unzigzag(bytes.varint());
    const std::uint64_t nanos = bytes.varint();
    if (nanos >= nanos_end) {
        return std::nullopt;
    }
    return Time{.seconds = seconds, .nanos = static_cast<std::uint32_t>(nanos)};
}

Error unknown_token() {
    return {Code::invalid, "the cursor is not one of this list",
            "pass on the `next` of the page before, unchanged, with the same filters"};
}

}  // namespace

std::string to_token(const EventToken& page) {
    std::string bytes(1, mark(page.direction));
    put_time(bytes, page.place.time);
    put_varint(bytes, page.place.seq);
    return base64url(bytes);
}

Result<EventToken> event_token(std::string_view text, Direction direction) {
    const std::optional<std::string> decoded = from_base64url(text);
    if (!decoded || decoded->empty() || decoded->front() != mark(direction)) {
        return unknown_token();
    }
    ByteReader bytes(std::string_view(*decoded).substr(1));
    const std::optional<Time> time = read_time(bytes);
    const std::uint64_t seq = bytes.varint();
    if (!time || !bytes.ok() || !bytes.at_end()) {
        return unknown_token();
    }
    return EventToken{direction, {*time, seq}};
}

std::string to_token(Space space, const Summary& row) {
    std::string bytes(1, mark(space));
    put_time(bytes, row.first);
    put_text(bytes, row.id);
    put_text(bytes, row.session);
    return base64url(bytes);
}

Result<Summary> row_token(std::string_view text, Space space) {
    const std::optional<std::string> decoded = from_base64url(text);
    if (!decoded || decoded->empty() || decoded->front() != mark(space)) {
        return unknown_token();
    }
    ByteReader bytes(std::string_view(*decoded).substr(1));
    const std::optional<Time> first = read_time(bytes);
    Summary row;
    row.id = bytes.text();
    row.session = bytes.text();
    if (!first || !bytes.ok() || !bytes.at_end()) {
        return unknown_token();
    }
    row.first = *first;
    return row;
}

std::string to_token(Space space, const SortedToken& place) {
    std::string bytes(1, 's');
    put_text(bytes, place.order);
    put_text(bytes, place.key);
    bytes += mark(space);
    put_time(bytes, place.row.first);
    put_text(bytes, place.row.id);
    put_text(bytes, place.row.session);
    return base64url(bytes);
}

Result<SortedToken> sorted_token(std::string_view text, Space space) {
    const std::optional<std::string> decoded = from_base64url(text);
    if (!decoded || !decoded->starts_with('s')) {
        return unknown_token();
    }
    ByteReader bytes(std::string_view(*decoded).substr(1));
    SortedToken place;
    place.order = bytes.text();
    place.key = bytes.text();
    const bool of_space = bytes.byte() == static_cast<std::uint8_t>(mark(space));
    const std::optional<Time> first = read_time(bytes);
    place.row.id = bytes.text();
    place.row.session = bytes.text();
    if (!of_space || !first || !bytes.ok() || !bytes.at_end()) {
        return unknown_token();
    }
    place.row.first = *first;
    return place;
}

}  // namespace hence
