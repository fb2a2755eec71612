# Ids that people make stay whole, longer ones that begin alike show their end, and an event beside another one what is added to the id.
record
{"id":"position-01","kind":"prompt","time":"2026-01-01T00:00:00Z","session":"desk-aaaa:1","run":"r1","agent":"trader","correlation":"c","fields":{"text":"buy"}}
{"id":"position-02","kind":"thought","time":"2026-01-01T00:00:01Z","session":"desk-aaaa:1","run":"r1","agent":"trader","parent":"position-01","fields":{"text":"two"}}
{"id":"position-02~e1","kind":"error","time":"2026-01-01T00:00:02Z","session":"desk-aaaa:1","run":"r1","agent":"trader","parent":"position-02","fields":{"error":"beside it"}}
{"id":"5B8EFFF798038103","kind":"thought","time":"2026-01-01T00:00:03Z","session":"desk-aaaa:2","run":"r2","agent":"trader","fields":{"text":"upper case"}}
{"id":"5b8efff798038104","kind":"thought","time":"2026-01-01T00:00:04Z","session":"desk-aaaa:2","run":"r2","agent":"trader","fields":{"text":"lower case"}}

hence events
----
[2026-01-01 00:00:00Z] prompt       trader        Prompt: buy  (position)
[2026-01-01 00:00:01Z] thought      trader        Thought: two  (position-02)
[2026-01-01 00:00:02Z] error        trader        Error: beside it  (position~e1)
[2026-01-01 00:00:03Z] thought      trader        Thought: upper case  (5B8EFFF7)
[2026-01-01 00:00:04Z] thought      trader        Thought: lower case  (5b8efff7)

hence tree desk-aaaa:1
----
Session: desk-aaaa:1
Events: 1 root(s), depth: 3

[2026-01-01 00:00:00Z] Prompt: buy  (position)
└─ [2026-01-01 00:00:01Z] Thought: two  (position-02)
   └─ [2026-01-01 00:00:02Z] Error: beside it  (position~e1)

# What was shown can be typed again.
hence explain position-02
----
Causal Chain:

   [2026-01-01 00:00:00Z] Prompt: buy  (position)
  -> [2026-01-01 00:00:01Z] Thought: two  (position-02)

hence explain position-02~e1
----
Causal Chain:

   [2026-01-01 00:00:00Z] Prompt: buy  (position)
  -> [2026-01-01 00:00:01Z] Thought: two  (position-02)
    -> [2026-01-01 00:00:02Z] Error: beside it  (position~e1)

# Span ids are recorded in lower case, whatever another program prints.
hence explain 5B8EFFF798038104
----
Causal Chain:

   [2026-01-01 00:00:03Z] Thought: upper case  (5B8EFFF7)
  -> [2026-01-01 00:00:04Z] Thought: lower case  (5b8efff7)
       follows the step before it [assumed]
! incomplete: no cause of 5b8efff798038104 was recorded

# latest stands for the newest, in filters as well.
hence events --session latest --limit 1
----
[2026-01-01 00:00:03Z] thought      trader        Thought: upper case  (5B8EFFF7)

hence events --session latest~1 --limit 1
----
[2026-01-01 00:00:00Z] prompt       trader        Prompt: buy  (position)

hence stats --run latest
----
Events: 2
  thought  2
Took: 1s  (2026-01-01 00:00:03Z to 2026-01-01 00:00:04Z)

hence replay session latest
----
Replay: session desk-aaaa:2
Events: 2, 2026-01-01 00:00:03Z to 2026-01-01 00:00:04Z (1s)
Agents: trader
Obstacles: none
Ended by: nothing that was recorded

[2026-01-01 00:00:03Z] trace trader Thought: upper case  (5B8EFFF7)
[2026-01-01 00:00:04Z] trace trader Thought: lower case  (5b8efff7)

hence export ndjson --session latest~1 --limit 1
---- folded
{"id":"position-01","kind":"prompt","time":"2026-01-01T00:00:00Z","agent":"trader","session":"desk-aaaa:1",
 "run":"r1","correlation":"c","fields":{"text":"buy"},"seq":1,"received":"*","source":"native"}

# What is unknown is an error, and no empty list.
hence sessions --agent nobody
exit 1
----
---- stderr
hence: agent "nobody" was never recorded; `hence agents` lists what was

hence runs --correlation nothing
exit 1
----
---- stderr
hence: correlation "nothing" was never recorded; `hence correlations` lists what was

