# A line that breaks a rule is kept apart with its number and the reason; the lines around it are stored.
record --json
{"id":"a","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s","fields":{"text":"before"}}
{"id":"b","kind":"thought","time":"2026-01-01T00:00:01Z","sesion":"s","fields":{"text":"wrong"}}
{"id":"c","kind":"thought","time":"2026-01-01T00:00:02Z","session":"s","fields":{"text":"after"}}
exit 1
----
{"accepted":2,"duplicates":0,"quarantined":1,"pending":0,"first_seq":1,"last_seq":2,"assigned":[]}

hence tree s
----
Session: s
Events: 2 root(s), depth: 1

[2026-01-01 00:00:00Z] Thought: before  (a)
[2026-01-01 00:00:02Z] Thought: after  (c)

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":2,"reason":"unknown key \"sesion\": did you mean \"session\"?",
 "size":96,"count":1}]

hence quarantine show 1
----
{"id":"b","kind":"thought","time":"2026-01-01T00:00:01Z","sesion":"s","fields":{"text":"wrong"}}

# The same line from the same place is the same row, counted twice.
record --json
{"id":"d","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s"}
{"id":"b","kind":"thought","time":"2026-01-01T00:00:01Z","sesion":"s","fields":{"text":"wrong"}}
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":1,"pending":0,"first_seq":3,"last_seq":3,"assigned":[]}

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":2,"reason":"unknown key \"sesion\": did you mean \"session\"?",
 "size":96,"count":2}]

hence quarantine show 2
exit 1
----
