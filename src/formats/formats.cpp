#include "formats/formats.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/a2a/a2a.h"
#include "formats/agents/agents.h"
#include "formats/atif/atif.h"
#include "formats/claude_code/claude_code.h"
#include "formats/codex/codex.h"
#include "formats/cortex/cortex.h"
#include "formats/cortex/triples.h"
#include "formats/deciduous/deciduous.h"
#include "formats/google_cloud/cloud_logging.h"
#include "formats/google_cloud/cloud_trace.h"
#include "formats/inspect/inspect.h"
#include "formats/jaeger/jaeger.h"
#include "formats/langfuse/langfuse.h"
#include "formats/langgraph/langgraph.h"
#include "formats/langsmith/langsmith.h"
#include "formats/mayros/events_table.h"
#include "formats/mayros/mayros.h"
#include "formats/mini_swe_agent/mini_swe_agent.h"
#include "formats/nous/nous.h"
#include "formats/openai_agents/openai_agents.h"
#include "formats/openhands/openhands.h"
#include "formats/otlp/otlp.h"
#include "formats/qwen_code/qwen_code.h"
#include "formats/reactive_agents/reactive_agents.h"
#include "formats/replay/replay_builder.h"
#include "formats/spans/agent_spans.h"
#include "formats/swe_agent/swe_agent.h"
#include "formats/unknown.h"

