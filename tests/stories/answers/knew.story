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
{"event":"d1","agent":"coder","run":"r1","model_call":"m2","previous":"m1","recorded":true,"exact":true,
 "messages":{"total":3,"kept":1,"bytes":159,"added":[
 {"index":1,"role":"assistant","text":"I looked.","bytes":9,"cut":false},
 {"index":2,"role":"tool","text":"gone\nfor good","bytes":13,"cut":false}],"dropped":[
 {"index":1,"role":"user","text":"go","bytes":2,"cut":false}],"compared":true},"search":null,"items":[],
 "items_total":0,"items_found":0,"steps":[
 {"id":"t1","kind":"tool_call","time":"2026-02-23T10:00:02Z","summary":"Tool call: Read FAILED: gone (100ms)",
 "status":"error"},
 {"id":"o1","kind":"observation","time":"2026-02-23T10:00:03Z","summary":"Observation: gone","status":"error"},
 {"id":"m2","kind":"llm_call","time":"2026-02-23T10:00:04Z","summary":"LLM call: m (? tokens)",
 "status":null}],"more":false}

# A model call itself; texts share what room there is.
hence --json knew m2 --limit 12
---- folded
{"event":"m2","agent":"coder","run":"r1","model_call":"m2","previous":"m1","recorded":true,"exact":true,
 "messages":{"total":3,"kept":1,"bytes":159,"added":[
 {"index":1,"role":"assistant","text":"I loo","bytes":9,"cut":true},
 {"index":2,"role":"tool","text":"gone\n","bytes":13,"cut":true}],"dropped":[
 {"index":1,"role":"user","text":"go","bytes":2,"cut":false}],"compared":true},"search":null,"items":[],
 "items_total":0,"items_found":0,"steps":[
 {"id":"t1","kind":"tool_call","time":"2026-02-23T10:00:02Z","summary":"Tool call: Read FAILED: gone (100ms)",
 "status":"error"},
 {"id":"o1","kind":"observation","time":"2026-02-23T10:00:03Z","summary":"Observation: gone",
 "status":"error"}],"more":false}

hence knew n1
----
[2026-02-23 10:00:06Z] LLM call: m (? tokens)  (n1)

The messages of the model call were not recorded. Assembled from the session:
0 items

hence knew nothing
exit 1
----

# Without recorded messages, what came in for the agent is assembled from the session.
record
{"id":"p1","kind":"prompt","time":"2026-02-24T10:00:00Z","agent":"coder","session":"s2","run":"r1",
 "fields":{"text":"The build is broken. Clean it, but do not touch profile."}}
{"id":"a1","kind":"llm_call","time":"2026-02-24T10:00:01Z","agent":"coder","session":"s2","run":"r1","fields":{"model":"m"}}
{"id":"a2","kind":"tool_call","time":"2026-02-24T10:00:02Z","agent":"coder","session":"s2","run":"r1",
 "fields":{"tool_name":"Read","input":{"file_path":"Makefile"},"output":"clean:\n\trm -rf build"}}
{"id":"a3","kind":"tool_call","time":"2026-02-24T10:00:03Z","agent":"coder","session":"s2","run":"r1",
 "fields":{"tool_name":"Bash","input":{"command":"ls"},"call_id":"k2"}}
{"id":"a4","kind":"observation","time":"2026-02-24T10:00:04Z","agent":"coder","session":"s2","run":"r1",
 "fields":{"call_id":"k2","content":"build\nprofile\nsrc"}}
{"id":"a5","kind":"message","time":"2026-02-24T10:00:05Z","agent":"lead","session":"s2",
 "fields":{"from":"lead","to":["coder"],"payload":"hurry up"}}
{"id":"a6","kind":"llm_call","time":"2026-02-24T10:00:06Z","agent":"coder","session":"s2","run":"r1","fields":{"model":"m"}}
{"id":"a7","kind":"tool_call","time":"2026-02-24T10:00:07Z","agent":"coder","session":"s2","run":"r1",
 "fields":{"tool_name":"Bash","input":{"command":"rm -rf *"}}}

