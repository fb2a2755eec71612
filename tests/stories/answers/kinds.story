# The kinds of events that have known fields; a star marks a field that is expected.
hence kinds
----
tool_call          Tool call: tool_name*, input, output, call_id, error, status
llm_call           LLM call: model*, provider, prompt_tokens, completion_tokens, total_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd, messages, completion, finish_reason, call_ids
decision           Decision: description*, decision_type, alternatives, chosen, reasoning, inputs, status, node
delegation         Delegation: parent_id*, child_id*, task, run_id
error              Error: error*, context
message            Message: message_id, from*, to, subtype, status, route, payload
outcome            Outcome: of*, outcome, correct
thought            Thought: text*
observation        Observation: key, content, call_id, status, error
assumption         Assumption: assumption*
curation           Curation: action*, target*
alternatives       Alternatives: chosen*, rejected
strategy_switch    Strategy: from*, to*, reason
reactive           Reactive: action*, reason
termination        Termination: reason*, output
log                Log: severity, body*
session_start      Session started: goal
session_end        Session ended: status, output, total_tokens
prompt             Prompt: text*
span               Span: name
graph_node         Node: graph, node*
graph_edge         Edge: graph, edge*
graph_update       Update: graph, id*, set*
graph_delete       Delete: graph, id*
graph_supersede    Superseded: graph, old_id*, new_id*, edge_id, why
session_fork       Forked: origin*, at*
session_rewind     Rewound: to*, from
session_checkpoint Checkpoint: name, at
note               Note: text*, of*, author
erasure            Erasure: reason*, by, scope, count*, seqs*
