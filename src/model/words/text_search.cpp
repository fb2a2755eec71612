#include "model/words/text_search.h"

#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/event_body.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

constexpr std::size_t kept_bytes_max = std::size_t{1} << 20;  // Between two events.

// Eight letters at a time: a byte is upper case when adding carries into its high bit for 'A' and
// not yet for what comes behind 'Z'.
std::uint64_t lower_eight(std::uint64_t bytes) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    constexpr std::uint64_t high = 0x80 * ones;
    const std::uint64_t low_bits = bytes & ~high;
    const std::uint64_t from_a = low_bits + (0x80 - 'A') * ones;
    const std::uint64_t behind_z = low_bits + (0x7f - 'Z') * ones;
    const std::uint64_t upper = (from_a ^ behind_z) & ~bytes & high;
    return bytes | (upper >> 2);
}

void fold(std::string& text) {
    std::size_t at = 0;
    for (; at + 8 <= text.size(); at += 8) {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, text.data() + at, 8);
        bytes = lower_eight(bytes);
        std::memcpy(text.data() + at, &bytes, 8);
    }
    for (; at < text.size(); ++at) {
        text[at] = lower(text[at]);
    }
}

}  // namespace

Result<TextSearch> TextSearch::from(std::string_view text) {
    if (text.size() > search_text_bytes_max) {
        return Error{
            Code::invalid,
            fmt::format("the text to look for is longer than {} bytes", search_text_bytes_max),
            "look for a part of it"};
    }
    TextSearch search;
    search.wanted_ = text;
    fold(search.wanted_);
    std::string token;
    append_token(token, text);
    if (inside_quotes(token) != text) {
        search.spelled_ = inside_quotes(token);
        fold(search.spelled_);
    }
    return search;
}

bool TextSearch::found_in(std::string_view text) {
    return position_in(text) != std::string_view::npos;
}

std::size_t TextSearch::position_in(std::string_view text) {
    if (wanted_.empty()) {
        return 0;
    }
    folded_ = text;
    fold(folded_);
    const void* found = ::memmem(folded_.data(), folded_.size(), wanted_.data(), wanted_.size());
    return found == nullptr
               ? std::string_view::npos
               : static_cast<std::size_t>(static_cast<const char*>(found) - folded_.data());
}

bool TextSearch::found_in(const Event& event) {
    if (wanted_.empty()) {
        return true;
    }
    if (folded_.capacity() > kept_bytes_max) {
        folded_ = std::string();
    }
    folded_.clear();
    append_recorded(folded_, event.body());
    fold(folded_);
    return look(wanted_) || (!spelled_.empty() && look(spelled_));
}

// memmem is linear whatever it is given; std::string_view::find is not.
bool TextSearch::look(std::string_view wanted) const {
    return ::memmem(folded_.data(), folded_.size(), wanted.data(), wanted.size()) != nullptr;
}

}  // namespace hence
