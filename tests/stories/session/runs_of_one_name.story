# A run is (session, run): two sessions name their runs alike, and a delegation means the run of its own session.
record
{"id":"p1","kind":"prompt","time":"2026-03-01T09:00:00Z","agent":"main","session":"s1","run":"r1","fields":{"text":"task 1"}}
{"id":"d1","kind":"delegation","time":"2026-03-01T09:00:01Z","agent":"main","session":"s1","run":"r1","parent":"p1",
 "fields":{"parent_id":"main","child_id":"helper","run_id":"sub","task":"part 1"}}
{"id":"q1","kind":"llm_call","time":"2026-03-01T09:00:02Z","agent":"helper","session":"s1","run":"sub","fields":{"model":"m","completion":"one"}}
{"id":"p2","kind":"prompt","time":"2026-03-02T09:00:00Z","agent":"main","session":"s2","run":"r1","fields":{"text":"task 2"}}
{"id":"d2","kind":"delegation","time":"2026-03-02T09:00:01Z","agent":"main","session":"s2","run":"r1","parent":"p2",
 "fields":{"parent_id":"main","child_id":"helper","run_id":"sub","task":"part 2"}}
{"id":"q2","kind":"llm_call","time":"2026-03-02T09:00:02Z","agent":"helper","session":"s2","run":"sub","fields":{"model":"m","completion":"two"}}
{"id":"q3","kind":"tool_call","time":"2026-03-02T09:00:03Z","agent":"helper","session":"s2","run":"sub","fields":{"tool_name":"Read","input":{"path":"/a"},"output":"x"}}

hence explain q2
----
Causal Chain:

   [2026-03-02 09:00:00Z] Prompt: task 2  (p2)
  -> [2026-03-02 09:00:01Z] Delegation: main -> helper (part 2)  (d2)
    -> [2026-03-02 09:00:02Z] LLM call: m "two" (? tokens)  (q2)
         does what was delegated [derived]

hence explain --down d1
----
Effects:

   [2026-03-01 09:00:01Z] Delegation: main -> helper (part 1)  (d1)
  -> [2026-03-01 09:00:02Z] LLM call: m "one" (? tokens)  (q1)  [delegation, derived of d1]

# All that the child did, though nothing hangs on anything.
hence tree s2 --delegations --steps
----
Session: s2
Events: 1 root(s), depth: 3

[2026-03-02 09:00:00Z] Prompt: task 2  (p2)
└─ [2026-03-02 09:00:01Z] Delegation: main -> helper (part 2)  (d2)
   ├─ [2026-03-02 09:00:02Z] LLM call: m "two" (? tokens)  (q2)
   └─ [2026-03-02 09:00:03Z] Tool call: Read /a  (q3)

hence context s2
----
Session: s2
Thoughts: 2, tool calls: 1, failed: 0

INCIDENT: task 2  (p2)
1. [2026-03-02 09:00:01Z] main: Delegation: main -> helper (part 2)  (d2)
    delegates: 1. [2026-03-02 09:00:02Z] helper: two  (q2)
        calls Read /a  (q3)
            returned: x
ACTION: no final output recorded [synthesized]
