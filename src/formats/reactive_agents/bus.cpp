#include "formats/reactive_agents/bus.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace hence {
namespace {

struct Name {
    std::string_view bus;
    std::string_view trace;
};

// Those that are more than another spelling.
constexpr std::array other_names = {
    Name{"agent-started", "run-started"},         Name{"agent-completed", "run-completed"},
    Name{"task-failed", "run-completed"},         Name{"tool-call-started", "tool-call-start"},
    Name{"tool-call-completed", "tool-call-end"}, Name{"reactive-decision", "decision-evaluated"},
};

// "LLMExchange" is "llm-exchange".
std::string with_hyphens(std::string_view name) {
    std::string text;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool begins =
            is_upper(name[i]) && i > 0 &&
            (!is_upper(name[i - 1]) || (i + 1 < name.size() && !is_upper(name[i + 1])));
        text += begins ? "-" : "";
        text += lower(name[i]);
    }
    return text;
}

}  // namespace

std::string kind_of_bus_name(std::string_view name) {
    const bool letters = std::ranges::all_of(name, is_letter);
    if (name.empty() || !letters || !is_upper(name.front())) {
        return {};
    }
    for (const std::string_view suffix : {"Emitted", "Event"}) {
        if (name.size() > suffix.size() && name.ends_with(suffix)) {
            name.remove_suffix(suffix.size());
        }
    }
    std::string text = with_hyphens(name);
    const auto other = std::ranges::find(other_names, text, &Name::bus);
    return other == other_names.end() ? text : std::string(other->trace);
}

}  // namespace hence
