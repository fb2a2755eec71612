// Spans and log records as the protobuf of OpenTelemetry has them.
#pragma once

#include <string_view>

#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"

namespace hence {

// Both take the bytes of one message, and fail as ItemReaders say (formats/otlp/decode/delivery.h).
Result<Span> read_span_protobuf(std::string_view bytes, Arena& arena);
Result<LogRecord> read_record_protobuf(std::string_view bytes, Arena& arena);

}  // namespace hence
