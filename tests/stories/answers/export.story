# A decision, what led to it, and what came of it, for other programs to read.
record
{"id":"m1","kind":"llm_call","time":"2026-01-01T00:00:00Z","agent":"desk","session":"s","run":"r","duration_ms":500,"fields":{"model":"m","messages":[{"role":"user","content":"size it"}]}}
{"id":"t1","kind":"tool_call","time":"2026-01-01T00:00:01Z","agent":"desk","session":"s","run":"r","parent":"m1","duration_ms":5,"fields":{"tool_name":"Equity \"now\"","status":"error"}}
{"id":"d1","kind":"decision","time":"2026-01-01T00:00:02Z","agent":"desk","session":"s","run":"r","parent":"t1","rationale":{"why":"the usual","alternatives":[{"option":"50","rejected_because":"small"}],"confidence":0.7},"fields":{"description":"how much","decision_type":"size","chosen":"100","inputs":{"equity":1000.0}}}
{"id":"d2","kind":"decision","time":"2026-01-01T00:00:03Z","agent":"desk","session":"s","run":"r","parent":"gone","fields":{"description":"which side","chosen":"long","alternatives":["short"]}}
{"id":"o1","kind":"outcome","time":"2026-01-02T00:00:00Z","session":"s","fields":{"of":"d1","correct":false,"outcome":"too large"}}
{"id":"o2","kind":"outcome","time":"2026-01-02T00:00:01Z","session":"s","fields":{"of":"d2","correct":null}}

hence export training
---- folded
{"event":"d1","agent":"desk","decision_type":"size","messages":[{"role":"user","content":"size it"}],
 "inputs":{"equity":1000.0},
 "rationale":{"why":"the usual","alternatives":[{"option":"50","rejected_because":"small"}],
 "confidence":0.7},
 "chosen":"100","alternatives":["50"],"outcome":"too large","correct":false}
{"event":"d2","agent":"desk","decision_type":null,"messages":null,"inputs":null,"rationale":null,
 "chosen":"long","alternatives":["short"],"outcome":null,"correct":null}

hence export training --correct
----

hence export training --incorrect --decision-type size --agent desk
---- folded
{"event":"d1","agent":"desk","decision_type":"size","messages":[{"role":"user","content":"size it"}],
 "inputs":{"equity":1000.0},
 "rationale":{"why":"the usual","alternatives":[{"option":"50","rejected_because":"small"}],
 "confidence":0.7},
 "chosen":"100","alternatives":["50"],"outcome":"too large","correct":false}

hence export ndjson --kinds decision --limit 1 --newest
---- folded
{"id":"d2","kind":"decision","time":"2026-01-01T00:00:03Z","agent":"desk","session":"s","run":"r",
 "parent":"gone","fields":{"description":"which side","chosen":"long","alternatives":["short"]},
 "seq":4,"received":"*","source":"native"}

hence export csv --kinds thought
---- folded
id,kind,time,agent,session,run,parent,causes,correlation,iteration,duration_ms,summary,
 rationale,fields,seq,received,source,flags

hence export dot tree s
----
digraph hence {
  label="Tree of session s";
  labelloc=t;
  node [shape=box, fontname="sans-serif"];
  edge [fontname="sans-serif", fontsize=10];
  n1 [label="LLM call: m (? tokens, 500ms)\n[2026-01-01 00:00:00Z]  (m1)"];
  n2 [label="Tool call: Equity \"now\" FAILED (5ms)\n[2026-01-01 00:00:01Z]  (t1)", color=red];
  n1 -> n2 [label="parent"];
  n3 [label="Decision: how much -> 100\n[2026-01-01 00:00:02Z]  (d1)"];
  n2 -> n3 [label="parent"];
  n4 [label="Decision: which side -> long\n[2026-01-01 00:00:03Z]  (d2)"];
  n5 [label="gone\nnever recorded", style=dashed];
  n5 -> n4 [label="missing", style=dashed];
  n6 [label="Outcome: incorrect (too large)\n[2026-01-02 00:00:00Z]  (o1)"];
  n7 [label="Outcome: unknown\n[2026-01-02 00:00:01Z]  (o2)"];
  // ! incomplete: parent gone of d2 was never recorded
}

# An option changes no bytes, and --json neither.
hence export mermaid explain o1 --json
----
%% Why event o1 happened
flowchart TD
  n1["LLM call: m (? tokens, 500ms)<br/>[2026-01-01 00:00:00Z]  (m1)"]
  n2["Tool call: Equity #quot;now#quot; FAILED (5ms)<br/>[2026-01-01 00:00:01Z]  (t1)"]:::failed
  n3["Decision: how much -#gt; 100<br/>[2026-01-01 00:00:02Z]  (d1)"]
  n4["Outcome: incorrect (too large)<br/>[2026-01-02 00:00:00Z]  (o1)"]
  n1 -->|"parent"| n2
  n2 -->|"parent"| n3
  n3 -.->|"outcome (derived)"| n4
  classDef failed stroke:#c00
  classDef unrecorded stroke-dasharray:4

hence export mermaid explain d1 --down
----
%% What event d1 led to
flowchart TD
  n1["Decision: how much -#gt; 100<br/>[2026-01-01 00:00:02Z]  (d1)"]
  n2["Outcome: incorrect (too large)<br/>[2026-01-02 00:00:00Z]  (o1)"]
  n1 -.->|"outcome (derived)"| n2
  classDef failed stroke:#c00
  classDef unrecorded stroke-dasharray:4

hence export dot explain nothing
exit 1
----

hence export pdf
exit 2
----
---- stderr
hence: nothing is exported as "pdf"; use training, csv, ndjson, markdown, sqlite, prov, triples, dot, mermaid, html, messages or langgraph

hence export dot
exit 2
----
---- stderr
hence: export dot does not know what to draw; name it: tree SESSION, explain EVENT or context SESSION

hence export csv --correct
exit 2
----
---- stderr
hence: export csv takes no correct; hence export --help says what goes with which

hence export training --correct --incorrect
exit 2
----
---- stderr
hence: no outcome is both correct and incorrect; leave both out for all of them
