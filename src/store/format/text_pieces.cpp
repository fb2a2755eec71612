// Cutting JSON into pieces and joining them again. The writer walks once over valid JSON and finds
// long strings and the `messages` list; it asks the TextWriter which units are stored already. The
// reader trusts no stored byte: each size and each chain is checked, and the result has a limit.
#include "store/format/text_pieces.h"

#include <cstring>
#include <vector>

#include "base/bytes.h"
#include "base/try.h"

namespace hence {
namespace {

enum class PieceKind : std::uint8_t { literal = 0, text = 1, list = 2 };

// Longer lists, and lists of a few bytes, are kept as they are: a hash for each element would cost
// more than it saves.
constexpr std::size_t list_elements_max = 4'096;

constexpr Hash empty_list{};

Error damaged(const char* what) {
    return Error{Code::corrupt, what};
}

// One past the closing quote of the string token that begins at `start`. The JSON is valid.
std::size_t string_end(std::string_view json, std::size_t start) {
    const char* const data = json.data();
    std::size_t at = start + 1;
    for (;;) {
        const void* quote = std::memchr(data + at, '"', json.size() - at);
        if (quote == nullptr) {
            return json.size();
        }
        const auto end = static_cast<std::size_t>(static_cast<const char*>(quote) - data);
        std::size_t backslashes = 0;
        while (data[end - 1 - backslashes] == '\\') {
            ++backslashes;
        }
        if (backslashes % 2 == 0) {
            return end + 1;
        }
        at = end + 1;
    }
}

// The elements of the list that begins at `start`, and one past its end.
struct Elements {
    std::vector<std::string_view> raw;
    std::size_t end = 0;
};

Elements elements_of(std::string_view json, std::size_t start) {
    Elements found;
    std::size_t depth = 0;
    std::size_t element = start + 1;
    for (std::size_t at = start; at < json.size(); ++at) {
        switch (json[at]) {
            case '"': at = string_end(json, at) - 1; break;
            case '{':
            case '[': ++depth; break;
            case ',':
                if (depth == 1) {
                    found.raw.push_back(json.substr(element, at - element));
                    element = at + 1;
                }
                break;
            case '}':
            case ']':
                if (--depth == 0) {
                    if (at > element) {
                        found.raw.push_back(json.substr(element, at - element));
                    }
                    found.end = at + 1;
                    return found;
                }
                break;
            default: break;
        }
    }
    found.end = json.size();
    return found;
}

// Collects pieces, so that their count can stand before them.
class Pieces {
public:
    explicit Pieces(std::string_view json) : json_(json) {}

    void add(PieceKind kind, std::uint64_t number, const Hash& hash, std::size_t start,
             std::size_t end) {
        literal(start);
        put_varint(bytes_, number << 2 | static_cast<std::uint64_t>(kind));
        bytes_.append(as_bytes(hash));
        ++count_;
        done_ = end;
    }

    void finish(std::string& out) {
        literal(json_.size());
        put_varint(out, count_);
        out.append(bytes_);
    }

private:
    void literal(std::size_t end) {
        if (end > done_) {
            put_varint(bytes_, (end - done_) << 2);
            bytes_.append(json_.substr(done_, end - done_));
            ++count_;
        }
    }

