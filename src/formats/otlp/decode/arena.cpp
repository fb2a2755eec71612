// Every text that arrives in protobuf passes through here once, on its way to being JSON. Most have
// nothing to escape; of those that have (prompts, with their line ends and quotes) the stretches
// between are copied sixteen bytes at a time.
#include "formats/otlp/decode/arena.h"

#include <bit>
#include <cstring>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <fmt/format.h>

#include "base/utf8.h"
#include "model/json/json_scanner.h"

namespace hence {
namespace {

constexpr std::size_t chunk_bytes = 64 << 10;
constexpr std::size_t stride = 16;
constexpr std::size_t escape_bytes_max = 6;  // \u0000

bool is_special(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

#ifdef __SSE2__
// A bit for each of sixteen bytes that must be escaped.
unsigned special_bits(__m128i bytes) {
    const __m128i control = _mm_set1_epi8(0x1F);
    const __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    const __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    const __m128i below = _mm_cmpeq_epi8(_mm_max_epu8(bytes, control), control);
    return static_cast<unsigned>(
        _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), below)));
}
#endif

struct Census {
    std::size_t special = 0;  // Bytes that must be escaped.
    bool ascii = true;
};

Census census_of(std::string_view text) {
    Census census;
    std::size_t at = 0;
#ifdef __SSE2__
    __m128i all = _mm_setzero_si128();
    for (; text.size() - at >= stride; at += stride) {
        __m128i bytes;
        std::memcpy(&bytes, text.data() + at, stride);
        all = _mm_or_si128(all, bytes);
        census.special += static_cast<std::size_t>(std::popcount(special_bits(bytes)));
    }
    census.ascii = _mm_movemask_epi8(all) == 0;
#endif
    for (; at < text.size(); ++at) {
        census.special += static_cast<std::size_t>(is_special(text[at]));
        census.ascii = census.ascii && static_cast<unsigned char>(text[at]) < 0x80;
    }
    return census;
}

// Copies up to the next byte that must be escaped. May write `stride` bytes more than it copies.
void copy_plain(const char*& at, const char* end, char*& out) {
#ifdef __SSE2__
    while (end - at >= static_cast<std::ptrdiff_t>(stride)) {
        __m128i bytes;
        std::memcpy(&bytes, at, stride);
        std::memcpy(out, &bytes, stride);
        const unsigned special = special_bits(bytes);
        const int plain = special == 0 ? static_cast<int>(stride) : std::countr_zero(special);
        at += plain;
        out += plain;
        if (special != 0) {
            return;
        }
    }
#endif
    while (at != end && !is_special(*at)) {
        *out++ = *at++;
    }
}

char* put_escape(char c, char* out) {
    constexpr std::string_view named = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    constexpr std::string_view digits = "0123456789abcdef";
    *out++ = '\\';
    const std::size_t at = named.find(c);
    if (at != std::string_view::npos) {
        *out++ = letters[at];
        return out;
    }
    const auto byte = static_cast<unsigned char>(c);
    for (const char each : {'u', '0', '0', digits[byte >> 4], digits[byte & 15U]}) {
        *out++ = each;
    }
    return out;
}

// Valid text as a JSON string. `out` must have room for quoted_bytes_max.
char* put_quoted(std::string_view text, char* out) {
    const char* at = text.data();
    const char* const end = at + text.size();
    *out++ = '"';
    while (at != end) {
        copy_plain(at, end, out);
        if (at != end) {
            out = put_escape(*at++, out);
        }
    }
    *out++ = '"';
    return out;
}

std::size_t quoted_bytes_max(std::string_view text, const Census& census) {
    return text.size() + census.special * (escape_bytes_max - 1) + 2 + stride;
}

}  // namespace

char* Arena::room(std::size_t size) {
    bytes_ += size;
    if (size > chunk_bytes / 4) {
        large_.push_back(std::make_unique_for_overwrite<char[]>(size));
        return large_.back().get();
    }
    if (chunks_.empty() || chunk_bytes - used_ < size) {
        chunks_.push_back(std::make_unique_for_overwrite<char[]>(chunk_bytes));
        used_ = 0;
    }
    char* const begin = chunks_.back().get() + used_;
    used_ += size;
    return begin;
}

std::string_view Arena::keep(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    char* const copy = room(text.size());
    std::memcpy(copy, text.data(), text.size());
    return {copy, text.size()};
}

std::string_view Arena::repaired(std::string_view bytes) {
    mended_ = true;
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
        const Character character = first_character(bytes);
        if (character.valid && !character.is_surrogate()) {
            out.append(bytes, 0, character.size);
        } else {
            append_utf8(out, replacement_character);
        }
        bytes.remove_prefix(character.size);
    }
    return keep(out);
}

std::string_view Arena::text(std::string_view bytes) {
    return not_utf8(bytes) ? repaired(bytes) : bytes;
}

Json Arena::string(std::string_view bytes) {
    const Census census = census_of(bytes);
    if (census.special == 0 && census.ascii) {
        char* const out = room(bytes.size() + 2);
        out[0] = '"';
        if (!bytes.empty()) {
            std::memcpy(out + 1, bytes.data(), bytes.size());
        }
        out[bytes.size() + 1] = '"';
        return Json({out, bytes.size() + 2});
    }
    scratch_.clear();
    append_string(scratch_, bytes);
    return Json(keep(scratch_));
}

void Arena::append_string(std::string& out, std::string_view bytes) {
    Census census = census_of(bytes);
    if (!census.ascii && not_utf8(bytes)) {
        bytes = repaired(bytes);
        census = census_of(bytes);
    }
    const std::size_t most = quoted_bytes_max(bytes, census);
    if (most > limits_.bytes_max) {
        // Nothing comes of it: `check` will say so.
        bytes_ += most;
        out += "null";
        return;
    }
    const std::size_t begin = out.size();
    out.resize(begin + most);
    const char* const end = put_quoted(bytes, out.data() + begin);
    out.resize(static_cast<std::size_t>(end - out.data()));
}

Result<void> Arena::admit() {
    if (++values_ > limits_.values_max) {
        return Error{Code::limit, fmt::format(" holds more than {} values", limits_.values_max)};
    }
    return check();
}

Result<void> Arena::check() const {
    if (bytes_ > limits_.bytes_max) {
        return Error{Code::limit, fmt::format(" takes more than {} bytes", limits_.bytes_max)};
    }
    return {};
}

void Arena::clear() {
    if (chunks_.size() > 1) {
        chunks_.resize(1);
    }
    large_.clear();
    used_ = 0;
    bytes_ = 0;
    values_ = 0;
    mended_ = false;
    if (scratch_.capacity() > chunk_bytes) {
        scratch_ = {};
    }
}

}  // namespace hence
