#include "intake/once/call.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "base/by_text.h"
#include "formats/otlp/conventions/conventions.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr std::size_t span_digits = 16;
constexpr std::size_t trace_digits = 32;
constexpr double lasted_ns_max = 1e18;  // Some thirty years.

std::optional<std::size_t> hash_of(Json completion) {
    if (!completion.present() || completion.raw() == "\"\"") {
        return std::nullopt;
    }
    return TextHash()(completion.raw());
}

// Fields of a draft cannot be read back, so a copy of it is finished. Seldom: see meeting_points.
std::optional<std::size_t> completion_of(const EventDraft& draft) {
    EventDraft copy = draft;
    const Result<Event> event = std::move(copy).finish(otlp_format);
    return event ? hash_of(field(*event, "completion")) : std::nullopt;
}

std::vector<std::string> texts_in(Json list) {
    std::vector<std::string> texts;
    list.each_element([&texts](Json text) {
        texts.push_back(text.string().value_or(""));
        return true;
    });
    return texts;
}

std::string response_id_of(const Event& stored) {
    std::vector<std::string> keys;
    std::vector<Json> values;
    field(stored, "attributes").each_member([&](std::string_view key, Json value) {
        keys.emplace_back(key);
        values.push_back(value);
        return true;
    });
    std::vector<Attribute> attributes;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        attributes.push_back({keys[i], values[i]});
    }
    const Attributes sorted(std::move(attributes));
    return Meanings(sorted).text(Meaning::response_id);
}

bool is_span_id(std::string_view id) {
    return id.size() == span_digits + 1 + trace_digits && id[span_digits] == '-' &&
           id.find_first_not_of("0123456789abcdef") == span_digits &&
           id.find_first_not_of("0123456789abcdef", span_digits + 1) == std::string_view::npos;
}

std::uint64_t nanoseconds(const Time& time) {
    constexpr std::uint64_t per_second = 1'000'000'000;
    return time.seconds < 0 ? 0
                            : static_cast<std::uint64_t>(time.seconds) * per_second + time.nanos;
}

bool contains(const OtlpCall& outer, const OtlpCall& inner, std::uint64_t slack_ns) {
    return outer.start_ns <= inner.start_ns + slack_ns && inner.end_ns <= outer.end_ns + slack_ns;
}

bool at_the_same_time(const OtlpCall& a, const OtlpCall& b) {
    const std::uint64_t slack_ns = a.record || b.record ? record_slack_ns : span_slack_ns;
    return contains(a, b, slack_ns) || contains(b, a, slack_ns);
}

// One often says more of the version than the other.
bool same_model(const OtlpCall& a, const OtlpCall& b) {
    return a.model.starts_with(b.model) || b.model.starts_with(a.model);
}

// Compares by the surest evidence that both calls have.
bool same_answer(const OtlpCall& a, const OtlpCall& b) {
    if (!a.response_id.empty() && !b.response_id.empty()) {
        return a.response_id == b.response_id;
    }
    if (!a.call_ids.empty() && !b.call_ids.empty()) {
        return a.call_ids == b.call_ids;
    }
    return a.completion && b.completion && *a.completion == *b.completion;
}

}  // namespace

std::optional<OtlpCall> call_of(const Arrival& arrival) {
    const Translation& told = arrival.told;
    const bool tool_call = arrival.tool_call() && !told.call_id.empty();
    if (!told.model_call && !tool_call) {
        return std::nullopt;
    }
    OtlpCall call{.id = told.main.id,
                  .run = told.main.run,
                  .session = told.main.session,
                  .scope = told.scope_name,
                  .model_call = told.model_call,
                  .record = arrival.record};
    call.start_ns = told.start_ns;
    call.end_ns = told.end_ns;
    if (tool_call) {
        call.call_id = told.call_id;
        return call;
    }
    call.model = told.model;
    call.response_id = told.response_id;
    call.call_ids = told.call_ids;
    call.completion = completion_of(told.main);
    return call;
}

std::optional<OtlpCall> call_of(const Event& stored) {
    const bool model_call = stored.kind() == Kind::llm_call;
    std::string call_id = text_field(stored, "call_id");
    if (!model_call && (stored.kind() != Kind::tool_call || call_id.empty())) {
        return std::nullopt;
    }
    OtlpCall call{.id = std::string(stored.id()),
                  .run = std::string(stored.run()),
                  .session = std::string(stored.session()),
                  .scope = field(stored, "scope")["name"].string().value_or(""),
                  .model_call = model_call,
                  .record = !is_span_id(stored.id()),
                  .derived = stored.has(Flag::derived)};
    call.start_ns = nanoseconds(stored.time());
    const double lasted_ns = std::min(stored.duration_ms().value_or(0) * 1e6, lasted_ns_max);
    call.end_ns = call.start_ns + static_cast<std::uint64_t>(lasted_ns);
    if (!model_call) {
        call.call_id = std::move(call_id);
        return call;
    }
    call.model = text_field(stored, "model");
    call.response_id = response_id_of(stored);
    call.call_ids = texts_in(field(stored, "call_ids"));
    call.completion = hash_of(field(stored, "completion"));
    return call;
}

bool same_call(const OtlpCall& a, const OtlpCall& b) {
    const bool two_tellers = a.scope != b.scope || a.record != b.record;
    const bool one_thread =
        a.run == b.run || ((a.record || b.record) && !a.session.empty() && a.session == b.session);
    if (a.id == b.id || a.model_call != b.model_call || !one_thread) {
        return false;
    }
    if (a.derived || b.derived) {
        return a.call_id == b.call_id;  // It has no time of its own, and nobody sent it.
    }
    if (!two_tellers || !at_the_same_time(a, b)) {
        return false;
    }
    return a.model_call ? same_model(a, b) && same_answer(a, b) : a.call_id == b.call_id;
}

std::vector<std::string> meeting_points(const OtlpCall& call) {
    std::vector<std::string> points;
    const auto add = [&](std::string_view what, std::string_view value) {
        points.push_back(joined(call.run, std::string(what) + std::string(value)));
        if (!call.session.empty() && call.session != call.run) {
            points.push_back(joined("s" + call.session, std::string(what) + std::string(value)));
        }
    };
    if (!call.model_call) {
        add("call:", call.call_id);
        return points;
    }
    if (!call.response_id.empty()) {
        add("response:", call.response_id);
    }
    if (!call.call_ids.empty()) {
        std::string all;
        for (const std::string& id : call.call_ids) {
            all += joined(id, "");
        }
        add("asked:", all);
    }
    if (call.completion) {
        add("answer:", std::to_string(*call.completion));
    }
    return points;
}

}  // namespace hence
