# Forks and rewinds as others record them: with times of their own. A fork shows its origin up to the point, and then
# its own events; what a rewind left behind stays and is marked.
record
{"id":"e1","kind":"prompt","time":"2026-03-01T09:00:00Z","session":"s1","agent":"coder","fields":{"text":"make it fast"}}
{"id":"e2","kind":"llm_call","time":"2026-03-01T09:00:01Z","session":"s1","agent":"coder","fields":{"model":"m","completion":"I cache it.","call_ids":["c1"],"total_tokens":90}}
{"id":"e3","kind":"tool_call","time":"2026-03-01T09:00:02Z","session":"s1","agent":"coder","fields":{"tool_name":"Edit","call_id":"c1","input":{"path":"cache.py"}}}
{"id":"e4","kind":"observation","time":"2026-03-01T09:00:03Z","session":"s1","agent":"coder","fields":{"call_id":"c1","content":"stale","status":"error"}}
{"id":"r1","kind":"session_rewind","time":"2026-03-01T09:00:10Z","session":"s1","parent":"e2","fields":{"to":"e2"}}
{"id":"e5","kind":"tool_call","time":"2026-03-01T09:00:11Z","session":"s1","agent":"coder","fields":{"tool_name":"Bash","input":{"command":"make"},"output":"ok"}}
{"id":"f0","kind":"session_fork","time":"2026-03-01T09:01:00Z","session":"s2","parent":"e3","fields":{"origin":"s1","at":"e3"}}
{"id":"f1","kind":"llm_call","time":"2026-03-01T09:01:01Z","session":"s2","agent":"coder","fields":{"model":"m","completion":"Never mind.","total_tokens":10}}

hence tree s1
----
Session: s1
Events: 5 root(s), depth: 2

[2026-03-01 09:00:00Z] Prompt: make it fast  (e1)
[2026-03-01 09:00:01Z] LLM call: m "I cache it." (90 tokens)  (e2)
└─ [2026-03-01 09:00:10Z] Rewound to e2  (r1)
[2026-03-01 09:00:02Z] Tool call: Edit cache.py FAILED: stale [abandoned]  (e3)
[2026-03-01 09:00:03Z] Observation: stale [abandoned]  (e4)
[2026-03-01 09:00:11Z] Tool call: Bash `make`  (e5)

hence tree s2 --json
---- folded
{"session":"s2","root_event_id":"e1","depth":2,"count":5,"events":[
 {"id":"e1","kind":"prompt","agent":"coder","time":"2026-03-01T09:00:00Z","duration_ms":null,
 "summary":"Prompt: make it fast","rationale":null,"fields":{"text":"make it fast"},"inherited":"s1",
 "abandoned":false,"children":[]},
 {"id":"e2","kind":"llm_call","agent":"coder","time":"2026-03-01T09:00:01Z","duration_ms":null,
 "summary":"LLM call: m \"I cache it.\" (90 tokens)","rationale":null,"fields":{"model":"m",
 "completion":"I cache it.","call_ids":["c1"],"total_tokens":90},"inherited":"s1","abandoned":false,
 "children":[]},
 {"id":"e3","kind":"tool_call","agent":"coder","time":"2026-03-01T09:00:02Z","duration_ms":null,
 "summary":"Tool call: Edit cache.py","rationale":null,"fields":{"tool_name":"Edit","call_id":"c1",
 "input":{"path":"cache.py"}},"inherited":"s1","abandoned":false,"children":[
 {"id":"f0","kind":"session_fork","agent":null,"time":"2026-03-01T09:01:00Z","duration_ms":null,
 "summary":"Forked from s1 at e3","rationale":null,"fields":{"origin":"s1","at":"e3"},"inherited":null,
 "abandoned":false,"children":[]}]},
 {"id":"f1","kind":"llm_call","agent":"coder","time":"2026-03-01T09:01:01Z","duration_ms":null,
 "summary":"LLM call: m \"Never mind.\" (10 tokens)","rationale":null,"fields":{"model":"m",
 "completion":"Never mind.","total_tokens":10},"inherited":null,"abandoned":false,"children":[]}],
 "completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],
 "truncated":0,"gaps":[]}}

hence explain e5
----
Causal Chain:

   [2026-03-01 09:00:00Z] Prompt: make it fast  (e1)
  -> [2026-03-01 09:00:01Z] LLM call: m "I cache it." (90 tokens)  (e2)
       answers the prompt [derived]
    -> [2026-03-01 09:00:11Z] Tool call: Bash `make`  (e5)
         after the agent's last model call [assumed]
