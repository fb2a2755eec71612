# What an agent had before it: what its model was shown, compared with the time before, and what came in since.
record
{"id":"m1","kind":"llm_call","time":"2026-02-23T10:00:01Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"model":"m","messages":[{"role":"system","content":"You write tests."},{"role":"user","content":"go"}]}}
{"id":"t1","kind":"tool_call","time":"2026-02-23T10:00:02Z","agent":"coder","session":"s1","run":"r1","parent":"m1",
 "fields":{"tool_name":"Read","call_id":"k1"}}
{"id":"o1","kind":"observation","time":"2026-02-23T10:00:03Z","agent":"coder","session":"s1","run":"r1","duration_ms":100,
 "fields":{"call_id":"k1","content":"gone","status":"error"}}
{"id":"x1","kind":"llm_call","time":"2026-02-23T10:00:03Z","agent":"critic","session":"s1","run":"r1",
 "fields":{"model":"m","messages":["another agent's"]}}
{"id":"m2","kind":"llm_call","time":"2026-02-23T10:00:04Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"model":"m","messages":[{"role":"system","content":"You write tests."},
 {"role":"assistant","content":[{"type":"text","text":"I looked."}]},{"role":"tool","content":"gone\nfor good"}]}}
{"id":"d1","kind":"decision","time":"2026-02-23T10:00:05Z","agent":"coder","session":"s1","run":"r1",
 "fields":{"description":"what to do","chosen":"write it anew"}}
{"id":"n1","kind":"llm_call","time":"2026-02-23T10:00:06Z","agent":"quiet","session":"s1","run":"r1","fields":{"model":"m"}}

hence knew d1
----
[2026-02-23 10:00:05Z] Decision: what to do -> write it anew  (d1)
model call: [2026-02-23 10:00:04Z] LLM call: m (? tokens)  (m2)
one before: [2026-02-23 10:00:01Z] LLM call: m (? tokens)  (m1)

= 1 message kept (46 B)
- user: go (2 B)
+ assistant: I looked. (9 B)
+ tool: gone (13 B)

since the one before:
[2026-02-23 10:00:02Z] Tool call: Read FAILED: gone (100ms)  (t1)
[2026-02-23 10:00:03Z] Observation: gone  (o1)
[2026-02-23 10:00:04Z] LLM call: m (? tokens)  (m2)

hence --json knew d1
---- folded
{"event":"d1","agent":"coder","run":"r1","model_call":"m2","previous":"m1","recorded":true,
 "messages":{"total":3,"kept":1,"bytes":159,"added":[
 {"index":1,"role":"assistant","text":"I looked.","bytes":9,"cut":false},
 {"index":2,"role":"tool","text":"gone\nfor good","bytes":13,"cut":false}],"dropped":[
 {"index":1,"role":"user","text":"go","bytes":2,"cut":false}],"compared":true},"steps":[
 {"id":"t1","kind":"tool_call","time":"2026-02-23T10:00:02Z","summary":"Tool call: Read FAILED: gone (100ms)",
 "status":"error"},
 {"id":"o1","kind":"observation","time":"2026-02-23T10:00:03Z","summary":"Observation: gone","status":"error"},
 {"id":"m2","kind":"llm_call","time":"2026-02-23T10:00:04Z","summary":"LLM call: m (? tokens)",
 "status":null}],"more":false}

# A model call itself; texts share what room there is.
hence --json knew m2 --limit 12
---- folded
{"event":"m2","agent":"coder","run":"r1","model_call":"m2","previous":"m1","recorded":true,
 "messages":{"total":3,"kept":1,"bytes":159,"added":[
 {"index":1,"role":"assistant","text":"I loo","bytes":9,"cut":true},
 {"index":2,"role":"tool","text":"gone\n","bytes":13,"cut":true}],"dropped":[
 {"index":1,"role":"user","text":"go","bytes":2,"cut":false}],"compared":true},"steps":[
 {"id":"t1","kind":"tool_call","time":"2026-02-23T10:00:02Z","summary":"Tool call: Read FAILED: gone (100ms)",
 "status":"error"},
 {"id":"o1","kind":"observation","time":"2026-02-23T10:00:03Z","summary":"Observation: gone",
 "status":"error"}],"more":false}

hence knew n1
----
[2026-02-23 10:00:06Z] LLM call: m (? tokens)  (n1)

what the model was shown was not recorded

hence knew nothing
exit 1
----
