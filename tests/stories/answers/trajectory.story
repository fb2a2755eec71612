# A session step by step. A call in two events is one step, and a log stands under what it is about.
record
{"id":"l1","kind":"llm_call","time":"2026-02-23T10:00:01.000Z","agent":"coder","session":"s1","run":"r1","duration_ms":350,
 "fields":{"model":"claude-sonnet-4-6","total_tokens":1200,"messages":[{"role":"user","content":"go"}],"completion":"I look."}}
{"id":"t1","kind":"tool_call","time":"2026-02-23T10:00:02.000Z","agent":"coder","session":"s1","run":"r1","parent":"l1",
 "rationale":{"why":"the manifest names the runner"},"fields":{"tool_name":"Read","input":{"path":"a","n":1.10},"call_id":"k1"}}
{"id":"g1","kind":"log","time":"2026-02-23T10:00:02.010Z","session":"s1","run":"r1","parent":"t1",
 "fields":{"severity":"warn","body":"slow disk"}}
{"id":"o1","kind":"observation","time":"2026-02-23T10:00:02.100Z","session":"s1","run":"r1","duration_ms":100,
 "fields":{"call_id":"k1","content":["vite",6],"status":"ok"}}
{"id":"e1","kind":"error","time":"2026-02-23T10:00:03.000Z","session":"s1","run":"r1","parent":"x",
 "fields":{"error":"ENOENT"}}

hence --json trajectory s1
---- folded
{"session":"s1","trajectory":[
 {"event":"l1","parent":null,"run":"r1","time":"2026-02-23T10:00:01.000Z","duration_ms":350,"kind":"llm_call",
 "label":"LLM call: claude-sonnet-4-6 \"I look.\" (1200 tokens, 350ms)","status":null,
 "model":"claude-sonnet-4-6","tokens":{"input":null,"output":null,"cache_read":null,"cache_write":null,
 "reasoning":null,"total":1200},"messages":[
 {"role":"user","content":"go"}],"completion":"I look.","tool_name":null,"tool_input":null,"tool_output":null,
 "error":null,"rationale":null,"logs":[]},
 {"event":"t1","parent":"l1","run":"r1","time":"2026-02-23T10:00:02.000Z","duration_ms":100,
 "kind":"tool_call","label":"Tool call: Read a (100ms)","status":"ok","model":null,"tokens":null,
 "messages":null,"completion":null,"tool_name":"Read","tool_input":{"path":"a","n":1.10},
 "tool_output":["vite",6],"error":null,"rationale":{"why":"the manifest names the runner"},"logs":[
 {"time":"2026-02-23T10:00:02.010Z","severity":"warn","body":"slow disk"}]},
 {"event":"e1","parent":"x","run":"r1","time":"2026-02-23T10:00:03.000Z","duration_ms":null,"kind":"error",
 "label":"Error: ENOENT","status":"error","model":null,"tokens":null,"messages":null,"completion":null,
 "tool_name":null,"tool_input":null,"tool_output":null,"error":"ENOENT","rationale":null,"logs":[]}],
 "next":null,"completeness":{"complete":false,"missing_parents":[
 {"event":"e1","parent":"x"}],"cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

hence trajectory s1
----
Session: s1

[2026-02-23 10:00:01Z] LLM call: claude-sonnet-4-6 "I look." (1200 tokens, 350ms)  (l1)
    messages: [{"role":"user","content":"go"}]
    completion: I look.
[2026-02-23 10:00:02Z] Tool call: Read a (100ms)  (t1)
    why: the manifest names the runner
    input: {"path":"a","n":1.10}
    output: ["vite",6]
    [2026-02-23 10:00:02Z] Log: warn: slow disk
[2026-02-23 10:00:03Z] Error: ENOENT  (e1)
! incomplete: parent x of e1 was never recorded

# A page, and the one behind it: the observation and the log were told with their call.
hence trajectory s1 --limit 2
----
Session: s1

[2026-02-23 10:00:01Z] LLM call: claude-sonnet-4-6 "I look." (1200 tokens, 350ms)  (l1)
    messages: [{"role":"user","content":"go"}]
    completion: I look.
[2026-02-23 10:00:02Z] Tool call: Read a (100ms)  (t1)
    why: the manifest names the runner
    input: {"path":"a","n":1.10}
    output: ["vite",6]
    [2026-02-23 10:00:02Z] Log: warn: slow disk
More: --cursor ZsSU4ZkNgMLXLwQ

hence trajectory s1 --limit 2 --cursor ZsSU4ZkNgMLXLwQ
----
Session: s1

[2026-02-23 10:00:03Z] Error: ENOENT  (e1)
! incomplete: parent x of e1 was never recorded

hence trajectory s1 --cursor nonsense
exit 2
----

hence trajectory nowhere
exit 1
----