! incomplete: no cause of e5 was recorded

hence explain f1
----
Causal Chain:

   [2026-03-01 09:00:00Z] Prompt: make it fast [inherited from s1]  (e1)
  -> [2026-03-01 09:00:01Z] LLM call: m "I cache it." (90 tokens) [inherited from s1]  (e2)
       answers the prompt [derived]
    -> [2026-03-01 09:00:02Z] Tool call: Edit cache.py [inherited from s1]  (e3)
         asked for by this call [derived]
         said: "I cache it."
      -> [2026-03-01 09:01:01Z] LLM call: m "Never mind." (10 tokens)  (f1)
           answers this result [derived]

hence explain e5 --json
---- folded
{"event":"e5","direction":"up","chain":[
 {"event_id":"e1","kind":"prompt","agent":"coder","time":"2026-03-01T09:00:00Z",
 "summary":"Prompt: make it fast","rationale":null,"said":null,"via":null,"also":[],"inherited":null,
 "abandoned":false},
 {"event_id":"e2","kind":"llm_call","agent":"coder","time":"2026-03-01T09:00:01Z",
 "summary":"LLM call: m \"I cache it.\" (90 tokens)","rationale":null,"said":null,"via":{"from":"e1",
 "type":"answers","provenance":"derived"},"also":[],"inherited":null,"abandoned":false},
 {"event_id":"e5","kind":"tool_call","agent":"coder","time":"2026-03-01T09:00:11Z",
 "summary":"Tool call: Bash `make`","rationale":null,"said":null,"via":{"from":"e2","type":"turn",
 "provenance":"assumed"},"also":[],"inherited":null,"abandoned":false}],"links":[],
 "completeness":{"complete":false,"missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":["e5"],
 "truncated":0,"gaps":[]}}

hence context s1
----
Session: s1
Thoughts: 1, tool calls: 2, failed: 1

INCIDENT: make it fast  (e1)
1. [2026-03-01 09:00:01Z] coder: I cache it. (90 tokens)  (e2)
    calls Edit cache.py FAILED [abandoned]  (e3)
        error: stale [abandoned]  (e4)
    calls Bash `make`  (e5)
        returned: ok
ACTION: no final output recorded [synthesized]

hence trajectory s2
----
Session: s2

[2026-03-01 09:00:00Z] Prompt: make it fast [inherited from s1]  (e1)
[2026-03-01 09:00:01Z] LLM call: m "I cache it." (90 tokens) [inherited from s1]  (e2)
    completion: I cache it.
[2026-03-01 09:00:02Z] Tool call: Edit cache.py [inherited from s1]  (e3)
    input: {"path":"cache.py"}
[2026-03-01 09:01:00Z] Forked from s1 at e3  (f0)
[2026-03-01 09:01:01Z] LLM call: m "Never mind." (10 tokens)  (f1)
    completion: Never mind.

hence replay session s1
----
Replay: session s1
Events: 6, 2026-03-01 09:00:00Z to 2026-03-01 09:00:11Z (11s)
Agents: coder
Obstacles: e3
Ended by: nothing that was recorded

[2026-03-01 09:00:00Z] event coder Prompt: make it fast  (e1)
[2026-03-01 09:00:01Z] event coder LLM call: m "I cache it." (90 tokens)  (e2)
[2026-03-01 09:00:02Z] event coder Tool call: Edit cache.py FAILED: stale [abandoned]  (e3)
[2026-03-01 09:00:03Z] event coder Observation: stale [abandoned]  (e4)
[2026-03-01 09:00:10Z] event -     Rewound to e2  (r1)
[2026-03-01 09:00:11Z] event coder Tool call: Bash `make`  (e5)

hence outline s2
----
Session: s2
Events: 5 in 4 root(s), depth: 2
Rows: 1 to 5 of 5

1  [2026-03-01 09:00:00Z] Prompt: make it fast [inherited from s1]  (e1)
2  [2026-03-01 09:00:01Z] LLM call: m "I cache it." (90 tokens) [inherited from s1]  (e2)
3  [2026-03-01 09:00:02Z] Tool call: Edit cache.py [inherited from s1]  (e3)
4  └─ [2026-03-01 09:01:00Z] Forked from s1 at e3  (f0)
5  [2026-03-01 09:01:01Z] LLM call: m "Never mind." (10 tokens)  (f1)

