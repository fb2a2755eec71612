#include "model/kinds.h"

#include <algorithm>

namespace hence {
namespace {

using Field = KindField;

constexpr std::array tool_call_fields = {
    Field{"tool_name", true}, Field{"input"}, Field{"output"},
    Field{"call_id"},         Field{"error"}, Field{"status"},
};
constexpr std::array llm_call_fields = {
    Field{"model", true},        Field{"provider"},         Field{"prompt_tokens"},
    Field{"completion_tokens"},  Field{"total_tokens"},     Field{"cache_read_tokens"},
    Field{"cache_write_tokens"}, Field{"reasoning_tokens"}, Field{"cost_usd"},
    Field{"messages"},           Field{"completion"},       Field{"finish_reason"},
    Field{"call_ids"},
};
constexpr std::array decision_fields = {
    Field{"description", true}, Field{"decision_type"}, Field{"alternatives"}, Field{"chosen"},
    Field{"reasoning"},         Field{"inputs"},        Field{"status"},       Field{"node"},
};
constexpr std::array delegation_fields = {
    Field{"parent_id", true},
    Field{"child_id", true},
    Field{"task"},
    Field{"run_id"},
};
constexpr std::array error_fields = {Field{"error", true}, Field{"context"}};
constexpr std::array message_fields = {
    Field{"message_id"}, Field{"from", true}, Field{"to"},      Field{"subtype"},
    Field{"status"},     Field{"route"},      Field{"payload"},
};
constexpr std::array outcome_fields = {Field{"of", true}, Field{"outcome"}, Field{"correct"}};
constexpr std::array text_fields = {Field{"text", true}};
constexpr std::array observation_fields = {
    Field{"key"}, Field{"content"}, Field{"call_id"}, Field{"status"}, Field{"error"},
};
constexpr std::array assumption_fields = {Field{"assumption", true}};
constexpr std::array curation_fields = {Field{"action", true}, Field{"target", true}};
constexpr std::array alternatives_fields = {Field{"chosen", true}, Field{"rejected"}};
constexpr std::array strategy_fields = {Field{"from", true}, Field{"to", true}, Field{"reason"}};
constexpr std::array reactive_fields = {Field{"action", true}, Field{"reason"}};
constexpr std::array termination_fields = {Field{"reason", true}, Field{"output"}};
constexpr std::array log_fields = {Field{"severity"}, Field{"body", true}};
constexpr std::array start_fields = {Field{"goal"}};
constexpr std::array end_fields = {Field{"status"}, Field{"output"}, Field{"total_tokens"}};
constexpr std::array span_fields = {Field{"name"}};
constexpr std::array node_fields = {Field{"graph"}, Field{"node", true}};
constexpr std::array edge_fields = {Field{"graph"}, Field{"edge", true}};
constexpr std::array update_fields = {Field{"graph"}, Field{"id", true}, Field{"set", true}};
constexpr std::array delete_fields = {Field{"graph"}, Field{"id", true}};
constexpr std::array supersede_fields = {
    Field{"graph"}, Field{"old_id", true}, Field{"new_id", true}, Field{"edge_id"}, Field{"why"},
};
constexpr std::array fork_fields = {Field{"origin", true}, Field{"at", true}};
constexpr std::array rewind_fields = {Field{"to", true}, Field{"from"}};
constexpr std::array checkpoint_fields = {Field{"name"}, Field{"at"}};
constexpr std::array note_fields = {Field{"text", true}, Field{"of", true}, Field{"author"}};

constexpr std::array erasure_fields = {Field{"reason", true}, Field{"by"}, Field{"scope"},
                                       Field{"count", true}, Field{"seqs", true}};

constexpr std::array<KindRow, kind_detail::names.size()> table = {{
    {Kind::tool_call, {}, "Tool call", "tool", KindGroup::call, tool_call_fields, true},
    {Kind::llm_call, {}, "LLM call", "model", KindGroup::call, llm_call_fields},
    {Kind::decision,
     {},
     "Decision",
     "decision",
     KindGroup::reasoning,
     decision_fields,
     true,
     false,
     true},
    {Kind::delegation,
     {},
     "Delegation",
     "message",
     KindGroup::exchange,
     delegation_fields,
     false,
     false,
     true},
    {Kind::error, {}, "Error", "error", KindGroup::result, error_fields, false, false, true},
    {Kind::message,
     {},
     "Message",
     "message",
     KindGroup::exchange,
     message_fields,
     false,
     false,
     true},
    {Kind::outcome, {}, "Outcome", "action", KindGroup::result, outcome_fields},
    {Kind::thought, {}, "Thought", "thought", KindGroup::reasoning, text_fields},
    {Kind::observation, {}, "Observation", "observation", KindGroup::result, observation_fields},
    {Kind::assumption,
     {},
     "Assumption",
     "decision",
     KindGroup::reasoning,
     assumption_fields,
     true,
     false,
     true},
    {Kind::curation,
     {},
     "Curation",
     "other",
     KindGroup::reasoning,
     curation_fields,
     true,
     false,
     true},
    {Kind::alternatives,
     {},
     "Alternatives",
     "decision",
     KindGroup::reasoning,
     alternatives_fields,
     false,
     false,
     true},
    {Kind::strategy_switch,
     {},
     "Strategy",
     "other",
     KindGroup::reasoning,
     strategy_fields,
     false,
     false,
     true},
    {Kind::reactive,
     {},
     "Reactive",
     "other",
     KindGroup::reasoning,
     reactive_fields,
     false,
     false,
     true},
    {Kind::termination, {}, "Termination", "action", KindGroup::boundary, termination_fields},
    {Kind::log, {}, "Log", "other", KindGroup::remark, log_fields},
    {Kind::session_start,
     {},
     "Session started",
     "incident",
     KindGroup::boundary,
     start_fields,
     false,
     true},
    {Kind::session_end, {}, "Session ended", "action", KindGroup::boundary, end_fields},
    {Kind::prompt, {}, "Prompt", "other", KindGroup::boundary, text_fields, false, true},
    {Kind::span, {}, "Span", "other", KindGroup::wrapper, span_fields},
    {Kind::graph_node, {}, "Node", "other", KindGroup::graph, node_fields},
    {Kind::graph_edge, {}, "Edge", "other", KindGroup::graph, edge_fields},
    {Kind::graph_update, {}, "Update", "other", KindGroup::graph, update_fields},
    {Kind::graph_delete, {}, "Delete", "other", KindGroup::graph, delete_fields},
    {Kind::graph_supersede, {}, "Superseded", "other", KindGroup::graph, supersede_fields},
    {Kind::session_fork, {}, "Forked", "incident", KindGroup::boundary, fork_fields},
    {Kind::session_rewind, {}, "Rewound", "incident", KindGroup::boundary, rewind_fields},
    {Kind::session_checkpoint, {}, "Checkpoint", "other", KindGroup::remark, checkpoint_fields},
    {Kind::note, {}, "Note", "other", KindGroup::remark, note_fields},
    {Kind::erasure, {}, "Erasure", "other", KindGroup::remark, erasure_fields, false, true},
}};

constexpr std::array<KindRow, table.size()> with_names() {
    std::array<KindRow, table.size()> rows = table;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].name = name_of(rows[i].kind);
    }
    return rows;
}

constexpr std::array<KindRow, table.size()> rows = with_names();

static_assert(
    [] {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (static_cast<std::size_t>(rows[i].kind) != i) {
                return false;
            }
        }
        return true;
    }(),
    "the rows stand in the order of the enumerators");

}  // namespace

std::span<const KindRow> kinds() {
    return rows;
}

const KindRow& row_of(Kind kind) {
    return rows[static_cast<std::size_t>(kind)];
}

std::optional<Kind> kind_named(std::string_view name) {
    const auto row = std::ranges::find(rows, name, &KindRow::name);
    return row == rows.end() ? std::nullopt : std::optional(row->kind);
}

std::string_view name_of(KindGroup group) {
    switch (group) {
        case KindGroup::call: return "call";
        case KindGroup::reasoning: return "reasoning";
        case KindGroup::exchange: return "exchange";
        case KindGroup::result: return "result";
        case KindGroup::boundary: return "boundary";
        case KindGroup::wrapper: return "wrapper";
        case KindGroup::graph: return "graph";
        case KindGroup::remark: return "remark";
    }
    return "";
}

}  // namespace hence
