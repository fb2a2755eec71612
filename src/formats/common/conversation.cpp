#include "formats/common/conversation.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "base/try.h"
#include "hence/time.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

constexpr std::size_t held_depth_max = fields_depth_max - 2;

std::string rationale_with(std::string_view why) {
    std::string json = R"({"why":)";
    append_token(json, why);
    return json + '}';
}

bool is_text_part(Json part) {
    return part.is_object() && part["text"].is_string();
}

}  // namespace

EventDraft Conversation::draft(std::string_view kind, std::string id, const Moment& when) const {
    EventDraft draft;
    draft.kind = kind;
    draft.id = std::move(id);
    draft.time = when.time;
    draft.agent = place_.agent;
    draft.session = place_.session;
    draft.run = place_.run;
    if (when.derived) {
        draft.flags.push_back(Flag::time_derived);
    }
    if (place_.session_derived) {
        draft.flags.push_back(Flag::session_derived);
    }
    return draft;
}

void Conversation::follow(EventDraft& draft) const {
    if (draft.parent.empty() && !last_.empty()) {
        draft.parent = last_;
        draft.flags.push_back(Flag::parent_derived);
    }
}

Result<std::vector<Event>> Conversation::tell(Turn turn) {
    EventDraft& call = turn.model_call;
    const std::string id = call.id;
    const std::int64_t iteration = ++turns_;
    const auto about = [&](std::string_view kind, std::size_t number) {
        std::string part = derived_id(call.time, {place_.format, id, kind, std::to_string(number)});
        const bool derived = std::ranges::find(call.flags, Flag::time_derived) != call.flags.end();
        EventDraft draft = this->draft(kind, std::move(part), {call.time, derived});
        draft.parent = id;
        draft.iteration = iteration;
        return draft;
    };
    std::vector<EventDraft> said;
    for (std::size_t n = 0; n < turn.thoughts.size(); ++n) {
        EventDraft& thought = said.emplace_back(about("thought", n + 1));
        thought.fields.text("text", turn.thoughts[n]);
    }
    std::size_t assumptions = 0;
    for (const StatedAssumption& each : stated_assumptions(turn.completion)) {
        EventDraft& draft = said.emplace_back(about("assumption", ++assumptions));
        draft.fields.text("assumption", each.assumption);
        draft.rationale = each.why ? rationale_with(*each.why) : std::string();
        draft.flags.push_back(Flag::derived);
    }
    const auto rationales = rationales_in(turn.completion).by_call;
    for (std::size_t n = 0; n < turn.calls.size(); ++n) {
        EventDraft& asked = *turn.calls[n];
        asked.parent = id;
        asked.iteration = iteration;
        const auto given = rationales.find(n + 1);
        asked.rationale = given == rationales.end() ? asked.rationale : given->second;
    }
    call.iteration = iteration;
    call.fields.text("completion", turn.completion);
    follow(call);
    std::vector<Event> events;
    Event first = TRY(std::move(call).finish(place_.format));
    events.push_back(std::move(first));
    for (EventDraft& each : said) {
        Event event = TRY(std::move(each).finish(place_.format));
        events.push_back(std::move(event));
    }
    last_ = id;
    return events;
}

std::string text_of_content(Json content) {
    if (!content.is_array()) {
        return content.string().value_or("");
    }
    std::string text;
    content.each_element([&text](Json part) {
        const Json one = part.is_string() ? part : part["text"];
        if (one.is_string()) {
            text += text.empty() ? "" : "\n";
            text += one.string().value_or("");
        }
        return true;
    });
    return text;
}

std::string content_json(Json content) {
    bool text = content.is_array() && content.raw() != "[]";
    content.each_element([&text](Json part) {
        text = text && is_text_part(part);
        return text;
    });
    if (!text) {
        return std::string(content.raw());
    }
    std::string token;
    append_token(token, text_of_content(content));
    return token;
}

void put_content(Fields& fields, std::string_view name, Json content) {
    fields.value(name, Json(content_json(content)));
}

// The members come from valid JSON, so writing them again cannot fail.
std::string rest_json(const Foreign& rest, std::string_view format) {
    Fields left;
    rest.leave(left, format);
    Result<std::string> json = std::move(left).take();
    return json ? std::move(json).take() : std::string();
}

void put_rest(Fields& fields, std::string_view name, const Foreign& rest, std::string_view format) {
    fields.value(name, Json(rest_json(rest, format)));
}

std::string object_of(Json value) {
    if (value.is_object() || value.is_array()) {
        return std::string(value.raw());
    }
    const std::string held = value.string().value_or("");
    if (held.find_first_of("{[") == std::string::npos) {
        return {};
    }
    Result<std::string> json = minify(held, held_depth_max);
    const bool is = json && (json->starts_with('{') || json->starts_with('['));
    return is ? std::move(json).take() : std::string();
}

void put_response(Fields& fields, Json response) {
    fields.value("model", response["model"]);
    const Json usage = response["usage"];
    fields.value("prompt_tokens", number_from(usage["prompt_tokens"]));
    fields.value("completion_tokens", number_from(usage["completion_tokens"]));
    fields.value("total_tokens", number_from(usage["total_tokens"]));
    fields.value("cache_read_tokens", number_from(usage["prompt_tokens_details"]["cached_tokens"]));
    fields.value("cache_write_tokens", number_from(usage["cache_creation_input_tokens"]));
    fields.value("reasoning_tokens",
                 number_from(usage["completion_tokens_details"]["reasoning_tokens"]));
    fields.value("finish_reason", response["choices"].at(0)["finish_reason"]);
    fields.value("response_id", response["id"]);
}

std::string mark_of(std::string_view text) {
    constexpr std::size_t bytes = 6;
    constexpr std::string_view digits = "0123456789abcdef";
    const Hash hash = sha256(text);
    std::string mark;
    for (std::size_t n = 0; n < bytes; ++n) {
        const auto byte = static_cast<unsigned>(hash[n]);
        mark += digits[byte / 16 % 16];
        mark += digits[byte % 16];
    }
    return mark;
}

std::string ms_from_seconds(Json seconds) {
    constexpr double ms_per_second = 1'000;
    const double number = number_from(seconds).number().value_or(-1);
    std::string ms;
    if (number >= 0) {
        append_number(ms, number * ms_per_second);
    }
    return ms;
}

std::string duration_between(std::string_view begin, std::string_view end) {
    constexpr std::int64_t ns_per_second = 1'000'000'000;
    constexpr std::int64_t seconds_max = 4'000'000'000;  // More than a century: no duration.
    const Result<Time> from = parse_time(begin);
    const Result<Time> to = parse_time(end);
    if (!from || !to || *to < *from || to->seconds - from->seconds > seconds_max) {
        return {};
    }
    const std::int64_t ns = (to->seconds - from->seconds) * ns_per_second +
                            static_cast<std::int64_t>(to->nanos) -
                            static_cast<std::int64_t>(from->nanos);
    std::string ms;
    append_number(ms, static_cast<double>(ns) / 1e6);
    return ms;
}

}  // namespace hence
