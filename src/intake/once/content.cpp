#include "intake/once/content.h"

#include <deque>
#include <utility>

#include "formats/otlp/translate/messages.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

std::vector<std::string> texts_in(Json list) {
    std::vector<std::string> texts;
    list.each_element([&texts](Json text) {
        texts.push_back(text.string().value_or(""));
        return true;
    });
    return texts;
}

// The text that a model gave, whether it is stored as a text or as a message.
std::string said_in(Json completion) {
    if (completion.is_string()) {
        return completion.string().value_or("");
    }
    std::deque<std::string> kept;
    std::string text;
    const Chat chat = chat_in(completion, "assistant", kept);
    for (const Json element : chat.elements) {
        text += text.empty() ? "" : "\n";
        text += text_of(read_message(element, "assistant", kept));
    }
    return text;
}

void append_element(std::string& list, std::string_view element) {
    list += list.empty() ? '[' : ',';
    list += element;
}

}  // namespace

void add_content(const std::vector<Event>& children, ArrivalChange& change) {
    std::string messages;
    for (const Event& child : children) {
        if (child.kind() != Kind::log) {
            continue;
        }
        const Json whole_messages = field(child, "messages");
        const Json completion = field(child, "completion");
        const Json message = field(child, "message");
        if (!whole_messages.present() && !completion.present() && !message.present()) {
            continue;
        }
        change.content_from.emplace_back(child.id());
        if (whole_messages.present() && change.messages.empty()) {
            change.messages = whole_messages.raw();
        }
        if (completion.present() && change.completion.empty()) {
            change.completion = completion.raw();
            change.call_ids = field(child, "call_ids").raw();
        }
        if (message.present()) {
            append_element(messages, message.raw());
        }
    }
    if (change.messages.empty() && !messages.empty()) {
        change.messages = messages + ']';
    }
}

std::string rationale_in(const Event& model_call, std::string_view call_id) {
    const std::vector<std::string> call_ids = texts_in(field(model_call, "call_ids"));
    const RationalesOfCalls stated = rationale_blocks(said_in(field(model_call, "completion")));
    for (const auto& [number, rationale] : stated.by_call) {
        if (number >= 1 && number <= call_ids.size() && call_ids[number - 1] == call_id) {
            return rationale;
        }
    }
    return {};
}

ArrivalChange change_seen_in(const Event& stored, const Translation& told) {
    ArrivalChange change;
    change.counted_by = text_field(stored, "counted_by");
    if (told.main.rationale.empty()) {
        change.rationale = stored.rationale();
    }
    change.content_from = texts_in(field(stored, "content_from"));
    if (!change.content_from.empty()) {
        change.messages = field(stored, "messages").raw();
        change.completion = field(stored, "completion").raw();
        change.call_ids = field(stored, "call_ids").raw();
    }
    return change;
}

}  // namespace hence
