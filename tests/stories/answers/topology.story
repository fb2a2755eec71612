# Who called, delegated to and messaged whom.
record
{"id":"e1","kind":"tool_call","time":"2026-01-01T09:00:00Z","session":"s1","agent":"a","fields":{"tool_name":"Read","call_id":"c1"}}
{"id":"e2","kind":"observation","time":"2026-01-01T09:00:01Z","session":"s1","duration_ms":900,"fields":{"call_id":"c1","status":"error","error":"gone"}}
{"id":"e3","kind":"tool_call","time":"2026-01-01T09:00:02Z","session":"s2","agent":"a","duration_ms":100,"fields":{"tool_name":"Read","output":"x"}}
{"id":"e4","kind":"llm_call","time":"2026-01-01T09:00:03Z","session":"s2","agent":"a","duration_ms":2500,"fields":{"model":"m"}}
{"id":"e5","kind":"delegation","time":"2026-01-01T09:00:04Z","session":"s2","agent":"a","fields":{"parent_id":"a","child_id":"b"}}
{"id":"e6","kind":"thought","time":"2026-01-01T09:00:06Z","session":"s2","agent":"b","fields":{"text":"t"}}
{"id":"e7","kind":"message","time":"2026-01-01T09:01:00Z","agent":"b","correlation":"k","fields":{"from":"b","to":["a","c"],"status":"blocked"}}
{"id":"e8","kind":"message","time":"2026-01-01T09:01:30Z","agent":"a","correlation":"k","fields":{"from":"a","to":["b"]}}
{"id":"e9","kind":"tool_call","time":"2026-01-02T09:00:00Z","fields":{"tool_name":"say \"hi\""}}

hence topology
----
FROM     DOES       TO        COUNT  FAILED  SESSIONS    P50    P95    MAX  FIRST
unknown  calls      say "hi"      1       0         0      -      -      -  e9
a        calls      Read          2       1         2  100ms  900ms  900ms  e1
a        asks       m             1       0         1   2.5s   2.5s   2.5s  e4
a        delegates  b             1       0         1     2s     2s     2s  e5
a        messages   b             1       0         0      -      -      -  e8
b        messages   a             1       1         0    30s    30s    30s  e7
b        messages   c             1       1         0      -      -      -  e7

hence topology --to 2026-01-01T09:00:03Z --json
---- folded
{"from":null,"to":"2026-01-01T09:00:03Z","nodes":[
 {"kind":"agent","name":"a"},
 {"kind":"tool","name":"Read"},
 {"kind":"model","name":"m"}],"edges":[
 {"type":"calls","from":"a","to":"Read","count":2,"failures":1,"sessions":2,"latency":{"mean_ms":500,
 "p50_ms":100,"p95_ms":900,"max_ms":900},"first_event":"e1"},
 {"type":"asks","from":"a","to":"m","count":1,"failures":0,"sessions":1,"latency":{"mean_ms":2500,
 "p50_ms":2500,"p95_ms":2500,"max_ms":2500},"first_event":"e4"}]}

hence topology --from 2026-01-01T09:00:04Z --format dot
----
digraph hence {
  label="Topology";
  labelloc=t;
  node [shape=box, fontname="sans-serif"];
  edge [fontname="sans-serif", fontsize=10];
  n1 [label="unknown\nagent", style=dashed];
  n2 [label="a\nagent"];
  n3 [label="b\nagent"];
  n4 [label="c\nagent"];
  n5 [label="say \"hi\"\ntool"];
  n1 -> n5 [label="calls 1"];
  n2 -> n3 [label="delegates 1, 2s"];
  n2 -> n3 [label="messages 1", style=dashed];
  n3 -> n2 [label="messages 1, 1 failed, 30s", style=dashed];
  n3 -> n4 [label="messages 1, 1 failed", style=dashed];
}

hence topology --format mermaid --from 2026-01-02T00:00:00Z
----
%% Topology
flowchart TD
  n1["unknown<br/>agent"]:::unrecorded
  n2["say #quot;hi#quot;<br/>tool"]
  n1 -->|"calls 1"| n2
  classDef failed stroke:#c00
  classDef unrecorded stroke-dasharray:4

hence topology --format svg
exit 2
----
