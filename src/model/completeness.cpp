// Completeness: how an answer says what it lacks, as JSON and as lines for a person.
//
// Every answer that follows links carries one of these: missing parents, cycles, references that
// name nothing, a limit that cut the answer, gaps that a rule found. An answer that leaves such a
// hole out looks complete and misleads, which is worse than no answer. The text names the first of
// each sort and counts the rest; the JSON has them all.
#include "hence/completeness.h"

#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/json/writer.h"
#include "model/text.h"

namespace hence {
namespace {

inline constexpr std::size_t cycle_shown_max = 8;

// A JSON list: `append` writes one element.
template <class T, class Append>
void append_list(JsonWriter& json, std::string_view name, const std::vector<T>& list,
                 Append append) {
    json.key(name).begin_list();
    for (const T& element : list) {
        append(element);
    }
    json.end_list();
}

// One line for all of a kind: the first is named, the rest are counted.
void append_line(std::string& out, std::string_view first, std::size_t count) {
    out += "! incomplete: ";
    out += first;
    if (count > 1) {
        out += fmt::format(", and {} more", count - 1);
    }
    out += '\n';
}

std::string cycle_text(const std::vector<std::string>& cycle) {
    std::string text;
    for (std::size_t at = 0; at < cycle.size() && at < cycle_shown_max; ++at) {
        text += printable(cycle[at]) + " -> ";
    }
    if (cycle.size() > cycle_shown_max) {
        text += fmt::format("… ({} events) -> ", cycle.size());
    }
    return text + (cycle.empty() ? "" : printable(cycle.front())) + " is a cycle";
}

std::string gap_text(const Gap& gap) {
    std::string text = printable(gap.rule);
    if (!gap.event.empty()) {
        text += " at " + printable(gap.event);
    }
    if (!gap.detail.empty()) {
        text += ": " + printable(gap.detail);
    }
    return text;
}

// Each rule is a kind of its own, in the order in which they were first met.
void append_gaps(std::string& out, const std::vector<Gap>& gaps) {
    std::map<std::string_view, std::size_t> row_of;
    std::vector<std::pair<const Gap*, std::size_t>> rows;
    for (const Gap& gap : gaps) {
        const auto [at, first] = row_of.emplace(gap.rule, rows.size());
        if (first) {
            rows.emplace_back(&gap, 0);
        }
        ++rows[at->second].second;
    }
    for (const auto& [gap, count] : rows) {
        append_line(out, gap_text(*gap), count);
    }
}

}  // namespace

void Completeness::append_json(std::string& out) const {
    JsonWriter json(out);
    json.begin_object().member("complete", complete());
    append_list(json, "missing_parents", missing_parents, [&json](const MissingParent& missing) {
        json.begin_object().member("event", missing.event).member("parent", missing.parent);
        json.end_object();
    });
    append_list(json, "cycles", cycles,
                [&json](const std::vector<std::string>& cycle) { json.values(cycle); });
    append_list(json, "unresolved_refs", unresolved_refs, [&json](const UnresolvedRef& ref) {
        json.begin_object().member("event", ref.event).member("ref", ref.ref).end_object();
    });
    json.list("uncaused", uncaused).member("truncated", truncated);
    append_list(json, "gaps", gaps, [&json](const Gap& gap) {
        json.begin_object().member("rule", gap.rule).member("event", gap.event);
        json.member("detail", gap.detail).end_object();
    });
    if (erased > 0) {  // Most stores never erase, and their answers stay what they were.
        json.member("erased", erased);
    }
    json.end_object();
}

void Completeness::append_text(std::string& out) const {
    if (!missing_parents.empty()) {
        const MissingParent& first = missing_parents.front();
        append_line(out,
                    fmt::format("parent {} of {} was never recorded", printable(first.parent),
                                printable(first.event)),
                    missing_parents.size());
    }
    if (!cycles.empty()) {
        append_line(out, cycle_text(cycles.front()), cycles.size());
    }
    if (!unresolved_refs.empty()) {
        const UnresolvedRef& first = unresolved_refs.front();
        append_line(out,
                    fmt::format("ref {} of {} names nothing that was recorded",
                                printable(first.ref), printable(first.event)),
                    unresolved_refs.size());
    }
    if (!uncaused.empty()) {
        append_line(out, fmt::format("no cause of {} was recorded", printable(uncaused.front())),
                    uncaused.size());
    }
    if (truncated > 0) {
        append_line(out, fmt::format("a limit cut off {} more", truncated), 1);
    }
    append_gaps(out, gaps);
    if (erased > 0) {
        append_line(
            out, erased == 1 ? "1 event was erased" : fmt::format("{} events were erased", erased),
            1);
    }
}

}  // namespace hence
