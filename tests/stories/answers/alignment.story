# Each step against the goal, by recorded links.
record
{"id":"g0","kind":"session_start","time":"2026-01-01T09:00:00Z","session":"s1","agent":"a","fields":{"goal":"ship the parser"}}
{"id":"t1","kind":"tool_call","time":"2026-01-01T09:00:01Z","session":"s1","agent":"a","parent":"g0","fields":{"tool_name":"Read","input":{"path":"parser.c"}}}
{"id":"t2","kind":"decision","time":"2026-01-01T09:00:02Z","session":"s1","agent":"a","rationale":{"why":"w","refs":["t1"]},"fields":{"description":"how","chosen":"rewrite"}}
{"id":"t3","kind":"tool_call","time":"2026-01-01T09:00:03Z","session":"s1","agent":"a","fields":{"tool_name":"Bash","input":{"command":"uptime"}}}
{"id":"t4","kind":"delegation","time":"2026-01-01T09:00:04Z","session":"s1","agent":"a","causes":["t2"],"fields":{"parent_id":"a","child_id":"b","run_id":"rb"}}
{"id":"t5","kind":"tool_call","time":"2026-01-01T09:00:05Z","session":"s2","run":"rb","agent":"b","fields":{"tool_name":"Grep"}}
{"id":"n1","kind":"graph_node","time":"2026-01-01T09:01:00Z","session":"s1","fields":{"node":{"id":"goal-2","type":"goal","label":"make it fast","status":"rejected"}}}
{"id":"t6","kind":"tool_call","time":"2026-01-01T09:01:01Z","session":"s1","agent":"a","rationale":{"why":"w","refs":["goal-2"]},"fields":{"tool_name":"Bash","input":{"command":"perf stat"}}}

hence alignment s1
----
Alignment: session s1
Goal: ship the parser  (g0)
5 steps: 3 on the path (+), 1 off the path (-), 1 unknown (?)

  + [2026-01-01 09:00:01Z] Tool call: Read parser.c  (t1)
      within g0 [explicit]
  + [2026-01-01 09:00:02Z] Decision: how -> rewrite  (t2)
      ref t1 [derived], leads to g0
  ? [2026-01-01 09:00:03Z] Tool call: Bash `uptime`  (t3)
      no recorded link leads to a goal
  + [2026-01-01 09:00:04Z] Delegation: a -> b  (t4)
      cause t2 [explicit], leads to g0
  - [2026-01-01 09:01:01Z] Tool call: Bash `perf stat`  (t6)
      ref n1 [derived]

# The goal of a child is that of the session that delegated to it.
hence alignment s2 --json
---- folded
{"id":"s2","scope":"session","goals":[
 {"event":"g0","node":null,"text":"ship the parser"}],"on_path":1,"off_path":0,"unknown":0,"steps":[
 {"event":"t5","kind":"tool_call","agent":"b","time":"2026-01-01T09:00:05Z","summary":"Tool call: Grep",
 "standing":"on_path","leads_to":"g0","link":{"from":"t4","type":"delegation","provenance":"derived"}}]}

hence alignment s1 --goal goal-2 --only on_path
----
Alignment: session s1
Goal: make it fast  (n1, node goal-2)
5 steps: 1 on the path (+), 3 off the path (-), 1 unknown (?)

  + [2026-01-01 09:01:01Z] Tool call: Bash `perf stat`  (t6)
      ref n1 [derived]

hence alignment nowhere
exit 1
----

hence alignment s1 --goal nothing
exit 1
----
