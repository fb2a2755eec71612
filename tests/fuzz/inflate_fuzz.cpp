// Any bytes as a compressed text: what comes out is bounded, and the same however it was cut.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "base/inflate.h"

namespace {

constexpr hence::InflateLimits limits{
    .bytes_max = 1 << 20, .ratio_max = 100, .ratio_from = 64 << 10};

struct Outcome {
    std::optional<hence::Code> refused;
    std::string text;
};

Outcome inflate(hence::Coding coding, std::string_view text, std::size_t piece) {
    hence::Inflater inflater(coding, limits);
    Outcome outcome;
    while (!text.empty()) {
        const hence::Result<void> taken = inflater.take(text.substr(0, piece), outcome.text);
        if (!taken) {
            return {taken.error().code, outcome.text};
        }
        text.remove_prefix(std::min(piece, text.size()));
    }
    if (const hence::Result<void> whole = inflater.finish(); !whole) {
        outcome.refused = whole.error().code;
    }
    return outcome;
}

void require(bool holds) {
    if (!holds) {
        std::abort();
    }
}

}  // namespace

// The first byte chooses the coding, the second how the rest is cut.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) {
        return 0;
    }
    const auto coding = static_cast<hence::Coding>(data[0] % 3);
    const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
    const Outcome whole = inflate(coding, text, text.size() + 1);
    const Outcome cut = inflate(coding, text, std::size_t{data[1]} + 1);
    require(whole.text.size() <= limits.bytes_max && cut.text.size() <= limits.bytes_max);
    if (!whole.refused && !cut.refused) {
        require(whole.text == cut.text);
    }
    // Seen in pieces a text may seem to grow too fast sooner than as a whole, and zstd overlooks a
    // frame that holds less than it says when it comes in pieces.
    const bool limited = whole.refused == hence::Code::limit || cut.refused == hence::Code::limit;
    if (!limited && coding != hence::Coding::zstd) {
        require(whole.refused == cut.refused);
    }
    return 0;
}