namespace hence {
namespace {

bool is_native(const Beginning& beginning) {
    return beginning.has({"kind", "time"});
}

// A text is of the first of these that it fits.
constexpr std::array known = {
    Format{"native", "Hence events: one JSON object per line (NDJSON), or a JSON array of them",
           "0.1", "every key as it is", is_native, nullptr, "kind time"},
    Format{
        "mayros",
        "Mayros trace events: tool calls, model calls, decisions, delegations, errors (camelCase)",
        "2026-02",
        "tool_call, llm_call, decision, delegation, error -> the same kinds, parentId -> parent",
        is_mayros, read_mayros, "type timestamp agentId"},
    Format{"mayros-table", "Mayros events as the Markdown table that it prints", "2026-02",
           "row -> event of that type; no ids, sessions or parents", is_mayros_table,
           read_mayros_table, "Timestamp Type"},
    Format{"cortex",
           "AIngle Cortex events: the same, as the server stores and sends them (snake_case)",
           "2026-02", "the same, agent_id -> agent, duration_ms -> duration_ms", is_cortex,
           read_cortex, "event_type agent_id timestamp"},
    Format{"cortex-triples", "AIngle Cortex triples: the same, as the server keeps them", "2026-02",
           "the triples of one subject NAMESPACE:event:ID -> one event", is_cortex_triples,
           read_cortex_triples, "subject predicate object"},
    Format{"replay-builder", "ReplayBuilder decision traces, audit rows, and whole chains of them",
           "2026-02",
           "decision trace -> decision, audit row -> message, reward -> outcome, correlation id -> "
           "correlation",
           is_replay_builder, read_replay_builder, "chain_type traces"},
    Format{"reactive-agents", "Reactive Agents traces: one JSON object per line, one file per run",
           "2026-02",
           "tool-call-start and -end -> tool_call, llm-exchange -> llm_call, rationale -> "
           "rationale, assumption, curator, strategy switch, termination -> the same",
           is_reactive_agents, read_reactive_agents, "kind runId timestamp"},
    Format{"nous", "Nous decision graphs: nodes and edges", "2026-02",
           "node -> graph_node, edge -> graph_edge", is_nous, read_nous, "nodes edges"},
    Format{"deciduous", "Deciduous patches: nodes and edges by change id", "1.0",
           "node -> graph_node, edge -> graph_edge, confidence 90 -> 0.9", is_deciduous,
           read_deciduous, "nodes edges version"},
    Format{"agent-spans", "The span rows and trajectories behind the SRE agent context graph",
           "2026-02", "LLM row -> llm_call, Tool row -> tool_call, Glue row -> span, log -> log",
           is_agent_spans, read_agent_spans, "span_id node_type"},
    Format{"otlp", "OpenTelemetry spans and log records: OTLP in JSON, as collectors write files",
           "1.11",
           "span -> llm_call, tool_call, decision or span by its attributes, reasoning -> thought, "
           "log record -> log and others",
           is_otlp, read_otlp, "resourceSpans"},
    Format{"claude-code",
           "Claude Code transcripts: one JSON object per line, one file per session or sub-agent",
           "2.0.27 to 2.1.220",
           "API message -> llm_call, tool_use and tool_result -> tool_call, thinking -> thought, "
           "prompt -> goal, Task -> delegation, permission -> decision, compaction -> curation",
           is_claude_code, read_claude_code, "type uuid sessionId parentUuid"},
    Format{
        "qwen-code",
        "Qwen Code transcripts: one JSON object per line, one file per session or sub-agent",
        "0.21",
        "answer -> llm_call, functionCall and functionResponse -> tool_call, thought -> thought, "
        "prompt -> goal, compression -> curation, task -> delegation",
        is_qwen_code, read_qwen_code, "type uuid sessionId parentUuid message parts"},
    Format{"codex", "Codex rollouts: one JSON object per line, one file per thread",
           "0.40 to August 2026",
           "token_count and its items -> llm_call, function_call and output -> tool_call, "
           "reasoning summary -> thought, turn -> run, sub-agent -> delegation",
           is_codex, read_codex, "type payload"},
    Format{"openai-agents", "OpenAI Agents traces: traces and spans as the SDK exports them",
           "August 2026",
           "generation and response -> llm_call, function -> tool_call, handoff -> delegation, "
           "guardrail -> decision, group_id -> session",
           is_openai_agents, read_openai_agents, "object span_data"},
    Format{"langfuse", "Langfuse exports: a trace and its observations", "3",
           "generation -> llm_call, tool -> tool_call, trace input -> goal, score -> observation, "
           "sessionId -> session",
           is_langfuse, read_langfuse, "id traceId type startTime"},
    Format{"langsmith", "LangSmith runs, and batches that create and update them", "2026",
           "llm run -> llm_call, tool run -> tool_call, chain -> span, thread_id -> session, "
           "dotted_order -> parent",
           is_langsmith, read_langsmith, "id run_type trace_id"},
    Format{"langgraph", "LangGraph checkpoints: the states of a thread", "1",
           "state -> session_checkpoint, new message -> prompt, llm_call, tool_call or "
           "observation, going on from an earlier state -> session_rewind or session_fork",
           is_langgraph, read_langgraph, "values metadata created_at checkpoint"},
    Format{"jaeger", "Jaeger JSON: traces with spans and processes", "2",
           "span -> as otlp, tags -> attributes, logs -> log, CHILD_OF -> parent", is_jaeger,
           read_jaeger, "traceID spans"},
    Format{"cloud-trace", "Google Cloud Trace JSON", "v1 and v2",
           "span -> as otlp, labels or attributeMap -> attributes", is_cloud_trace,
           read_cloud_trace, "projectId traceId spans"},
    Format{"cloud-logging", "Google Cloud Logging entries", "v2",
           "entry -> log, trace and spanId -> run and parent", is_cloud_logging, read_cloud_logging,
           "logName insertId"},
    Format{"a2a", "A2A messages and tasks, as audit entries", "0.3 and 1.0",
           "message -> message, contextId -> session, taskId -> run, final state -> termination",
           is_a2a, read_a2a, "messageId contextId parts"},
    Format{"atif", "ATIF trajectories", "1.0 to 1.7",
           "agent step -> llm_call, tool_calls and observation -> tool_call, reasoning_content -> "
           "thought, sub-agent trajectory -> delegation",
           is_atif, read_atif, "schema_version steps agent"},
    Format{"swe-agent", "SWE-agent trajectories", "1.0 and 1.1",
           "step -> llm_call and tool_call, thought -> thought, exit_status -> termination",
           is_swe_agent, read_swe_agent, "trajectory history info"},
    Format{"mini-swe-agent", "mini-swe-agent trajectories", "1 and 2",
           "assistant message -> llm_call, action -> tool_call, exit_status -> termination",
           is_mini_swe_agent, read_mini_swe_agent, "messages info trajectory_format"},
    Format{"openhands", "OpenHands events", "V0 and V1",
           "action and observation -> tool_call, thought -> thought, rejection -> decision, "
           "condensation -> curation",
           is_openhands, read_openhands, "id source action"},
    Format{"inspect", "Inspect AI logs, as JSON or from an .eval file", "log version 2",
           "model event -> llm_call, tool event -> tool_call, approval -> decision, score -> "
           "observation, span -> span",
           is_inspect, read_inspect, "eval samples version"},
    Format{"copilot", "GitHub Copilot CLI sessions: one JSON object per line (events.jsonl)",
           "0.0.420 to 1.0.77",
           "assistant.message -> llm_call, tool.execution -> tool_call, user.message -> goal and "
           "prompt, subagent.started -> delegation, truncation -> curation",
           is_copilot, read_copilot, "type data timestamp parentId"},
    Format{
        "claude-stream",
        "Claude Code without a terminal: stream-json, Agent SDK messages, claude-code-action files",
        "2026",
        "assistant -> llm_call, tool_use and tool_result -> tool_call, thinking -> thought, "
        "sub-agent -> delegation, result -> session_end",
        is_claude_stream, read_claude_stream, "type session_id message"},
    Format{"gemini", "Gemini CLI sessions as a document or lines, and stream-json", "0.10 to 0.40",
           "gemini message -> llm_call, toolCalls -> tool_call, thoughts -> thought, user message "
           "-> goal and prompt",
           is_gemini, read_gemini, "sessionId projectHash startTime"},
    Format{"opencode",
           "opencode sessions: opencode export, opencode run --format json, storage files", "1.3",
           "assistant message -> llm_call, tool part -> tool_call, reasoning -> thought, user "
           "message -> goal and prompt",
           is_opencode, read_opencode, "info messages"},
    Format{"pi", "pi and OpenClaw sessions: one JSON object per line", "3",
           "assistant message -> llm_call, toolCall and toolResult -> tool_call, thinking -> "
           "thought, compaction -> curation",
           is_pi, read_pi, "type id timestamp cwd"},
    Format{"droid", "Factory Droid sessions, and stream-json of droid exec", "0.81",
           "assistant message -> llm_call, tool_use and tool_result -> tool_call, user message -> "
           "goal and prompt",
           is_droid, read_droid, "type id owner"},
    Format{"kimi", "Kimi Code CLI sessions: one JSON object per line (wire.jsonl)", "protocol 1.4",
           "step -> llm_call, tool.call and tool.result -> tool_call, think -> thought, approval "
           "-> decision",
           is_kimi, read_kimi, "type protocol_version created_at"},
    Format{"antigravity", "Antigravity transcripts: one JSON object per line", "2026-06",
           "PLANNER_RESPONSE -> llm_call, tool_calls and the steps behind -> tool_call, USER_INPUT "
           "-> goal and prompt, CHECKPOINT -> curation",
           is_antigravity, read_antigravity, "step_index source type status created_at"},
    Format{"grok", "Grok CLI sessions: one JSON object per line (chat_history.jsonl)", "2026-07",
           "assistant -> llm_call, tool_calls and tool_result -> tool_call, reasoning -> thought, "
           "user -> goal and prompt",
           is_grok, read_grok, "type content prompt_index"},
    Format{"hermes", "Hermes sessions", "2026-04",
           "assistant message -> llm_call, tool_calls and tool -> tool_call, user message -> goal "
           "and prompt",
           is_hermes, read_hermes, "session_id session_start platform messages"},
    Format{"cursor", "Cursor agent transcripts: one JSON object per line", "2026-02",
           "assistant message -> llm_call, tool_use -> tool_call, thinking -> thought, user "
           "message -> goal and prompt",
           is_cursor, read_cursor, "role message"},
    Format{
        "cline",
        "Cline, Roo Code and Kilo Code tasks: api_conversation_history.json and ui_messages.json",
        "2026-01",
        "assistant message -> llm_call, tool_use and its result -> tool_call, thinking -> thought, "
        "task -> goal",
        is_cline, read_cline, "role content"},
    Format{"aider", "Aider chat histories: Markdown (.aider.chat.history.md)", "0.12 to 0.86",
           "answer -> llm_call, #### line -> goal and prompt, applied edit -> tool_call, > line -> "
           "log",
           is_aider, read_aider, ""},
    Format{
        "amp", "Amp threads", "untried, by its published schema",
        "assistant message -> llm_call, tool_use and tool_result -> tool_call, thinking -> thought",
        is_amp, read_amp, "id v messages"},
    Format{"goose", "Goose sessions: one JSON object per line, or an exported document",
           "untried, by its published schema",
           "assistant message -> llm_call, toolRequest and toolResponse -> tool_call, thinking -> "
           "thought",
           is_goose, read_goose, "working_dir description conversation"},
    Format{"crush", "Crush sessions: crush.db, or its messages one to a line",
           "untried, by its published schema",
           "assistant message -> llm_call, tool_call and tool_result -> tool_call, reasoning -> "
           "thought",
           is_crush, read_crush, "id session_id role parts created_at"},
    Format{"zed", "Zed agent threads: threads.db, or a thread as JSON",
           "untried, by its published schema",
           "Agent message -> llm_call, ToolUse and its result -> tool_call, Thinking -> thought",
           is_zed, read_zed, "messages model version"},
};

}  // namespace

std::span<const Format> formats() {
    return known;
}

std::optional<Format> detect_format(const Beginning& beginning, std::string_view text) {
    const auto first = std::ranges::find_if(
        known, [&beginning](const Format& format) { return format.fits(beginning); });
    if (first != known.end()) {
        return *first;
    }
    return looks_native(beginning, text) ? std::optional(known.front()) : std::nullopt;
}

Result<Format> choose_format(std::string_view name, std::string_view text) {
    if (name.empty()) {
        const Beginning beginning(text);
        const auto first = std::ranges::find_if(
            known, [&beginning](const Format& format) { return format.fits(beginning); });
        return first == known.end() ? known.front() : *first;
    }
    const auto found = std::ranges::find(known, name, &Format::name);
    if (found != known.end()) {
        return *found;
    }
    std::string names;
    for (const Format& format : known) {
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    }
    return Error{Code::invalid, "there is no format \"" + std::string(name) + "\"",
                 "these can be read: " + names};
}

}  // namespace hence
