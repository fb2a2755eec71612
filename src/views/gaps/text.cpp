#include "model/text.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "hence/gaps.h"
#include "hence/store.h"
#include "views/gaps/list.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

// What is looked for, and what whoever instruments the agents does about it.
struct Item {
    std::string_view name;
    std::string_view met;
    std::string_view remedy;
};

constexpr Item items[] = {
    {gap_rule::missing_parents, "every parent and cause was recorded",
     "record the events that others name as parent, cause or judged event"},
    {gap_rule::cycles, "no event leads to itself", "name as parent or cause only what came before"},
    {gap_rule::unresolved_refs, "every ref names something recorded",
     "give observations the `key` that rationales refer to, or refer to an event's id"},
    {gap_rule::uncaused, "every step has a cause that was recorded or follows from the record",
     "name the parent or the causes of each step, or record the model call that asked for it"},
    {gap_rule::unthreaded_message, "every answer kept the correlation",
     "hand the correlation on with every message that is sent because of another"},
    {gap_rule::unthreaded_decision, "every decision kept the correlation",
     "set the correlation on all events of a run that works for it"},
    {gap_rule::reused_correlation, "no two parts are strangers, more than an hour apart",
     "use a correlation for one affair only, or record what ties its parts together"},
    {gap_rule::unanswered_delegation, "every delegation was taken up",
     "instrument the child, or let it record under the run that the delegation names"},
    {gap_rule::decision_without_outcome, "every decision made has an outcome",
     "say what came of it: hence outcome EVENT --correct|--incorrect|--unknown"},
    {gap_rule::rationale_missing, "every step that was to give a rationale gave one",
     "let the agent give a rationale with each of these steps"},
    {gap_rule::tool_call_without_result, "every tool call has a result",
     "record output or error with the call, or an observation with its call_id"},
    {gap_rule::unfinished, "what was begun came to an end",
     "record the end of every run: a termination, or a session_end"},
    {gap_rule::silent_agent, "everybody who was written to was heard from",
     "instrument these agents, and hand the correlation to them"},
    {gap_rule::clock_skew, "no effect is earlier than its cause",
     "set the clocks, or record times of one clock"},
    {gap_rule::dropped_attributes, "no emitter says that it dropped anything",
     "raise the limits of the emitter"},
    {gap_rule::graph_conflict, "every change of a decision graph fitted",
     "change graphs by `hence graph`, which refuses what does not fit"},
};

// One line a finding, by item.
std::map<std::string_view, std::vector<std::string>> findings_of(const Completeness& lacking) {
    std::map<std::string_view, std::vector<std::string>> found;
    for (const MissingParent& missing : lacking.missing_parents) {
        found[gap_rule::missing_parents].push_back(
            fmt::format("{}: {} was never recorded", missing.event, missing.parent));
    }
    for (const std::vector<std::string>& cycle : lacking.cycles) {
        found[gap_rule::cycles].push_back(
            fmt::format("{} -> {}", fmt::join(cycle, " -> "), cycle.front()));
    }
    for (const UnresolvedRef& ref : lacking.unresolved_refs) {
        found[gap_rule::unresolved_refs].push_back(
            fmt::format("{}: {} names nothing that was recorded", ref.event, ref.ref));
    }
    for (const std::string& event : lacking.uncaused) {
        found[gap_rule::uncaused].push_back(fmt::format("{}: no cause of it was recorded", event));
    }
    for (const Gap& gap : lacking.gaps) {
        found[gap.rule].push_back(fmt::format("{}: {}", gap.event, gap.detail));
    }
    return found;
}

// A tick only where something was looked at.
void append_check(const Item& item, const RuleCheck& check, std::string& out) {
    if (check.checked == 0) {
        out += fmt::format("[-] {}: {}\n", item.name, check.note);
        return;
    }
    out += fmt::format("[x] {}: {} ({} checked", item.name, item.met, check.checked);
    out += check.note.empty() ? ")\n" : fmt::format("; {})\n", check.note);
}

void append_quarantined(std::uint64_t rows, std::string& out) {
    if (rows > 0) {
        out += fmt::format("{} kept in quarantine and no part of the record: hence quarantine\n",
                           rows == 1 ? "1 line is" : fmt::format("{} lines are", rows));
    }
}

}  // namespace

Result<void> write_text(const Gaps& answer, const Store&, const Sink& sink) {
    Pieces pieces(sink);
    pieces.text += fmt::format("Gaps: {} {}\n", to_string(answer.scope), printable(answer.id));
    const auto found = findings_of(answer.completeness);
    for (const Item& item : items) {
        const auto lines = found.find(item.name);
        if (lines == found.end()) {
            continue;
        }
        pieces.text += fmt::format("\n{}: {}\n", item.name, item.remedy);
        for (const std::string& line : lines->second) {
            pieces.text += "  [ ] " + printable(line) + "\n";
            TRY(pieces.pass_on());
        }
    }
    pieces.text += "\n";
    for (const Item& item : items) {
        const auto check = std::ranges::find(answer.rules, item.name, &RuleCheck::rule);
        if (check != answer.rules.end() && check->found == 0) {
            append_check(item, *check, pieces.text);
        }
    }
    answer.completeness.append_text(pieces.text);
    append_quarantined(answer.quarantined, pieces.text);
    return pieces.finish();
}

}  // namespace hence
