# What can be read, which version of it was looked at, and what becomes of what.
hence formats
----
native           Hence events: one JSON object per line (NDJSON), or a JSON array of them
                 0.1: every key as it is
mayros           Mayros trace events: tool calls, model calls, decisions, delegations, errors (camelCase)
                 2026-02: tool_call, llm_call, decision, delegation, error -> the same kinds, parentId -> parent
mayros-table     Mayros events as the Markdown table that it prints
                 2026-02: row -> event of that type; no ids, sessions or parents
cortex           AIngle Cortex events: the same, as the server stores and sends them (snake_case)
                 2026-02: the same, agent_id -> agent, duration_ms -> duration_ms
cortex-triples   AIngle Cortex triples: the same, as the server keeps them
                 2026-02: the triples of one subject NAMESPACE:event:ID -> one event
replay-builder   ReplayBuilder decision traces, audit rows, and whole chains of them
                 2026-02: decision trace -> decision, audit row -> message, reward -> outcome, correlation id -> correlation
reactive-agents  Reactive Agents traces: one JSON object per line, one file per run
                 2026-02: tool-call-start and -end -> tool_call, llm-exchange -> llm_call, rationale -> rationale, assumption, curator, strategy switch, termination -> the same
nous             Nous decision graphs: nodes and edges
                 2026-02: node -> graph_node, edge -> graph_edge
deciduous        Deciduous patches: nodes and edges by change id
                 1.0: node -> graph_node, edge -> graph_edge, confidence 90 -> 0.9
agent-spans      The span rows and trajectories behind the SRE agent context graph
                 2026-02: LLM row -> llm_call, Tool row -> tool_call, Glue row -> span, log -> log
otlp             OpenTelemetry spans and log records: OTLP in JSON, as collectors write files
                 1.11: span -> llm_call, tool_call, decision or span by its attributes, reasoning -> thought, log record -> log and others
claude-code      Claude Code transcripts: one JSON object per line, one file per session or sub-agent
                 2.0.27 to 2.1.220: API message -> llm_call, tool_use and tool_result -> tool_call, thinking -> thought, prompt -> goal, Task -> delegation, permission -> decision, compaction -> curation
qwen-code        Qwen Code transcripts: one JSON object per line, one file per session or sub-agent
                 0.21: answer -> llm_call, functionCall and functionResponse -> tool_call, thought -> thought, prompt -> goal, compression -> curation, task -> delegation
codex            Codex rollouts: one JSON object per line, one file per thread
                 0.40 to August 2026: token_count and its items -> llm_call, function_call and output -> tool_call, reasoning summary -> thought, turn -> run, sub-agent -> delegation
openai-agents    OpenAI Agents traces: traces and spans as the SDK exports them
                 August 2026: generation and response -> llm_call, function -> tool_call, handoff -> delegation, guardrail -> decision, group_id -> session
langfuse         Langfuse exports: a trace and its observations
                 3: generation -> llm_call, tool -> tool_call, trace input -> goal, score -> observation, sessionId -> session
langsmith        LangSmith runs, and batches that create and update them
                 2026: llm run -> llm_call, tool run -> tool_call, chain -> span, thread_id -> session, dotted_order -> parent
langgraph        LangGraph checkpoints: the states of a thread
                 1: state -> session_checkpoint, new message -> prompt, llm_call, tool_call or observation, going on from an earlier state -> session_rewind or session_fork
jaeger           Jaeger JSON: traces with spans and processes
                 2: span -> as otlp, tags -> attributes, logs -> log, CHILD_OF -> parent
cloud-trace      Google Cloud Trace JSON
                 v1 and v2: span -> as otlp, labels or attributeMap -> attributes
cloud-logging    Google Cloud Logging entries
                 v2: entry -> log, trace and spanId -> run and parent
a2a              A2A messages and tasks, as audit entries
                 0.3 and 1.0: message -> message, contextId -> session, taskId -> run, final state -> termination
atif             ATIF trajectories
                 1.0 to 1.7: agent step -> llm_call, tool_calls and observation -> tool_call, reasoning_content -> thought, sub-agent trajectory -> delegation
swe-agent        SWE-agent trajectories
                 1.0 and 1.1: step -> llm_call and tool_call, thought -> thought, exit_status -> termination
mini-swe-agent   mini-swe-agent trajectories
                 1 and 2: assistant message -> llm_call, action -> tool_call, exit_status -> termination
