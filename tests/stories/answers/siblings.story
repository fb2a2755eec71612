# Siblings stand in the order of their instants, whatever the order they arrived in.
record
{"id":"plan","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s","fields":{"text":"plan"}}
{"id":"third","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s","parent":"plan","fields":{"text":"third"}}
{"id":"first","kind":"thought","time":"2026-01-01T02:00:01+02:00","session":"s","parent":"plan","fields":{"text":"first"}}
{"id":"inner-1","kind":"thought","time":"2026-01-01T00:00:04Z","session":"s","parent":"first","fields":{"text":"inner one"}}
{"id":"inner-2","kind":"thought","time":"2026-01-01T00:00:05Z","session":"s","parent":"first","fields":{"text":"inner two"}}
{"id":"second","kind":"thought","time":"2026-01-01T00:00:01.5Z","session":"s","parent":"plan","fields":{"text":"second"}}
{"id":"deep","kind":"thought","time":"2026-01-01T00:00:06Z","session":"s","parent":"third","fields":{"text":"deep"}}

hence tree s
----
Session: s
Events: 1 root(s), depth: 3

[2026-01-01 00:00:00Z] Thought: plan  (plan)
├─ [2026-01-01 00:00:01Z] Thought: first  (first)
│  ├─ [2026-01-01 00:00:04Z] Thought: inner one  (inner-1)
│  └─ [2026-01-01 00:00:05Z] Thought: inner two  (inner-2)
├─ [2026-01-01 00:00:01Z] Thought: second  (second)
└─ [2026-01-01 00:00:03Z] Thought: third  (third)
   └─ [2026-01-01 00:00:06Z] Thought: deep  (deep)

# Two that happened at the same instant stand in the order of their arrival.
record
{"id":"z","kind":"thought","time":"2026-01-02T00:00:00Z","session":"tie","fields":{"text":"came first"}}
{"id":"a","kind":"thought","time":"2026-01-02T01:00:00.000000000+01:00","session":"tie","fields":{"text":"came second"}}

hence tree tie
----
Session: tie
Events: 2 root(s), depth: 1

[2026-01-02 00:00:00Z] Thought: came first  (z)
[2026-01-02 00:00:00Z] Thought: came second  (a)
