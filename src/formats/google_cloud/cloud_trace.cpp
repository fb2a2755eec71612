#include "formats/google_cloud/cloud_trace.h"

#include <utility>

#include "formats/google_cloud/cloud_trace_span.h"
#include "formats/otlp/telemetry_reader.h"
#include "model/event_rules.h"

namespace hence {
namespace {

bool is_span(Json json) {
    return !cloud_text(cloud_member(json, "spanId")).empty() &&
           cloud_member(json, "startTime").is_string() && json["name"].is_string();
}

// A trace of version 1. A list of spans under a trace id is what many have: here it has a project,
// or spans with labels.
bool is_trace(Json json) {
    const Json spans = json["spans"];
    if (!spans.is_array() || !cloud_member(json, "traceId").is_string()) {
        return false;
    }
    const bool projects = cloud_member(json, "projectId").is_string();
    return spans.raw() == "[]"
               ? projects
               : is_span(spans.at(0)) && (projects || spans.at(0)["labels"].is_object());
}

// A letter, or a zero in front, is of hex; and what one id of a trace is, all are.
CloudSpanIds spelling_of(Json spans) {
    bool hex = false;
    spans.each_element([&](Json span) {
        for (const std::string_view name : {"spanId", "parentSpanId"}) {
            const std::string id = cloud_text(cloud_member(span, name));
            hex = hex || id.find_first_not_of("0123456789") != std::string::npos ||
                  (id.size() > 1 && id.front() == '0');
        }
        return !hex;
    });
    return hex ? CloudSpanIds::hex : CloudSpanIds::decimal;
}

class CloudTraceReader : public TelemetryReader {
public:
    explicit CloudTraceReader(const ReadOptions& options)
        : TelemetryReader(options, {.format = "cloud-trace", .copies = true}) {}

protected:
    Result<void> hand_over(const Record& record, const TelemetrySink& sink) override {
        const Json json = record.json;
        number_ = 0;
        if (is_named_cloud_span(json)) {
            hand_over_named(json, sink);
        } else if (json["traces"].is_array()) {
            json["traces"].each_element([&](Json trace) {
                hand_over_trace(trace, sink);
                return true;
            });
        } else if (json["spans"].is_array() && cloud_member(json, "traceId").present()) {
            hand_over_trace(json, sink);
        } else if (json["spans"].is_array()) {
            json["spans"].each_element([&](Json span) {
                hand_over_named(span, sink);
                return true;
            });
        } else {
            return Error{Code::invalid, "is neither a trace of Cloud Trace nor a span"};
        }
        return {};
    }

private:
    void hand_over_trace(Json trace, const TelemetrySink& sink) {
        const Json spans = trace["spans"];
        // Each event repeats the name of the project, so what is too long to be one is none.
        std::string project = cloud_text(cloud_member(trace, "projectId"));
        project = project.size() <= name_size_max ? project : std::string();
        const CloudTracePlace place{.project = project,
                                    .trace = cloud_text(cloud_member(trace, "traceId")),
                                    .ids = spelling_of(spans)};
        spans.each_element([&](Json span) {
            arena_.clear();
            hand_over_span(read_cloud_span(span, place, arena_), ++number_, span, sink);
            return true;
        });
    }

    void hand_over_named(Json span, const TelemetrySink& sink) {
        arena_.clear();
        hand_over_span(read_named_cloud_span(span, arena_), ++number_, span, sink);
    }

    Arena arena_;
    std::uint64_t number_ = 0;
};

}  // namespace

bool is_cloud_trace(const Beginning& beginning) {
    const Json record = beginning.record();
    return is_trace(record["traces"].at(0)) || is_trace(record) || is_named_cloud_span(record) ||
           is_named_cloud_span(record["spans"].at(0));
}

std::unique_ptr<Reader> read_cloud_trace(const ReadOptions& options) {
    return std::make_unique<CloudTraceReader>(options);
}

}  // namespace hence
