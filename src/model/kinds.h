// The table of kinds: every kind of event that Hence knows by name, and everything that answers
// need to know about a kind as such.
//
// An event of any other kind is stored and shown like all others; a row here gives a kind a
// summary, known fields and a place in answers. The table is the only place outside the readers of
// formats that spells a kind's name: answers compare with `Kind`, the page gets the table from GET
// /api/v1/kinds, and a test compares the table with docs/EVENT.md. Adding a kind means adding one
// enumerator and one row.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace hence {

enum class Kind : std::uint8_t {
    tool_call,
    llm_call,
    decision,
    delegation,
    error,
    message,
    outcome,
    thought,
    observation,
    assumption,
    curation,
    alternatives,
    strategy_switch,
    reactive,
    termination,
    log,
    session_start,
    session_end,
    prompt,
    span,
    graph_node,
    graph_edge,
    graph_update,
    graph_delete,
    graph_supersede,
    session_fork,
    session_rewind,
    session_checkpoint,
    note,
    erasure,
};

// What an event of a kind is among the others, as answers and the page group them.
enum class KindGroup : std::uint8_t {
    call,       // Work with a beginning and an end: a tool call, a model call.
    reasoning,  // Why: decisions, thoughts, assumptions and their like.
    exchange,   // Between agents: messages and delegations.
    result,     // What came of something: observations, outcomes, errors.
    boundary,   // Where a session or run begins and ends.
    wrapper,    // Holds other steps, and is no step itself.
    graph,      // A change of the decision graph.
    remark,     // Beside the work: logs, notes.
};

struct KindField {
    std::string_view name;
    bool expected = false;  // An event without it is stored, and its summary says "unknown" or "?".
};

struct KindRow {
    Kind kind;
    std::string_view name;
    std::string_view label;   // As a summary begins.
    std::string_view colour;  // The page's name for its colour.
    KindGroup group;
    std::span<const KindField> fields;
    bool wants_rationale = false;  // gaps asks for the rationale of such an event.
    bool beginning = false;        // Needs no cause.
    bool remark = false;           // Told with its turn in the context graph.
};

// All rows, in the order of the enumerators.
std::span<const KindRow> kinds();
const KindRow& row_of(Kind kind);
// Nothing for a kind that is not in the table.
std::optional<Kind> kind_named(std::string_view name);
std::string_view name_of(KindGroup group);

namespace kind_detail {
inline constexpr std::array<std::string_view, 30> names = {
    "tool_call",
    "llm_call",
    "decision",
    "delegation",
    "error",
    "message",
    "outcome",
    "thought",
    "observation",
    "assumption",
    "curation",
    "alternatives",
    "strategy_switch",
    "reactive",
    "termination",
    "log",
    "session_start",
    "session_end",
    "prompt",
    "span",
    "graph_node",
    "graph_edge",
    "graph_update",
    "graph_delete",
    "graph_supersede",
    "session_fork",
    "session_rewind",
    "session_checkpoint",
    "note",
    "erasure",
};
}  // namespace kind_detail

constexpr std::string_view name_of(Kind kind) {
    return kind_detail::names[static_cast<std::size_t>(kind)];
}

// `event.kind() == Kind::tool_call` costs what comparing with the text would.
constexpr bool operator==(std::string_view name, Kind kind) {
    return name == name_of(kind);
}

}  // namespace hence
