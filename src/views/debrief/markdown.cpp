// A debrief as a page for people who were not there. Recorded text must not act in Markdown, as it
// must not on a terminal.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/text.h"
#include "views/cause/refs.h"
#include "views/debrief/words.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

// Recorded text on one line, meaning nothing but itself. An underscore inside a word marks nothing.
std::string plain(std::string_view recorded) {
    const std::string text = printable(recorded);
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool within_word = at > 0 && at + 1 < text.size() &&
                                 is_letter_or_digit(text[at - 1]) &&
                                 is_letter_or_digit(text[at + 1]);
        const bool acts = text[at] == '_' ? !within_word
                                          : std::string_view("\\`*[]<>&~|#$").find(text[at]) !=
                                                std::string_view::npos;
        out += acts ? "\\" : "";
        out += text[at];
    }
    return out;
}

// Between more backticks than it holds in a row.
std::string code(std::string_view recorded) {
    const std::string text = printable(recorded);
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string mark(longest + 1, '`');
    return longest == 0 ? mark + text + mark : mark + " " + text + " " + mark;
}

std::string iteration(const Event& event) {
    return event.iteration() ? fmt::format("**Iteration {}** — ", *event.iteration()) : "";
}

void append_confidence(std::string& out, const Event& event) {
    const std::optional<double> confidence =
        rationale_given(event) ? confidence_of(event) : std::nullopt;
    out += confidence ? fmt::format(" _(confidence: {:.0f}%)_", std::round(*confidence * 100)) : "";
    out += '\n';
}

void append_rejected(std::string& out, Json list) {
    list.each_element([&out](Json each) {
        const Json option = each.is_string() ? each : each["option"];
        const std::string because = each["rejected_because"].string().value_or("");
        out += "  - Rejected: " + plain(option.string().value_or("?"));
        out += because.empty() ? "\n" : " — " + plain(because) + "\n";
        return true;
    });
}

void append_why(std::string& out, const Event& event) {
    if (!rationale_given(event)) {
        return;
    }
    out += "  - Why: " + plain(why_of(event)) + "\n";
    std::string_view before = "  - Refs: ";
    for (const std::string& ref : refs_of(event)) {
        out += before;
        out += plain(ref);
        before = ", ";
    }
    out += before == ", " ? "\n" : "";
}

void append_assumption(std::string& out, const Event& event) {
    const std::string assumption = text_field(event, "assumption");
    out += "- " + iteration(event) + plain(assumption.empty() ? "unknown" : assumption);
    append_confidence(out, event);
    append_why(out, event);
}

void append_curation(std::string& out, const Event& event) {
    const std::string target = text_field(event, "target");
    out += "- " + iteration(event) + plain(curator_action(event)) + " " +
           (target.empty() ? "?" : plain(target));
    append_confidence(out, event);
    append_why(out, event);
}

void append_alternatives(std::string& out, const Event& event) {
    const std::string chosen = text_field(event, "chosen");
    out += "- " + iteration(event) + "chose " + (chosen.empty() ? "?" : plain(chosen)) + "\n";
    append_rejected(out, field(event, "rejected"));
}

void append_reason(std::string& out, const Event& event) {
    out += "- " + iteration(event) + plain(decision_word(event));
    const std::string tool = text_field(event, "tool_name");
    out += event.kind() == Kind::tool_call && !tool.empty() ? " " + code(tool) : "";
    append_confidence(out, event);
    append_why(out, event);
    append_rejected(out, Json(event.rationale())["alternatives"]);
}

struct Shape {
    std::string_view title;
    void (*append)(std::string&, const Event&);
};

Result<void> write_section(Pieces& pieces, const Store& store, const DebriefSection& section,
                           const Shape& shape) {
    if (section.seqs.empty()) {
        return {};
    }
    pieces.text += fmt::format("\n## {}\n\n", shape.title);
    SectionEvents events(section, store);
    while (true) {
        const Event* const event = TRY(events.next());
        if (event == nullptr) {
            return {};
        }
        shape.append(pieces.text, *event);
        TRY(pieces.pass_on());
    }
}

Result<void> write_path(Pieces& pieces, const Store& store, const Debrief& debrief) {
    pieces.text += debrief.path.seqs.empty() ? "" : "\n## Path\n\n";
    PathSteps steps(debrief, store);
    while (true) {
        const std::optional<PathStep> step = TRY(steps.next());
        if (!step) {
            return {};
        }
        pieces.text += "1. " + plain(step->action);
        pieces.text += step->argument.empty() ? "" : " " + code(step->argument);
        pieces.text += step->count == 1 ? "\n" : fmt::format(" ×{}\n", step->count);
        TRY(pieces.pass_on());
    }
}

void append_head(std::string& out, const Debrief& debrief) {
    out += "# Debrief: run " + plain(debrief.run) + "\n\n";
    if (debrief.goal) {
        out += "- **Goal:** " + plain(*debrief.goal) + "\n";
    }
    if (!debrief.other_runs.empty()) {
        out += "- " + plain(other_runs_text(debrief)) + "\n";
    }
    if (!debrief.failed_on.empty()) {
        out += "- **Failed on:** " + plain(debrief.failed_on) + "\n";
    }
    out += "- **Termination:** " + plain(debrief.terminated_by);
    const std::string why = Json(debrief.termination_rationale)["why"].string().value_or("");
    out += why.empty() ? "\n" : " — " + plain(why) + "\n";
    out += "- **Verdict:** " + plain(verdict_text(debrief)) + "\n";
    out += fmt::format("- **Tool calls with a rationale:** {} of {}\n",
                       debrief.tool_calls_with_rationale, debrief.tool_calls);
}

// One item for each line that the text would end with.
void append_lacking(std::string& out, const Debrief& debrief) {
    std::string lines = coverage_text(debrief);
    debrief.completeness.append_text(lines);
    if (!lines.empty()) {
        out += "\n## What is missing\n\n";
    }
    std::string_view rest = lines;
    while (!rest.empty()) {
        std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(line.size() + 1);
        line.remove_prefix(line.starts_with("! ") ? 2 : 0);
        out += "- " + plain(line) + "\n";
    }
}

}  // namespace

Result<void> write_markdown(const Debrief& debrief, const Store& store, const Sink& sink) {
    Pieces pieces(sink);
    append_head(pieces.text, debrief);
    TRY(write_path(pieces, store, debrief));
    TRY(write_section(pieces, store, debrief.assumptions, {"Assumptions", append_assumption}));
    TRY(write_section(pieces, store, debrief.curations, {"Curator", append_curation}));
    TRY(write_section(pieces, store, debrief.alternatives,
                      {"Alternatives considered", append_alternatives}));
    TRY(write_section(pieces, store, debrief.reasons, {"Decision Rationale", append_reason}));
    if (debrief.reasons.seqs.empty()) {
        pieces.text += "\n## Decision Rationale\n\nNone was given.\n";
    }
    append_lacking(pieces.text, debrief);
    return pieces.finish();
}

}  // namespace hence
