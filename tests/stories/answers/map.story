# The graph of a session, folded. What fits is shown as it is, and says who says so.
record
{"id":"c-01","kind":"session_start","time":"2026-02-23T10:00:00.000Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"goal":"add a test runner"}}
{"id":"c-02","kind":"llm_call","time":"2026-02-23T10:00:01.000Z","agent":"coder","session":"s1","run":"r1","duration_ms":350,
 "fields":{"model":"claude-sonnet-4-6","total_tokens":1200,"completion":"I look first.\nThen I choose.","call_ids":["k1","k2"]}}
{"id":"c-03","kind":"tool_call","time":"2026-02-23T10:00:02.000Z","agent":"coder","session":"s1","run":"r1",
 "parent":"c-02","duration_ms":45,"fields":{"tool_name":"Read","input":{"path":"package.json"},"output":"vite 6","call_id":"k1"}}
{"id":"c-04","kind":"tool_call","time":"2026-02-23T10:00:02.500Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"tool_name":"Glob","call_id":"k2"}}
{"id":"c-05","kind":"observation","time":"2026-02-23T10:00:02.600Z","agent":"coder","session":"s1","run":"r1","duration_ms":100,
 "fields":{"call_id":"k2","status":"error","error":"no such folder"}}
{"id":"c-06","kind":"thought","time":"2026-02-23T10:00:03.000Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"text":"There is no runner yet."}}
{"id":"c-07","kind":"llm_call","time":"2026-02-23T10:00:03.100Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"model":"claude-sonnet-4-6","completion":"I take vitest."}}
{"id":"c-08","kind":"delegation","time":"2026-02-23T10:00:04.000Z","agent":"coder","session":"s1","run":"r1","parent":"c-07",
 "fields":{"parent_id":"coder","child_id":"reviewer","task":"look over it","run_id":"review"}}
{"id":"c-09","kind":"thought","time":"2026-02-23T10:00:05.000Z","agent":"reviewer","session":"s2","run":"review",
 "fields":{"text":"One test is missing."}}
{"id":"c-10","kind":"session_end","time":"2026-02-23T10:00:06.000Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"status":"success","output":"Six tests.\nAll pass."}}

hence --json map s1
---- folded
{"session":"s1","nodes_total":9,"last_seq":10,"shown":9,"nodes":[
 {"id":"incident:s1","type":"INCIDENT","label":"add a test runner","time":"2026-02-23T10:00:00.000Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-01","run":"r1","agent":"coder","synthesized":false,
 "ordinal":1,"last_ordinal":1,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,
 "kind":"session_start","summary":"Session started: add a test runner"},
 {"id":"c-02","type":"THOUGHT","label":"I look first.","time":"2026-02-23T10:00:01.000Z","duration_ms":350,
 "tokens":1200,"status":null,"event":"c-02","run":"r1","agent":"coder","synthesized":false,"ordinal":2,
 "last_ordinal":2,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,"kind":"llm_call",
 "summary":"LLM call: claude-sonnet-4-6 \"I look first.\" (1200 tokens, 350ms)"},
 {"id":"c-03","type":"TOOL_CALL","label":"Read","time":"2026-02-23T10:00:02.000Z","duration_ms":45,
 "tokens":null,"status":"ok","event":"c-03","run":"r1","agent":"coder","synthesized":false,"ordinal":3,
 "last_ordinal":3,"parent":"c-02","members":1,"errors":0,"hidden":0,"level":2,"kind":"tool_call",
 "summary":"Tool call: Read package.json (45ms)"},
 {"id":"result:c-03","type":"OBSERVATION","label":"vite 6","time":"2026-02-23T10:00:02.000Z",
 "duration_ms":null,"tokens":null,"status":"ok","event":"c-03","run":"r1","agent":"coder","synthesized":false,
 "ordinal":3,"last_ordinal":3,"parent":"c-03","members":1,"errors":0,"hidden":0,"level":3,"kind":"tool_call",
 "summary":"Tool call: Read package.json (45ms)"},
 {"id":"c-04","type":"TOOL_CALL","label":"Glob","time":"2026-02-23T10:00:02.500Z","duration_ms":100,
 "tokens":null,"status":"error","event":"c-04","run":"r1","agent":"coder","synthesized":false,"ordinal":4,
 "last_ordinal":4,"parent":"c-02","members":1,"errors":1,"hidden":0,"level":2,"kind":"tool_call",
 "summary":"Tool call: Glob"},
 {"id":"c-05","type":"OBSERVATION","label":"no such folder","time":"2026-02-23T10:00:02.600Z",
 "duration_ms":100,"tokens":null,"status":"error","event":"c-05","run":"r1","agent":"coder",
 "synthesized":false,"ordinal":5,"last_ordinal":5,"parent":"c-04","members":1,"errors":1,"hidden":0,"level":3,
 "kind":"observation","summary":"Observation: no such folder"},
 {"id":"c-07","type":"THOUGHT","label":"There is no runner yet.","time":"2026-02-23T10:00:03.100Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-07","run":"r1","agent":"coder","synthesized":false,
 "ordinal":7,"last_ordinal":7,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,"kind":"llm_call",
 "summary":"LLM call: claude-sonnet-4-6 \"I take vitest.\" (? tokens)"},
 {"id":"c-09","type":"THOUGHT","label":"One test is missing.","time":"2026-02-23T10:00:05.000Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-09","run":"review","agent":"reviewer",
 "synthesized":false,"ordinal":null,"last_ordinal":null,"parent":"c-07","members":1,"errors":0,"hidden":0,
 "level":2,"kind":"thought","summary":"Thought: One test is missing."},
 {"id":"action:s1","type":"ACTION","label":"Six tests.","time":"2026-02-23T10:00:06.000Z","duration_ms":null,
 "tokens":null,"status":"ok","event":"c-10","run":"r1","agent":"coder","synthesized":false,"ordinal":9,
 "last_ordinal":9,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,"kind":"session_end",
 "summary":"Session ended: success"}],"edges":[
 {"from":"incident:s1","to":"c-02","label":"leads to","provenance":"assumed","count":1},
 {"from":"c-02","to":"c-03","label":"calls","provenance":"explicit","count":1},
 {"from":"c-03","to":"result:c-03","label":"returns","provenance":"derived","count":1},
 {"from":"result:c-03","to":"c-07","label":"informs","provenance":"assumed","count":1},
 {"from":"c-02","to":"c-04","label":"calls","provenance":"derived","count":1},
 {"from":"c-04","to":"c-05","label":"returns","provenance":"derived","count":1},
 {"from":"c-05","to":"c-07","label":"informs","provenance":"assumed","count":1},
 {"from":"c-02","to":"c-07","label":"leads to","provenance":"assumed","count":1},
 {"from":"c-07","to":"c-09","label":"delegates","provenance":"derived","count":1},
 {"from":"c-07","to":"action:s1","label":"executes","provenance":"assumed","count":1}],
 "completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],
 "truncated":0,"gaps":[]}}

# With less room the thoughts stay, the last with what hangs under them.
hence map s1 --limit 5
----
Session: s1
Shown: 5 nodes, of 9

INCIDENT: add a test runner  (c-01)
#2 [2026-02-23 10:00:01Z] coder: I look first. (1200 tokens, 350ms) [4 hidden, 1 failed]  (c-02)
#7 [2026-02-23 10:00:03Z] coder: There is no runner yet.  (c-07)
    delegated: [2026-02-23 10:00:05Z] reviewer: One test is missing.  (c-09)
ACTION: Six tests.  (c-10)

hence map s1 --limit 5 --fan 1 --open c-02
----
Session: s1
Shown: 6 nodes, of 9

INCIDENT: add a test runner  (c-01)
#2 [2026-02-23 10:00:01Z] coder: I look first. (1200 tokens, 350ms)  (c-02)
    ... 2 calls: Glob ×1, Read ×1, #3 to #5 (700ms), 1 failed  [stack:calls:rest:c-02]
#7 [2026-02-23 10:00:03Z] coder: There is no runner yet.  (c-07)
    delegated: [2026-02-23 10:00:05Z] reviewer: One test is missing.  (c-09)
ACTION: Six tests.  (c-10)

hence --json map s1 --limit 5 --fan 1 --open stack:calls:rest:c-02 --closed c-04
---- folded
{"session":"s1","nodes_total":9,"last_seq":10,"shown":8,"nodes":[
 {"id":"incident:s1","type":"INCIDENT","label":"add a test runner","time":"2026-02-23T10:00:00.000Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-01","run":"r1","agent":"coder","synthesized":false,
 "ordinal":1,"last_ordinal":1,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,
 "kind":"session_start","summary":"Session started: add a test runner"},
 {"id":"c-02","type":"THOUGHT","label":"I look first.","time":"2026-02-23T10:00:01.000Z","duration_ms":350,
 "tokens":1200,"status":null,"event":"c-02","run":"r1","agent":"coder","synthesized":false,"ordinal":2,
 "last_ordinal":2,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,"kind":"llm_call",
 "summary":"LLM call: claude-sonnet-4-6 \"I look first.\" (1200 tokens, 350ms)"},
 {"id":"c-03","type":"TOOL_CALL","label":"Read","time":"2026-02-23T10:00:02.000Z","duration_ms":45,
 "tokens":null,"status":"ok","event":"c-03","run":"r1","agent":"coder","synthesized":false,"ordinal":3,
 "last_ordinal":3,"parent":"c-02","members":1,"errors":0,"hidden":0,"level":2,"kind":"tool_call",
 "summary":"Tool call: Read package.json (45ms)"},
 {"id":"result:c-03","type":"OBSERVATION","label":"vite 6","time":"2026-02-23T10:00:02.000Z",
 "duration_ms":null,"tokens":null,"status":"ok","event":"c-03","run":"r1","agent":"coder","synthesized":false,
 "ordinal":3,"last_ordinal":3,"parent":"c-03","members":1,"errors":0,"hidden":0,"level":3,"kind":"tool_call",
 "summary":"Tool call: Read package.json (45ms)"},
 {"id":"c-04","type":"TOOL_CALL","label":"Glob","time":"2026-02-23T10:00:02.500Z","duration_ms":100,
 "tokens":null,"status":"error","event":"c-04","run":"r1","agent":"coder","synthesized":false,"ordinal":4,
 "last_ordinal":5,"parent":"c-02","members":1,"errors":1,"hidden":1,"level":2,"kind":"tool_call",
 "summary":"Tool call: Glob"},
 {"id":"c-07","type":"THOUGHT","label":"There is no runner yet.","time":"2026-02-23T10:00:03.100Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-07","run":"r1","agent":"coder","synthesized":false,
 "ordinal":7,"last_ordinal":7,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,"kind":"llm_call",
 "summary":"LLM call: claude-sonnet-4-6 \"I take vitest.\" (? tokens)"},
 {"id":"c-09","type":"THOUGHT","label":"One test is missing.","time":"2026-02-23T10:00:05.000Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-09","run":"review","agent":"reviewer",
 "synthesized":false,"ordinal":null,"last_ordinal":null,"parent":"c-07","members":1,"errors":0,"hidden":0,
 "level":2,"kind":"thought","summary":"Thought: One test is missing."},
 {"id":"action:s1","type":"ACTION","label":"Six tests.","time":"2026-02-23T10:00:06.000Z","duration_ms":null,
 "tokens":null,"status":"ok","event":"c-10","run":"r1","agent":"coder","synthesized":false,"ordinal":9,
 "last_ordinal":9,"parent":null,"members":1,"errors":0,"hidden":0,"level":1,"kind":"session_end",
 "summary":"Session ended: success"}],"edges":[
 {"from":"incident:s1","to":"c-02","label":"leads to","provenance":"assumed","count":1},
 {"from":"c-02","to":"c-03","label":"calls","provenance":"explicit","count":1},
 {"from":"c-03","to":"result:c-03","label":"returns","provenance":"derived","count":1},
 {"from":"result:c-03","to":"c-07","label":"informs","provenance":"assumed","count":1},
 {"from":"c-02","to":"c-04","label":"calls","provenance":"derived","count":1},
 {"from":"c-04","to":"c-07","label":"informs","provenance":"assumed","count":1},
 {"from":"c-02","to":"c-07","label":"leads to","provenance":"assumed","count":1},
 {"from":"c-07","to":"c-09","label":"delegates","provenance":"derived","count":1},
 {"from":"c-07","to":"action:s1","label":"executes","provenance":"assumed","count":1}],
 "completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],
 "truncated":0,"gaps":[]}}

# Turns one after the other are a stack.
hence map s1 --limit 3
----
Session: s1
Shown: 3 nodes, of 9

INCIDENT: add a test runner  (c-01)
... 2 turns, #2 to #7 (1200 tokens, 4s), 1 failed  [stack:turns:1.0:c-02]
ACTION: Six tests.  (c-10)

hence map s1 --limit 3 --open stack:turns:1.0:c-02
----
Session: s1
Shown: 9 nodes, of 9

INCIDENT: add a test runner  (c-01)
#2 [2026-02-23 10:00:01Z] coder: I look first. (1200 tokens, 350ms)  (c-02)
    calls Read package.json (45ms)  (c-03)
        returned: vite 6
    calls Glob (100ms) FAILED  (c-04)
        error: no such folder  (c-05)
#7 [2026-02-23 10:00:03Z] coder: There is no runner yet.  (c-07)
    delegated: [2026-02-23 10:00:05Z] reviewer: One test is missing.  (c-09)
ACTION: Six tests.  (c-10)

hence map s1 --by run --limit 4 --open nothing
----
Session: s1
Shown: 3 nodes, of 8

INCIDENT: add a test runner  (c-01)
#2 [2026-02-23 10:00:01Z] coder: There is no runner yet. (1200 tokens) [5 hidden, 1 failed]  (c-06)
ACTION: Six tests.  (c-10)

hence map nowhere
exit 1
----

hence map s1 --limit 0
exit 2
----

hence map s1 --fan none
exit 2
----

# A decision hangs under its turn, and an outcome under what it judges.
record
{"id":"d-01","kind":"llm_call","time":"2026-02-24T10:00:00.000Z","agent":"coder","session":"s3","run":"r1",
 "fields":{"model":"m","total_tokens":9,"completion":"I choose."}}
{"id":"d-02","kind":"decision","time":"2026-02-24T10:00:01.000Z","agent":"coder","session":"s3","run":"r1","parent":"d-01",
 "fields":{"description":"vitest or jest","chosen":"vitest"}}
{"id":"d-03","kind":"tool_call","time":"2026-02-24T10:00:02.000Z","agent":"coder","session":"s3","run":"r1","parent":"d-01",
 "fields":{"tool_name":"Bash","output":"6 passed"}}
{"id":"d-04","kind":"outcome","time":"2026-02-24T10:00:03.000Z","agent":"coder","session":"s3","run":"r1",
 "fields":{"of":"d-02","correct":true,"outcome":"it is quick"}}

hence map s3
----
Session: s3
Shown: 7 nodes, of 7

INCIDENT: s3 [synthesized]
#1 [2026-02-24 10:00:00Z] coder: I choose. (9 tokens)  (d-01)
    decides: vitest or jest -> vitest  (d-02)
        outcome: correct (it is quick)  (d-04)
    calls Bash  (d-03)
        returned: 6 passed
ACTION: no final output recorded [synthesized]