hence timeline s2 --json
---- folded
{"session":"s2","first":"2026-03-01T09:00:00Z","last":"2026-03-01T09:01:01Z","from":"2026-03-01T09:00:00Z",
 "to":"2026-03-01T09:01:01Z","events":5,"lanes":[
 {"name":"coder","events":4,"errors":0,"others":0},
 {"name":null,"events":1,"errors":0,"others":0}],"spans":[
 {"seq":1,"id":"e1","ordinal":1,"lane":0,"row":0,"kind":"prompt","time":"2026-03-01T09:00:00Z",
 "duration_ms":null,"summary":"Prompt: make it fast","status":null,"critical":true,"inherited":"s1",
 "abandoned":false},
 {"seq":2,"id":"e2","ordinal":2,"lane":0,"row":0,"kind":"llm_call","time":"2026-03-01T09:00:01Z",
 "duration_ms":null,"summary":"LLM call: m \"I cache it.\" (90 tokens)","status":null,"critical":true,
 "inherited":"s1","abandoned":false},
 {"seq":3,"id":"e3","ordinal":3,"lane":0,"row":0,"kind":"tool_call","time":"2026-03-01T09:00:02Z",
 "duration_ms":null,"summary":"Tool call: Edit cache.py","status":null,"critical":true,"inherited":"s1",
 "abandoned":false},
 {"seq":7,"id":"f0","ordinal":4,"lane":1,"row":0,"kind":"session_fork","time":"2026-03-01T09:01:00Z",
 "duration_ms":null,"summary":"Forked from s1 at e3","status":null,"critical":false,"inherited":null,
 "abandoned":false},
 {"seq":8,"id":"f1","ordinal":5,"lane":0,"row":0,"kind":"llm_call","time":"2026-03-01T09:01:01Z",
 "duration_ms":null,"summary":"LLM call: m \"Never mind.\" (10 tokens)","status":null,"critical":true,
 "inherited":null,"abandoned":false}],"buckets":[],"critical":{"duration_ms":0,"steps":4,"segments":[]}}

hence events --session s2
----
[2026-03-01 09:00:00Z] prompt       coder         Prompt: make it fast [inherited from s1]  (e1)
[2026-03-01 09:00:01Z] llm_call     coder         LLM call: m "I cache it." (90 tokens) [inherited from s1]  (e2)
[2026-03-01 09:00:02Z] tool_call    coder         Tool call: Edit cache.py [inherited from s1]  (e3)
[2026-03-01 09:01:00Z] session_fork  -             Forked from s1 at e3  (f0)
[2026-03-01 09:01:01Z] llm_call     coder         LLM call: m "Never mind." (10 tokens)  (f1)

hence knew e5
----
[2026-03-01 09:00:11Z] Tool call: Bash `make`  (e5)
model call: [2026-03-01 09:00:01Z] LLM call: m "I cache it." (90 tokens)  (e2)

The messages of the model call were not recorded. Assembled from the session:
1 item, 1 new (+)

+ [2026-03-01 09:00:00Z] prompt  (e1)
      make it fast

hence diff s1 s2
----
a: run s1 of session s1, 1 step, ? tokens, 8s
b: run s2 of session s2, 1 step, 10 tokens, 0ms
They share 3 events, up to e3. What follows comes after that.
0 same, 0 changed, 1 added, 1 removed
First divergence after 0 steps alike: only a has tool:Bash {"command":"make"}

- tool:Bash {"command":"make"}  (e5)
+ model:m  (f1)

hence diff s1 s2 --json
---- folded
{"a":"s1","b":"s2","same":false,"first_divergence":{"index":0,"a":{"event":"e5",
 "step":"tool:Bash {\"command\":\"make\"}"},"b":null},"edits":[
 {"op":"removed","a":{"event":"e5","step":"tool:Bash {\"command\":\"make\"}"},"b":null},
 {"op":"added","a":null,"b":{"event":"f1","step":"model:m"}}],"tokens":{"a":{"input":null,"output":null,
 "cache_read":null,"cache_write":null,"reasoning":null,"total":null},"b":{"input":null,"output":null,
 "cache_read":null,"cache_write":null,"reasoning":null,"total":10}},"duration_ms":{"a":8000,"b":0},
 "shared":{"events":3,"last":"e3"}}

