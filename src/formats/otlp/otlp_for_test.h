// Spans from JSON text, and the events they become. For tests only.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "formats/otlp/decode/telemetry.h"
#include "formats/otlp/translate/log_for_test.h"
#include "formats/otlp/translate/translation.h"
#include "hence/event.h"
#include "model/facts.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::uint64_t test_start_ns = 1'700'000'000'000'000'000;
inline constexpr std::uint64_t test_end_ns = test_start_ns + 1'500'000;

// {"name","kind","attributes","resource","scope","events":[{"name","attributes"}],"status",
//  "message","parent","start","end","dropped"}, all of them optional. Owns what it views.
class ToldSpan {
public:
    explicit ToldSpan(std::string_view json) : json_(minify(json, 64).take()) {
        const Json told(json_);
        origin_.resource = attributes(told["resource"]);
        origin_.scope_name = text(told["scope"]);
        origin_.scope_version = text(told["scope_version"]);
        span_.origin = &origin_;
        span_.trace_id = test_trace;
        span_.span_id = test_span;
        span_.parent_id = told["parent"].string().value_or("");
        span_.name = text(told["name"]);
        span_.kind = kind(told["kind"].string().value_or(""));
        span_.start_ns = nanos(told["start"], test_start_ns);
        span_.end_ns = nanos(told["end"], test_end_ns);
        span_.attributes = attributes(told["attributes"]);
        span_.status_message = text(told["message"]);
        const std::string status = told["status"].string().value_or("");
        span_.status = status == "error" ? SpanStatus::error
                       : status == "ok"  ? SpanStatus::ok
                                         : SpanStatus::unset;
        span_.dropped_attributes = static_cast<std::uint32_t>(told["dropped"].number().value_or(0));
        told["events"].each_element([&](Json event) {
            span_.events.push_back(
                {test_start_ns + 500'000, text(event["name"]), attributes(event["attributes"])});
            return true;
        });
    }
    ToldSpan(const ToldSpan&) = delete;
    ToldSpan& operator=(const ToldSpan&) = delete;

    Span& operator*() { return span_; }
    Span* operator->() { return &span_; }

private:
    std::string_view text(Json value) { return texts_.emplace_back(value.string().value_or("")); }
    static std::uint64_t nanos(Json value, std::uint64_t otherwise) {
        return value.is_number() ? std::stoull(std::string(value.raw())) : otherwise;
    }
    static SpanKind kind(const std::string& name) {
        return name == "server"   ? SpanKind::server
               : name == "client" ? SpanKind::client
                                  : SpanKind::internal;
    }
    Attributes attributes(Json object) {
        std::vector<Attribute> all;
        object.each_member([&](std::string_view key, Json value) {
            all.push_back({texts_.emplace_back(key), value});
            return true;
        });
        return Attributes(std::move(all));
    }

    std::string json_;
    std::deque<std::string> texts_;
    Origin origin_;
    Span span_;
};

// What became of a span.
struct ToldEvents {
    std::vector<Event> events = {};  // main, more, if_absent.
    std::size_t more = 0;
    std::size_t if_absent = 0;
    std::string error = {};

    const Event& main() const { return events.front(); }
    std::string field(std::string_view name) const {
        return std::string(hence::field(main(), name).raw());
    }
    std::string attribute(std::string_view name) const {
        return std::string(hence::field(main(), "attributes")[name].raw());
    }
    // The first besides main, or main itself when there is none.
    const Event& of(std::string_view kind) const {
        for (const Event& event : events) {
            if (&event != &main() && event.kind() == kind) {
                return event;
            }
        }
        ADD_FAILURE() << "no " << kind;
        return main();
    }
    // "kind kind", besides main.
    std::string kinds() const {
        std::string all;
        for (std::size_t i = 1; i < events.size(); ++i) {
            all += (all.empty() ? "" : " ") + std::string(events[i].kind());
        }
        return all;
    }
};

inline ToldEvents events_of(const Span& span) {
    ToldEvents told;
    Result<Translation> made = translate(span);
    if (!made) {
        told.error = made.error().message;
        return told;
    }
    Translation translation = std::move(made).take();
    const auto finish = [&](EventDraft draft) {
        Result<Event> event = std::move(draft).finish(otlp_format);
        if (event) {
            told.events.push_back(std::move(event).take());
        } else {
            ADD_FAILURE() << event.error().message;
        }
    };
    finish(std::move(translation.main));
    told.more = translation.more.size();
    told.if_absent = translation.if_absent.size();
    for (EventDraft& draft : translation.more) {
        finish(std::move(draft));
    }
    for (EventDraft& draft : translation.if_absent) {
        finish(std::move(draft));
    }
    return told;
}

inline ToldEvents events_of(std::string_view json) {
    ToldSpan span(json);
    return events_of(*span);
}

// A span with these attributes.
inline ToldEvents with_attributes(std::string_view name, std::string_view attributes) {
    std::string json = R"({"name":)";
    append_string(json, name);
    json += R"(,"attributes":)";
    json += attributes;
    json += '}';
    return events_of(json);
}

}  // namespace hence
