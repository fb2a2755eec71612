// Attributes and log records from JSON text, for tests.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/translation.h"

namespace hence {

inline constexpr std::string_view test_trace = "0af7651916cd43dd8448eb211c80319c";
inline constexpr std::string_view test_span = "b7ad6b7169203331";
inline const std::string test_span_event = "b7ad6b7169203331-0af7651916cd43dd8448eb211c80319c";

// Attributes that own what they view.
class ToldAttributes {
public:
    explicit ToldAttributes(std::string_view json) : json_(minify(json, 64).take()) {
        std::vector<Attribute> all;
        Json(json_).each_member([&](std::string_view key, Json value) {
            all.push_back({keys_.emplace_back(key), value});
            return true;
        });
        attributes_ = Attributes(std::move(all));
    }
    ToldAttributes(const ToldAttributes&) = delete;
    ToldAttributes& operator=(const ToldAttributes&) = delete;

    const Attributes& operator*() const { return attributes_; }

private:
    std::string json_;
    std::deque<std::string> keys_;
    Attributes attributes_;
};

// A record that owns what it views, at 100 s after 1970.
struct ToldRecord {
    ToldAttributes attributes;
    ToldAttributes resource{"{}"};
    std::string body;
    Origin origin = {};
    LogRecord record = {};

    explicit ToldRecord(std::string_view event_name, std::string_view attributes_json = "{}",
                        std::string_view body_json = "")
        : attributes(attributes_json), body(body_json) {
        record.event_name = event_name;
        record.body = Json(body);
        record.attributes = *attributes;
        record.origin = &origin;
        record.time_ns = 100'000'000'000;
    }
    ToldRecord& on_span() {
        record.trace_id = test_trace;
        record.span_id = test_span;
        return *this;
    }
};

// The event of a draft on one line, or why it is none.
inline std::string told(EventDraft draft) {
    Result<Event> event = std::move(draft).finish("otlp");
    return event ? event->to_json() : event.error().message;
}

// The same without its id and its source.
inline std::string told_without_id(EventDraft draft) {
    std::string line = told(std::move(draft));
    const std::size_t end = line.find("\",");
    line = line.starts_with("{\"id\":") && end != std::string::npos ? "{" + line.substr(end + 2)
                                                                    : line;
    const std::string source = ",\"source\":\"otlp\"";
    const std::size_t at = line.rfind(source);
    return at == std::string::npos ? line : line.erase(at, source.size());
}

// What a record becomes: a line for each event, without ids; or why it becomes nothing.
inline std::string translated(const LogRecord& record) {
    Result<Translation> told = translate(record);
    if (!told) {
        return told.error().message;
    }
    std::string lines = told_without_id(std::move(told->main));
    for (EventDraft& each : told->more) {
        lines += "\nmore " + told_without_id(std::move(each));
    }
    for (EventDraft& each : told->if_absent) {
        lines += "\nif absent " + told_without_id(std::move(each));
    }
    return lines;
}

}  // namespace hence
