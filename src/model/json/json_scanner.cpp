// The hot path of recording: every byte that arrives passes through here once. Strings are most of
// it, so they are read and copied sixteen bytes at a time. The output never runs ahead of the
// input, and whole chunks are read only where the input has them, so that neither needs padding.
#include "model/json/json_scanner.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <fmt/format.h>

#include "base/ascii.h"
#include "base/utf8.h"

namespace hence {
namespace {

constexpr std::size_t chunk = 16;

bool is_plain(char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
}

// Copies up to the next byte that ends or breaks a string, and leaves both pointers behind it.
void copy_plain(const char*& at, const char* end, char*& out) {
#ifdef __SSE2__
    const __m128i quote = _mm_set1_epi8('"');
    const __m128i backslash = _mm_set1_epi8('\\');
    const __m128i control = _mm_set1_epi8(0x1F);
    while (end - at >= static_cast<std::ptrdiff_t>(chunk)) {
        __m128i bytes;
        std::memcpy(&bytes, at, chunk);
        std::memcpy(out, &bytes, chunk);
        const __m128i special = _mm_or_si128(
            _mm_or_si128(_mm_cmpeq_epi8(bytes, quote), _mm_cmpeq_epi8(bytes, backslash)),
            _mm_cmpeq_epi8(_mm_max_epu8(bytes, control), control));
        const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
        if (mask != 0) {
            const int plain = std::countr_zero(mask);
            at += plain;
            out += plain;
            return;
        }
        at += chunk;
        out += chunk;
    }
#endif
    while (at != end && is_plain(*at)) {
        *out++ = *at++;
    }
}

// The bytes of `count` words at `at`, each bit set that is set in any word.
template <std::size_t count>
std::uint64_t any_bits(const char* at) {
    std::uint64_t words[count];
    std::memcpy(words, at, sizeof words);
    std::uint64_t bits = 0;
    for (const std::uint64_t word : words) {
        bits |= word;
    }
    return bits;
}

// Most text is, and to find that out costs a fraction of checking UTF-8.
bool is_ascii(std::string_view text) {
    constexpr std::size_t step = 32;
    std::uint64_t bits = 0;
    if (text.size() < step) {
        for (const char c : text) {
            bits |= static_cast<unsigned char>(c);
        }
    } else {
        for (std::size_t at = 0; at < text.size() - step; at += step) {
            bits |= any_bits<step / 8>(text.data() + at);
        }
        bits |= any_bits<step / 8>(text.data() + text.size() - step);  // Overlaps the one before.
    }
    return (bits & 0x8080808080808080) == 0;
}

}  // namespace

bool JsonScanner::fail(const char* what) {
    what_ = read_ == end_ ? "the text ends too early" : what;
    return false;
}

Error JsonScanner::error() const {
    const std::size_t byte = bytes_read() + 1;
    if (too_deep_ != 0) {
        return {Code::invalid,
                fmt::format("nests deeper than {} levels at byte {}", too_deep_, byte)};
    }
    return {Code::invalid, fmt::format("not JSON at byte {}: {}", byte, what_)};
}

// `at` stands on a backslash.
bool JsonScanner::escape(const char*& at, char*& out) {
    read_ = at;
    if (end_ - at < 2) {
        read_ = end_;
        return fail("");
    }
    std::size_t size = 2;
    switch (at[1]) {
        case '"':
        case '\\':
        case '/':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't': break;
        case 'u':
            size = 6;
            for (int i = 2; i < 6; ++i) {
                if (end_ - at <= i) {
                    read_ = end_;
                    return fail("");
                }
                if (!is_hex(at[i])) {
                    return fail("\\u takes four hexadecimal digits");
                }
            }
            break;
        default: return fail("no such escape: write \\\\ for a backslash");
    }
    std::memcpy(out, at, size);
    at += size;
    out += size;
    return true;
}

bool JsonScanner::string(String& string) {
    if (read_ == end_ || *read_ != '"') {
        return fail("expected a string in double quotes");
    }
    char* const start = write_;
    const char* at = read_ + 1;
    char* out = start + 1;
    *start = '"';
    string.escaped = false;
    for (;;) {
        copy_plain(at, end_, out);
        if (at == end_) {
            read_ = end_;
            return fail("");
        }
        if (*at == '"') {
            break;
        }
        if (*at != '\\') {
            read_ = at;
            return fail("a control character in a string: escape it, as \\n or \\u0000");
        }
        string.escaped = true;
        if (!escape(at, out)) {
            return false;
        }
    }
    *out++ = '"';
    read_ = at + 1;
    write_ = out;
    string.token = {start, static_cast<std::size_t>(out - start)};
    return true;
}

void JsonScanner::copy_until(const char* stop) {
    const auto size = static_cast<std::size_t>(stop - read_);
    if (size <= chunk && end_ - read_ >= static_cast<std::ptrdiff_t>(chunk)) {
        std::memcpy(write_, read_, chunk);
    } else {
        std::memcpy(write_, read_, size);
    }
    write_ += size;
    read_ = stop;
}

bool JsonScanner::number() {
    const char* at = read_;
    const auto digits = [this, &at] {
        const char* const first = at;
        while (at != end_ && is_digit(*at)) {
            ++at;
        }
        return at != first;
    };
    const auto bad = [this, &at](const char* what) {
        read_ = at;
        return fail(what);
    };
    if (*at == '-') {
        ++at;
    }
    const char* const integer = at;
    if (!digits()) {
        return bad("expected a digit");
    }
    if (*integer == '0' && at - integer > 1) {
        at = integer;
        return bad("a number must not begin with 0");
    }
    if (at != end_ && *at == '.') {
        ++at;
        if (!digits()) {
            return bad("expected a digit after the point");
        }
    }
    if (at != end_ && (*at == 'e' || *at == 'E')) {
        ++at;
        if (at != end_ && (*at == '+' || *at == '-')) {
            ++at;
        }
        if (!digits()) {
            return bad("expected a digit in the exponent");
        }
    }
    copy_until(at);
    return true;
}

bool JsonScanner::literal() {
    const std::string_view rest(read_, static_cast<std::size_t>(end_ - read_));
    for (const std::string_view word : {"true", "false", "null"}) {
        if (rest.starts_with(word)) {
            copy_until(read_ + word.size());
            return true;
        }
    }
    if (bytes_read() == 0 && rest.starts_with("\xEF\xBB\xBF")) {
        return fail("a byte order mark: leave it out");
    }
    return fail("expected a value");
}

bool JsonScanner::scalar(char first) {
    if (first == '"') {
        String ignored;
        return string(ignored);
    }
    return first == '-' || is_digit(first) ? number() : literal();
}

// The name of a member and its colon.
bool JsonScanner::name() {
    if (peek() != '"') {
        return fail("expected a name in double quotes");
    }
    String ignored;
    if (!string(ignored)) {
        return false;
    }
    if (peek() != ':') {
        return fail("expected a colon after the name");
    }
    put();
    return true;
}

// Closes what ends here. `more`: a comma came, and the next value is due.
bool JsonScanner::after_value(bool& more) {
    more = false;
    while (nesting_.depth() != 0) {
        const bool object = nesting_.in_object();
        const char c = peek();
        if (c == ',') {
            put();
            more = true;
            return !object || name();
        }
        if (c != (object ? '}' : ']')) {
            return fail(object ? "expected , or }" : "expected , or ]");
        }
        put();
        nesting_.close();
    }
    return true;
}

bool JsonScanner::value(std::size_t depth_max, std::string_view& slice) {
    char* const start = write_;
    nesting_.clear();
    for (bool more = true; more;) {
        const char first = peek();
        if (first == '{' || first == '[') {
            if (nesting_.depth() == depth_max) {
                too_deep_ = depth_max;
                return fail("nests too deep");
            }
            const bool object = first == '{';
            nesting_.open(object);
            put();
            if (peek() != (object ? '}' : ']')) {
                if (object && !name()) {
                    return false;
                }
                continue;
            }
        } else if (!scalar(first)) {
            return false;
        }
        if (!after_value(more)) {
            return false;
        }
    }
    slice = {start, static_cast<std::size_t>(write_ - start)};
    return true;
}

std::optional<std::size_t> not_utf8(std::string_view text) {
    if (is_ascii(text) || is_utf8(text)) {
        return std::nullopt;
    }
    std::size_t at = 0;
    while (at < text.size()) {
        const Character character = first_character(text.substr(at));
        if (!character.valid || character.is_surrogate()) {
            break;
        }
        at += character.size;
    }
    return at;
}

Error utf8_error(std::size_t offset) {
    return {Code::invalid,
            fmt::format("not UTF-8 at byte {}: encode the text as UTF-8", offset + 1)};
}

}  // namespace hence
