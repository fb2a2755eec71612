#include "formats/spans/span_draft.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/try.h"
#include "formats/common/foreign.h"
#include "formats/otlp/decode/loose_json.h"
#include "formats/otlp/translate/messages.h"
#include "formats/otlp/translate/span_fields.h"

namespace hence {
namespace {

constexpr std::uint64_t nanos_per_second = 1'000'000'000;
constexpr std::int64_t seconds_max =
    static_cast<std::int64_t>(std::numeric_limits<std::uint64_t>::max() / nanos_per_second - 1);

std::string_view text_of(Json value, std::deque<std::string>& kept) {
    return kept.emplace_back(value.string().value_or(""));
}

}  // namespace

void SpanDraft::add(std::string_view key, Json value) {
    if (value.present()) {
        attributes_.push_back({keep(std::string(key)), value});
    }
}

void SpanDraft::add_text(std::string_view key, std::string_view text) {
    if (!text.empty()) {
        std::string token;
        append_token(token, text);
        add(key, Json(keep(std::move(token))));
    }
}

void SpanDraft::add_each(Json object, std::string_view prefix) {
    object.each_member([&](std::string_view name, Json value) {
        add(std::string(prefix) + std::string(name), value);
        return true;
    });
}

void SpanDraft::remove(std::string_view key) {
    std::erase_if(attributes_, [key](const Attribute& each) { return each.key == key; });
}

std::vector<Attribute> SpanDraft::members_of(Json object) {
    std::vector<Attribute> members;
    object.each_member([&](std::string_view name, Json value) {
        if (value.present()) {
            members.push_back({keep(std::string(name)), value});
        }
        return true;
    });
    return members;
}

void SpanDraft::set_resource(Json attributes) {
    origin_.resource = Attributes(members_of(attributes));
}

void SpanDraft::set_scope(Json scope) {
    origin_.scope_name = text_of(scope["name"], kept_);
    origin_.scope_version = text_of(scope["version"], kept_);
    origin_.scope = Attributes(members_of(scope["attributes"]));
}

std::string SpanDraft::set_time(Json time, std::uint64_t& nanos) {
    nanos = 0;
    const std::optional<std::string> text = time.is_number() ? time_from_ms(time) : time_from(time);
    const Result<Time> parsed =
        text ? parse_time(*text) : Result<Time>(Error{Code::invalid, "no time"});
    if (!parsed || parsed->seconds < 0 || parsed->seconds > seconds_max) {
        return {};
    }
    nanos = static_cast<std::uint64_t>(parsed->seconds) * nanos_per_second + parsed->nanos;
    return *text;
}

void SpanDraft::add_event(Json time, std::string_view name, Json attributes) {
    SpanEvent event;
    set_time(time, event.time_ns);
    event.name = keep(std::string(name));
    event.attributes = Attributes(members_of(attributes));
    span_.events.push_back(std::move(event));
}

const Span& SpanDraft::seal() {
    span_.attributes = Attributes(attributes_);
    return span_;
}

Result<Translation> SpanDraft::translate() {
    Translation told = TRY(hence::translate(seal()));
    const std::string start = time_of_nanos(span_.start_ns);
    const std::string end = time_of_nanos(span_.end_ns);
    each_draft(told, [&](EventDraft& draft) {
        if (!start_.empty() && draft.time == start) {
            draft.time = start_;
        } else if (!end_.empty() && draft.time == end) {
            draft.time = end_;
        }
    });
    return told;
}

bool says_empty(Json value) {
    const std::string_view raw = value.raw();
    return !value.present() || raw == "{}" || raw == "[]" || raw == "\"\"";
}

std::string members_besides(Json object, std::initializer_list<std::string_view> names) {
    std::string rest;
    object.each_member([&](std::string_view name, Json value) {
        if (!says_empty(value) && std::ranges::find(names, name) == names.end()) {
            rest += rest.empty() ? '{' : ',';
            append_token(rest, name);
            rest += ':';
            rest += value.raw();
        }
        return true;
    });
    return rest.empty() ? rest : rest + '}';
}

void state_session(Translation& told, const std::string& session) {
    if (session.empty()) {
        return;
    }
    each_draft(told, [&](EventDraft& draft) {
        if (draft.session.empty()) {
            draft.session = session;
            std::erase(draft.flags, Flag::session_derived);
        }
    });
}

std::string goal_in(Json input) {
    std::deque<std::string> kept;
    const Json held = loosened(input, kept).value;
    if (!held.present()) {
        return {};
    }
    const Chat chat = chat_in(held, "user", kept);
    for (auto at = chat.elements.rbegin(); chat.recognised && at != chat.elements.rend(); ++at) {
        const ChatMessage message = read_message(*at, "user", kept);
        std::string text = message.role == "user" ? text_of(message) : std::string();
        if (!text.empty()) {
            return text;
        }
    }
    const bool says_more = held.is_object() && held.raw() != "{}" && !chat.recognised;
    return says_more ? std::string(held.raw()) : std::string();
}

std::string output_in(Json output) {
    std::deque<std::string> kept;
    const Json held = loosened(output, kept).value;
    if (!held.present()) {
        return {};
    }
    const Chat chat = chat_in(held, "assistant", kept);
    std::string json;
    for (auto at = chat.elements.rbegin(); chat.recognised && at != chat.elements.rend(); ++at) {
        const ChatMessage message = read_message(*at, "assistant", kept);
        const std::string text = message.role == "user" ? std::string() : text_of(message);
        if (!text.empty()) {
            append_token(json, text);
            return json;
        }
    }
    return chat.recognised || held.raw() == "{}" ? json : std::string(held.raw());
}

}  // namespace hence
