// Logs of Inspect with one sample, for tests.
#pragma once

#include <string>

#include "formats/common/read_for_test.h"
#include "formats/inspect/inspect.h"

namespace hence {

inline std::string inspect_sample_with(const std::string& members) {
    return R"({"id":"q1","epoch":1,"uuid":"S","input":"Count to ten","target":"10",)" + members +
           "}";
}

inline std::string inspect_log_with(const std::string& sample_members) {
    return R"({"version":2,"status":"success","eval":{"eval_id":"E","run_id":"R","task":"count",)"
           R"("created":"2026-01-01T00:00:00+00:00","dataset":{},"model":"openai/m"},"samples":[)" +
           inspect_sample_with(sample_members) + "]}";
}

// An event at the given second, in span `span` if that is not empty.
inline std::string inspect_event(const std::string& type, int second, const std::string& members,
                                 const std::string& span = "") {
    const std::string two = (second < 10 ? "0" : "") + std::to_string(second);
    return R"({"event":")" + type + R"(","uuid":")" + type + std::to_string(second) +
           R"(","timestamp":"2026-01-01T00:00:)" + two + R"(+00:00")" +
           (span.empty() ? "" : R"(,"span_id":")" + span + "\"") +
           (members.empty() ? "" : "," + members) + "}";
}

inline ReadText read_inspect_events(const std::string& events, const std::string& others = "") {
    return read_whole(read_inspect, inspect_log_with(R"("events":[)" + events + "]" +
                                                     (others.empty() ? "" : "," + others)));
}

// A model's answer: its message, without the braces.
inline std::string inspect_answer(const std::string& message) {
    return R"("output":{"model":"m-1","choices":[{"message":{"role":"assistant",)" + message +
           R"(},"stop_reason":"stop"}],"usage":{"input_tokens":7,"output_tokens":3,)"
           R"("total_tokens":10,"input_tokens_cache_read":2}})";
}

inline std::string inspect_model(int second, const std::string& input, const std::string& message,
                                 const std::string& span = "") {
    return inspect_event(
        "model", second,
        R"("model":"openai/m","input":[)" + input + R"(],"tools":[],)" + inspect_answer(message),
        span);
}

}  // namespace hence
