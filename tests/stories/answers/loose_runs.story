# An event without a session belongs to the earliest session that other events of its run name.
record
{"id":"a","kind":"thought","time":"2026-01-01T00:00:01Z","session":"s1","run":"r","fields":{"text":"named"}}
{"id":"b","kind":"thought","time":"2026-01-01T00:00:02Z","run":"r","parent":"a","fields":{"text":"loose"}}
{"id":"c","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s2","run":"r","fields":{"text":"later"}}
{"id":"d","kind":"thought","time":"2026-01-01T00:00:04Z","run":"alone","fields":{"text":"of no session"}}

hence tree s1
----
Session: s1
Events: 1 root(s), depth: 2

[2026-01-01 00:00:01Z] Thought: named  (a)
└─ [2026-01-01 00:00:02Z] Thought: loose  (b)

hence tree s2
----
Session: s2
Events: 1 root(s), depth: 1

[2026-01-01 00:00:03Z] Thought: later  (c)

# Its own JSON stays as it is.
hence events --session s1 --kinds thought --where 'id = "b"' --json
---- folded
{"id":"b","kind":"thought","time":"2026-01-01T00:00:02Z","run":"r","parent":"a",
 "fields":{"text":"loose"},"seq":2,"received":"*","source":"native"}

hence sessions --json
---- folded
[
 {"id":"s2","first":"2026-01-01T00:00:03Z","last":"2026-01-01T00:00:03Z","events":1,"kinds":{"thought":1},
 "agents":[],"tokens":0,"errors":0,"goal":null,"duration_ms":null},
 {"id":"s1","first":"2026-01-01T00:00:01Z","last":"2026-01-01T00:00:02Z","events":2,"kinds":{"thought":2},
 "agents":[],"tokens":0,"errors":0,"goal":null,"duration_ms":1000}]

# The name may come after the event.
record
{"id":"e","kind":"thought","time":"2026-01-01T00:00:05Z","session":"s3","run":"alone","fields":{"text":"the name"}}

hence tree s3
----
Session: s3
Events: 2 root(s), depth: 1

[2026-01-01 00:00:04Z] Thought: of no session  (d)
[2026-01-01 00:00:05Z] Thought: the name  (e)
