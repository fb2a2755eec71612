# Three events in one chain and one more root: what led to the decision, and what the session looks like.
record --json
{"id":"aaaaaaaa-1111-4111-8111-111111111111","kind":"llm_call","time":"2026-02-23T10:00:00.000Z",
 "agent":"orchestrator","session":"s1","duration_ms":350,
 "fields":{"model":"claude-sonnet-4-6","prompt_tokens":1000,"completion_tokens":200}}
{"id":"bbbbbbbb-1111-4111-8111-111111111111","kind":"tool_call","time":"2026-02-23T10:00:01.000Z",
 "agent":"orchestrator","session":"s1","parent":"aaaaaaaa-1111-4111-8111-111111111111","duration_ms":45,
 "fields":{"tool_name":"Read","input":{"path":"/a"},"output":"data"}}
{"id":"cccccccc-1111-4111-8111-111111111111","kind":"decision","time":"2026-02-23T10:00:02.000Z",
 "agent":"orchestrator","session":"s1","parent":"bbbbbbbb-1111-4111-8111-111111111111",
 "rationale":{"why":"shares the build","confidence":0.9},
 "fields":{"description":"use vitest or jest","chosen":"vitest"}}
{"id":"ffffffff-1111-4111-8111-111111111111","kind":"llm_call","time":"2026-02-23T10:00:05.000Z",
 "agent":"orchestrator","session":"s1","fields":{"model":"claude-sonnet-4-6"}}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":4,"assigned":[]}

hence tree s1
----
Session: s1
Events: 2 root(s), depth: 3

[2026-02-23 10:00:00Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (aaaaaaaa)
└─ [2026-02-23 10:00:01Z] Tool call: Read /a (45ms)  (bbbbbbbb)
   └─ [2026-02-23 10:00:02Z] Decision: use vitest or jest -> vitest  (cccccccc)
[2026-02-23 10:00:05Z] LLM call: claude-sonnet-4-6 (? tokens)  (ffffffff)

hence tree s1 --json
---- folded
{"session":"s1","root_event_id":"aaaaaaaa-1111-4111-8111-111111111111","depth":3,"count":4,"events":[
 {"id":"aaaaaaaa-1111-4111-8111-111111111111","kind":"llm_call","agent":"orchestrator",
 "time":"2026-02-23T10:00:00.000Z","duration_ms":350,
 "summary":"LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)","rationale":null,
 "fields":{"model":"claude-sonnet-4-6","prompt_tokens":1000,"completion_tokens":200},"children":[
 {"id":"bbbbbbbb-1111-4111-8111-111111111111","kind":"tool_call","agent":"orchestrator",
 "time":"2026-02-23T10:00:01.000Z","duration_ms":45,"summary":"Tool call: Read /a (45ms)","rationale":null,
 "fields":{"tool_name":"Read","input":{"path":"/a"},"output":"data"},"children":[
 {"id":"cccccccc-1111-4111-8111-111111111111","kind":"decision","agent":"orchestrator",
 "time":"2026-02-23T10:00:02.000Z","duration_ms":null,"summary":"Decision: use vitest or jest -> vitest",
 "rationale":{"why":"shares the build","confidence":0.9},"fields":{"description":"use vitest or jest",
 "chosen":"vitest"},"children":[]}]}]},
 {"id":"ffffffff-1111-4111-8111-111111111111","kind":"llm_call","agent":"orchestrator",
 "time":"2026-02-23T10:00:05.000Z","duration_ms":null,"summary":"LLM call: claude-sonnet-4-6 (? tokens)",
 "rationale":null,"fields":{"model":"claude-sonnet-4-6"},"children":[]}],"completeness":{"complete":true,
 "missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

hence explain cccccccc
----
Causal Chain:

   [2026-02-23 10:00:00Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (aaaaaaaa)
  -> [2026-02-23 10:00:01Z] Tool call: Read /a (45ms)  (bbbbbbbb)
    -> [2026-02-23 10:00:02Z] Decision: use vitest or jest -> vitest  (cccccccc)
         why: shares the build (confidence 0.9)

hence explain cccccccc --json
---- folded
{"event":"cccccccc-1111-4111-8111-111111111111","direction":"up","chain":[
 {"event_id":"aaaaaaaa-1111-4111-8111-111111111111","kind":"llm_call","agent":"orchestrator",
 "time":"2026-02-23T10:00:00.000Z","summary":"LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)",
 "rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"bbbbbbbb-1111-4111-8111-111111111111","kind":"tool_call","agent":"orchestrator",
 "time":"2026-02-23T10:00:01.000Z","summary":"Tool call: Read /a (45ms)","rationale":null,"said":null,
 "via":{"from":"aaaaaaaa-1111-4111-8111-111111111111","type":"parent","provenance":"explicit"},"also":[]},
 {"event_id":"cccccccc-1111-4111-8111-111111111111","kind":"decision","agent":"orchestrator",
 "time":"2026-02-23T10:00:02.000Z","summary":"Decision: use vitest or jest -> vitest",
 "rationale":{"why":"shares the build","confidence":0.9},"said":null,
 "via":{"from":"bbbbbbbb-1111-4111-8111-111111111111","type":"parent","provenance":"explicit"},"also":[]}],
 "links":[],"completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],
 "uncaused":[],"truncated":0,"gaps":[]}}
