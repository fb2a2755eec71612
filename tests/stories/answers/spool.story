# A store whose spool is empty says so, and how many events it has. What is taken from a spool is told
# by tests/clients and beside the code: a story cannot write files.
record
{"id":"a","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s"}

hence spool
----
Spool: 0 files, 0 bytes wait

hence spool --json
----
{"files":[],"waiting_bytes":0,"last_seq":1,"problems":[]}
