// One span of Cloud Trace as a span of OpenTelemetry, from either version of its API.
#pragma once

#include <string>

#include "formats/google_cloud/cloud_spelling.h"
#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// Version 1: the trace says which it is, a span has labels.
struct CloudTracePlace {
    std::string project;
    std::string trace;
    CloudSpanIds ids = CloudSpanIds::decimal;
};
Result<SpanAndOrigin> read_cloud_span(Json json, const CloudTracePlace& place, Arena& arena);

// Version 2: the name of a span tells its trace, and it has attributes of several types, events and
// links.
bool is_named_cloud_span(Json json);
Result<SpanAndOrigin> read_named_cloud_span(Json json, Arena& arena);

}  // namespace hence
