#include "store/search/columns.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/bytes.h"

static_assert(std::endian::native == std::endian::little, "codes are read as they lie in memory");

namespace hence {
namespace {

constexpr std::uint32_t second = 1'000'000'000;

Error damaged_columns() {
    return {Code::corrupt, "a segment of the search index is damaged"};
}

std::string part_named(char kind, std::size_t number) {
    return {kind, static_cast<char>(number)};
}

void put_time(std::string& out, const Time& time) {
    put_varint(out, zigzag(time.seconds));
    put_varint(out, time.nanos);
}

Time take_time(ByteReader& in, bool& good) {
    Time time;
    time.seconds = unzigzag(in.varint());
    const std::uint64_t nanos = in.varint();
    good = good && nanos < second;
    time.nanos = static_cast<std::uint32_t>(nanos % second);
    return time;
}

// The largest of 1, 10, 100, ... nanoseconds of which all instants are multiples.
std::uint32_t unit_of(std::span<const Time> times) {
    std::uint32_t unit = second;
    for (const Time& time : times) {
        while (time.nanos % unit != 0) {
            unit /= 10;
        }
    }
    return unit;
}

void put_packed(std::string& out, std::span<const std::uint16_t> codes, unsigned bits) {
    std::uint64_t waiting = 0;
    unsigned used = 0;
    for (const std::uint16_t code : codes) {
        waiting |= static_cast<std::uint64_t>(code) << used;
        for (used += bits; used >= 8; used -= 8) {
            out.push_back(static_cast<char>(waiting));
            waiting >>= 8;
        }
    }
    if (used > 0) {
        out.push_back(static_cast<char>(waiting));
    }
}

}  // namespace

std::string part_of_head() {
    return "H";
}
std::string part_of_codes(std::size_t piece) {
    return part_named('C', piece);
}
std::string part_of_times(std::size_t piece) {
    return part_named('T', piece);
}
std::string part_of_names(MatchColumn column, std::size_t group) {
    return part_named('N', static_cast<std::size_t>(column)) + static_cast<char>(group);
}

unsigned bits_for(std::size_t names) {
    return names < 2 ? 0 : static_cast<unsigned>(std::bit_width(names - 1));
}

Result<PieceCodes> PieceCodes::decode(std::string bytes,
                                      const std::array<std::size_t, match_columns>& names,
                                      std::size_t docs) {
    PieceCodes codes;
    std::size_t at = 0;
    for (std::size_t column = 0; column < match_columns; ++column) {
        codes.begin_[column] = at;
        codes.bits_[column] = bits_for(names[column]);
        at += (docs * codes.bits_[column] + 7) / 8;
    }
    if (bytes.size() != at) {
        return damaged_columns();
    }
    codes.bytes_ = std::move(bytes);
    codes.bytes_.append(sizeof(std::uint64_t), '\0');
    return codes;
}

std::string encode_codes(const std::array<std::span<const std::uint16_t>, match_columns>& codes,
                         const std::array<std::size_t, match_columns>& names) {
    std::string out;
    for (std::size_t column = 0; column < match_columns; ++column) {
        put_packed(out, codes[column], bits_for(names[column]));
    }
    return out;
}

std::string encode_head(const ColumnsHead& head) {
    std::string out;
    put_varint(out, head.first_seq);
    put_varint(out, head.count);
    for (const std::size_t names : head.names) {
        put_varint(out, names);
    }
    for (const MatchPiece& piece : head.pieces) {
        put_time(out, piece.earliest);
        put_time(out, piece.latest);
        out.push_back(static_cast<char>(piece.some));
        out.push_back(static_cast<char>(piece.all));
    }
    return out;
}

Result<ColumnsHead> decode_head(std::string_view bytes) {
    ByteReader in(bytes);
    ColumnsHead head;
    head.first_seq = in.varint();
    head.count = in.varint();
    bool good = head.count <= segment_docs_max;
    for (std::size_t& names : head.names) {
        names = in.varint();
        good = good && names <= head.count && (names > 0 || head.count == 0);
    }
    for (std::size_t doc = 0; good && in.ok() && doc < head.count; doc += piece_docs) {
        MatchPiece piece;
        piece.earliest = take_time(in, good);
        piece.latest = take_time(in, good);
        piece.some = in.byte();
        piece.all = in.byte();
        head.pieces.push_back(piece);
    }
    if (!good || !in.ok() || !in.at_end()) {
        return damaged_columns();
    }
    return head;
}

std::string encode_times(std::span<const Time> times, std::span<const std::uint8_t> flags,
                         const MatchPiece& piece) {
    std::string out;
    const std::uint32_t unit = unit_of(times);
    put_varint(out, unit);
    std::uint64_t before = 0;
    for (const Time& time : times) {
        const auto seconds = static_cast<std::uint64_t>(time.seconds);
        put_varint(out, zigzag(static_cast<std::int64_t>(seconds - before)));
        put_varint(out, time.nanos / unit);
        before = seconds;
    }
    if (piece.some != 0) {
        out.append(flags.begin(), flags.end());
    }
    return out;
}

Result<PieceTimes> decode_times(std::string_view bytes, std::size_t docs, const MatchPiece& piece) {
    ByteReader in(bytes);
    const std::uint64_t unit = in.varint();
    bool good = unit >= 1 && unit <= second;
    const std::uint64_t units_max = good ? (second - 1) / unit : 0;
    PieceTimes read;
    read.times.reserve(docs);
    std::uint64_t seconds = 0;
    for (std::size_t doc = 0; good && in.ok() && doc < docs; ++doc) {
        seconds += static_cast<std::uint64_t>(unzigzag(in.varint()));
        const std::uint64_t units = in.varint();
        good = units <= units_max;
        read.times.push_back({static_cast<std::int64_t>(seconds),
                              static_cast<std::uint32_t>(good ? units * unit : 0), 0});
    }
    if (piece.some != 0) {
        const std::string_view flags = in.bytes(docs);
        read.flags.assign(flags.begin(), flags.end());
    } else {
        read.flags.assign(docs, 0);
    }
    if (!good || !in.ok() || !in.at_end()) {
        return damaged_columns();
    }
    return read;
}

std::string encode_names(std::span<const std::string> names) {
    std::string out;
    for (const std::string& name : names) {
        put_text(out, name);
    }
    return out;
}

Result<std::vector<std::string>> decode_names(std::string_view bytes, std::size_t count) {
    ByteReader in(bytes);
    std::vector<std::string> names;
    for (std::size_t i = 0; in.ok() && i < count; ++i) {
        names.emplace_back(in.text());
    }
    if (!in.ok() || !in.at_end()) {
        return damaged_columns();
    }
    return names;
}

}  // namespace hence