    std::string_view json_;
    std::string bytes_;
    std::size_t count_ = 0;
    std::size_t done_ = 0;  // Up to here, the JSON is in pieces.
};

Hash list_hash(const Hash& before, const Hash& element) {
    return sha256(as_bytes(before), as_bytes(element));
}

// No event is longer, and so no element of one.
constexpr std::size_t named_size_max = std::size_t{1} << 30;

bool is_long_string(std::string_view json) {
    return json.size() >= unit_size_min && json.front() == '"';
}

// The hash of the list, after making sure that it and its elements are stored.
Hash store_list(const std::vector<std::string_view>& elements, TextWriter& texts) {
    std::vector<Hash> hashes;
    std::vector<Hash> lists{empty_list};
    for (const std::string_view element : elements) {
        hashes.push_back(sha256(element));
        lists.push_back(list_hash(lists.back(), hashes.back()));
    }
    std::size_t known = elements.size();
    while (known > 0 && !texts.knows(lists[known])) {
        --known;
    }
    if (known == elements.size()) {
        return lists.back();
    }
    std::string payload(as_bytes(lists[known]));
    put_varint(payload, known);
    put_varint(payload, elements.size() - known);
    for (std::size_t i = known; i < elements.size(); ++i) {
        payload.append(as_bytes(hashes[i]));
        if (texts.knows(hashes[i])) {
            continue;
        }
        if (is_long_string(elements[i])) {
            // It has the same hash as a text and may be met as one: so it is stored as one.
            texts.add(hashes[i], UnitKind::string, elements[i]);
        } else {
            std::string pieces;
            put_pieces(pieces, elements[i], Lists::none, texts);
            texts.add(hashes[i], UnitKind::element, pieces);
        }
    }
    texts.add(lists.back(), UnitKind::list, payload);
    return lists.back();
}

// The element hashes of a list, first to last. Bases are followed backwards, and each base holds
// fewer elements than the list that is built on it, so this ends.
Result<std::vector<Hash>> list_elements(Hash hash, std::uint64_t count, TextReader& texts) {
    if (count > list_elements_max) {
        return damaged("a stored list has too many elements");
    }
    std::vector<Hash> elements(count);
    while (count > 0) {
        const Unit unit = TRY(texts.unit(hash));
        ByteReader in(unit.payload);
        const std::string_view base = in.bytes(sizeof(Hash));
        const std::uint64_t base_count = in.varint();
        const std::uint64_t own = in.varint();
        if (!in.ok() || unit.kind != UnitKind::list || own == 0 || base_count >= count ||
            own != count - base_count) {
            return damaged("a stored list does not add up");
        }
        for (std::uint64_t i = base_count; i < count; ++i) {
            const std::string_view element = in.bytes(sizeof(Hash));
            if (!in.ok()) {
                return damaged("a stored list is cut short");
            }
            std::memcpy(elements[i].data(), element.data(), sizeof(Hash));
        }
        std::memcpy(hash.data(), base.data(), sizeof(Hash));
        count = base_count;
    }
    return elements;
}

enum class Within : std::uint8_t { event, element };

Result<void> join(std::string& json, std::string_view pieces, std::size_t size_max, Within within,
                  TextReader& texts);

Result<void> join_list(std::string& json, const Hash& hash, std::uint64_t count,
                       std::size_t size_max, TextReader& texts) {
    const std::vector<Hash> elements = TRY(list_elements(hash, count, texts));
    json.push_back('[');
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (i > 0) {
            json.push_back(',');
        }
        const Unit unit = TRY(texts.unit(elements[i]));
        if (unit.kind == UnitKind::string) {
            json.append(unit.payload);
        } else if (unit.kind == UnitKind::element) {
            TRY(join(json, unit.payload, size_max, Within::element, texts));
        } else {
            return damaged("an element of a stored list is none");
        }
        if (json.size() > size_max) {
            return damaged("a stored list is too long");
        }
    }
    json.push_back(']');
    return {};
}

Result<void> join_text(std::string& json, const Hash& hash, std::uint64_t size, TextReader& texts) {
    const Unit unit = TRY(texts.unit(hash));
    if (unit.kind != UnitKind::string || unit.payload.size() != size) {
        return damaged("a stored text is not the one that was meant");
    }
    json.append(unit.payload);
    return {};
}

// Elements hold texts but no lists, so this calls itself once at most.
Result<void> join(std::string& json, std::string_view pieces, std::size_t size_max, Within within,
                  TextReader& texts) {
    ByteReader in(pieces);
    for (std::uint64_t left = in.varint(); left > 0; --left) {
        const std::uint64_t head = in.varint();
        const auto kind = static_cast<PieceKind>(head & 3);
        const std::uint64_t number = head >> 2;
        if (kind == PieceKind::literal) {
            json.append(in.bytes(number));
        } else {
            Hash hash{};
            const std::string_view bytes = in.bytes(sizeof(Hash));
            if (!in.ok()) {
                return damaged("stored pieces are cut short");
            }
            std::memcpy(hash.data(), bytes.data(), sizeof(Hash));
            if (kind == PieceKind::text) {
                TRY(join_text(json, hash, number, texts));
            } else if (kind == PieceKind::list && within == Within::event) {
                TRY(join_list(json, hash, number, size_max, texts));
            } else {
                return damaged("a stored piece is of no known kind");
            }
        }
        if (!in.ok() || json.size() > size_max) {
            return damaged("stored pieces do not add up");
        }
    }
    if (!in.ok() || !in.at_end()) {
        return damaged("stored pieces do not add up");
    }
    return {};
}

// Walks over pieces: `literal` gets each literal, `reference` each hash.
template <class Literal, class Reference>
Result<void> each_piece(std::string_view pieces, Literal literal, Reference reference) {
    ByteReader in(pieces);
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const std::uint64_t head = in.varint();
        if (static_cast<PieceKind>(head & 3) == PieceKind::literal) {
            literal(in.bytes(head >> 2));
            continue;
        }
        Hash hash{};
        const std::string_view bytes = in.bytes(sizeof(Hash));
        if (in.ok()) {
            std::memcpy(hash.data(), bytes.data(), sizeof(Hash));
            reference(hash);
        }
    }
    if (!in.ok() || !in.at_end()) {
        return damaged("stored pieces do not add up");
    }
    return {};
}

}  // namespace

