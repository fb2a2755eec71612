# A password in a transcript is replaced before it is stored; the same transcript again adds nothing.
record --json
{"id":"t1","type":"prompt","agentId":"builder","timestamp":"2026-02-23T10:00:00Z","fields":{"text":"use redis://:s3cr3t@cache:6379"}}
{"id":"t2","type":"error","agentId":"builder","timestamp":"2026-02-23T10:00:01Z","fields":{"error":"cannot reach redis://:s3cr3t@cache:6379"}}
----
