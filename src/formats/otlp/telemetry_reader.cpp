#include "formats/otlp/telemetry_reader.h"

#include <utility>

#include <fmt/format.h>

namespace hence {

std::vector<std::string> TelemetryReader::copies() {
    return std::exchange(copies_, {});
}

Result<void> TelemetryReader::read(const Record& record, Batch& batch) {
    std::vector<Made> made;
    const TelemetrySink sink = sink_for({record, made, batch});
    Result<void> done = hand_over(record, sink);
    for (Made& each : made) {
        add_all(std::move(each), record, batch);
    }
    return done;  // What was read before an error stands.
}

void TelemetryReader::hand_over_span(Result<SpanAndOrigin> read, std::uint64_t number, Json json,
                                     const TelemetrySink& sink) {
    if (!read) {
        const std::string reason =
            fmt::format("span {} of the document: {}", number, read.error().message);
        return sink.refused(number, {read.error().code, reason}, json.raw());
    }
    read->span.origin = &read->origin;
    sink.span(read->span);
}

TelemetrySink TelemetryReader::sink_for(const Place& place) {
    TelemetrySink sink;
    sink.span = [place, this](const Span& span) {
        keep(translate(span),
             {.translation = {},
              .name = fmt::format("span {} of trace {}", span.span_id, span.trace_id),
              .bytes = span.bytes},
             place);
    };
    sink.log = [place, this](const LogRecord& log) {
        keep(translate(log),
             {.translation = {},
              .name =
                  fmt::format("log record{}{}", log.event_name.empty() ? "" : " ", log.event_name),
              .bytes = log.bytes},
             place);
    };
    sink.refused = [place, this](std::uint64_t, const Error& error, std::string_view bytes) {
        refuse(place.record, error.message, bytes, place.batch);
    };
    return sink;
}

void TelemetryReader::keep(Result<Translation> translation, Made made, const Place& place) {
    if (!translation) {
        return refuse(place.record, made.name + ": " + translation.error().message, made.bytes,
                      place.batch);
    }
    made.translation = std::move(translation).take();
    place.made.push_back(std::move(made));
}

void TelemetryReader::refuse(const Record& record, std::string reason, std::string_view bytes,
                             Batch& batch) {
    batch.refused.push_back({source_, record.line, std::move(reason), std::string(bytes)});
}

void TelemetryReader::add_all(Made made, const Record& record, Batch& batch) {
    if (!add_one(std::move(made.translation.main), made, record, batch)) {
        return;
    }
    for (EventDraft& draft : made.translation.more) {
        add_one(std::move(draft), made, record, batch);
    }
    for (EventDraft& draft : made.translation.if_absent) {
        add_one(std::move(draft), made, record, batch);
    }
}

bool TelemetryReader::add_one(EventDraft draft, const Made& made, const Record& record,
                              Batch& batch) {
    Result<Event> event = std::move(draft).finish(traits_.format);
    if (!event) {
        refuse(record, made.name + ": " + event.error().message, made.bytes, batch);
        return false;
    }
    if (traits_.copies) {
        copies_.emplace_back(event->id());
    }
    add(event->with_flag(Flag::settled), record, batch);
    return true;
}

}  // namespace hence
