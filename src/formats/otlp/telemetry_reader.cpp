#include "formats/otlp/telemetry_reader.h"

#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"

namespace hence {
namespace {

std::string joined_parts(std::initializer_list<std::string_view> parts) {
    std::string joined;
    for (const std::string_view part : parts) {
        joined += fmt::format("{}:{}", part.size(), part);
    }
    return joined;
}

struct CallKey {
    explicit CallKey(const Event& call) {
        const Json fields(call.fields());
        const std::string id = fields["call_id"].string().value_or("");
        by_id = id.empty() ? id : joined_parts({call.run(), id});
        by_input = sha256_hex(
            joined_parts({call.run(), fields["tool_name"].raw(), fields["input"].raw()}));
    }
    std::string by_id;
    std::string by_input;
};

}  // namespace

void KnownCalls::add(const Event& call) {
    const CallKey key(call);
    if (key.by_id.empty()) {
        nameless_.insert(key.by_input);
    } else {
        by_id_.insert(key.by_id);
    }
    by_input_.insert(key.by_input);
}

bool KnownCalls::has(const Event& call) const {
    const CallKey key(call);
    return key.by_id.empty() ? by_input_.contains(key.by_input)
                             : by_id_.contains(key.by_id) || nameless_.contains(key.by_input);
}

std::uint64_t TelemetryReader::finish(Batch& batch) {
    for (Incoming& incoming : held_) {
        if (incoming.event.kind() != "tool_call" || !calls_.has(incoming.event)) {
            note_copy(incoming.event);
            batch.events.push_back(std::move(incoming));
        }
    }
    held_.clear();
    return 0;
}

std::vector<std::string> TelemetryReader::copies() {
    return std::exchange(copies_, {});
}

Result<void> TelemetryReader::read(const Record& record, Batch& batch) {
    std::vector<Made> made;
    const TelemetrySink sink = sink_for({record, made, batch});
    Result<void> done = hand_over(record, sink);
    for (const Made& each : made) {
        remember(each.translation);
    }
    for (Made& each : made) {
        add_all(std::move(each), record, batch);
    }
    return done;  // What was read before an error stands.
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

void TelemetryReader::remember(const Translation& translation) {
    for (const StatedRationale& stated : translation.rationales) {
        rationales_.emplace(joined_parts({translation.main.run, stated.call_id}), stated.rationale);
    }
}

void TelemetryReader::state_rationale(Translation& translation) const {
    const auto stated = rationales_.find(joined_parts({translation.main.run, translation.call_id}));
    if (!translation.call_id.empty() && translation.main.kind == "tool_call" &&
        translation.main.rationale.empty() && stated != rationales_.end()) {
        translation.main.rationale = stated->second;
    }
}

void TelemetryReader::add_all(Made made, const Record& record, Batch& batch) {
    state_rationale(made.translation);
    if (!add_one(std::move(made.translation.main), made, record, batch)) {
        return;
    }
    for (EventDraft& draft : made.translation.more) {
        add_one(std::move(draft), made, record, batch);
    }
    for (EventDraft& draft : made.translation.if_absent) {
        Result<Event> event = std::move(draft).finish(traits_.format);
        if (!event) {
            refuse(record, made.name + ": " + event.error().message, made.bytes, batch);
        } else if (held_ids_.insert(std::string(event->id())).second) {
            held_.push_back({std::move(event).take(), record.line});
        }
    }
}

bool TelemetryReader::add_one(EventDraft draft, const Made& made, const Record& record,
                              Batch& batch) {
    Result<Event> event = std::move(draft).finish(traits_.format);
    if (!event) {
        refuse(record, made.name + ": " + event.error().message, made.bytes, batch);
        return false;
    }
    if (event->kind() == "tool_call") {
        calls_.add(*event);
    }
    note_copy(*event);
    add(std::move(event).take(), record, batch);
    return true;
}

void TelemetryReader::note_copy(const Event& event) {
    if (traits_.copies) {
        copies_.emplace_back(event.id());
    }
}

}  // namespace hence
