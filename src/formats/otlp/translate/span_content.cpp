#include "formats/otlp/translate/span_content.h"

#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <utility>

#include "formats/otlp/conventions/flattened.h"
#include "formats/otlp/decode/loose_json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

constexpr std::string_view choice = "gen_ai.choice";

bool is_message_event(std::string_view name) {
    constexpr std::array<std::string_view, 4> names = {
        "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message",
        "gen_ai.tool.message"};
    return std::ranges::find(names, name) != names.end();
}

// What a span event says of its message, less what it says of its call.
std::string message_of(const SpanEvent& event) {
    std::string json = R"({"event.name":)";
    append_string(json, event.name);
    std::deque<std::string> kept;
    for (const Attribute& attribute : event.attributes.all()) {
        if (attribute.key != "event.name" && !attribute.key.starts_with("gen_ai.")) {
            // A message that is a list, or the text of one, is the content of the message.
            const Json held = loosened(attribute.value, kept).value;
            const bool content = attribute.key == "message" && !held.is_object();
            json += ',';
            append_string(json, content ? std::string_view("content") : attribute.key);
            json += ':';
            json += content ? held.raw() : attribute.value.raw();
        }
    }
    json += '}';
    return json;
}

}  // namespace

SpanChat SpanContent::read_attribute(std::string_view key, std::string_view role) {
    SpanChat found;
    const Json value = span_.attributes[key];
    if (says_nothing(value)) {
        return found;
    }
    const LooseJson held = loosened(value, kept_);
    found.truncated = held.truncated;
    found.chat = chat_in(held.value, role, kept_);
    if (found.chat.whole && !found.truncated) {
        found.moved.push_back(key);
    }
    if (key == "gen_ai.input.messages") {
        add_instructions(found);
    }
    return found;
}

// They come before the first message.
void SpanContent::add_instructions(SpanChat& found) {
    constexpr std::string_view key = "gen_ai.system_instructions";
    const LooseJson held = loosened(span_.attributes[key], kept_);
    if (says_nothing(held.value) || held.value.raw() == "[]" || found.chat.empty()) {
        return;
    }
    std::string message;
    if (held.value.is_array()) {
        message = R"({"role":"system","parts":)";
        message += held.value.raw();
        message += '}';
    } else {
        message = message_json("system", held.value);
    }
    const Json first(kept_.emplace_back(std::move(message)));
    found.chat.elements.insert(found.chat.elements.begin(), first);
    found.truncated = found.truncated || held.truncated;
    if (!held.truncated) {
        found.moved.push_back(key);
    }
}

SpanChat SpanContent::read_flattened(std::string_view prefix) {
    SpanChat found;
    Unflattened list = unflattened(span_.attributes.under(prefix), prefix);
    if (list.list.empty()) {
        return found;
    }
    // Some of it was dropped: the request as a whole may have it all.
    if (list.gaps && span_.dropped_attributes > 0) {
        const bool asked = prefix == "llm.input_messages.";
        SpanChat whole =
            read_attribute(asked ? "input.value" : "output.value", asked ? "user" : "assistant");
        if (whole.chat.recognised && !whole.truncated) {
            return whole;
        }
    }
    found.chat = chat_in(Json(kept_.emplace_back(std::move(list.list))), "", kept_);
    found.chat.of_items = span_.attributes["input.value"].raw().find("function_call_output") !=
                          std::string_view::npos;
    found.moved = std::move(list.taken);
    return found;
}

// One list holds both sides: a record that is no choice belongs to the prompt. In a list without
// any choice, the last messages of the assistant are the answer.
SpanChat SpanContent::read_records(std::string_view key, std::string_view role) {
    SpanChat found = read_attribute(key, role);
    const auto is_choice = [](const Json& element) {
        return element["event.name"].string() == choice;
    };
    const auto is_said = [](const Json& element) {
        return element["role"].string() == "assistant" ||
               element["event.name"].string() == "gen_ai.assistant.message";
    };
    std::vector<Json>& all = found.chat.elements;
    const auto answer = std::ranges::any_of(all, is_choice)
                            ? std::stable_partition(all.begin(), all.end(), std::not_fn(is_choice))
                            : std::find_if_not(all.rbegin(), all.rend(), is_said).base();
    const std::size_t before = all.size();
    if (role == "assistant") {
        all.erase(all.begin(), answer);
    } else {
        all.erase(answer, all.end());
    }
    const std::size_t of_other_side = before - all.size();
    if (of_other_side > 0 && !found.moved.empty()) {
        found.half = key;
        found.moved.clear();
    }
    return found;
}

