# A session by the clock: lanes, rows that do not overlap, and what it waited for.
record
{"id":"e1","kind":"thought","time":"2026-02-23T10:00:00Z","agent":"lead","session":"s1","duration_ms":10000,"fields":{"text":"plan"}}
{"id":"e2","kind":"tool_call","time":"2026-02-23T10:00:01Z","agent":"coder","session":"s1","parent":"e1","duration_ms":6000,
 "fields":{"tool_name":"Bash","error":"exit 1"}}
{"id":"e3","kind":"tool_call","time":"2026-02-23T10:00:02Z","agent":"coder","session":"s1","parent":"e1","duration_ms":1000,
 "fields":{"tool_name":"Read","output":"x"}}

hence timeline s1
----
Session: s1
From 2026-02-23 10:00:00Z to 2026-02-23 10:00:10Z: 3 event(s)

lead             |▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄| 1
coder            |    ▄▄▄▄▄██████▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄              | 2 (1 failed)

Critical path: 10s in 2 step(s)
[2026-02-23 10:00:00Z]           1s  lead             Thought: plan  (e1)
[2026-02-23 10:00:01Z]           6s  coder            Tool call: Bash FAILED: exit 1 (6s)  (e2)
[2026-02-23 10:00:07Z]           3s  lead             Thought: plan  (e1)

hence --json timeline s1 --from 2026-02-23T10:00:05Z
---- folded
{"session":"s1","first":"2026-02-23T10:00:00Z","last":"2026-02-23T10:00:10Z","from":"2026-02-23T10:00:05Z",
 "to":"2026-02-23T10:00:10Z","events":2,"lanes":[
 {"name":"lead","events":1,"errors":0,"others":0},
 {"name":"coder","events":1,"errors":1,"others":0}],"spans":[
 {"seq":1,"id":"e1","ordinal":1,"lane":0,"row":0,"kind":"thought","time":"2026-02-23T10:00:00Z",
 "duration_ms":10000,"summary":"Thought: plan","status":null,"critical":true},
 {"seq":2,"id":"e2","ordinal":2,"lane":1,"row":0,"kind":"tool_call","time":"2026-02-23T10:00:01Z",
 "duration_ms":6000,"summary":"Tool call: Bash FAILED: exit 1 (6s)","status":"error","critical":true}],
 "buckets":[],"critical":{"duration_ms":5000,"steps":2,"segments":[
 {"event":"e2","ordinal":2,"lane":1,"from":"2026-02-23T10:00:05Z","to":"2026-02-23T10:00:07Z"},
 {"event":"e1","ordinal":1,"lane":0,"from":"2026-02-23T10:00:07Z","to":"2026-02-23T10:00:10Z"}]}}

# More events than are told one by one; a long one counts wherever it reaches.
hence --json timeline s1 --limit 2 --buckets 2
---- folded
{"session":"s1","first":"2026-02-23T10:00:00Z","last":"2026-02-23T10:00:10Z","from":"2026-02-23T10:00:00Z","to":"2026-02-23T10:00:10Z",
 "events":3,"lanes":[{"name":"lead","events":1,"errors":0,"others":0},{"name":"coder","events":2,"errors":1,"others":0}],"spans":[],"buckets":[
 {"lane":0,"from":"2026-02-23T10:00:00Z","to":"2026-02-23T10:00:05Z","events":1,"errors":0,"first_ordinal":1,"last_ordinal":1,
 "kind":"thought","critical":true},
 {"lane":0,"from":"2026-02-23T10:00:05Z","to":"2026-02-23T10:00:10Z","events":1,"errors":0,"first_ordinal":1,"last_ordinal":1,
 "kind":"thought","critical":true},
 {"lane":1,"from":"2026-02-23T10:00:00Z","to":"2026-02-23T10:00:05Z","events":2,"errors":1,"first_ordinal":2,"last_ordinal":3,
 "kind":"tool_call","critical":true},
 {"lane":1,"from":"2026-02-23T10:00:05Z","to":"2026-02-23T10:00:10Z","events":1,"errors":1,"first_ordinal":2,"last_ordinal":2,
 "kind":"tool_call","critical":true}
 ],"critical":{"duration_ms":10000,"steps":2,"segments":[
 {"event":"e1","ordinal":1,"lane":0,"from":"2026-02-23T10:00:00Z","to":"2026-02-23T10:00:01Z"},
 {"event":"e2","ordinal":2,"lane":1,"from":"2026-02-23T10:00:01Z","to":"2026-02-23T10:00:07Z"},
 {"event":"e1","ordinal":1,"lane":0,"from":"2026-02-23T10:00:07Z","to":"2026-02-23T10:00:10Z"}
 ]}}

# A fork tells nothing of a call that ended after the point.
record
{"id":"o1","kind":"tool_call","time":"2026-05-01T00:00:00Z","session":"orig","agent":"a","fields":{"tool_name":"Bash","call_id":"k","input":{"command":"ls"}}}
{"id":"o2","kind":"observation","time":"2026-05-01T00:00:05Z","session":"orig","agent":"a","fields":{"call_id":"k","status":"error","error":"gone"}}
{"id":"f","kind":"session_fork","time":"2026-05-01T00:00:02Z","session":"twig","parent":"o1","fields":{"origin":"orig","at":"o1"}}
{"id":"t1","kind":"tool_call","time":"2026-05-01T00:00:08Z","session":"twig","agent":"a","parent":"o1","duration_ms":1000,"fields":{"tool_name":"Bash","input":{"command":"pwd"},"output":"/"}}

hence timeline twig
----
Session: twig
From 2026-05-01 00:00:00Z to 2026-05-01 00:00:09Z: 3 event(s)

a                |█                                         ██████| 2
(none)           |          █                                     | 1

Critical path: 9s in 2 step(s)
[2026-05-01 00:00:00Z]           8s  a                Tool call: Bash `ls`  (o1)
[2026-05-01 00:00:08Z]           1s  a                Tool call: Bash `pwd` (1s)  (t1)
