// Spans and log records as the JSON of OpenTelemetry has them.
#pragma once

#include <string_view>

#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

// Both take one valid JSON value, and fail as ItemReaders say (formats/otlp/decode/delivery.h).
Result<Span> read_span_json(std::string_view json, Arena& arena);
Result<LogRecord> read_record_json(std::string_view json, Arena& arena);

}  // namespace hence
