// Reads the ids, times, labels or attributes, events, links and status of one span of Cloud Trace.
#include "formats/google_cloud/cloud_trace_span.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "formats/otlp/decode/attribute_list.h"
#include "formats/otlp/decode/ids.h"
#include "formats/otlp/decode/json_values.h"

namespace hence {
namespace {

constexpr std::string_view own_prefix = "cloud_trace.";

std::string_view kept_text(Json value, Arena& arena) {
    return arena.keep(cloud_text(value));
}

Result<std::string> trace_id_of(std::string_view text) {
    std::optional<std::string> id = id_from_text(IdOf::trace, text);
    if (!id || id->empty()) {
        return Error{Code::invalid, "traceId is missing, or no id of 32 digits in hex"};
    }
    return std::move(*id);
}

Result<std::string> span_id_of(Json json, std::string_view name, CloudSpanIds ids) {
    std::optional<std::string> id = cloud_span_id(cloud_text(cloud_member(json, name)), ids);
    if (!id) {
        return Error{Code::invalid, fmt::format("{} is no id in {}", name,
                                                ids == CloudSpanIds::hex ? "hex" : "decimal")};
    }
    return std::move(*id);
}

Result<void> take_ids(Json json, CloudSpanIds ids, Span& span) {
    span.span_id = TRY(span_id_of(json, "spanId", ids));
    span.parent_id = TRY(span_id_of(json, "parentSpanId", ids));
    if (span.span_id.empty()) {
        return Error{Code::invalid, "spanId is missing or zero"};
    }
    return {};
}

Result<std::uint64_t> time_of(Json json, std::string_view name) {
    const Result<std::uint64_t> nanos = cloud_nanos(cloud_member(json, name));
    if (!nanos) {
        return Error{nanos.error().code, std::string(name) + nanos.error().message};
    }
    return *nanos;
}

Result<void> take_times(Json json, Span& span) {
    span.start_ns = TRY(time_of(json, "startTime"));
    span.end_ns = TRY(time_of(json, "endTime"));
    return {};
}

SpanKind kind_of(Json value) {
    std::string name = cloud_text(value);
    if (name.starts_with("RPC_")) {
        name.erase(0, 4);
    }
    std::string token;
    append_token(token, name);
    const Result<std::size_t> number =
        json_enum(Json(token), "SPAN_KIND_",
                  {"UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"});
    return number ? static_cast<SpanKind>(*number) : SpanKind::unspecified;
}

// The first of these that says something.
Json first_of(const AttributeList& list, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        if (const Json value = list.find(key); value.present() && value.raw() != R"("")") {
            return value;
        }
    }
    return {};
}

// Who sent it stands among the labels.
Result<void> take_origin(AttributeList& list, const std::string& project, SpanAndOrigin& into,
                         Arena& arena) {
    AttributeList resource(arena);
    TRY(resource.add("service.name",
                     first_of(list, {"service.name", "g.co/gae/app/module", "/gae/app/module",
                                     "trace.cloud.google.com/gae/app/module"})));
    TRY(resource.add_text("gcp.project_id", project));
    into.origin.resource = std::move(resource).take();
    into.origin.scope_name =
        kept_text(first_of(list, {"otel.scope.name", "otel.library.name"}), arena);
    into.origin.scope_version =
        kept_text(first_of(list, {"otel.scope.version", "otel.library.version"}), arena);
    return {};
}

// In version 1 a span has no status: what failed says so in its labels.
void take_status_labels(const AttributeList& list, Span& span, Arena& arena) {
    const Json message = first_of(list, {"/error/message", "trace.cloud.google.com/error/message",
                                         "otel.status_description"});
    const Json name = first_of(list, {"/error/name", "trace.cloud.google.com/error/name"});
    const std::string code = list.find("otel.status_code").string().value_or("");
    const std::string error = cloud_text(list.find("error"));
    if (message.present() || name.present() || code == "ERROR" || error == "true") {
        span.status = SpanStatus::error;
        span.status_message = kept_text(message.present() ? message : name, arena);
    } else if (code == "OK") {
        span.status = SpanStatus::ok;
    }
}

// A member without a place in a Span becomes an attribute, under its own name.
Result<void> keep_rest(Json json, std::span<const std::string_view> known, AttributeList& list) {
    Result<void> done;
    json.each_member([&](std::string_view name, Json value) {
        const bool is_known = std::ranges::any_of(
            known, [name](std::string_view each) { return spells(name, each); });
        if (!is_known) {
            done = list.add(std::string(own_prefix) + std::string(name), value);
        }
        return static_cast<bool>(done);
    });
    return done;
}

Result<void> add_labels(Json labels, AttributeList& list) {
    Result<void> done;
    labels.each_member([&](std::string_view key, Json value) {
        done = list.add(key, value);
        return static_cast<bool>(done);
    });
    return done;
}

// {"value","truncatedByteCount"}, or plain text.
Json truncatable(Json value) {
    return value.is_object() ? cloud_member(value, "value") : value;
}

Result<void> add_attribute(std::string_view key, Json value, AttributeList& list) {
    if (const Json text = cloud_member(value, "stringValue"); text.present()) {
        TRY(list.add(key, truncatable(text)));
        const Json lost = cloud_member(text, "truncatedByteCount");
        if (lost.number().value_or(0) > 0) {
            TRY(list.add(std::string(key) + ".truncated_byte_count", lost));
        }
        return {};
    }
    if (const Json integer = cloud_member(value, "intValue"); integer.present()) {
        const Json number = number_in(number_text(integer));
        return list.add(key, number.present() ? number : integer);
    }
    const Json truth = cloud_member(value, "boolValue");
    return list.add(key, truth.present() ? truth : value);
}

// {"attributeMap":{KEY:VALUE},"droppedAttributesCount"}; returns how many were dropped.
Result<std::uint32_t> add_attributes(Json attributes, AttributeList& list) {
    Result<void> done;
    cloud_member(attributes, "attributeMap").each_member([&](std::string_view key, Json value) {
        done = add_attribute(key, value, list);
        return static_cast<bool>(done);
    });
    TRY(std::move(done));
    const Json dropped = cloud_member(attributes, "droppedAttributesCount");
    const Result<std::uint32_t> count =
        dropped.present() ? json_count(dropped) : Result<std::uint32_t>(0);
    return count ? *count : 0;
}

Result<SpanEvent> event_of(Json json, Arena& arena) {
    TRY(arena.admit());
    SpanEvent event;
    event.time_ns = TRY(time_of(json, "time"));
    AttributeList list(arena);
    const Json annotation = cloud_member(json, "annotation");
    if (annotation.is_object()) {
        event.name = kept_text(truncatable(cloud_member(annotation, "description")), arena);
        event.dropped_attributes =
            TRY(add_attributes(cloud_member(annotation, "attributes"), list));
    } else {
        event.name = "message_event";
        TRY(add_labels(cloud_member(json, "messageEvent"), list));
    }
    event.attributes = std::move(list).take();
    return event;
}

Result<void> take_events(Json events, Span& span, Arena& arena) {
    ElementReader reader(cloud_member(events, "timeEvent").raw());
    std::string_view element;
    while (reader.next(element)) {
        Result<SpanEvent> event = event_of(Json(element), arena);
        if (!event) {
            return Error{event.error().code, "timeEvents: " + event.error().message};
        }
        span.events.push_back(std::move(event).take());
    }
    return {};
}

Result<void> take_links(Json links, Span& span, Arena& arena) {
    ElementReader reader(cloud_member(links, "link").raw());
    std::string_view element;
    while (reader.next(element)) {
        const Json json(element);
        TRY(arena.admit());
        SpanLink link;
        link.trace_id = TRY(trace_id_of(cloud_text(cloud_member(json, "traceId"))));
        link.span_id = TRY(span_id_of(json, "spanId", CloudSpanIds::hex));
        AttributeList list(arena);
        TRY(list.add("type", cloud_member(json, "type")));
        link.dropped_attributes = TRY(add_attributes(cloud_member(json, "attributes"), list));
        link.attributes = std::move(list).take();
        span.links.push_back(std::move(link));
    }
    return {};
}

// A google.rpc.Status, whose code 0 is left out by many.
void take_status(Json status, Span& span, Arena& arena) {
    if (!status.is_object()) {
        return;
    }
    const std::string code = cloud_text(cloud_member(status, "code"));
    const bool ok = code.empty() || code == "0" || code == "OK";
    span.status = ok ? SpanStatus::ok : SpanStatus::error;
    span.status_message = kept_text(cloud_member(status, "message"), arena);
}

}  // namespace