hence events --session nothing
exit 1
----
---- stderr
hence: session "nothing" was never recorded; `hence sessions` lists what was

hence explain desk-aaaa:1
exit 1
----
---- stderr
hence: No causal chain found. event "desk-aaaa:1" was never recorded; that is a session: hence tree desk-aaaa:1

# So do the rows of a diff, of figures and of a list of nodes.
record
{"id":"diffstep-a1","kind":"tool_call","time":"2025-01-01T00:00:00Z","session":"dd","run":"ra","duration_ms":3,"fields":{"tool_name":"Read","input":{"path":"x"},"output":"1"}}
{"id":"diffstep-a2","kind":"tool_call","time":"2025-01-01T00:00:01Z","session":"dd","run":"ra","duration_ms":2,"fields":{"tool_name":"Bash","input":{"command":"ls"},"output":"1"}}
{"id":"diffstep-b1","kind":"tool_call","time":"2025-01-01T00:00:02Z","session":"dd","run":"rb","duration_ms":1,"fields":{"tool_name":"Read","input":{"path":"x"},"output":"1"}}
{"id":"n1","kind":"graph_node","time":"2025-01-01T00:00:03Z","session":"gg","fields":{"node":{"id":"decision-one","type":"decision","label":"A"}}}
{"id":"n2","kind":"graph_node","time":"2025-01-01T00:00:04Z","session":"gg","fields":{"node":{"id":"decision-two","type":"decision","label":"B"}}}
{"id":"n3","kind":"graph_edge","time":"2025-01-01T00:00:05Z","session":"gg","fields":{"edge":{"id":"k","from_id":"decision-one","to_id":"decision-two","edge_type":"leads_to"}}}

hence diff ra rb --session dd
----
a: run ra of session dd, 2 steps, ? tokens, 1.002s
b: run rb of session dd, 1 step, ? tokens, 1ms
1 same, 0 changed, 0 added, 1 removed
First divergence after 1 step alike: only a has tool:Bash {"command":"ls"}

= tool:Read {"path":"x"}  (diffstep, diffstep-b1)
- tool:Bash {"command":"ls"}  (diffstep-a2)

hence trajectory dd
----
Session: dd

[2025-01-01 00:00:00Z] Tool call: Read x (3ms)  (diffstep)
    input: {"path":"x"}
    output: 1
[2025-01-01 00:00:01Z] Tool call: Bash `ls` (2ms)  (diffstep-a2)
    input: {"command":"ls"}
    output: 1
[2025-01-01 00:00:02Z] Tool call: Read x (1ms)  (diffstep-b1)
    input: {"path":"x"}
    output: 1

hence graph query recent_decisions
----
- [decision] decision: B (active)
- [decision-one] decision: A (active)

hence graph edges
----
[decision] -leads_to-> [decision-two]

# Lists of links, items and nodes keep to it as well.
record
{"id":"position-1","kind":"prompt","time":"2025-01-02T00:00:00Z","session":"ll","run":"r","agent":"a","fields":{"text":"size it"}}
{"id":"position-2","kind":"llm_call","time":"2025-01-02T00:00:01Z","session":"ll","run":"r","agent":"a","fields":{"model":"m","call_ids":["k"]}}
{"id":"position-3","kind":"tool_call","time":"2025-01-02T00:00:02Z","session":"ll","run":"r","agent":"a","fields":{"tool_name":"t","call_id":"k","output":"1"}}
{"id":"position-4","kind":"llm_call","time":"2025-01-02T00:00:03Z","session":"ll","run":"r","agent":"a","fields":{"model":"m"}}

hence explain position-3 --graph
----
Causal Chain:

   [2025-01-02 00:00:00Z] Prompt: size it  (position)
  -> [2025-01-02 00:00:01Z] LLM call: m (? tokens)  (position-2)
       answers the prompt [derived]
    -> [2025-01-02 00:00:02Z] Tool call: t  (position-3)
         asked for by this call [derived]

Links:

  position -> position-2  (answers, derived)
  position-2 -> position-3  (call, derived)

hence knew position-4
----
[2025-01-02 00:00:03Z] LLM call: m (? tokens)  (position)
one before: [2025-01-02 00:00:01Z] LLM call: m (? tokens)  (position-2)

The messages of the model call were not recorded. Assembled from the session:
2 items, 1 new since the model call before (+)

  [2025-01-02 00:00:00Z] prompt  (position-1)
      size it
+ [2025-01-02 00:00:02Z] result of t  (position-3)
      1
