# A window of a session, as a tree or in order.
record
{"id":"e1","kind":"session_start","time":"2026-02-23T10:00:00.000Z","agent":"lead","session":"s1","run":"r1","fields":{"goal":"fix the build"}}
{"id":"e2","kind":"llm_call","time":"2026-02-23T10:00:01.000Z","agent":"lead","session":"s1","run":"r1","parent":"e1","duration_ms":900,
 "fields":{"model":"m","total_tokens":120}}
{"id":"e3","kind":"tool_call","time":"2026-02-23T10:00:02.000Z","agent":"lead","session":"s1","run":"r1","parent":"e2",
 "rationale":{"why":"see what fails","confidence":0.8},"fields":{"tool_name":"Bash","call_id":"k1"}}
{"id":"e4","kind":"observation","time":"2026-02-23T10:00:04.000Z","agent":"lead","session":"s1","run":"r1","parent":"e3","duration_ms":2000,
 "fields":{"call_id":"k1","status":"error","error":"exit 1"}}
{"id":"e5","kind":"decision","time":"2026-02-23T10:00:05.000Z","agent":"lead","session":"s1","run":"r1","parent":"e2","fields":{"description":"pin it"}}
{"id":"e6","kind":"thought","time":"2026-02-23T10:00:06.000Z","agent":"coder","session":"s1","parent":"gone","fields":{"text":"who am I"}}

hence outline s1
----
Session: s1
Events: 6 in 2 root(s), depth: 4
Rows: 1 to 6 of 6

1  [2026-02-23 10:00:00Z] Session started: fix the build  (e1)
2  └─ [2026-02-23 10:00:01Z] LLM call: m (120 tokens, 900ms)  (e2)
3     ├─ [2026-02-23 10:00:02Z] Tool call: Bash FAILED: exit 1 (2s)  (e3)
4     │  └─ [2026-02-23 10:00:04Z] Observation: exit 1 FAILED  (e4)
5     └─ [2026-02-23 10:00:05Z] Decision: pin it -> ?  (e5)
6  [2026-02-23 10:00:06Z] Thought: who am I (its parent was never recorded)  (e6)

hence outline s1 --levels 2 --limit 2
----
Session: s1
Events: 6 in 2 root(s), depth: 4
Rows: 1 to 2 of 3

1  [2026-02-23 10:00:00Z] Session started: fix the build  (e1)
2  └─ [2026-02-23 10:00:01Z] LLM call: m (120 tokens, 900ms) [+3]  (e2)

# Some of what is too deep can be opened by itself.
hence outline s1 --levels 1 --open 1,2
----
Session: s1
Events: 6 in 2 root(s), depth: 4
Rows: 1 to 5 of 5

1  [2026-02-23 10:00:00Z] Session started: fix the build  (e1)
2  └─ [2026-02-23 10:00:01Z] LLM call: m (120 tokens, 900ms)  (e2)
3     ├─ [2026-02-23 10:00:02Z] Tool call: Bash FAILED: exit 1 (2s) [+1]  (e3)
5     └─ [2026-02-23 10:00:05Z] Decision: pin it -> ?  (e5)
6  [2026-02-23 10:00:06Z] Thought: who am I (its parent was never recorded)  (e6)

# What is kept hangs below the nearest kept event above it.
hence outline s1 --kinds session_start,decision,observation
----
Session: s1
Events: 6 in 2 root(s), depth: 4
Rows: 1 to 3 of 3

1  [2026-02-23 10:00:00Z] Session started: fix the build  (e1)
4  ├─ [2026-02-23 10:00:04Z] Observation: exit 1 FAILED  (e4)
5  └─ [2026-02-23 10:00:05Z] Decision: pin it -> ?  (e5)

hence outline s1 --order time --errors
----
Session: s1
Events: 6 in 2 root(s), depth: 4
Rows: 1 to 2 of 2

3  [2026-02-23 10:00:02Z] Tool call: Bash FAILED: exit 1 (2s)  (e3)
4  [2026-02-23 10:00:04Z] Observation: exit 1 FAILED  (e4)

# The row before; the event that is asked for stands in the middle, though it was hidden.
hence outline s1 --order time --before 5 --limit 1
----
Session: s1
Events: 6 in 2 root(s), depth: 4
Rows: 4 to 4 of 4

4  [2026-02-23 10:00:04Z] Observation: exit 1 FAILED  (e4)

hence --json outline s1 --closed 3 --at e4 --limit 2 --fields 60
---- folded
{"session":"s1","events":6,"rows_total":6,"roots":2,"depth":4,"first":"2026-02-23T10:00:00.000Z",
 "last":"2026-02-23T10:00:06.000Z","kinds":{"decision":1,"llm_call":1,"observation":1,"session_start":1,
 "thought":1,"tool_call":1},"agents":["coder","lead"],"runs":1,"missing_parents":1,"cycles":0,"last_seq":6,
 "offset":2,"rows":[
 {"seq":3,"id":"e3","ordinal":3,"kind":"tool_call","agent":"lead","run":"r1",
 "time":"2026-02-23T10:00:02.000Z","duration_ms":2000,"summary":"Tool call: Bash FAILED: exit 1 (2s)",
 "status":"error","level":3,"parent":"e2","parent_missing":false,"children":1,"descendants":1,"closed":false,
 "last":false,"why":"see what fails","confidence":0.8,"tokens":null,"synthesized":false,
 "fields":{"tool_name":"Bash","call_id":"k1"},"size":35,"source":"native"},
 {"seq":4,"id":"e4","ordinal":4,"kind":"observation","agent":"lead","run":"r1",
 "time":"2026-02-23T10:00:04.000Z","duration_ms":2000,"summary":"Observation: exit 1","status":"error",
 "level":4,"parent":"e3","parent_missing":false,"children":0,"descendants":0,"closed":false,"last":true,
 "why":null,"confidence":null,"tokens":null,"synthesized":false,"fields":{"call_id":"k1","status":"error",
 "error":"exit 1"},"size":50,"source":"native"}]}
