// Jaeger's model is that of OpenTracing: what OpenTelemetry has members for stands in tags of
// agreed names, and ids are hex without their leading zeros.
#include "formats/jaeger/span.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "formats/otlp/decode/attribute_list.h"
#include "formats/otlp/decode/ids.h"
#include "formats/otlp/decode/json_values.h"

namespace hence {
namespace {

constexpr std::uint64_t nanos_per_us = 1'000;

Error with_name(std::string_view name, const Error& error) {
    return {error.code, std::string(name) + error.message};
}

// Ids of 64 bits and shorter spellings have lost zeros, and no more.
Result<std::string> id_of(Json value, IdOf of, std::string_view name) {
    const std::size_t digits = of == IdOf::trace ? 32 : 16;
    std::string text = value.string().value_or("");
    if (!text.empty() && text.size() < digits && text.find('=') == std::string::npos) {
        text.insert(0, digits - text.size(), '0');
    }
    std::optional<std::string> id = id_from_text(of, text);
    if (!id || (value.present() && !value.is_string())) {
        return Error{Code::invalid, std::string(name) + " is no id in hex"};
    }
    return std::move(*id);
}

Result<std::uint64_t> nanos_of(Json microseconds, std::string_view name) {
    const Result<std::uint64_t> us = json_unsigned(microseconds);
    if (!us) {
        return with_name(name, us.error());
    }
    if (*us > std::numeric_limits<std::uint64_t>::max() / nanos_per_us / 2) {
        return Error{Code::invalid, std::string(name) + " is no time in microseconds"};
    }
    return *us * nanos_per_us;
}

// A list of {"key","type","value"}; of two values with one key, the last stands.
Result<void> add_tags(Json tags, AttributeList& list) {
    ElementReader reader(tags.raw());
    std::string_view element;
    while (reader.next(element)) {
        const Json tag(element);
        TRY(list.add(tag["key"].string().value_or(""), tag["value"]));
    }
    return {};
}

// The same as an object, as some storages keep them.
Result<void> add_tag_object(Json tags, AttributeList& list) {
    Result<void> done;
    tags.each_member([&](std::string_view key, Json value) {
        done = list.add(key, value);
        return static_cast<bool>(done);
    });
    return done;
}

Result<Attributes> resource_of(Json process, Arena& arena) {
    AttributeList list(arena);
    TRY(list.add("service.name", process["serviceName"]));
    TRY(add_tags(process["tags"], list));
    TRY(add_tag_object(process["tag"], list));
    return std::move(list).take();
}

bool says_true(Json value) {
    return value.raw() == "true" || value.string() == "true";
}

std::string_view text_of(Json value, Arena& arena) {
    return value.is_string() ? arena.keep(value.string().value_or("")) : std::string_view();
}

// OpenTracing logs an exception as the event "error".
Result<void> name_exception(AttributeList& list) {
    const auto copy = [&list](std::string_view to,
                              std::initializer_list<std::string_view> from) -> Result<void> {
        for (const std::string_view key : from) {
            if (const Json value = list.find(key); value.present()) {
                return list.add(to, value);
            }
        }
        return {};
    };
    TRY(copy("exception.type", {"error.kind"}));
    TRY(copy("exception.message", {"message", "error.object"}));
    TRY(copy("exception.stacktrace", {"stack"}));
    return {};
}

Result<SpanEvent> event_of(Json log, Arena& arena) {
    TRY(arena.admit());
    SpanEvent event;
    const Json time = log["timestamp"];
    if (time.present()) {
        event.time_ns = TRY(nanos_of(time, "timestamp"));
    }
    AttributeList list(arena);
    TRY(add_tags(log["fields"], list));
    Json name = list.remove("event");
    if (!name.is_string() && list.find("message").is_string()) {
        name = list.remove("message");
    }
    event.name = text_of(name, arena);
    if (event.name == "error" && !list.find("exception.message").present()) {
        event.name = "exception";
        TRY(name_exception(list));
    }
    event.attributes = std::move(list).take();
    return event;
}

Result<void> take_logs(Json logs, Span& span, Arena& arena) {
    ElementReader reader(logs.raw());
    std::string_view element;
    while (reader.next(element)) {
        Result<SpanEvent> event = event_of(Json(element), arena);
        if (!event) {
            return with_name("logs: ", event.error());
        }
        span.events.push_back(std::move(event).take());
    }
    return {};
}

struct Reference {
    std::string type;  // CHILD_OF or FOLLOWS_FROM.
    std::string trace_id;
    std::string span_id;
};

Result<std::vector<Reference>> references_of(Json list, Arena& arena) {
    std::vector<Reference> all;
    ElementReader reader(list.raw());
    std::string_view element;
    while (reader.next(element)) {
        TRY(arena.admit());
        const Json json(element);
        Reference each;
        each.type = json["refType"].string().value_or("");
        each.trace_id = TRY(id_of(json["traceID"], IdOf::trace, "references: traceID"));
        each.span_id = TRY(id_of(json["spanID"], IdOf::span, "references: spanID"));
        all.push_back(std::move(each));
    }
    return all;
}

// The parent is what the span is a child of, else what it follows from, in its own trace. All
// other references are links.
Result<void> take_references(Json list, Span& span, AttributeList& tags, Arena& arena) {
    std::vector<Reference> all = TRY(references_of(list, arena));
    const auto refers = [&](std::string_view type) {
        return std::ranges::find_if(all, [&](const Reference& each) {
            return each.type == type && each.trace_id == span.trace_id && !each.span_id.empty();
        });
    };
    auto parent = refers("CHILD_OF");
    if (parent == all.end()) {
        parent = refers("FOLLOWS_FROM");
        if (parent != all.end()) {
            TRY(tags.add_text("opentracing.ref_type", "follows_from"));
        }
    }
    if (parent != all.end()) {
        span.parent_id = parent->span_id;
        all.erase(parent);
    }
    for (Reference& each : all) {
        AttributeList type(arena);
        TRY(type.add_text("opentracing.ref_type", each.type == "CHILD_OF" ? "child_of"
                                                  : each.type == "FOLLOWS_FROM"
                                                      ? "follows_from"
                                                      : std::string_view(each.type)));
        span.links.push_back({.trace_id = std::move(each.trace_id),
                              .span_id = std::move(each.span_id),
                              .attributes = std::move(type).take()});
    }
    return {};
}

// Names of two generations.
Json remove_either(AttributeList& tags, std::string_view name, std::string_view old) {
    const Json later = tags.remove(name);
    const Json former = tags.remove(old);
    return later.present() ? later : former;
}

// What OpenTelemetry has members for.
Result<void> take_meant_tags(AttributeList& tags, SpanAndOrigin& into, Arena& arena) {
    Span& span = into.span;
    if (const Json kind = tags.remove("span.kind"); kind.present()) {
        const Result<std::size_t> number =
            json_enum(kind, "SPAN_KIND_",
                      {"UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"});
        span.kind = number ? static_cast<SpanKind>(*number) : SpanKind::unspecified;
    }
    const std::string code = tags.remove("otel.status_code").string().value_or("");
    span.status = code == "ERROR" ? SpanStatus::error
                  : code == "OK"  ? SpanStatus::ok
                                  : SpanStatus::unset;
    if (says_true(tags.find("error"))) {
        tags.remove("error");
        span.status = SpanStatus::error;
    }
    span.status_message = text_of(tags.remove("otel.status_description"), arena);
    span.trace_state = text_of(tags.remove("w3c.tracestate"), arena);
    into.origin.scope_name =
        text_of(remove_either(tags, "otel.scope.name", "otel.library.name"), arena);
    into.origin.scope_version =
        text_of(remove_either(tags, "otel.scope.version", "otel.library.version"), arena);
    tags.remove("internal.span.format");
    return {};
}

// Keeps the members that Hence does not know, as tags.
Result<void> keep_rest(Json json, AttributeList& tags) {
    constexpr std::string_view known[] = {
        "traceID",  "spanID",          "parentSpanID", "operationName", "references",
        "flags",    "startTime",       "duration",     "tags",          "tag",
        "logs",     "processID",       "process",      "hasChildren",   "childSpanIds",
        "spanKind", "startTimeMillis",
    };
    Result<void> done;
    json.each_member([&](std::string_view name, Json value) {
        if (std::ranges::find(known, name) == std::end(known) && value.raw() != "[]") {
            done = tags.add("jaeger." + std::string(name), value);
        }
        return static_cast<bool>(done);
    });
    return done;
}

Result<void> take_times(Json json, Span& span) {
    if (const Json start = json["startTime"]; start.present()) {
        span.start_ns = TRY(nanos_of(start, "startTime"));
    }
    if (const Json duration = json["duration"]; duration.present()) {
        const std::uint64_t lasted = TRY(nanos_of(duration, "duration"));
        span.end_ns = span.start_ns + lasted;
    }
    return {};
}

}  // namespace

Result<JaegerProcesses> jaeger_processes(Json processes, Arena& arena) {
    JaegerProcesses all;
    Result<void> done;
    processes.each_member([&](std::string_view name, Json process) {
        Result<Attributes> resource = resource_of(process, arena);
        if (!resource) {
            done = resource.error();
            return false;
        }
        JaegerProcess& one = all[std::string(name)];
        one = {std::move(resource).take(), 0};
        for (const Attribute& each : one.resource.all()) {
            one.bytes += each.key.size() + each.value.raw().size();
        }
        return true;
    });
    TRY(std::move(done));
    return all;
}

const JaegerProcess* find_jaeger_process(Json span, const JaegerProcesses& processes) {
    const auto found = processes.find(span["processID"].string().value_or(""));
    return found == processes.end() ? nullptr : &found->second;
}

Result<SpanAndOrigin> read_jaeger_span(Json json, const JaegerPlace& place, Arena& arena) {
    SpanAndOrigin read;
    Span& span = read.span;
    std::string trace;
    append_token(trace, place.trace_id);
    const Json own = json["traceID"];
    span.trace_id = TRY(id_of(own.present() ? own : Json(trace), IdOf::trace, "traceID"));
    span.span_id = TRY(id_of(json["spanID"], IdOf::span, "spanID"));
    if (span.trace_id.empty() || span.span_id.empty()) {
        return Error{Code::invalid, span.trace_id.empty() ? "traceID is missing or all zeros"
                                                          : "spanID is missing or all zeros"};
    }
    span.name = text_of(json["operationName"], arena);
    span.bytes = json.raw();
    TRY(take_times(json, span));
    if (json["process"].is_object()) {
        read.origin.resource = TRY(resource_of(json["process"], arena));
    } else if (const JaegerProcess* process = find_jaeger_process(json, place.processes)) {
        read.origin.resource = process->resource;
    }
    AttributeList tags(arena);
    TRY(add_tags(json["tags"], tags));
    TRY(add_tag_object(json["tag"], tags));
    TRY(take_references(json["references"], span, tags, arena));
    if (span.parent_id.empty() && json["parentSpanID"].present()) {
        span.parent_id = TRY(id_of(json["parentSpanID"], IdOf::span, "parentSpanID"));
    }
    TRY(take_meant_tags(tags, read, arena));
    TRY(take_logs(json["logs"], span, arena));
    TRY(keep_rest(json, tags));
    span.attributes = std::move(tags).take();
    TRY(arena.check());
    return read;
}

}  // namespace hence
