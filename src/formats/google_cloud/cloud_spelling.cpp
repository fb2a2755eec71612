#include "formats/google_cloud/cloud_spelling.h"

#include <charconv>

#include <fmt/format.h>

#include "formats/common/foreign.h"
#include "formats/otlp/decode/ids.h"
#include "formats/otlp/decode/json_values.h"
#include "hence/time.h"

namespace hence {

Json cloud_member(Json object, std::string_view camel) {
    MemberReader reader(object.raw());
    std::string_view token;
    std::string_view value;
    Json found;
    while (reader.next(token, value)) {
        if (token_spells(token, camel)) {
            found = Json(value);
        }
    }
    return found;
}

std::string cloud_text(Json value) {
    return value.is_string()   ? value.string().value_or("")
           : value.is_number() ? std::string(value.raw())
                               : std::string();
}

Result<std::uint64_t> cloud_nanos(Json time) {
    if (!time.present()) {
        return std::uint64_t{0};
    }
    // Seconds up to the year 2554 fit into nanoseconds of 64 bits.
    constexpr std::int64_t seconds_max = 18'446'744'072;
    constexpr std::uint64_t nanos_per_second = 1'000'000'000;
    const std::optional<std::string> text = time_from(time);
    const Result<Time> read = text ? parse_time(*text) : Error{Code::invalid, ""};
    if (!read || read->seconds < 0 || read->seconds > seconds_max) {
        return Error{Code::invalid, " is no time from 1970 to 2554"};
    }
    return static_cast<std::uint64_t>(read->seconds) * nanos_per_second + read->nanos;
}

CloudTraceName cloud_trace_name(std::string_view name) {
    CloudTraceName read;
    if (name.find('/') == std::string_view::npos) {
        read.trace = name;
        return read;
    }
    std::string_view before;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find('/'), name.size());
        const std::string_view part = name.substr(0, end);
        std::string* place = before == "projects" ? &read.project
                             : before == "traces" ? &read.trace
                             : before == "spans"  ? &read.span
                                                  : nullptr;
        if (place != nullptr && place->empty()) {
            *place = part;
            before = {};
        } else {
            before = part;
        }
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return read;
}

std::optional<std::string> cloud_span_id(std::string_view text, CloudSpanIds spelled) {
    if (spelled == CloudSpanIds::hex || text.empty()) {
        return id_from_text(IdOf::span, text);
    }
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return number == 0 ? std::string() : fmt::format("{:016x}", number);
}

}  // namespace hence
