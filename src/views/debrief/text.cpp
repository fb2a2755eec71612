#include "model/text.h"

#include <string>
#include <string_view>

#include "base/try.h"
#include "hence/debrief.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "views/cause/refs.h"
#include "views/debrief/words.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

// Where a text is cut, in UTF-16 units.
constexpr std::size_t goal_units_max = 100;
constexpr std::size_t path_units_max = 120;
constexpr std::size_t argument_units_max = 40;  // Of a step of the path.
constexpr std::size_t why_units_max = 120;
constexpr std::size_t detail_units_max = 80;  // Of assumptions, curations and alternatives.

// "iter 2 ", or nothing.
std::string iteration_text(const Event& event) {
    return event.iteration() ? "iter " + std::to_string(*event.iteration()) + " " : "";
}

std::string why_given(const Event& event) {
    return rationale_given(event) ? why_of(event) : std::string();
}

void append_reason_line(std::string& out, const Event& event) {
    out += "│   • " + iteration_text(event) + "chose " + printable(path_action(event)) + ": \"" +
           shortened(why_of(event), why_units_max) + "\"";
    std::string_view before = " (refs: ";
    for (const std::string& ref : refs_of(event)) {
        out += before;
        out += printable(ref);
        before = ", ";
    }
    out += before == ", " ? ")\n" : "\n";
}

void append_assumption_line(std::string& out, const Event& event) {
    const std::string assumption = text_field(event, "assumption");
    out += "│   • \"" + shortened(assumption.empty() ? "unknown" : assumption, detail_units_max) +
           "\"";
    const std::optional<double> confidence =
        rationale_given(event) ? confidence_of(event) : std::nullopt;
    out += confidence ? " (conf: " + two_decimals(*confidence) + ")" : "";
    const std::string why = why_given(event);
    out += why.empty() ? "\n" : " — " + shortened(why, detail_units_max) + "\n";
}

void append_curation_line(std::string& out, const Event& event) {
    const std::string target = text_field(event, "target");
    out += "│   • " + iteration_text(event) + printable(curator_action(event)) + " " +
           (target.empty() ? "?" : printable(target));
    const std::string why = why_given(event);
    out += why.empty() ? "\n" : " — \"" + shortened(why, detail_units_max) + "\"\n";
}

void append_alternatives_lines(std::string& out, const Event& event) {
    const std::string chosen = text_field(event, "chosen");
    out += "│   • " + iteration_text(event) + "chose " +
           (chosen.empty() ? "?" : printable(chosen)) + "\n";
    field(event, "rejected").each_element([&out](Json each) {
        const Json option = each.is_string() ? each : each["option"];
        const std::string because = each["rejected_because"].string().value_or("");
        out += "│     ✗ " + printable(option.string().value_or("?"));
        out += because.empty() ? "\n" : " — " + shortened(because, detail_units_max) + "\n";
        return true;
    });
}

// A file is told by its name, which stands at the end of its path.
std::string short_argument(const std::string& argument) {
    const bool path = argument.find('/') != argument.npos && argument.front() != '`' &&
                      argument.find(' ') == argument.npos && argument.find("://") == argument.npos;
    return path ? path_end(argument, argument_units_max) : shortened(argument, argument_units_max);
}

// The path in one line. What does not fit is not even read.
Result<void> write_path(Pieces& pieces, const Store& store, const Debrief& debrief) {
    if (debrief.path.seqs.empty()) {
        return {};
    }
    PathSteps steps(debrief, store);
    std::string path;
    while (path.size() <= path_units_max * 4) {
        const std::optional<PathStep> step = TRY(steps.next());
        if (!step) {
            break;
        }
        path += path.empty() ? "" : " → ";
        path += step->is_tool ? step->action.substr(step->action.find(':') + 1) : step->action;
        path += step->argument.empty() ? "" : " " + short_argument(step->argument);
        path += step->count == 1 ? "" : " ×" + std::to_string(step->count);
    }
    pieces.text += "├─ Path: " + shortened(path, path_units_max) + "\n";
    return {};
}

struct LineShape {
    std::string_view title;
    void (*append)(std::string&, const Event&);
};

Result<void> write_lines(Pieces& pieces, const Store& store, const DebriefSection& section,
                         const LineShape& shape) {
    SectionEvents events(section, store);
    bool first = true;
    while (true) {
        const Event* const event = TRY(events.next());
        if (event == nullptr) {
            return {};
        }
        if (first) {
            pieces.text += "├─ ";
            pieces.text += shape.title;
            pieces.text += '\n';
            first = false;
        }
        shape.append(pieces.text, *event);
        TRY(pieces.pass_on());
    }
}

Result<void> write_path_reasons(Pieces& pieces, const Store& store, const Debrief& debrief) {
    if (debrief.path_reasons == 0) {
        return {};
    }
    pieces.text += "├─ Why this path\n";
    SectionEvents events(debrief.reasons, store);
    while (true) {
        const Event* const event = TRY(events.next());
        if (event == nullptr) {
            return {};
        }
        if (is_path_kind(event->kind())) {
            append_reason_line(pieces.text, *event);
            TRY(pieces.pass_on());
        }
    }
}

void append_end_lines(std::string& out, const Debrief& debrief) {
    out += debrief.failed_on.empty() ? "" : "├─ Failed on: " + debrief.failed_on + "\n";
    out += "├─ Termination: " + printable(debrief.terminated_by);
    const std::string why = Json(debrief.termination_rationale)["why"].string().value_or("");
    out += why.empty() ? "\n" : " — \"" + shortened(why, why_units_max) + "\"\n";
    out += "└─ Verdict: " + verdict_text(debrief) + "\n";
    out += coverage_text(debrief);
}

}  // namespace

Result<void> write_text(const Debrief& debrief, const Store& store, const Sink& sink) {
    if (debrief.markdown) {
        return write_markdown(debrief, store, sink);
    }
    Pieces pieces(sink);
    pieces.text += "Debrief: run " + printable(debrief.run) + "\n";
    if (!debrief.other_runs.empty()) {
        pieces.text += "├─ " + other_runs_text(debrief) + "\n";
    }
    if (debrief.goal) {
        pieces.text += "├─ Goal: " + shortened(*debrief.goal, goal_units_max) + "\n";
    }
    TRY(write_path(pieces, store, debrief));
    TRY(write_path_reasons(pieces, store, debrief));
    TRY(write_lines(pieces, store, debrief.assumptions, {"Assumptions", append_assumption_line}));
    TRY(write_lines(pieces, store, debrief.curations, {"Curator", append_curation_line}));
    TRY(write_lines(pieces, store, debrief.alternatives,
                    {"Alternatives considered", append_alternatives_lines}));
    append_end_lines(pieces.text, debrief);
    debrief.completeness.append_text(pieces.text);
    return pieces.finish();
}

}  // namespace hence
