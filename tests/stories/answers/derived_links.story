# Where no parent is named, rules over ids find the cause, and each link says which rule it was.
record
{"id":"ask","kind":"llm_call","time":"2026-01-01T00:00:00Z","agent":"lead","session":"s","run":"r1","fields":{"model":"m","total_tokens":7,"call_ids":["k1"]}}
{"id":"call","kind":"tool_call","time":"2026-01-01T00:00:01Z","agent":"lead","session":"s","run":"r1","duration_ms":5,"fields":{"tool_name":"Read","call_id":"k1","output":"x"}}
{"id":"seen","kind":"observation","time":"2026-01-01T00:00:02Z","agent":"lead","session":"s","run":"r1","parent":"call","fields":{"key":"obs:1","content":"x"}}
{"id":"choice","kind":"decision","time":"2026-01-01T00:00:03Z","agent":"lead","session":"s","run":"r1","rationale":{"why":"so it says","refs":["obs:1"]},"fields":{"description":"act","chosen":"yes"}}
{"id":"send","kind":"delegation","time":"2026-01-01T00:00:04Z","agent":"lead","session":"s","run":"r1","parent":"choice","fields":{"parent_id":"lead","child_id":"worker","task":"do it","run_id":"r2"}}
{"id":"work","kind":"thought","time":"2026-01-01T00:00:05Z","agent":"worker","session":"t","run":"r2","fields":{"text":"on it"}}
{"id":"came","kind":"outcome","time":"2026-01-01T00:00:06Z","agent":"judge","session":"u","fields":{"of":"choice","outcome":"fine","correct":true}}

# A link that nobody recorded is marked as derived, with the rule.
hence explain work
----
Causal Chain:

   [2026-01-01 00:00:00Z] LLM call: m (7 tokens)  (ask)
  -> [2026-01-01 00:00:01Z] Tool call: Read (5ms)  (call)
       asked for by this call [derived]
    -> [2026-01-01 00:00:02Z] Observation: obs:1  (seen)
      -> [2026-01-01 00:00:03Z] Decision: act -> yes  (choice)
           rests on it [derived]
           why: so it says (rests on obs:1)
           Outcome: correct (fine)
        -> [2026-01-01 00:00:04Z] Delegation: lead -> worker (do it)  (send)
          -> [2026-01-01 00:00:05Z] Thought: on it  (work)
               does what was delegated [derived]

hence explain work --json
---- folded
{"event":"work","direction":"up","chain":[
 {"event_id":"ask","kind":"llm_call","agent":"lead","time":"2026-01-01T00:00:00Z",
 "summary":"LLM call: m (7 tokens)","rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"call","kind":"tool_call","agent":"lead","time":"2026-01-01T00:00:01Z",
 "summary":"Tool call: Read (5ms)","rationale":null,"said":null,"via":{"from":"ask","type":"call",
 "provenance":"derived"},"also":[]},
 {"event_id":"seen","kind":"observation","agent":"lead","time":"2026-01-01T00:00:02Z",
 "summary":"Observation: obs:1","rationale":null,"said":null,"via":{"from":"call","type":"parent",
 "provenance":"explicit"},"also":[]},
 {"event_id":"choice","kind":"decision","agent":"lead","time":"2026-01-01T00:00:03Z",
 "summary":"Decision: act -> yes","rationale":{"why":"so it says","refs":["obs:1"]},"said":null,
 "via":{"from":"seen","type":"ref","provenance":"derived"},"also":[]},
 {"event_id":"send","kind":"delegation","agent":"lead","time":"2026-01-01T00:00:04Z",
 "summary":"Delegation: lead -> worker (do it)","rationale":null,"said":null,"via":{"from":"choice",
 "type":"parent","provenance":"explicit"},"also":[]},
 {"event_id":"work","kind":"thought","agent":"worker","time":"2026-01-01T00:00:05Z",
 "summary":"Thought: on it","rationale":null,"said":null,"via":{"from":"send","type":"delegation",
 "provenance":"derived"},"also":[]}],"links":[],"completeness":{"complete":true,"missing_parents":[],
 "cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

# Downwards: the nearest first.
hence explain choice --down --json
---- folded
{"event":"choice","direction":"down","chain":[
 {"event_id":"choice","kind":"decision","agent":"lead","time":"2026-01-01T00:00:03Z",
 "summary":"Decision: act -> yes","rationale":{"why":"so it says","refs":["obs:1"]},"said":null,"via":null,
 "also":[]},
 {"event_id":"send","kind":"delegation","agent":"lead","time":"2026-01-01T00:00:04Z",
 "summary":"Delegation: lead -> worker (do it)","rationale":null,"said":null,"via":{"from":"choice",
 "type":"parent","provenance":"explicit"},"also":[]},
 {"event_id":"came","kind":"outcome","agent":"judge","time":"2026-01-01T00:00:06Z",
 "summary":"Outcome: correct (fine)","rationale":null,"said":null,"via":{"from":"choice","type":"outcome",
 "provenance":"derived"},"also":[]},
 {"event_id":"work","kind":"thought","agent":"worker","time":"2026-01-01T00:00:05Z",
 "summary":"Thought: on it","rationale":null,"said":null,"via":{"from":"send","type":"delegation",
 "provenance":"derived"},"also":[]}],"links":[],"completeness":{"complete":true,"missing_parents":[],
 "cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

# A tree goes on into what the child did only when it is asked to.
hence tree s --delegations
----
Session: s
Events: 3 root(s), depth: 3

[2026-01-01 00:00:00Z] LLM call: m (7 tokens)  (ask)
[2026-01-01 00:00:01Z] Tool call: Read (5ms)  (call)
└─ [2026-01-01 00:00:02Z] Observation: obs:1  (seen)
[2026-01-01 00:00:03Z] Decision: act -> yes  (choice)
└─ [2026-01-01 00:00:04Z] Delegation: lead -> worker (do it)  (send)
   └─ [2026-01-01 00:00:05Z] Thought: on it  (work)

# Causes count after the parent, in the order given; a stronger one that is not there is reported.
record
{"id":"after","kind":"thought","time":"2026-01-01T00:00:07Z","session":"v","parent":"ghost","causes":["phantom","work","came"],"fields":{"text":"after"}}

hence explain after --json --limit 2
---- folded
{"event":"after","direction":"up","chain":[
 {"event_id":"work","kind":"thought","agent":"worker","time":"2026-01-01T00:00:05Z",
 "summary":"Thought: on it","rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"after","kind":"thought","agent":null,"time":"2026-01-01T00:00:07Z","summary":"Thought: after",
 "rationale":null,"said":null,"via":{"from":"work","type":"cause","provenance":"explicit"},"also":[
 {"from":"came","type":"cause","provenance":"explicit"}]}],"links":[],"completeness":{"complete":false,
 "missing_parents":[
 {"event":"after","parent":"phantom"},
 {"event":"after","parent":"ghost"}],"cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":5,"gaps":[]}}
