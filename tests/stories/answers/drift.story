# An agent against its own past: too few sessions, a usual one, and one that is not.
record
{"id":"c1","kind":"tool_call","time":"2026-01-01T09:00:00Z","agent":"a","session":"s1","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c2","kind":"tool_call","time":"2026-01-01T09:00:01Z","agent":"a","session":"s1","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c3","kind":"tool_call","time":"2026-01-01T09:00:02Z","agent":"a","session":"s1","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c4","kind":"tool_call","time":"2026-01-02T09:00:00Z","agent":"a","session":"s2","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c5","kind":"tool_call","time":"2026-01-02T09:00:01Z","agent":"a","session":"s2","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c6","kind":"tool_call","time":"2026-01-03T09:00:00Z","agent":"a","session":"s3","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c7","kind":"tool_call","time":"2026-01-03T09:00:01Z","agent":"a","session":"s3","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c8","kind":"tool_call","time":"2026-01-03T09:00:02Z","agent":"a","session":"s3","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c9","kind":"tool_call","time":"2026-01-04T09:00:00Z","agent":"a","session":"s4","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c10","kind":"tool_call","time":"2026-01-04T09:00:01Z","agent":"a","session":"s4","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c11","kind":"tool_call","time":"2026-01-05T09:00:00Z","agent":"a","session":"s5","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c12","kind":"tool_call","time":"2026-01-05T09:00:01Z","agent":"a","session":"s5","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c13","kind":"tool_call","time":"2026-01-05T09:00:02Z","agent":"a","session":"s5","fields":{"tool_name":"Read","status":"ok"}}

hence drift a
----
Drift: a, session s5 against 4 before it
Not enough: 4 earlier sessions, and 5 are needed

record
{"id":"c14","kind":"tool_call","time":"2026-01-06T09:00:00Z","agent":"a","session":"s6","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c15","kind":"tool_call","time":"2026-01-06T09:00:01Z","agent":"a","session":"s6","fields":{"tool_name":"Read","status":"ok"}}

hence drift a --max normal
----
Drift: a, session s6 against 5 before it
Strongest: normal

  MEASURE             VALUE  USUAL  SPREAD     Z  BAND    EVENTS
  steps                   2    2.6     0.5  -1.1  normal
  tools (distance)     0.00   0.00    0.00     -  normal  always so before
    Read              100 %  100 %     0 %     -  normal  always so before
  tokens                  -      -       -     -  -       nothing states tokens
  duration               1s   1.6s   548ms  -1.1  normal
  failure_rate          0 %    0 %     0 %     -  normal  always so before
  decisions               0      0       0     -  normal  always so before
  confidence              -      -       -     -  -       no decision has a confidence
  rationale_coverage    0 %    0 %     0 %     -  normal  always so before

record
{"id":"c16","kind":"tool_call","time":"2026-01-07T09:00:00Z","agent":"a","session":"s7","fields":{"tool_name":"Read","status":"ok"}}
{"id":"c17","kind":"tool_call","time":"2026-01-07T09:00:01Z","agent":"a","session":"s7","fields":{"tool_name":"Bash","status":"ok"}}
{"id":"c18","kind":"tool_call","time":"2026-01-07T09:00:02Z","agent":"a","session":"s7","fields":{"tool_name":"Bash","status":"ok"}}
{"id":"c19","kind":"tool_call","time":"2026-01-07T09:00:03Z","agent":"a","session":"s7","fields":{"tool_name":"Bash","status":"ok"}}
{"id":"c20","kind":"tool_call","time":"2026-01-07T09:00:04Z","agent":"a","session":"s7","fields":{"tool_name":"Bash","status":"error"}}
{"id":"c21","kind":"tool_call","time":"2026-01-07T09:00:05Z","agent":"a","session":"s7","fields":{"tool_name":"Bash","status":"error"}}
{"id":"d1","kind":"decision","time":"2026-01-07T09:01:00Z","agent":"a","session":"s7","rationale":{"why":"w","confidence":0.9},"fields":{"decision_type":"retry"}}

# What another agent did in the session plays no part.
record
{"id":"x1","kind":"tool_call","time":"2026-01-07T09:02:00Z","agent":"b","session":"s7","fields":{"tool_name":"Read"}}

