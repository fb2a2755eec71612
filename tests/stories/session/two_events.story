# A call of two events is one call: it takes its time once, fails once, and is shown with its result.
record
{"id":"m","kind":"llm_call","time":"2026-03-01T09:00:00Z","agent":"a","session":"s","run":"r","duration_ms":500,
 "fields":{"model":"m1","completion":"I look.","call_ids":["k"]}}
{"id":"t","kind":"tool_call","time":"2026-03-01T09:00:01Z","agent":"a","session":"s","run":"r",
 "rationale":{"why":"stale objects","confidence":0.7,"refs":["scratch:x"],"alternatives":[{"option":"ninja","rejected_because":"keeps them"}]},
 "fields":{"tool_name":"Bash","input":{"command":"make"},"call_id":"k"}}
{"id":"o","kind":"observation","time":"2026-03-01T09:00:03Z","agent":"a","session":"s","duration_ms":2000,
 "fields":{"call_id":"k","status":"error","content":"exit 1"}}

hence show t
----
Tool call: Bash `make` FAILED: exit 1 (2s)
  id           t
  kind         tool_call
  time         [2026-03-01 09:00:01Z]
  took         2s
  agent        a
  session      s
  run          r
  why          stale objects
  confidence   0.7
  instead of   ninja: keeps them
  rests on     scratch:x
  source       native

Because of:
  <- LLM call: m1 "I look." (? tokens, 500ms)  (m) [call, derived]

Led to:
  -> Observation: exit 1  (o) [call, derived]

input:
  {"command":"make"}

content, told by o:
  exit 1

fields:
  tool_name    Bash
  call_id      k

hence timeline s
----
Session: s
From 2026-03-01 09:00:00Z to 2026-03-01 09:00:03Z: 3 event(s)

a                |▄▄▄▄▄▄▄▄        ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄█| 3 (1 failed)

Critical path: 2.5s in 3 step(s)
[2026-03-01 09:00:00Z]        500ms  a                LLM call: m1 "I look." (? tokens, 500ms)  (m)
[2026-03-01 09:00:01Z]           2s  a                Tool call: Bash `make` FAILED: exit 1 (2s)  (t)

# The end of the call names no run, and is part of the run of the call all the same.
hence context s
----
Session: s
Thoughts: 1, tool calls: 1, failed: 1

INCIDENT: s [synthesized]
1. [2026-03-01 09:00:00Z] a: I look. (500ms)  (m)
    calls Bash `make` (2s) FAILED  (t)
        error: exit 1  (o)
ACTION: no final output recorded [synthesized]

# A later turn uses the call_id again, and the record breaks off in the call: the result before is not its own.
record
{"id":"m2","kind":"llm_call","time":"2026-03-01T09:00:04Z","agent":"a","session":"s","run":"r","fields":{"model":"m1","call_ids":["k"]}}
{"id":"t2","kind":"tool_call","time":"2026-03-01T09:00:05Z","agent":"a","session":"s","run":"r","fields":{"tool_name":"Bash","input":{"command":"dropdb"},"call_id":"k"}}

hence explain t2
----
Causal Chain:

   [2026-03-01 09:00:00Z] LLM call: m1 "I look." (? tokens, 500ms)  (m)
  -> [2026-03-01 09:00:01Z] Tool call: Bash `make` FAILED: exit 1 (2s)  (t)
       asked for by this call [derived]
       said: "I look."
       why: stale objects (confidence 0.7; instead of: ninja, "keeps them"; rests on scratch:x)
    -> [2026-03-01 09:00:03Z] Observation: exit 1  (o)
         the result of this call [derived]
      -> [2026-03-01 09:00:04Z] LLM call: m1 (? tokens)  (m2)
           answers this result [derived]
        -> [2026-03-01 09:00:05Z] Tool call: Bash `dropdb`  (t2)
             asked for by this call [derived]
