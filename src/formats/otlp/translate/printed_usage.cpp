#include "formats/otlp/translate/printed_usage.h"

#include "model/json/json.h"

namespace hence {
namespace {

// Empty: none is told.
std::string_view count_in(std::string_view usage, std::string_view name) {
    const std::size_t at = usage.find(name);
    if (at == usage.npos) {
        return {};
    }
    const std::string_view rest = usage.substr(at + name.size());
    const std::string_view count = rest.substr(0, rest.find_first_not_of("0123456789"));
    constexpr std::size_t digits_max = 15;
    const bool number =
        count.size() <= digits_max && (count.size() == 1 || !count.starts_with('0'));
    return number ? count : std::string_view();
}

}  // namespace

void add_printed_usage(Fields& fields, std::string_view text) {
    const std::size_t at = text.rfind("CompletionUsage(");
    if (at == text.npos) {
        return;
    }
    const std::string_view usage = text.substr(at);
    if (!fields.has("cache_read_tokens")) {
        fields.value("cache_read_tokens", Json(count_in(usage, "cached_tokens=")));
    }
    if (!fields.has("reasoning_tokens")) {
        fields.value("reasoning_tokens", Json(count_in(usage, "reasoning_tokens=")));
    }
}

}  // namespace hence