hence drift a --max notable
exit 1
----
Drift: a, session s7 against 6 before it
Strongest: extreme

  MEASURE             VALUE  USUAL  SPREAD       Z  BAND     EVENTS
  steps                   7    2.5     0.5    +8.2  extreme  c16, c17, c18, … 7 in all
  tools (distance)     0.83   0.00    0.00       -  watch    never varied before: there is no z; c16, c17, c18, … 6 in all
    Bash               83 %    0 %     0 %       -  watch    never varied before: there is no z; c17, c18, c19, … 5 in all
    Read               17 %  100 %     0 %       -  watch    never varied before: there is no z; c16
  tokens                  -      -       -       -  -        nothing states tokens
  duration               1m   1.5s   548ms  +106.8  extreme  c16, d1
  failure_rate         33 %    0 %     0 %       -  watch    never varied before: there is no z; c20, c21
  decisions               1      0       0       -  watch    never varied before: there is no z; d1
    retry                 1      0       0       -  watch    never varied before: there is no z; d1
  confidence           0.90      -       -       -  -        not enough: 0 of 6 sessions before state it, 5 are needed; d1
  rationale_coverage   14 %    0 %     0 %       -  watch    never varied before: there is no z; c16, c17, c18, … 6 in all
! steps is extreme, above notable
! duration_ms is extreme, above notable

hence drift a --baseline 5 --json
---- folded
{"agent":"a","session":"s7","baseline":{"asked":5,"needed":5,"sessions":["s6","s5","s4","s3","s2"]},
 "enough":true,"band":"extreme","measures":[
 {"measure":"steps","of":null,"value":7,"n":5,"mean":2.4,"spread":0.5477225575051661,"z":8.398412548412548,
 "band":"extreme","note":null,"events":["c16","c17","c18","c19","c20","c21","d1"],"events_total":7},
 {"measure":"tools","of":null,"value":0.8333333333333334,"n":5,"mean":0,"spread":0,"z":null,"band":"watch",
 "note":"never varied before: there is no z","events":["c16","c17","c18","c19","c20","c21"],"events_total":6},
 {"measure":"tools","of":"Bash","value":0.8333333333333334,"n":5,"mean":0,"spread":0,"z":null,"band":"watch",
 "note":"never varied before: there is no z","events":["c17","c18","c19","c20","c21"],"events_total":5},
 {"measure":"tools","of":"Read","value":0.16666666666666666,"n":5,"mean":1,"spread":0,"z":null,"band":"watch",
 "note":"never varied before: there is no z","events":["c16"],"events_total":1},
 {"measure":"tokens","of":null,"value":null,"n":0,"mean":null,"spread":null,"z":null,"band":null,
 "note":"nothing states tokens","events":[],"events_total":0},
 {"measure":"duration_ms","of":null,"value":60000,"n":5,"mean":1400,"spread":547.7225575051662,
 "z":106.98847289934244,"band":"extreme","note":null,"events":["c16","d1"],"events_total":2},
 {"measure":"failure_rate","of":null,"value":0.3333333333333333,"n":5,"mean":0,"spread":0,"z":null,
 "band":"watch","note":"never varied before: there is no z","events":["c20","c21"],"events_total":2},
 {"measure":"decisions","of":null,"value":1,"n":5,"mean":0,"spread":0,"z":null,"band":"watch",
 "note":"never varied before: there is no z","events":["d1"],"events_total":1},
 {"measure":"decisions","of":"retry","value":1,"n":5,"mean":0,"spread":0,"z":null,"band":"watch",
 "note":"never varied before: there is no z","events":["d1"],"events_total":1},
 {"measure":"confidence","of":null,"value":0.9,"n":0,"mean":null,"spread":null,"z":null,"band":null,
 "note":"not enough: 0 of 5 sessions before state it, 5 are needed","events":["d1"],"events_total":1},
 {"measure":"rationale_coverage","of":null,"value":0.14285714285714285,"n":5,"mean":0,"spread":0,"z":null,
 "band":"watch","note":"never varied before: there is no z","events":["c16","c17","c18","c19","c20","c21"],
 "events_total":6}]}

hence drift a --session s6
----
Drift: a, session s6 against 5 before it
Strongest: normal

  MEASURE             VALUE  USUAL  SPREAD     Z  BAND    EVENTS
  steps                   2    2.6     0.5  -1.1  normal
  tools (distance)     0.00   0.00    0.00     -  normal  always so before
    Read              100 %  100 %     0 %     -  normal  always so before
  tokens                  -      -       -     -  -       nothing states tokens
  duration               1s   1.6s   548ms  -1.1  normal
  failure_rate          0 %    0 %     0 %     -  normal  always so before
  decisions               0      0       0     -  normal  always so before
  confidence              -      -       -     -  -       no decision has a confidence
  rationale_coverage    0 %    0 %     0 %     -  normal  always so before

hence drift nobody
exit 1
----

hence drift a --baseline 4
exit 2
----

hence drift a --max wild
exit 2
----