SpanChat SpanContent::read_events(std::string_view which, std::string_view role) {
    SpanChat found;
    const bool whole_text = which.starts_with("gen_ai.content.");
    const std::string_view text_key =
        role == "user" ? std::string_view("gen_ai.prompt") : std::string_view("gen_ai.completion");
    for (std::size_t i = 0; i < span_.events.size(); ++i) {
        const SpanEvent& event = span_.events[i];
        const bool wanted =
            which == "gen_ai.message" ? is_message_event(event.name) : event.name == which;
        if (!wanted) {
            continue;
        }
        const Json content = event.attributes[whole_text ? text_key : "gen_ai.event.content"];
        LooseJson held = loosened(content, kept_);
        if (!held.value.present()) {
            held = loosened(event.attributes["body"], kept_);  // Koog.
        }
        if (whole_text && held.value.present()) {
            Chat chat = chat_in(held.value, role, kept_);
            std::ranges::move(chat.elements, std::back_inserter(found.chat.elements));
        } else if (!whole_text) {
            found.chat.elements.push_back(
                held.value.is_object() ? held.value : Json(kept_.emplace_back(message_of(event))));
        } else {
            continue;
        }
        found.truncated = found.truncated || held.truncated;
        if (!held.truncated) {
            found.moved_events.push_back(i);
        }
    }
    found.chat.recognised = !found.chat.empty();
    return found;
}

// The parts of an answer under keys of their own, as one message.
SpanChat SpanContent::read_answer(std::string_view prefix) {
    SpanChat found;
    std::string message;
    const auto add = [&](std::string_view key, std::string_view member) {
        const auto family = span_.attributes.under(prefix);
        const auto at = std::ranges::find_if(
            family, [&](const Attribute& each) { return each.key.substr(prefix.size()) == key; });
        if (at == family.end() || says_nothing(at->value)) {
            return false;
        }
        const LooseJson held = loosened(at->value, kept_);
        const bool calls = member == "tool_calls";
        message += message.empty() ? R"({"role":"assistant",")" : R"(,")";
        message += member;
        message += R"(":)";
        message += calls ? held.value.raw() : at->value.raw();
        found.truncated = found.truncated || (calls && held.truncated);
        if (!calls || !held.truncated) {
            found.moved.push_back(at->key);
        }
        return true;
    };
    add("reasoning", "reasoning");
    if (!add("text", "content")) {
        add("object", "content");
    }
    add("toolCalls", "tool_calls");
    if (!message.empty()) {
        found.chat.elements.emplace_back(kept_.emplace_back(std::move(message) + '}'));
        found.chat.recognised = true;
    }
    return found;
}

SpanChat SpanContent::read(const ContentSource& source, std::string_view role) {
    switch (source.shape) {
        case ContentShape::messages: return read_attribute(source.key, role);
        case ContentShape::openinference:
        case ContentShape::numbered:
        case ContentShape::numbered_texts: return read_flattened(source.key);
        case ContentShape::log_records: return read_records(source.key, role);
        case ContentShape::span_events: return read_events(source.key, role);
        case ContentShape::vercel_answer: return read_answer(source.key);
    }
    return {};
}

SpanChat SpanContent::prompt() {
    for (const ContentSource& source : prompt_sources()) {
        SpanChat found = read(source, "user");
        if (!found.chat.empty()) {
            return found;
        }
    }
    return {};
}

SpanChat SpanContent::completion() {
    for (const ContentSource& source : completion_sources()) {
        SpanChat found = read(source, "assistant");
        if (!found.chat.empty()) {
            return found;
        }
    }
    return {};
}

}  // namespace hence
