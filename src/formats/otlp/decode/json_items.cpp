#include "formats/otlp/decode/json_items.h"

#include <array>
#include <utility>

#include "base/try.h"
#include "formats/otlp/decode/delivery.h"
#include "formats/otlp/decode/json_values.h"

namespace hence {
namespace {

// A member of T that is text, a time, or a count.
template <auto member, class T>
Result<void> take_text(Json value, T& into, Arena& arena) {
    into.*member = TRY(json_text(value, arena));
    return {};
}

template <auto member, class T>
Result<void> take_time(Json value, T& into, Arena&) {
    into.*member = TRY(json_unsigned(value));
    return {};
}

template <auto member, class T>
Result<void> take_count(Json value, T& into, Arena&) {
    into.*member = TRY(json_count(value));
    return {};
}

template <auto member, IdOf of, class T>
Result<void> take_id(Json value, T& into, Arena& arena) {
    into.*member = TRY(json_id(value, of, arena));
    return {};
}

template <class T>
Result<void> take_attributes(Json value, T& into, Arena& arena) {
    into.attributes = TRY(json_attributes(value, arena));
    return {};
}

constexpr std::array event_members = {
    JsonMember<SpanEvent>{"timeUnixNano", take_time<&SpanEvent::time_ns>},
    JsonMember<SpanEvent>{"name", take_text<&SpanEvent::name>},
    JsonMember<SpanEvent>{"attributes", take_attributes},
    JsonMember<SpanEvent>{"droppedAttributesCount", take_count<&SpanEvent::dropped_attributes>},
};

Result<void> take_events(Json value, Span& span, Arena& arena) {
    return take_elements(value, [&](Json element) -> Result<void> {
        TRY(arena.admit());
        SpanEvent event;
        TRY(take_members(element, event_members, event, arena));
        span.events.push_back(std::move(event));
        return {};
    });
}

constexpr std::array link_members = {
    JsonMember<SpanLink>{"traceId", take_id<&SpanLink::trace_id, IdOf::trace>},
    JsonMember<SpanLink>{"spanId", take_id<&SpanLink::span_id, IdOf::span>},
    JsonMember<SpanLink>{"traceState", take_text<&SpanLink::trace_state>},
    JsonMember<SpanLink>{"attributes", take_attributes},
    JsonMember<SpanLink>{"droppedAttributesCount", take_count<&SpanLink::dropped_attributes>},
};

Result<void> take_links(Json value, Span& span, Arena& arena) {
    return take_elements(value, [&](Json element) -> Result<void> {
        TRY(arena.admit());
        SpanLink link;
        TRY(take_members(element, link_members, link, arena));
        span.links.push_back(std::move(link));
        return {};
    });
}

Result<void> take_status_code(Json value, Span& span, Arena&) {
    const std::size_t code = TRY(json_enum(value, "STATUS_CODE_", {"UNSET", "OK", "ERROR"}));
    span.status = static_cast<SpanStatus>(code);
    return {};
}

constexpr std::array status_members = {
    JsonMember<Span>{"code", take_status_code},
    JsonMember<Span>{"message", take_text<&Span::status_message>},
};

Result<void> take_status(Json value, Span& span, Arena& arena) {
    return take_members(value, status_members, span, arena);
}

Result<void> take_kind(Json value, Span& span, Arena&) {
    const std::size_t kind =
        TRY(json_enum(value, "SPAN_KIND_",
                      {"UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"}));
    span.kind = static_cast<SpanKind>(kind);
    return {};
}

constexpr std::array span_members = {
    JsonMember<Span>{"traceId", take_id<&Span::trace_id, IdOf::trace>},
    JsonMember<Span>{"spanId", take_id<&Span::span_id, IdOf::span>},
    JsonMember<Span>{"parentSpanId", take_id<&Span::parent_id, IdOf::span>},
    JsonMember<Span>{"traceState", take_text<&Span::trace_state>},
    JsonMember<Span>{"name", take_text<&Span::name>},
    JsonMember<Span>{"kind", take_kind},
    JsonMember<Span>{"startTimeUnixNano", take_time<&Span::start_ns>},
    JsonMember<Span>{"endTimeUnixNano", take_time<&Span::end_ns>},
    JsonMember<Span>{"attributes", take_attributes},
    JsonMember<Span>{"droppedAttributesCount", take_count<&Span::dropped_attributes>},
    JsonMember<Span>{"events", take_events},
    JsonMember<Span>{"droppedEventsCount", take_count<&Span::dropped_events>},
    JsonMember<Span>{"links", take_links},
    JsonMember<Span>{"droppedLinksCount", take_count<&Span::dropped_links>},
    JsonMember<Span>{"status", take_status},
};

Result<void> check_id(const std::string& id, std::string_view name) {
    if (id.empty()) {
        return Error{Code::invalid, "." + std::string(name) + " is missing or all zeros"};
    }
    return {};
}

// Its names are those of the numbers 1 to 24, by fours: TRACE, TRACE2, TRACE3, TRACE4, DEBUG, …
Result<void> take_severity(Json value, LogRecord& record, Arena&) {
    const std::size_t severity =
        TRY(json_enum(value, "SEVERITY_NUMBER_",
                      {"UNSPECIFIED", "TRACE",  "TRACE2", "TRACE3", "TRACE4", "DEBUG",  "DEBUG2",
                       "DEBUG3",      "DEBUG4", "INFO",   "INFO2",  "INFO3",  "INFO4",  "WARN",
                       "WARN2",       "WARN3",  "WARN4",  "ERROR",  "ERROR2", "ERROR3", "ERROR4",
                       "FATAL",       "FATAL2", "FATAL3", "FATAL4"}));
    record.severity = static_cast<std::int32_t>(severity);
    return {};
}

Result<void> take_body(Json value, LogRecord& record, Arena& arena) {
    TRY(arena.admit());
    record.body = TRY(json_value(value, arena));
    return {};
}

constexpr std::array record_members = {
    JsonMember<LogRecord>{"timeUnixNano", take_time<&LogRecord::time_ns>},
    JsonMember<LogRecord>{"observedTimeUnixNano", take_time<&LogRecord::observed_ns>},
    JsonMember<LogRecord>{"severityNumber", take_severity},
    JsonMember<LogRecord>{"severityText", take_text<&LogRecord::severity_text>},
    JsonMember<LogRecord>{"eventName", take_text<&LogRecord::event_name>},
    JsonMember<LogRecord>{"body", take_body},
    JsonMember<LogRecord>{"attributes", take_attributes},
    JsonMember<LogRecord>{"droppedAttributesCount", take_count<&LogRecord::dropped_attributes>},
    JsonMember<LogRecord>{"traceId", take_id<&LogRecord::trace_id, IdOf::trace>},
    JsonMember<LogRecord>{"spanId", take_id<&LogRecord::span_id, IdOf::span>},
};

}  // namespace

Result<Span> read_span_json(std::string_view json, Arena& arena) {
    Span span;
    TRY(take_members(Json(json), span_members, span, arena));
    TRY(check_id(span.trace_id, "traceId"));
    TRY(check_id(span.span_id, "spanId"));
    TRY(arena.check());
    return span;
}

Result<LogRecord> read_record_json(std::string_view json, Arena& arena) {
    LogRecord record;
    TRY(take_members(Json(json), record_members, record, arena));
    TRY(arena.check());
    return record;
}

}  // namespace hence
