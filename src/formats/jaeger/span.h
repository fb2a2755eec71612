// One span of Jaeger's as a span of OpenTelemetry.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "formats/otlp/decode/arena.h"
#include "formats/otlp/decode/telemetry.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// The processes of a trace by their ids, each as a resource. They live in the arena.
struct JaegerProcess {
    Attributes resource;
    std::size_t bytes = 0;  // What an event repeats of it.
};
using JaegerProcesses = std::map<std::string, JaegerProcess, std::less<>>;
Result<JaegerProcesses> jaeger_processes(Json processes, Arena& arena);
// The one of a span, or null.
const JaegerProcess* find_jaeger_process(Json span, const JaegerProcesses& processes);

struct JaegerPlace {
    std::string_view trace_id;  // As it was spelled; of a span that does not say.
    const JaegerProcesses& processes;
};

// Fails with invalid or limit; the message names the member.
Result<SpanAndOrigin> read_jaeger_span(Json json, const JaegerPlace& place, Arena& arena);

}  // namespace hence