Result<void> join_literals(std::string& json, std::string_view pieces) {
    return each_piece(
        pieces, [&json](std::string_view literal) { json.append(literal); },
        [&json](const Hash&) { json.append("null"); });
}

Result<void> hashes_in_pieces(std::string_view pieces, std::vector<Hash>& hashes) {
    return each_piece(
        pieces, [](std::string_view) {}, [&hashes](const Hash& hash) { hashes.push_back(hash); });
}

Result<void> hashes_in_unit(const Unit& unit, std::vector<Hash>& hashes) {
    if (unit.kind == UnitKind::string) {
        return {};
    }
    if (unit.kind == UnitKind::element) {
        return hashes_in_pieces(unit.payload, hashes);
    }
    ByteReader in(unit.payload);
    std::string_view bytes = in.bytes(sizeof(Hash));
    const std::uint64_t base_count = in.varint();
    std::uint64_t left = in.varint();
    for (bool named = base_count > 0; in.ok(); named = true) {
        if (named) {
            Hash hash{};
            std::memcpy(hash.data(), bytes.data(), sizeof(Hash));
            hashes.push_back(hash);
        }
        if (left == 0) {
            break;
        }
        --left;
        bytes = in.bytes(sizeof(Hash));
    }
    if (!in.ok() || !in.at_end()) {
        return damaged("a stored list is cut short");
    }
    return {};
}

void put_pieces(std::string& out, std::string_view json, Lists lists, TextWriter& texts) {
    Pieces pieces(json);
    std::size_t depth = 0;
    // Short values, which are most, hold no unit and are not looked through.
    const std::size_t end = json.size() < unit_size_min ? 0 : json.size();
    for (std::size_t at = 0; at < end; ++at) {
        const char c = json[at];
        if (c == '{' || c == '[') {
            ++depth;
        } else if (c == '}' || c == ']') {
            --depth;
        } else if (c == '"') {
            const std::size_t after = string_end(json, at);
            const std::string_view token = json.substr(at, after - at);
            if (token.size() >= unit_size_min) {
                const Hash hash = sha256(token);
                if (!texts.knows(hash)) {
                    texts.add(hash, UnitKind::string, token);
                }
                pieces.add(PieceKind::text, token.size(), hash, at, after);
            } else if (lists == Lists::messages && depth == 1 && token == "\"messages\"" &&
                       json.substr(after, 2) == ":[") {
                const Elements elements = elements_of(json, after + 1);
                if (elements.end - after >= unit_size_min &&
                    elements.raw.size() <= list_elements_max) {
                    pieces.add(PieceKind::list, elements.raw.size(),
                               store_list(elements.raw, texts), after + 1, elements.end);
                    at = elements.end - 1;
                    continue;
                }
            }
            at = after - 1;
        }
    }
    pieces.finish(out);
}

Result<void> join_pieces(std::string& json, std::string_view pieces, std::size_t size_max,
                         TextReader& texts) {
    return join(json, pieces, json.size() + size_max, Within::event, texts);
}

Result<bool> has_name(const Unit& unit, const Hash& name, TextReader& texts) {
    if (unit.kind == UnitKind::string) {
        return sha256(unit.payload) == name;
    }
    if (unit.kind == UnitKind::element) {
        std::string json;
        TRY(join(json, unit.payload, named_size_max, Within::element, texts));
        return sha256(json) == name;
    }
    ByteReader in(unit.payload);
    Hash hash{};
    const std::string_view base = in.bytes(sizeof(Hash));
    if (unit.kind != UnitKind::list || base.empty()) {
        return false;
    }
    std::memcpy(hash.data(), base.data(), sizeof(Hash));
    in.varint();
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const std::string_view element = in.bytes(sizeof(Hash));
        hash = sha256(as_bytes(hash), element);
    }
    return in.ok() && in.at_end() && hash == name;
}

std::string_view sole_literal(std::string_view pieces) {
    ByteReader in(pieces);
    if (in.varint() != 1) {
        return {};
    }
    const std::uint64_t head = in.varint();
    if ((head & 3) != static_cast<std::uint64_t>(PieceKind::literal) || head >> 2 != in.left()) {
        return {};
    }
    return in.bytes(head >> 2);
}

}  // namespace hence
