#include "hence/completeness.h"

#include <map>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "model/json.h"
#include "model/text.h"

namespace hence {
namespace {

inline constexpr std::size_t cycle_shown_max = 8;

void append_pair(std::string& out, std::string_view first_name, std::string_view first,
                 std::string_view second_name, std::string_view second) {
    out += fmt::format("{{\"{}\":", first_name);
    append_string(out, first);
    out += fmt::format(",\"{}\":", second_name);
    append_string(out, second);
}

// A JSON list: `append` writes one element.
template <class T, class Append>
void append_list(std::string& out, std::string_view name, const std::vector<T>& list,
                 Append append) {
    out += fmt::format(",\"{}\":[", name);
    for (std::size_t at = 0; at < list.size(); ++at) {
        out += at == 0 ? "" : ",";
        append(list[at]);
    }
    out += ']';
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
    out += complete() ? "{\"complete\":true" : "{\"complete\":false";
    append_list(out, "missing_parents", missing_parents, [&](const MissingParent& missing) {
        append_pair(out, "event", missing.event, "parent", missing.parent);
        out += '}';
    });
    append_list(out, "cycles", cycles, [&](const std::vector<std::string>& cycle) {
        for (std::size_t at = 0; at < cycle.size(); ++at) {
            out += at == 0 ? '[' : ',';
            append_string(out, cycle[at]);
        }
        out += cycle.empty() ? "[]" : "]";
    });
    append_list(out, "unresolved_refs", unresolved_refs, [&](const UnresolvedRef& ref) {
        append_pair(out, "event", ref.event, "ref", ref.ref);
        out += '}';
    });
    out += fmt::format(",\"truncated\":{}", truncated);
    append_list(out, "gaps", gaps, [&](const Gap& gap) {
        append_pair(out, "rule", gap.rule, "event", gap.event);
        out += ",\"detail\":";
        append_string(out, gap.detail);
        out += '}';
    });
    out += '}';
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
    if (truncated > 0) {
        append_line(out, fmt::format("a limit cut off {} more", truncated), 1);
    }
    append_gaps(out, gaps);
}

}  // namespace hence