Result<SpanAndOrigin> read_cloud_span(Json json, const CloudTracePlace& place, Arena& arena) {
    constexpr std::array<std::string_view, 8> known = {
        "spanId", "parentSpanId", "name", "kind", "startTime", "endTime", "labels", "traceId"};
    SpanAndOrigin read;
    Span& span = read.span;
    span.bytes = json.raw();
    span.trace_id = TRY(trace_id_of(place.trace));
    TRY(take_ids(json, place.ids, span));
    TRY(take_times(json, span));
    span.name = kept_text(cloud_member(json, "name"), arena);
    span.kind = kind_of(cloud_member(json, "kind"));
    AttributeList list(arena);
    TRY(add_labels(cloud_member(json, "labels"), list));
    TRY(take_origin(list, place.project, read, arena));
    take_status_labels(list, span, arena);
    if (place.ids == CloudSpanIds::decimal) {
        TRY(list.add_text(std::string(own_prefix) + "span_id",
                          cloud_text(cloud_member(json, "spanId"))));
    }
    TRY(keep_rest(json, known, list));
    span.attributes = std::move(list).take();
    TRY(arena.check());
    return read;
}

bool is_named_cloud_span(Json json) {
    const std::string name = json["name"].string().value_or("");
    return name.starts_with("projects/") && !cloud_trace_name(name).span.empty() &&
           cloud_member(json, "displayName").present();
}

Result<SpanAndOrigin> read_named_cloud_span(Json json, Arena& arena) {
    constexpr std::array<std::string_view, 11> known = {
        "name",       "spanId",     "parentSpanId", "displayName", "startTime", "endTime",
        "attributes", "timeEvents", "links",        "status",      "spanKind"};
    const CloudTraceName name = cloud_trace_name(json["name"].string().value_or(""));
    SpanAndOrigin read;
    Span& span = read.span;
    span.bytes = json.raw();
    span.trace_id = TRY(trace_id_of(name.trace));
    TRY(take_ids(json, CloudSpanIds::hex, span));
    TRY(take_times(json, span));
    span.name = kept_text(truncatable(cloud_member(json, "displayName")), arena);
    span.kind = kind_of(cloud_member(json, "spanKind"));
    AttributeList list(arena);
    span.dropped_attributes = TRY(add_attributes(cloud_member(json, "attributes"), list));
    TRY(take_origin(list, name.project, read, arena));
    TRY(take_events(cloud_member(json, "timeEvents"), span, arena));
    TRY(take_links(cloud_member(json, "links"), span, arena));
    take_status(cloud_member(json, "status"), span, arena);
    TRY(keep_rest(json, known, list));
    span.attributes = std::move(list).take();
    TRY(arena.check());
    return read;
}

}  // namespace hence