hence knew a7
----
[2026-02-24 10:00:07Z] Tool call: Bash `rm -rf *`  (a7)
model call: [2026-02-24 10:00:06Z] LLM call: m (? tokens)  (a6)
one before: [2026-02-24 10:00:01Z] LLM call: m (? tokens)  (a1)

The messages of the model call were not recorded. Assembled from the session:
4 items, 3 new since the model call before (+)

  [2026-02-24 10:00:00Z] prompt  (p1)
      The build is broken. Clean it, but do not touch profile.
+ [2026-02-24 10:00:02Z] file Makefile, by Read  (a2)
      clean:
       rm -rf build
+ [2026-02-24 10:00:04Z] result of Bash `ls`  (a4)
      build
      profile
      src
+ [2026-02-24 10:00:05Z] message from lead  (a5)
      hurry up

hence knew a7 --search profile
----
[2026-02-24 10:00:07Z] Tool call: Bash `rm -rf *`  (a7)
model call: [2026-02-24 10:00:06Z] LLM call: m (? tokens)  (a6)
one before: [2026-02-24 10:00:01Z] LLM call: m (? tokens)  (a1)

2 of 4 items hold "profile" (assembled from the session)
  [2026-02-24 10:00:00Z] prompt  (p1)
      The build is broken. Clean it, but do not touch profile.
+ [2026-02-24 10:00:04Z] result of Bash `ls`  (a4)
      profile
      … 17 B in all

hence --json knew a6 --search "rm -rf"
---- folded
{"event":"a6","agent":"coder","run":"r1","model_call":"a6","previous":"a1","recorded":false,"exact":false,
 "messages":null,"search":"rm -rf","items":[
 {"event":"a2","source":"file","from":"Makefile","tool":"Read","time":"2026-02-24T10:00:02Z",
 "text":"clean:\n\trm -rf build","bytes":20,"cut":false,"new":true,"after_call":false}],"items_total":4,
 "items_found":1,"steps":[
 {"id":"a2","kind":"tool_call","time":"2026-02-24T10:00:02Z","summary":"Tool call: Read Makefile",
 "status":"ok"},
 {"id":"a3","kind":"tool_call","time":"2026-02-24T10:00:03Z","summary":"Tool call: Bash `ls`","status":"ok"},
 {"id":"a4","kind":"observation","time":"2026-02-24T10:00:04Z","summary":"Observation: build","status":null}],
 "more":false}

hence knew a7 --search never
----
[2026-02-24 10:00:07Z] Tool call: Bash `rm -rf *`  (a7)
model call: [2026-02-24 10:00:06Z] LLM call: m (? tokens)  (a6)
one before: [2026-02-24 10:00:01Z] LLM call: m (? tokens)  (a1)

0 of 4 items hold "never" (assembled from the session)

# A line that is too long is shown where it holds what is looked for.
record
{"id":"l1","kind":"prompt","time":"2026-02-25T10:00:00Z","agent":"coder","session":"s9","run":"r9",
 "fields":{"text":"The release build fails to link since this morning. Fix it, please. Keep my größe data in build/profile, I need it tomorrow."}}
{"id":"l2","kind":"llm_call","time":"2026-02-25T10:00:01Z","agent":"coder","session":"s9","run":"r9","fields":{"model":"m"}}
{"id":"l3","kind":"tool_call","time":"2026-02-25T10:00:02Z","agent":"coder","session":"s9","run":"r9","parent":"l2",
 "fields":{"tool_name":"Bash","input":{"command":"rm -rf build"}}}

hence knew l3 --search PROFILE
----
[2026-02-25 10:00:02Z] Tool call: Bash `rm -rf build`  (l3)
model call: [2026-02-25 10:00:01Z] LLM call: m (? tokens)  (l2)

1 of 1 item holds "PROFILE" (assembled from the session)
+ [2026-02-25 10:00:00Z] prompt  (l1)
      …größe data in build/profile, I need it tomorrow.
      … 126 B in all
