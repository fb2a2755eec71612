# The same event again changes nothing, however it is spelled; another event under its id is refused.
record
{"id":"a","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s","duration_ms":1.10,"fields":{"text":"one","n":100}}

record --json
{"fields":{"n":1e2,"text":"\u006fne"},"duration_ms":1.1,"session":"s","time":"2026-01-01T01:00:00.000+01:00","kind":"thought","id":"a"}
{"id":"b","kind":"thought","time":"2026-01-01T00:00:01Z","session":"s","fields":{"text":"two"}}
----
{"accepted":1,"duplicates":1,"quarantined":0,"pending":0,"first_seq":2,"last_seq":2,"assigned":[]}

record --json
{"id":"a","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s","fields":{"text":"another"}}
{"id":"c","kind":"thought","time":"2026-01-01T00:00:02Z","session":"s","fields":{"text":"three"}}
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":1,"pending":0,"first_seq":3,"last_seq":3,"assigned":[]}

hence quarantine list --json
----
[{"n":1,"source":"-","line":1,"reason":"conflict","size":99,"count":1}]

# The first spelling stands, to the byte.
hence events --where 'id = "a"' --json
---- folded
{"id":"a","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s","duration_ms":1.10,
 "fields":{"text":"one","n":100},"seq":1,"received":"*","source":"native"}

# There is one outcome for each event, whatever its own id, even one that does not say whether it was right.
record
{"id":"o1","kind":"outcome","time":"2026-01-01T01:00:00Z","session":"s","fields":{"of":"a","correct":null}}

record --json
{"id":"o2","kind":"outcome","time":"2026-01-01T02:00:00Z","session":"s","fields":{"of":"a","correct":true}}
{"id":"o3","kind":"outcome","time":"2026-01-01T02:00:00Z","session":"s","fields":{"of":"b","correct":true}}
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":1,"pending":0,"first_seq":5,"last_seq":5,"assigned":[]}

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":1,"reason":"conflict","size":99,"count":1},
 {"n":2,"source":"-","line":1,"reason":"outcome_exists","size":107,"count":1}]
