#include "views/debrief/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "base/utf8.h"
#include "model/erased.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/summary/child_of.h"
#include "model/summary/duration_text.h"
#include "model/summary/summary_text.h"
#include "model/summary/tool_argument.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t other_runs_shown = 8;

std::string text_or(const Event& event, std::string_view name, std::string_view otherwise) {
    const std::string text = text_field(event, name);
    return text.empty() ? std::string(otherwise) : text;
}

std::string hyphenated(std::string text) {
    std::replace(text.begin(), text.end(), '_', '-');
    return text;
}

std::string decision_name(const Event& event) {
    const std::string type = text_field(event, "decision_type");
    return "decision:" + (type.empty() ? text_or(event, "description", "unknown") : type);
}

std::string switched(const Event& event) {
    return text_or(event, "from", "?") + "→" + text_or(event, "to", "?");
}

std::string delegated(const Event& event) {
    const std::string child = child_of(event);
    return "delegation:" + (child.empty() ? "?" : child);
}

std::string hyphenated_action(const Event& event) {
    return hyphenated(text_or(event, "action", "unknown"));
}

PathStep step_of(const Event& event) {
    PathStep step;
    step.is_tool = event.kind() == Kind::tool_call && !is_erased(event);
    step.action = path_action(event);
    if (step.is_tool) {
        const std::string name = text_field(event, "tool_name");
        step.argument = tool_argument(name, field(event, "input"));
        // Some agents give the whole command line as the argument.
        if (step.argument == name) {
            step.argument.clear();
        } else if (step.argument.starts_with(name + " ")) {
            step.argument.erase(0, name.size() + 1);
        }
    }
    return step;
}

}  // namespace

bool is_path_kind(std::string_view kind) {
    return kind == Kind::tool_call || kind == Kind::decision || kind == Kind::strategy_switch ||
           kind == Kind::reactive || kind == Kind::delegation;
}

std::string path_action(const Event& event) {
    if (is_erased(event)) {
        return "erased";
    }
    if (event.kind() == Kind::tool_call) {
        return "tool:" + text_or(event, "tool_name", "unknown");
    }
    if (event.kind() == Kind::decision) {
        return decision_name(event);
    }
    if (event.kind() == Kind::strategy_switch) {
        return "strategy:" + switched(event);
    }
    return event.kind() == Kind::reactive ? "reactive:" + hyphenated_action(event)
                                          : delegated(event);
}

std::string decision_word(const Event& event) {
    if (event.kind() == Kind::tool_call) {
        return "tool-selection";
    }
    if (event.kind() == Kind::decision) {
        return decision_name(event);
    }
    if (event.kind() == Kind::curation) {
        return "curator-" + hyphenated_action(event);
    }
    if (event.kind() == Kind::strategy_switch) {
        return "strategy-switch:" + switched(event);
    }
    if (event.kind() == Kind::reactive) {
        return "reactive-" + hyphenated_action(event);
    }
    return event.kind() == Kind::delegation ? delegated(event)
                                            : "termination:" + text_or(event, "reason", "unknown");
}

std::string curator_action(const Event& event) {
    return hyphenated_action(event);
}

std::string shortened(std::string_view text, std::size_t units_max) {
    std::size_t units = 0;
    std::size_t kept = 0;  // How many bytes leave room for the ellipsis.
    std::size_t at = 0;
    while (at < text.size()) {
        const Character character = first_character(text.substr(at));
        units += character.value >= 0x10000 ? 2 : 1;
        if (units > units_max) {
            return printable(text.substr(0, kept)) + "…";
        }
        at += character.size;
        if (units < units_max) {
            kept = at;
        }
    }
    return printable(text);
}

std::string two_decimals(double value) {
    // Between two hundredths stand only odd eighths, and those go up.
    const bool tie = std::fmod(value * 8, 2) == 1;
    return fmt::format("{:.2f}", tie ? value + 0.001 : value);
}

std::string verdict_text(const Debrief& debrief) {
    if (!debrief.verdict) {
        return "(no run-completed event found)";
    }
    const DebriefVerdict& verdict = *debrief.verdict;
    std::string text = verdict.status.empty() ? "unknown" : printable(verdict.status);
    text += " | ";
    verdict.tokens.total ? append_number(text, *verdict.tokens.total) : void(text += '?');
    text += " tok | ";
    verdict.duration_ms ? append_ms(text, *verdict.duration_ms) : void(text += '?');
    return text + "ms";
}

std::string other_runs_text(const Debrief& debrief) {
    std::string text = fmt::format("The latest of {} runs", debrief.other_runs.size() + 1);
    std::string_view before = "; the others: ";
    for (std::size_t i = 0; i < std::min(debrief.other_runs.size(), other_runs_shown); ++i) {
        text += before;
        text += printable(debrief.other_runs[i]);
        before = ", ";
    }
    return text + (debrief.other_runs.size() > other_runs_shown ? ", …" : "");
}

std::string coverage_text(const Debrief& debrief) {
    const std::uint64_t without = debrief.tool_calls - debrief.tool_calls_with_rationale;
    return without == 0 ? ""
                        : fmt::format("! {} of {} tool calls carry no rationale\n", without,
                                      debrief.tool_calls);
}

Result<std::optional<PathStep>> PathSteps::next() {
    std::optional<PathStep> step = std::exchange(ahead_, std::nullopt);
    while (true) {
        const Event* const event = TRY(events_.next());
        if (event == nullptr) {
            return step;
        }
        PathStep one = step_of(*event);
        if (step && (step->is_tool != one.is_tool || step->action != one.action)) {
            ahead_ = std::move(one);
            return step;
        }
        if (!step) {
            step = std::move(one);
            continue;
        }
        ++step->count;
        if (step->argument != one.argument) {
            step->argument.clear();
        }
    }
}

Result<const Event*> SectionEvents::next() {
    if (at_ == section_.seqs.size()) {
        return static_cast<const Event*>(nullptr);
    }
    const std::size_t at = at_++;
    if (!section_.events.empty()) {
        return &section_.events[at];
    }
    read_ = TRY(reader_.next());
    return static_cast<const Event*>(&*read_);
}

}  // namespace hence
