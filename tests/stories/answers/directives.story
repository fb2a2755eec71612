# Orders, and what became of each.
record
{"id":"m1","kind":"message","time":"2026-01-01T09:00:00Z","agent":"boss","correlation":"d1","fields":{"from":"boss","to":["ann"],"status":"pending","payload":"count the stock"}}
{"id":"m2","kind":"message","time":"2026-01-01T09:00:30Z","agent":"ann","correlation":"d1","fields":{"from":"ann","to":["boss"],"status":"acknowledged"}}
{"id":"m3","kind":"message","time":"2026-01-01T09:01:00Z","agent":"ann","correlation":"d1","fields":{"from":"ann","to":["boss"],"status":"in-progress"}}
{"id":"m4","kind":"message","time":"2026-01-01T09:10:00Z","agent":"ann","correlation":"d1","fields":{"from":"ann","to":["boss"],"status":"COMPLETED: 412 boxes"}}
{"id":"m5","kind":"message","time":"2026-01-01T09:11:00Z","agent":"boss","correlation":"d1","fields":{"from":"boss","to":["ann"],"status":"acknowledged"}}
{"id":"e1","kind":"outcome","time":"2026-01-01T09:12:00Z","correlation":"d1","fields":{"of":"m4","correct":true}}
{"id":"m6","kind":"message","time":"2026-01-01T10:00:00Z","agent":"boss","correlation":"d2","fields":{"from":"boss","to":["ben"],"status":"dispatched","subtype":"directive","payload":"paint the wall"}}
{"id":"m7","kind":"message","time":"2026-01-01T10:05:00Z","agent":"ben","correlation":"d2","fields":{"from":"ben","to":["boss"],"status":"dispatched","payload":{"status":"declined","why":"no paint"}}}
{"id":"m8","kind":"message","time":"2026-01-01T11:00:00Z","agent":"boss","correlation":"d3","fields":{"from":"boss","to":["ann"],"status":"dispatched","payload":"sweep"}}
{"id":"m9","kind":"message","time":"2026-01-01T11:00:01Z","agent":"ann","correlation":"d3","fields":{"from":"ann","to":["boss"],"status":"ack"}}
{"id":"m10","kind":"message","time":"2026-01-01T12:00:00Z","agent":"boss","correlation":"chat","fields":{"from":"boss","to":["ann"],"status":"dispatched","payload":"good morning"}}
{"id":"m11","kind":"message","time":"2026-01-01T13:00:00Z","agent":"boss","correlation":"d4","fields":{"from":"boss","to":["ann"],"status":"issued"}}
{"id":"m12","kind":"message","time":"2026-01-01T14:00:00Z","agent":"system","correlation":"d4","fields":{"from":"system","to":["boss"],"status":"expired"}}

hence directives
----
Directives: 4, 1 open
  1 acknowledged, 1 completed, 1 rejected, 1 expired

d4: expired after 1h
  Message: boss -> ann (issued)
    [2026-01-01 13:00:00Z] pending       by boss, for 1h  (m11)
    [2026-01-01 14:00:00Z] expired       by system  (m12)

d3: acknowledged after 1s
  Message: boss -> ann (dispatched): sweep
    [2026-01-01 11:00:00Z] pending       by boss, for 1s  (m8)
    [2026-01-01 11:00:01Z] acknowledged  by ann, still open  (m9)

d2: rejected after 5m
  Message: boss -> ben (dispatched): paint the wall
    [2026-01-01 10:00:00Z] pending       by boss, for 5m  (m6)
    [2026-01-01 10:05:00Z] rejected      by ben  (m7)

d1: completed after 10m
  Message: boss -> ann (pending): count the stock
    [2026-01-01 09:00:00Z] pending       by boss, for 30s  (m1)
    [2026-01-01 09:00:30Z] acknowledged  by ann, for 30s  (m2)
    [2026-01-01 09:01:00Z] in progress   by ann, for 9m  (m3)
    [2026-01-01 09:10:00Z] completed     by ann  (m4)

hence directives --open --json
---- folded
{"matched":1,"open":1,"states":{"pending":0,"acknowledged":1,"in_progress":0,"completed":0,"rejected":0,
 "expired":0},"directives":[
 {"correlation":"d3","summary":"Message: boss -> ann (dispatched): sweep","from":"boss","to":["ann"],
 "state":"acknowledged","open":true,"messages":2,"duration_ms":1000,"steps":[
 {"state":"pending","event":"m8","by":"boss","time":"2026-01-01T11:00:00Z","duration_ms":1000},
 {"state":"acknowledged","event":"m9","by":"ann","time":"2026-01-01T11:00:01Z","duration_ms":null}]}]}

# The other state of a chat is none.
hence directives --correlation chat
----
Directives: 0, 0 open

hence directives --agent ben --state rejected
----
Directives: 1, 0 open
  1 rejected

d2: rejected after 5m
  Message: boss -> ben (dispatched): paint the wall
    [2026-01-01 10:00:00Z] pending       by boss, for 5m  (m6)
    [2026-01-01 10:05:00Z] rejected      by ben  (m7)

hence directives --limit 1
----
Directives: 4, 1 open
  1 acknowledged, 1 completed, 1 rejected, 1 expired

d4: expired after 1h
  Message: boss -> ann (issued)
    [2026-01-01 13:00:00Z] pending       by boss, for 1h  (m11)
    [2026-01-01 14:00:00Z] expired       by system  (m12)

3 more: --limit 4

# A replay of the directive ends where it was completed.
hence replay directive d1 --json --limit 1
---- folded
{"chain_type":"directive","chain_id":"d1","events":[
 {"id":"m1","kind":"message","time":"2026-01-01T09:00:00Z","agent":"boss","correlation":"d1",
 "fields":{"from":"boss","to":["ann"],"status":"pending","payload":"count the stock"},"seq":1,"received":"*",
 "source":"native"}],"traces":[],"audit_entries":[
 {"id":"m1","kind":"message","time":"2026-01-01T09:00:00Z","agent":"boss","correlation":"d1",
 "fields":{"from":"boss","to":["ann"],"status":"pending","payload":"count the stock"},"seq":1,"received":"*",
 "source":"native"}],"agents":["ann","boss"],"from":"2026-01-01T09:00:00Z","to":"2026-01-01T09:12:00Z",
 "duration_ms":720000,"ended_by":"m4","obstacles":[],"completeness":{"complete":false,"missing_parents":[],
 "cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":5,"gaps":[]}}

hence directives --agent nobody
exit 1
----

hence directives --limit 0
exit 2
----
