# A session as a picture: the goal, a thought for each turn, what it called and what came back.
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

hence context s1
----
Session: s1
Thoughts: 3, tool calls: 2, failed: 1

INCIDENT: add a test runner  (c-01)
1. [2026-02-23 10:00:01Z] coder: I look first. (1200 tokens, 350ms)  (c-02)
    calls Read package.json (45ms)  (c-03)
        returned: vite 6
    calls Glob (100ms) FAILED  (c-04)
        error: no such folder  (c-05)
2. [2026-02-23 10:00:03Z] coder: There is no runner yet.  (c-07)
    delegates: 1. [2026-02-23 10:00:05Z] reviewer: One test is missing.  (c-09)
ACTION: Six tests.  (c-10)

hence --json context s1
---- folded
{"session":"s1","nodes":[
 {"id":"incident:s1","type":"INCIDENT","label":"add a test runner","time":"2026-02-23T10:00:00.000Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-01","run":"r1","agent":"coder","synthesized":false},
 {"id":"c-02","type":"THOUGHT","label":"I look first.","time":"2026-02-23T10:00:01.000Z","duration_ms":350,
 "tokens":1200,"status":null,"event":"c-02","run":"r1","agent":"coder","synthesized":false},
 {"id":"c-03","type":"TOOL_CALL","label":"Read","time":"2026-02-23T10:00:02.000Z","duration_ms":45,
 "tokens":null,"status":"ok","event":"c-03","run":"r1","agent":"coder","synthesized":false},
 {"id":"result:c-03","type":"OBSERVATION","label":"vite 6","time":"2026-02-23T10:00:02.000Z",
 "duration_ms":null,"tokens":null,"status":"ok","event":"c-03","run":"r1","agent":"coder","synthesized":false},
 {"id":"c-04","type":"TOOL_CALL","label":"Glob","time":"2026-02-23T10:00:02.500Z","duration_ms":100,
 "tokens":null,"status":"error","event":"c-04","run":"r1","agent":"coder","synthesized":false},
 {"id":"c-05","type":"OBSERVATION","label":"no such folder","time":"2026-02-23T10:00:02.600Z",
 "duration_ms":100,"tokens":null,"status":"error","event":"c-05","run":"r1","agent":"coder",
 "synthesized":false},
 {"id":"c-07","type":"THOUGHT","label":"There is no runner yet.","time":"2026-02-23T10:00:03.100Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-07","run":"r1","agent":"coder","synthesized":false},
 {"id":"c-09","type":"THOUGHT","label":"One test is missing.","time":"2026-02-23T10:00:05.000Z",
 "duration_ms":null,"tokens":null,"status":null,"event":"c-09","run":"review","agent":"reviewer",
 "synthesized":false},
 {"id":"action:s1","type":"ACTION","label":"Six tests.","time":"2026-02-23T10:00:06.000Z","duration_ms":null,
 "tokens":null,"status":"ok","event":"c-10","run":"r1","agent":"coder","synthesized":false}],"edges":[
 {"from":"incident:s1","to":"c-02","label":"leads to"},
 {"from":"c-02","to":"c-03","label":"calls"},
 {"from":"c-03","to":"result:c-03","label":"returns"},
 {"from":"result:c-03","to":"c-07","label":"informs"},
 {"from":"c-02","to":"c-04","label":"calls"},
 {"from":"c-04","to":"c-05","label":"returns"},
 {"from":"c-05","to":"c-07","label":"informs"},
 {"from":"c-02","to":"c-07","label":"leads to"},
 {"from":"c-07","to":"c-09","label":"delegates"},
 {"from":"c-07","to":"action:s1","label":"executes"}],"completeness":{"complete":true,"missing_parents":[],
 "cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

# One thought a run; a session that says neither its goal nor its end.
hence context s1 --by run
----
Session: s1
Thoughts: 2, tool calls: 2, failed: 1

INCIDENT: add a test runner  (c-01)
1. [2026-02-23 10:00:01Z] coder: There is no runner yet. (1200 tokens)  (c-06)
    calls Read package.json (45ms)  (c-03)
        returned: vite 6
    calls Glob (100ms) FAILED  (c-04)
        error: no such folder  (c-05)
    delegates: 1. [2026-02-23 10:00:05Z] reviewer: One test is missing.  (c-09)
ACTION: Six tests.  (c-10)

hence context s2
----
Session: s2
Thoughts: 1, tool calls: 0, failed: 0

INCIDENT: s2 [synthesized]
1. [2026-02-23 10:00:05Z] reviewer: One test is missing.  (c-09)
ACTION: no final output recorded [synthesized]

hence context nowhere
exit 1
----

hence context s1 --by hand
exit 2
----
