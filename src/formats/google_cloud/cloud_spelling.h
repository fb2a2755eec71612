// What Cloud Trace and Cloud Logging spell alike: names, times and ids.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// The member of that name in camelCase, or the same in snake_case, as libraries write it.
Json cloud_member(Json object, std::string_view camel);

// A text, or the spelling of a number; empty for anything else.
std::string cloud_text(Json value);

// A time of RFC 3339 in nanoseconds since 1970. Absent: 0. Fails with invalid, the message going on
// where the name of the value ends.
Result<std::uint64_t> cloud_nanos(Json time);

// "projects/P/traces/T/spans/S", as far as it goes. A bare id is a trace.
struct CloudTraceName {
    std::string project;
    std::string trace;
    std::string span;
};
CloudTraceName cloud_trace_name(std::string_view name);

// How the span ids of a trace are spelled. Older interfaces have them in decimal, and the digits
// alone do not always tell.
enum class CloudSpanIds : std::uint8_t { hex, decimal };

// In hex, of 16 digits. Empty when the text is, or is zero; nothing when it is no id.
std::optional<std::string> cloud_span_id(std::string_view text, CloudSpanIds spelled);

}  // namespace hence
