// Made-up agents that send OpenTelemetry, the same for the same seed.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace hence::bench {

// Requests in protobuf, of spans of about 1 KB each. A trace is an agent that asks a model and uses
// a tool in turn, 16 spans in all, and lies in one request; four traces in a row share a session.
// Text is drawn as prose, and no two spans share it.
class SpanGenerator {
public:
    static constexpr std::size_t trace_spans = 16;

    explicit SpanGenerator(std::uint64_t seed);

    // An ExportTraceServiceRequest of `spans` spans, a multiple of trace_spans.
    std::string request(std::size_t spans);
    // One trace of `spans` spans, as one request: a chain of 20, and the rest beneath the first.
    std::string long_trace(std::size_t spans);

    // Of the last trace: its session, and the event of its span that has 19 ancestors.
    const std::string& session() const { return session_; }
    const std::string& twentieth() const { return twentieth_; }

private:
    std::string id(std::size_t bytes);
    std::string words(std::size_t bytes);
    std::string model_call(const std::string& call_id);
    std::string tool_call(const std::string& call_id);
    std::string agent();
    struct Place {
        std::string trace;
        std::string span;
        std::string parent;
    };
    std::string span(const Place& place, const std::string& name, const std::string& attributes);

    std::mt19937_64 random_;
    std::vector<std::string> vocabulary_;
    std::uint64_t traces_ = 0;
    std::uint64_t clock_ns_ = 1'770'000'000'000'000'000;
    std::string session_;
    std::string twentieth_;
};

}  // namespace hence::bench
