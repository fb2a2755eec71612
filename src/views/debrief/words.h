// How a debrief names the steps of a run, and how it hands out their events. JSON, text and
// Markdown share these words, so that one step has the same name in all three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/debrief.h"
#include "model/json/json.h"
#include "views/find/event_reader.h"

namespace hence {

// Whether an event of that kind is a step of the path.
bool is_path_kind(std::string_view kind);

// "tool:web_search", "decision:TYPE", "strategy:FROM→TO", "reactive:early-stop",
// "delegation:CHILD".
std::string path_action(const Event& event);

// What was decided, as the list of rationales says it: "tool-selection", "curator-dropped", ...
std::string decision_word(const Event& event);

// The action of a curation, as a debrief spells it: with hyphens.
std::string curator_action(const Event& event);

// Cut to `units_max` UTF-16 units, the … that says so included; then made printable. No character
// is cut in half.
std::string shortened(std::string_view text, std::size_t units_max);

// "0.60". Ties round up.
std::string two_decimals(double value);

// "success | 1500 tok | 2500ms", or that there is none.
std::string verdict_text(const Debrief& debrief);
// "The latest of 3 runs; the others: r2, r1".
std::string other_runs_text(const Debrief& debrief);
// "! 3 of 5 tool calls carry no rationale", with its line end, or nothing.
std::string coverage_text(const Debrief& debrief);

// Hands out the events of a section from the first to the last, kept or read again.
class SectionEvents {
public:
    SectionEvents(const DebriefSection& section, const Store& store)
        : section_(section),
          reader_(store, section.events.empty() ? section.seqs : std::vector<std::uint64_t>()) {}

    // Nothing at the end. Good until the next one.
    Result<const Event*> next();

private:
    const DebriefSection& section_;
    EventReader reader_;
    std::optional<Event> read_;
    std::size_t at_ = 0;
};

// A step of the path, or several of the same name in a row, told as one.
struct PathStep {
    bool is_tool = false;
    std::string action;    // As path_action says it.
    std::string argument;  // What the tool was called with; empty when the calls differ in it.
    std::uint64_t count = 1;
};

// Hands out the path of a run with its repeats folded.
class PathSteps {
public:
    PathSteps(const Debrief& debrief, const Store& store) : events_(debrief.path, store) {}

    // Nothing at the end.
    Result<std::optional<PathStep>> next();

private:
    SectionEvents events_;
    std::optional<PathStep> ahead_;  // The step that ended the one before.
};

// The form of `write_text` that is a page of Markdown.
Result<void> write_markdown(const Debrief& debrief, const Store& store, const Sink& sink);

}  // namespace hence
