# SQL reads the live store: a call of two events is one row, a decision has its outcome.
record
{"id":"p","kind":"prompt","time":"2026-01-01T00:00:00Z","agent":"user","session":"s","fields":{"text":"hello"}}
{"id":"t1","kind":"tool_call","time":"2026-01-01T00:00:01Z","agent":"x","session":"s","run":"r","duration_ms":10,"fields":{"tool_name":"Read","output":"1"}}
{"id":"t2","kind":"tool_call","time":"2026-01-01T00:00:02.5Z","agent":"x","session":"s","run":"r","fields":{"tool_name":"Bash","input":{"command":"ls"},"call_id":"k"}}
{"id":"o2","kind":"observation","time":"2026-01-01T00:00:03Z","agent":"x","session":"s","run":"r","duration_ms":100,"fields":{"call_id":"k","status":"error","error":"gone"}}
{"id":"d","kind":"decision","time":"2026-01-01T00:00:04Z","agent":"x","session":"s","run":"r","rationale":{"why":"w","confidence":0.5},"fields":{"description":"which","chosen":"A"}}
{"id":"v","kind":"outcome","time":"2026-01-01T00:00:05Z","session":"s","fields":{"of":"d","outcome":"lost","correct":false}}

hence sql 'SELECT id, tool, status, duration_ms FROM tool_calls ORDER BY time'
----
id  tool  status  duration_ms
t1  Read  ok               10
t2  Bash  error           100
(2 rows)

hence --json sql 'SELECT id, chosen, confidence, correct, outcome FROM decisions'
----
{"columns":["id","chosen","confidence","correct","outcome"],"rows":[["d","A",0.5,0,"lost"]],"row_count":1,"complete":true,"stopped":null}

hence sql --csv "SELECT id, '=1+1' AS f, -1 AS n, NULL AS z FROM events WHERE time >= '2026-01-01 00:00:04' ORDER BY time"
----
id,f,n,z
d,'=1+1,-1,
v,'=1+1,-1,

# A bound that was reached is said.
hence --json sql 'SELECT seq FROM events ORDER BY seq' --limit 1
----
{"columns":["seq"],"rows":[[1]],"row_count":1,"complete":false,"stopped":{"by":"rows","limit":1,"message":"stopped at 1 rows, and there are more"}}

# It reads, and does nothing else.
hence sql 'DELETE FROM events'
exit 2
----
---- stderr
hence: the query cannot be read: table events may not be modified; a query is one SELECT; hence sql --schema describes the tables

hence sql "ATTACH '/etc/passwd' AS x"
exit 2
----
---- stderr
hence: ATTACH is not possible: SQL only reads here; a query is one SELECT; hence sql --schema describes the tables

hence sql 'SELECT id FORM events'
exit 2
----
---- stderr
hence: the query cannot be read at line 1, column 16: near "events": syntax error; a query is one SELECT; hence sql --schema describes the tables
