#include "views/cause/words_for.h"

#include <memory>

#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/said.h"
#include "model/summary/tool_argument.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t said_max = 280;

bool is_asked_for(const Event& step) {
    return step.kind() == Kind::tool_call || step.kind() == Kind::delegation ||
           step.kind() == Kind::decision || step.kind() == Kind::message;
}

// The thoughts that hang on a model call.
Result<std::string> thoughts_of(const Store& store, const Event& model_call) {
    std::string text;
    const std::unique_ptr<Cursor> children =
        TRY(store.scan({Space::parent, std::string(model_call.id())}));
    std::optional<Event> child = TRY(children->next());
    while (child && text.size() < said_max) {
        if (child->kind() == Kind::thought) {
            text += (text.empty() ? "" : "\n") + text_field(*child, "text");
        }
        child = TRY(children->next());
    }
    return text;
}

}  // namespace

std::string first_characters(std::string_view text, std::size_t max) {
    std::size_t characters = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool starts = (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
        if (starts && characters++ == max) {
            return std::string(text.substr(0, at));
        }
    }
    return std::string(text);
}

Result<std::string> words_for(const Store& store, const Event& step, const Link& cause) {
    if (cause.event.kind() != Kind::llm_call || cause.provenance == Provenance::assumed ||
        !is_asked_for(step)) {
        return std::string();
    }
    const Json completion = field(cause.event, "completion");
    std::string words = said_in(completion);
    if (words.empty()) {
        words = TRY(thoughts_of(store, cause.event));
    }
    if (words.empty()) {
        words = thought_in(completion);
    }
    return first_characters(words, said_max);
}

Result<std::string> called_with(const Store& store, std::string_view name, std::string_view event) {
    const std::optional<Event> call = TRY(store.find(event));
    std::string text = printable(name);
    if (call && call->kind() == Kind::tool_call) {
        const std::string tool = text_field(*call, "tool_name");
        const std::string argument = tool_argument(tool, field(*call, "input"));
        text += argument.empty() ? "" : " " + argument;
    }
    return text;
}

}  // namespace hence
