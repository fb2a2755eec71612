// What spans and log records have in common, as fields of an event.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "formats/common/foreign.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

// RFC 3339, with nine digits.
std::string time_of_nanos(std::uint64_t nanos);
// Milliseconds as a JSON number, exactly: "1.5".
std::string ms_of_nanos(std::uint64_t nanos);

// An object of all attributes but those that `left_out` says; empty when there are none.
std::string attributes_json(const Attributes& attributes,
                            const std::function<bool(std::string_view key)>& left_out = {});

// `scope` and `resource`: who sent it.
void add_origin(Fields& fields, const Origin& origin);

// `dropped_attributes_count` and the like, where anything was dropped.
void add_dropped(Fields& fields, std::string_view what, std::uint32_t count);

}  // namespace hence
