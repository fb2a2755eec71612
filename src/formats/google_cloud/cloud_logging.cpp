// A log entry of Cloud Logging is a log record of OpenTelemetry: its labels are the attributes, its
// payload is the body. Where the payload of a plain log is an object with a message, the message is
// the body and its other members are attributes, since that is how they were logged.
#include "formats/google_cloud/cloud_logging.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "formats/google_cloud/cloud_spelling.h"
#include "formats/otlp/decode/attribute_list.h"
#include "formats/otlp/decode/ids.h"
#include "formats/otlp/decode/json_values.h"
#include "formats/otlp/telemetry_reader.h"

namespace hence {
namespace {

bool is_entry(Json json) {
    const auto has = [json](std::string_view name) { return cloud_member(json, name).present(); };
    return cloud_member(json, "logName").is_string() &&
           (has("insertId") || has("timestamp") || has("receiveTimestamp")) &&
           (has("resource") || has("textPayload") || has("jsonPayload") || has("protoPayload"));
}

struct Severity {
    std::string_view name;
    std::int32_t number;
};
constexpr auto severities = std::to_array<Severity>({
    {"DEBUG", 5},
    {"INFO", 9},
    {"NOTICE", 10},
    {"WARNING", 13},
    {"ERROR", 17},
    {"CRITICAL", 21},
    {"ALERT", 22},
    {"EMERGENCY", 24},
});

std::int32_t severity_number(std::string_view name) {
    const auto found = std::ranges::find(severities, name, &Severity::name);
    return found == severities.end() ? 0 : found->number;
}

Result<void> add_members(Json object, std::string_view left_out, AttributeList& list) {
    Result<void> done;
    object.each_member([&](std::string_view key, Json value) {
        if (key != left_out) {
            done = list.add(key, value);
        }
        return static_cast<bool>(done);
    });
    return done;
}

// The labels of a resource go by short names, and one of them is that of the service.
Result<Attributes> resource_of(Json resource, std::string_view log_name, Arena& arena) {
    constexpr std::array<std::string_view, 5> services = {
        "service_name", "module_id", "function_name", "reasoning_engine_id", "container_name"};
    AttributeList list(arena);
    const Json labels = resource["labels"];
    for (const std::string_view name : services) {
        if (labels[name].is_string() && !list.find("service.name").present()) {
            TRY(list.add("service.name", labels[name]));
        }
    }
    TRY(list.add("gcp.resource_type", resource["type"]));
    TRY(list.add_text("gcp.project_id", cloud_trace_name(log_name).project));
    TRY(add_members(labels, {}, list));
    return std::move(list).take();
}

// Logs of these names are what conventions call events.
std::string_view event_in_log_name(std::string_view log_name) {
    const std::string_view last =
        log_name.substr(std::min(log_name.rfind('/') + 1, log_name.size()));
    return last.starts_with("gen_ai.") || last.starts_with("hence.") ? last : std::string_view();
}

// "GET https://… 200", for an entry that is about a request and says nothing else.
std::string request_line(Json request) {
    std::string line;
    for (const std::string_view name : {"requestMethod", "requestUrl", "status"}) {
        const std::string text = cloud_text(cloud_member(request, name));
        line += line.empty() || text.empty() ? text : ' ' + text;
    }
    return line;
}

Result<void> take_object(Json payload, LogRecord& record, AttributeList& list) {
    constexpr std::array<std::string_view, 3> messages = {"message", "msg", "textPayload"};
    const bool named = !record.event_name.empty() || list.find("event.name").present();
    for (const std::string_view name : messages) {
        if (!named && payload[name].is_string()) {
            record.body = payload[name];
            return add_members(payload, name, list);
        }
    }
    // Attributes of an event that some exporters put where its body would be.
    bool attributes = false;
    payload.each_member([&](std::string_view name, Json) {
        attributes = named && name.starts_with("gen_ai.");
        return !attributes;
    });
    if (attributes) {
        return add_members(payload, {}, list);
    }
    record.body = payload;
    return {};
}

Result<void> take_payload(Json entry, LogRecord& record, AttributeList& list, Arena& arena) {
    const Json text = cloud_member(entry, "textPayload");
    const Json object = cloud_member(entry, "jsonPayload");
    const Json proto = cloud_member(entry, "protoPayload");
    if (object.present()) {
        return take_object(object, record, list);
    }
    if (text.present()) {
        record.body = text;
    } else if (proto.present()) {
        const Json method = cloud_member(proto, "methodName");
        record.body = method.is_string() ? method : proto;
        TRY(list.add("protoPayload", method.is_string() ? proto : Json()));
    } else {
        const std::string line = request_line(cloud_member(entry, "httpRequest"));
        record.body = line.empty() ? Json() : arena.string(line);
    }
    return {};
}

// Ids that are none stay as they were said.
Result<void> take_ids(Json entry, LogRecord& record, AttributeList& list) {
    const Json trace = cloud_member(entry, "trace");
    const Json span = cloud_member(entry, "spanId");
    const std::string name = cloud_text(trace);
    const std::optional<std::string> trace_id =
        id_from_text(IdOf::trace, cloud_trace_name(name).trace);
    record.trace_id = trace_id.value_or("");
    const std::string text = cloud_text(span);
    std::optional<std::string> span_id = cloud_span_id(text, CloudSpanIds::hex);
    if (!span_id) {
        span_id = cloud_span_id(text, CloudSpanIds::decimal);
    }
    record.span_id = span_id.value_or("");
    TRY(list.add("trace", record.trace_id.empty() ? trace : Json()));
    TRY(list.add("spanId", record.span_id.empty() ? span : Json()));
    return {};
}

Result<void> keep_rest(Json entry, AttributeList& list) {
    constexpr std::array<std::string_view, 10> known = {
        "timestamp", "receiveTimestamp", "severity",    "trace",       "spanId",
        "labels",    "resource",         "textPayload", "jsonPayload", "protoPayload"};
    Result<void> done;
    entry.each_member([&](std::string_view name, Json value) {
        const bool is_known = std::ranges::any_of(
            known, [name](std::string_view each) { return spells(name, each); });
        if (!is_known) {
            done = list.add(name, value);
        }
        return static_cast<bool>(done);
    });
    return done;
}

Result<std::uint64_t> time_of(Json entry, std::string_view name) {
    const Result<std::uint64_t> nanos = cloud_nanos(cloud_member(entry, name));
    if (!nanos) {
        return Error{nanos.error().code, std::string(name) + nanos.error().message};
    }
    return *nanos;
}

Result<LogRecord> record_of(Json entry, Arena& arena) {
    LogRecord record;
    record.bytes = entry.raw();
    record.time_ns = TRY(time_of(entry, "timestamp"));
    record.observed_ns = TRY(time_of(entry, "receiveTimestamp"));
    record.severity_text = arena.keep(cloud_text(cloud_member(entry, "severity")));
    record.severity = severity_number(record.severity_text);
    record.event_name = event_in_log_name(arena.keep(cloud_text(cloud_member(entry, "logName"))));
    AttributeList list(arena);
    TRY(add_members(cloud_member(entry, "labels"), {}, list));
    TRY(take_payload(entry, record, list, arena));
    TRY(take_ids(entry, record, list));
    TRY(keep_rest(entry, list));
    record.attributes = std::move(list).take();
    TRY(arena.check());
    return record;
}

class CloudLoggingReader : public TelemetryReader {
public:
    explicit CloudLoggingReader(const ReadOptions& options)
        : TelemetryReader(options, {.format = "cloud-logging"}) {}

protected:
    Result<void> hand_over(const Record& record, const TelemetrySink& sink) override {
        if (record.json["entries"].is_array()) {
            std::uint64_t number = 0;
            record.json["entries"].each_element([&](Json entry) {
                ++number;
                if (const Result<void> done = hand_over_entry(entry, sink); !done) {
                    sink.refused(number,
                                 {done.error().code,
                                  fmt::format("entry {}: {}", number, done.error().message)},
                                 entry.raw());
                }
                return true;
            });
            return {};
        }
        return hand_over_entry(record.json, sink);
    }

private:
    Result<void> hand_over_entry(Json entry, const TelemetrySink& sink) {
        if (!is_entry(entry)) {
            return Error{Code::invalid, "is no log entry: it has no logName, time or payload"};
        }
        arena_.clear();
        Origin origin;
        origin.resource =
            TRY(resource_of(entry["resource"], cloud_text(cloud_member(entry, "logName")), arena_));
        LogRecord record = TRY(record_of(entry, arena_));
        record.origin = &origin;
        sink.log(record);
        return {};
    }

    Arena arena_;
};

}  // namespace

bool is_cloud_logging(const Beginning& beginning) {
    const Json record = beginning.record();
    return is_entry(record) || is_entry(record["entries"].at(0));
}

std::unique_ptr<Reader> read_cloud_logging(const ReadOptions& options) {
    return std::make_unique<CloudLoggingReader>(options);
}

}  // namespace hence