# An inherited event counts in its origin alone.
hence sessions
----
SESSION  FIRST                  TOOK  EVENTS  ERRORS  TOKENS  AGENTS  GOAL
s2       2026-03-01 09:01:00Z   1.0s       2       0      10  coder
s1       2026-03-01 09:00:00Z  11.0s       6       1      90  coder   make it fast

hence stats --session s2 --json
---- folded
{"agent":null,"events":2,"kinds":{"llm_call":1,"session_fork":1},"tool_calls":{"n":0,"mean_ms":null,
 "p50_ms":null,"p95_ms":null,"max_ms":null},"llm_calls":{"n":1,"mean_ms":null,"p50_ms":null,"p95_ms":null,
 "max_ms":null},"tokens":{"input":null,"output":null,"cache_read":null,"cache_write":null,"reasoning":null,
 "total":10,"prompt":null,"completion":null},"rationale":{"given":0,"missing":0},"slow":[],"errors":[],
 "loops":[],"from":"2026-03-01T09:01:01Z","to":"2026-03-01T09:01:01Z","duration_ms":0,"cost_usd":null,
 "computed":null,"by_tool":[],"by_agent":[
 {"agent":null,"events":1,"tool_calls":0,"llm_calls":0,"errors":0,"calls_ms":0,"tokens":{"input":null,
 "output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":null},"cost_usd":null},
 {"agent":"coder","events":1,"tool_calls":0,"llm_calls":1,"errors":0,"calls_ms":0,"tokens":{"input":null,
 "output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":10},"cost_usd":null}]}

# What the model saw: a call that had no result yet is there to be made.
hence export messages s2 --at f1
---- folded
{"session":"s2","at":"f1","exact":false,"messages":[
 {"role":"user","content":"make it fast"},
 {"role":"assistant","content":"I cache it.","tool_calls":[
 {"id":"c1","type":"function","function":{"name":"Edit","arguments":"{\"path\":\"cache.py\"}"}}]}]}

hence export messages s1
---- folded
{"session":"s1","at":"e5","exact":false,"messages":[
 {"role":"user","content":"make it fast"},
 {"role":"assistant","content":"I cache it.","tool_calls":[
 {"id":"e5","type":"function","function":{"name":"Bash","arguments":"{\"command\":\"make\"}"}}]},
 {"role":"tool","content":"ok","tool_call_id":"e5"}]}

hence export langgraph s2 --at e3
---- folded
{"messages":[
 {"type":"human","content":"make it fast"},
 {"type":"ai","content":"I cache it.","tool_calls":[
 {"name":"Edit","args":{"path":"cache.py"},"id":"c1","type":"tool_call"}]}]}

# Now by command.
hence session fork s1 --at e2 --as s3 --id f3
----
forked s1 at e2 as s3

hence session fork s1 --at e1 --as s3
exit 1
----
---- stderr
hence: there is a session "s3" already; choose another name with --as, or leave it out

hence session fork s1 --at f1
exit 1
----
---- stderr
hence: session "s1" has no event and no checkpoint "f1"; `hence events --session s1` lists its events

hence session checkpoint s1 made --id c1
----
checkpoint made of s1 at e5

hence session rewind s1 --to e1 --id r2
----
rewound s1 to e1

hence session rewind s1 --to made --id r3
----
rewound s1 to e5

hence session rewind nothing --to e1
exit 1
----
---- stderr
hence: session "nothing" was never recorded; `hence sessions` lists what was

hence events --session s1 --kinds tool_call,observation,llm_call
----
[2026-03-01 09:00:01Z] llm_call     coder         LLM call: m "I cache it." (90 tokens)  (e2)
[2026-03-01 09:00:02Z] tool_call    coder         Tool call: Edit cache.py FAILED: stale [abandoned]  (e3)
[2026-03-01 09:00:03Z] observation  coder         Observation: stale [abandoned]  (e4)
[2026-03-01 09:00:11Z] tool_call    coder         Tool call: Bash `make`  (e5)

hence events --session s3 --kinds prompt,llm_call,tool_call
----
[2026-03-01 09:00:00Z] prompt       coder         Prompt: make it fast [inherited from s1]  (e1)
[2026-03-01 09:00:01Z] llm_call     coder         LLM call: m "I cache it." (90 tokens) [inherited from s1]  (e2)

hence export messages s1 --at nothing
exit 1
----
---- stderr
hence: event "nothing" was never recorded; `hence events` lists what was
