// What a value says by itself, whatever attribute it stands under.
#include <algorithm>
#include <array>
#include <deque>

#include "base/ascii.h"
#include "formats/otlp/conventions/conventions.h"
#include "formats/otlp/decode/loose_json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

constexpr auto sentinels = std::to_array<std::string_view>({
    "",
    "{}",
    "N/A",
    "Unknown",
    "<REDACTED>",
    "[REDACTED]",
    "__REDACTED__",
    "<not serializable>",
    "<not specified>",
});

}  // namespace

std::string scalar_text(Json value) {
    const Json one = value.is_array() ? value.at(0) : value;
    if (!one.present() || one.is_object() || one.is_array()) {
        return {};
    }
    std::string text = one.is_string() ? one.string().value_or("") : std::string(one.raw());
    if (text.starts_with('"')) {  // MLflow and Langfuse write texts as JSON.
        std::deque<std::string> kept;
        text = loosened(one, kept).value.string().value_or(text);
    }
    const std::string_view inner = trimmed(text);
    return inner.size() == text.size() ? text : std::string(inner);
}

bool says_nothing(Json value) {
    if (!value.present() || value.raw() == "{}") {
        return true;
    }
    const std::string_view text = inside_quotes(value.raw());
    return value.is_string() && text.size() <= 20 &&
           std::ranges::find(sentinels, text) != sentinels.end();
}

}  // namespace hence