openhands        OpenHands events
                 V0 and V1: action and observation -> tool_call, thought -> thought, rejection -> decision, condensation -> curation
inspect          Inspect AI logs, as JSON or from an .eval file
                 log version 2: model event -> llm_call, tool event -> tool_call, approval -> decision, score -> observation, span -> span
copilot          GitHub Copilot CLI sessions: one JSON object per line (events.jsonl)
                 0.0.420 to 1.0.77: assistant.message -> llm_call, tool.execution -> tool_call, user.message -> goal and prompt, subagent.started -> delegation, truncation -> curation
claude-stream    Claude Code without a terminal: stream-json, Agent SDK messages, claude-code-action files
                 2026: assistant -> llm_call, tool_use and tool_result -> tool_call, thinking -> thought, sub-agent -> delegation, result -> session_end
gemini           Gemini CLI sessions as a document or lines, and stream-json
                 0.10 to 0.40: gemini message -> llm_call, toolCalls -> tool_call, thoughts -> thought, user message -> goal and prompt
opencode         opencode sessions: opencode export, opencode run --format json, storage files
                 1.3: assistant message -> llm_call, tool part -> tool_call, reasoning -> thought, user message -> goal and prompt
pi               pi and OpenClaw sessions: one JSON object per line
                 3: assistant message -> llm_call, toolCall and toolResult -> tool_call, thinking -> thought, compaction -> curation
droid            Factory Droid sessions, and stream-json of droid exec
                 0.81: assistant message -> llm_call, tool_use and tool_result -> tool_call, user message -> goal and prompt
kimi             Kimi Code CLI sessions: one JSON object per line (wire.jsonl)
                 protocol 1.4: step -> llm_call, tool.call and tool.result -> tool_call, think -> thought, approval -> decision
antigravity      Antigravity transcripts: one JSON object per line
                 2026-06: PLANNER_RESPONSE -> llm_call, tool_calls and the steps behind -> tool_call, USER_INPUT -> goal and prompt, CHECKPOINT -> curation
grok             Grok CLI sessions: one JSON object per line (chat_history.jsonl)
                 2026-07: assistant -> llm_call, tool_calls and tool_result -> tool_call, reasoning -> thought, user -> goal and prompt
hermes           Hermes sessions
                 2026-04: assistant message -> llm_call, tool_calls and tool -> tool_call, user message -> goal and prompt
cursor           Cursor agent transcripts: one JSON object per line
                 2026-02: assistant message -> llm_call, tool_use -> tool_call, thinking -> thought, user message -> goal and prompt
cline            Cline, Roo Code and Kilo Code tasks: api_conversation_history.json and ui_messages.json
                 2026-01: assistant message -> llm_call, tool_use and its result -> tool_call, thinking -> thought, task -> goal
aider            Aider chat histories: Markdown (.aider.chat.history.md)
                 0.12 to 0.86: answer -> llm_call, #### line -> goal and prompt, applied edit -> tool_call, > line -> log
amp              Amp threads
                 untried, by its published schema: assistant message -> llm_call, tool_use and tool_result -> tool_call, thinking -> thought
goose            Goose sessions: one JSON object per line, or an exported document
                 untried, by its published schema: assistant message -> llm_call, toolRequest and toolResponse -> tool_call, thinking -> thought
crush            Crush sessions: crush.db, or its messages one to a line
                 untried, by its published schema: assistant message -> llm_call, tool_call and tool_result -> tool_call, reasoning -> thought
zed              Zed agent threads: threads.db, or a thread as JSON
                 untried, by its published schema: Agent message -> llm_call, ToolUse and its result -> tool_call, Thinking -> thought

# A format that is not known is wrong usage, and names those that are.
record --format morse
{"id":"j"}
exit 2
----
---- stderr
hence: there is no format "morse"; these can be read: native, mayros, mayros-table, cortex, cortex-triples, replay-builder, reactive-agents, nous, deciduous, agent-spans, otlp, claude-code, qwen-code, codex, openai-agents, langfuse, langsmith, langgraph, jaeger, cloud-trace, cloud-logging, a2a, atif, swe-agent, mini-swe-agent, openhands, inspect, copilot, claude-stream, gemini, opencode, pi, droid, kimi, antigravity, grok, hermes, cursor, cline, aider, amp, goose, crush, zed
