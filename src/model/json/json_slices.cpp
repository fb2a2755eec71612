#include "model/json/json_slices.h"

#include <bit>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/ascii.h"

namespace hence {
namespace {

std::size_t past_space(std::string_view json, std::size_t at) {
    while (at < json.size() && is_space(json[at])) {
        ++at;
    }
    return at;
}

// Of places within `json`: string_view::substr would check them again.
std::string_view slice(std::string_view json, std::size_t begin, std::size_t end) {
    return {json.data() + begin, end - begin};
}

// As token_end, for the loops that pass over many short strings.
inline std::size_t string_end(std::string_view json, std::size_t at) {
    ++at;
    while (at < json.size()) {
#ifdef __SSE2__
        if (json.size() - at >= 16) {
            __m128i bytes;
            std::memcpy(&bytes, json.data() + at, 16);
            const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                               _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
            const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
            if (mask == 0) {
                at += 16;
                continue;
            }
            at += static_cast<std::size_t>(std::countr_zero(mask));
        }
#endif
        if (json[at] == '"') {
            return at + 1;
        }
        at += json[at] == '\\' ? 2 : 1;
    }
    return json.size();
}

std::size_t container_end(std::string_view json, std::size_t at) {
    std::size_t depth = 0;
    while (at < json.size()) {
        const char c = json[at];
        if (c == '"') {
            at = string_end(json, at);
            continue;
        }
        // [ and {, ] and } differ in one bit.
        const int bracket = c | 0x20;
        depth += static_cast<std::size_t>(bracket == '{');
        if (bracket == '}' && --depth == 0) {
            return at + 1;
        }
        ++at;
    }
    return json.size();
}

}  // namespace

std::size_t token_end(std::string_view json, std::size_t at) {
    return string_end(json, at);
}

std::size_t value_end(std::string_view json, std::size_t at) {
    if (at >= json.size()) {
        return json.size();
    }
    if (json[at] == '"') {
        return string_end(json, at);
    }
    if (json[at] == '{' || json[at] == '[') {
        return container_end(json, at);
    }
    while (at < json.size() && json[at] != ',' && json[at] != '}' && json[at] != ']' &&
           !is_space(json[at])) {
        ++at;
    }
    return at;
}

bool ElementReader::next(std::string_view& value) {
    at_ = past_space(json_, at_);
    if (at_ < json_.size() && json_[at_] == ',') {
        at_ = past_space(json_, at_ + 1);
    }
    const std::size_t end = value_end(json_, at_);
    if (end >= json_.size() || end == at_) {
        at_ = json_.size();
        return false;
    }
    value = slice(json_, at_, end);
    at_ = end;
    return true;
}

bool MemberReader::next(std::string_view& name, std::string_view& value) {
    at_ = past_space(json_, at_);
    if (at_ < json_.size() && json_[at_] == ',') {
        at_ = past_space(json_, at_ + 1);
    }
    if (at_ >= json_.size() || json_[at_] != '"') {
        at_ = json_.size();
        return false;
    }
    const std::size_t name_end = string_end(json_, at_);
    const std::size_t colon = past_space(json_, name_end);
    const std::size_t begin = past_space(json_, colon + 1);
    const std::size_t end = value_end(json_, begin);
    if (end >= json_.size() || end == begin) {
        at_ = json_.size();
        return false;
    }
    name = slice(json_, at_, name_end);
    value = slice(json_, begin, end);
    at_ = end;
    return true;
}

}  // namespace hence
