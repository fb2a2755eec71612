# Sessions and runs are chosen by what is known of each row; events by a text that occurs in them.
record
{"id":"a1","kind":"session_start","time":"2026-01-01T00:00:00Z","agent":"planner","session":"s1","run":"r1","correlation":"order-7","fields":{"goal":"Find a price"}}
{"id":"a2","kind":"decision","time":"2026-01-01T00:00:01Z","agent":"planner","session":"s1","run":"r1","fields":{"description":"which shop","chosen":"the C:\\near one"}}
{"id":"a3","kind":"session_end","time":"2026-01-01T00:00:04Z","agent":"planner","session":"s1","run":"r1","fields":{"status":"success"}}
{"id":"a4","kind":"outcome","time":"2026-01-01T00:00:05Z","session":"s1","run":"r1","fields":{"of":"a2","correct":true}}
{"id":"b1","kind":"error","time":"2026-01-02T00:00:00Z","agent":"buyer","session":"s2","run":"r1","correlation":"order-7","fields":{"error":"no money"}}
{"id":"c1","kind":"thought","time":"2026-01-03T00:00:00Z","agent":"Buyer","session":"s3","run":"r1","fields":{"text":"wait"}}

hence sessions --agent buyer
----
SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  AGENTS
s2       2026-01-02 00:00:00Z     -       1       1       -  buyer

hence sessions --text BUYER --to 2026-01-02T12:00:00Z
----
SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  AGENTS
s2       2026-01-02 00:00:00Z     -       1       1       -  buyer

hence sessions --correlation order --limit 1
----
SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  AGENTS
s2       2026-01-02 00:00:00Z     -       1       1       -  buyer
1 more: --limit 2

hence sessions --kind decision --status
----
SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  STATUS   OUTCOMES  AGENTS   GOAL
s1       2026-01-01 00:00:00Z  4.0s       4       0       -  success  +1        planner  Find a price

hence --json sessions --text price --status
---- folded
[
 {"id":"s1","first":"2026-01-01T00:00:00Z","last":"2026-01-01T00:00:05Z","events":4,"kinds":{"decision":1,
 "outcome":1,"session_end":1,"session_start":1},"agents":["planner"],"tokens":0,"errors":0,
 "goal":"Find a price","status":"success","outcomes":{"correct":1,"incorrect":0,"unknown":0},
 "duration_ms":4000}]

hence --json runs --errors --status
---- folded
[
 {"id":"r1","first":"2026-01-02T00:00:00Z","last":"2026-01-02T00:00:00Z","events":1,"kinds":{"error":1},
 "agents":["buyer"],"tokens":0,"errors":1,"goal":null,"session":"s2","status":null,"flags":[],
 "outcomes":{"correct":0,"incorrect":0,"unknown":0},"duration_ms":null}]

hence runs --from 2026-01-05T00:00:00Z
----
No runs.

hence sessions --kind Decision
exit 2
----

hence events --text MONEY
----
[2026-01-02 00:00:00Z] error        buyer         Error: no money  (b1)

# Text with a backslash is found as it reads, and as JSON spells it.
hence events --text 'c:\NEAR'
----
[2026-01-01 00:00:01Z] decision     planner       Decision: which shop -> the C:\near one  (a2)

hence events --text '"chosen":"the c:\\near'
----
[2026-01-01 00:00:01Z] decision     planner       Decision: which shop -> the C:\near one  (a2)

# What the store adds is not looked through.
hence events --text received
----
No events.
