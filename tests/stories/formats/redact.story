# A password in a record of another program is replaced before it is stored, and the receipt counts it.
record --json
{"id":"t1","type":"error","agentId":"builder","timestamp":"2026-02-23T10:00:00Z","fields":{"error":"cannot reach redis://:s3cr3t@cache:6379"}}
{"id":"t2","type":"error","agentId":"builder","timestamp":"2026-02-23T10:00:01Z","fields":{"error":"tried redis://:s3cr3t@cache:6379 again"}}
----
{"accepted":2,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":2,"assigned":[],"redacted":2}

hence events
----
[2026-02-23 10:00:00Z] error        builder       Error: cannot reach redis://:[redacted url_password *]@cache:6379  (t1)
[2026-02-23 10:00:01Z] error        builder       Error: tried redis://:[redacted url_password *]@cache:6379 again  (t2)

hence events --json --where "flags ~ \"redacted\""
---- folded
{"id":"t1","kind":"error","time":"2026-02-23T10:00:00Z","agent":"builder",
 "fields":{"error":"cannot reach redis://:[redacted url_password *]@cache:6379"},"seq":1,"received":"*",
 "source":"mayros","flags":["redacted"]}
{"id":"t2","kind":"error","time":"2026-02-23T10:00:01Z","agent":"builder",
 "fields":{"error":"tried redis://:[redacted url_password *]@cache:6379 again"},"seq":2,"received":"*",
 "source":"mayros","flags":["redacted"]}

# The same records again add nothing.
record
{"id":"t1","type":"error","agentId":"builder","timestamp":"2026-02-23T10:00:00Z","fields":{"error":"cannot reach redis://:s3cr3t@cache:6379"}}
----
recorded 0 events (1 duplicate, 1 secret redacted)

# Events of our own format are stored as they are sent, unless redaction is asked for.
record
{"id":"n1","kind":"thought","time":"2026-02-23T10:01:00Z","session":"s","fields":{"text":"try redis://:s3cr3t@cache:6379"}}
----
recorded 1 event

record --redact
{"id":"n2","kind":"thought","time":"2026-02-23T10:01:01Z","session":"s","fields":{"text":"try redis://:s3cr3t@cache:6379"}}
----
recorded 1 event (1 secret redacted)

record --redact-rule "order [0-9]+"
{"id":"n3","kind":"thought","time":"2026-02-23T10:01:02Z","session":"s","fields":{"text":"it is order 4711"}}
----
recorded 1 event (1 secret redacted)

hence events --session s
----
[2026-02-23 10:01:00Z] thought      -             Thought: try redis://:s3cr3t@cache:6379  (n1)
[2026-02-23 10:01:01Z] thought      -             Thought: try redis://:[redacted url_password *]@cache:6379  (n2)
[2026-02-23 10:01:02Z] thought      -             Thought: it is [redacted rule *]  (n3)

# An export without the secrets that were stored.
hence export ndjson --session s --redact
---- folded
{"id":"n1","kind":"thought","time":"2026-02-23T10:01:00Z","session":"s",
 "fields":{"text":"try redis://:[redacted url_password *]@cache:6379"},"seq":3,"received":"*",
 "source":"native","flags":["redacted"]}
{"id":"n2","kind":"thought","time":"2026-02-23T10:01:01Z","session":"s",
 "fields":{"text":"try redis://:[redacted url_password *]@cache:6379"},"seq":4,"received":"*",
 "source":"native","flags":["redacted"]}
{"id":"n3","kind":"thought","time":"2026-02-23T10:01:02Z","session":"s",
 "fields":{"text":"it is [redacted rule *]"},"seq":5,"received":"*","source":"native","flags":["redacted"]}

# A line that is refused is kept without its secret.
record
{"id":"n4","kind":"thought","time":"2026-02-23T10:01:03Z","sesion":"s","fields":{"text":"redis://:s3cr3t@cache:6379"}}
exit 1
----
recorded 0 events (1 quarantined, 1 secret redacted)

hence quarantine show 1
----
{"id":"n4","kind":"thought","time":"2026-02-23T10:01:03Z","sesion":"s","fields":{"text":"redis://:[redacted url_password *]@cache:6379"}}

# Redaction can be switched off, and a rule must be one.
record --no-redact
{"id":"t3","type":"error","agentId":"builder","timestamp":"2026-02-23T10:00:02Z","fields":{"error":"redis://:s3cr3t@cache:6379"}}
----
recorded 1 event

hence record --redact --no-redact
exit 2
----
---- stderr
hence: --no-redact excludes --redact and --redact-rule

hence record --redact-rule "("
exit 2
----
---- stderr
hence: the rule is no regular expression: missing ): (: (; RE2 has no back-references and no look-around

hence redact
exit 2
----
---- stderr
hence: either --list or --check FILE is needed; hence redact --list, or hence redact --check session.jsonl
