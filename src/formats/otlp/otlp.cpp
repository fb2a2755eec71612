#include "formats/otlp/otlp.h"

#include <initializer_list>
#include <string_view>

#include "formats/otlp/decode/json_values.h"
#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/telemetry_reader.h"

namespace hence {
namespace {

bool has_any(Json object, std::initializer_list<std::string_view> names) {
    MemberReader reader(object.raw());
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        for (const std::string_view name : names) {
            if (token_spells(token, name)) {
                return true;
            }
        }
    }
    return false;
}

bool holds_spans(Json object) {
    return has_any(object, {"resourceSpans", "scopeSpans", "instrumentationLibrarySpans"});
}

bool holds_records(Json object) {
    return has_any(object, {"resourceLogs", "scopeLogs", "instrumentationLibraryLogs"});
}

bool holds_points(Json object) {
    return has_any(object, {"resourceMetrics", "scopeMetrics", "instrumentationLibraryMetrics"});
}

class OtlpReader : public TelemetryReader {
public:
    explicit OtlpReader(const ReadOptions& options)
        : TelemetryReader(options, {.format = otlp_format}) {}

protected:
    Result<void> hand_over(const Record& record, const TelemetrySink& sink) override {
        const bool spans = holds_spans(record.json);
        const bool records = holds_records(record.json);
        if (!spans && !records) {
            return Error{Code::invalid, holds_points(record.json)
                                            ? "holds metrics, of which none are kept"
                                            : "holds neither resourceSpans nor resourceLogs"};
        }
        Result<void> done;
        if (spans) {
            done = read_traces_json(record.json, sink);
        }
        if (done && records) {
            done = read_logs_json(record.json, sink);
        }
        return done;
    }
};

}  // namespace

bool is_otlp(const Beginning& beginning) {
    const Json record = beginning.record();
    return holds_spans(record) || holds_records(record) || holds_points(record);
}

std::unique_ptr<Reader> read_otlp(const ReadOptions& options) {
    return std::make_unique<OtlpReader>(options);
}

}  // namespace hence
