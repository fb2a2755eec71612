#include "formats/jaeger/jaeger.h"

#include <utility>

#include "base/try.h"
#include "formats/jaeger/span.h"
#include "formats/otlp/telemetry_reader.h"

namespace hence {
namespace {

bool is_trace(Json json) {
    return json["spans"].is_array() && json["traceID"].is_string();
}

bool is_span(Json json) {
    return json["traceID"].is_string() && json["spanID"].is_string() &&
           json["operationName"].is_string();
}

// The answer of a search that found nothing.
bool is_empty_answer(Json json) {
    const auto has = [json](std::string_view name) { return !json[name].raw().empty(); };
    return json["data"].raw() == "[]" && has("total") && has("limit") && has("offset") &&
           has("errors");
}

// The events of a record repeat their processes. These copies may take this much, and so many times
// the size of the record: else a few bytes could fill a disk.
constexpr std::uint64_t process_bytes_max = 16 << 20;
constexpr std::uint64_t record_share_max = 64;

// The spans of a trace, or one span, or what the newer interface answers: OTLP.
class JaegerReader : public TelemetryReader {
public:
    explicit JaegerReader(const ReadOptions& options)
        : TelemetryReader(options, {.format = "jaeger", .copies = true}) {}

protected:
    Result<void> hand_over(const Record& record, const TelemetrySink& sink) override {
        const Json json = record.json;
        const Json otlp = json["result"].is_object() ? json["result"] : json;
        if (otlp["resourceSpans"].is_array()) {
            return read_traces_json(otlp, sink);
        }
        number_ = 0;
        process_bytes_left_ = process_bytes_max + record_share_max * json.raw().size();
        if (is_trace(json)) {
            return hand_over_trace(json, sink);
        }
        if (is_span(json)) {
            hand_over_span(json, {{}, {}}, sink);
            return {};
        }
        if (!json["data"].is_array()) {
            return Error{Code::invalid, "is neither a trace of Jaeger nor a span"};
        }
        Result<void> done;
        json["data"].each_element([&](Json trace) {
            done = hand_over_trace(trace, sink);
            return static_cast<bool>(done);
        });
        return done;
    }

private:
    Result<void> hand_over_trace(Json trace, const TelemetrySink& sink) {
        Arena arena;
        const JaegerProcesses processes = TRY(jaeger_processes(trace["processes"], arena));
        const std::string id = trace["traceID"].string().value_or("");
        trace["spans"].each_element([&](Json span) {
            hand_over_span(span, {id, processes}, sink);
            return true;
        });
        return {};
    }

    void hand_over_span(Json json, const JaegerPlace& place, const TelemetrySink& sink) {
        arena_.clear();
        ++number_;
        Result<SpanAndOrigin> read =
            has_share(json, place) ? read_jaeger_span(json, place, arena_)
                                   : Error{Code::limit, "its process is too long for so many"};
        TelemetryReader::hand_over_span(std::move(read), number_, json, sink);
    }

    bool has_share(Json json, const JaegerPlace& place) {
        const JaegerProcess* process = find_jaeger_process(json, place.processes);
        const std::uint64_t needed = process == nullptr ? 0 : process->bytes;
        if (needed > process_bytes_left_) {
            return false;
        }
        process_bytes_left_ -= needed;
        return true;
    }

    Arena arena_;
    std::uint64_t number_ = 0;
    std::uint64_t process_bytes_left_ = 0;
};

}  // namespace

bool is_jaeger(const Beginning& beginning) {
    const Json record = beginning.record();
    return is_trace(record["data"].at(0)) || is_trace(record) || is_span(record) ||
           is_empty_answer(record) || record["result"]["resourceSpans"].is_array();
}

std::unique_ptr<Reader> read_jaeger(const ReadOptions& options) {
    return std::make_unique<JaegerReader>(options);
}

}  // namespace hence
