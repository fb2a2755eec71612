# An agent is asked about what went wrong, newest first, in words from the record.
record
{"id":"t1","kind":"thought","time":"2026-01-01T00:00:00Z","agent":"planner","session":"s","fields":{"text":"tokens or sessions"}}
{"id":"d1","kind":"decision","time":"2026-01-01T00:00:01Z","agent":"planner","session":"s","parent":"t1",
 "rationale":{"why":"it is stateless","confidence":0.71,"alternatives":[{"option":"sessions","rejected_because":"a shared table"}]},
 "fields":{"description":"tokens or sessions","chosen":"tokens","alternatives":["tokens","sessions"]}}
{"id":"d2","kind":"decision","time":"2026-01-01T00:00:02Z","agent":"planner","session":"s","parent":"gone",
 "rationale":{"why":"short is safe","confidence":0.8},"fields":{"chosen":"ten minutes"}}
{"id":"d3","kind":"decision","time":"2026-01-01T00:00:03Z","agent":"planner","session":"s","fields":{"chosen":"ship"}}
{"id":"d4","kind":"decision","time":"2026-01-01T00:00:04Z","agent":"planner","session":"s","fields":{"status":"deferred"}}
{"id":"d5","kind":"decision","time":"2026-01-01T00:00:05Z","agent":"planner","session":"s"}
{"id":"o1","kind":"outcome","time":"2026-01-02T00:00:01Z","fields":{"of":"d1","outcome":"two clients cannot renew","correct":false}}
{"id":"o2","kind":"outcome","time":"2026-01-02T00:00:02Z","fields":{"of":"d2","correct":false}}
{"id":"o3","kind":"outcome","time":"2026-01-02T00:00:03Z","fields":{"of":"d3","correct":true}}

hence review plan
----
Review: planner
Decisions: 2 wrong (1 at confidence 0.8 or more), 1 without outcome

! high confidence
[2026-01-01 00:00:02Z] Decision: short is safe -> ten minutes  (d2)
  You chose ten minutes because 'short is safe' at confidence 0.8; the outcome was incorrect. What do you see now?
  what led to it:
     [2026-01-01 00:00:00Z] Thought: tokens or sessions  (t1)
    -> [2026-01-01 00:00:01Z] Decision: tokens or sessions -> tokens  (d1)
         why: it is stateless (confidence 0.71; instead of: sessions, "a shared table")
         Outcome: incorrect (two clients cannot renew)
      -> [2026-01-01 00:00:02Z] Decision: short is safe -> ten minutes  (d2)
           follows the step before it [assumed]
           why: short is safe (confidence 0.8)
           Outcome: incorrect

[2026-01-01 00:00:01Z] Decision: tokens or sessions -> tokens  (d1)
  You chose tokens over sessions because 'it is stateless' at confidence 0.71; the outcome was 'two clients cannot renew'. What do you see now?
  considered: sessions (rejected: a shared table)
  what led to it:
     [2026-01-01 00:00:00Z] Thought: tokens or sessions  (t1)
    -> [2026-01-01 00:00:01Z] Decision: tokens or sessions -> tokens  (d1)
         why: it is stateless (confidence 0.71; instead of: sessions, "a shared table")
         Outcome: incorrect (two clients cannot renew)

Without outcome:
  d5
! incomplete: parent gone of d2 was never recorded

hence review planner --high 0.9 --json
---- folded
{"agent":"planner","items":[
 {"event":"d2",
 "question":"You chose ten minutes because 'short is safe' at confidence 0.8; the outcome was incorrect. What do you see now?","outcome":{"id":"o2","kind":"outcome","time":"2026-01-02T00:00:02Z","fields":{"of":"d2","correct":false},"seq":8,"received":"*","source":"native"},"chain":[
 {"event_id":"t1","kind":"thought","agent":"planner","time":"2026-01-01T00:00:00Z",
 "summary":"Thought: tokens or sessions","rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"d1","kind":"decision","agent":"planner","time":"2026-01-01T00:00:01Z",
 "summary":"Decision: tokens or sessions -> tokens","rationale":{"why":"it is stateless","confidence":0.71,
 "alternatives":[
 {"option":"sessions","rejected_because":"a shared table"}]},"said":null,"via":{"from":"t1","type":"parent",
 "provenance":"explicit"},"also":[]},
 {"event_id":"d2","kind":"decision","agent":"planner","time":"2026-01-01T00:00:02Z",
 "summary":"Decision: short is safe -> ten minutes","rationale":{"why":"short is safe","confidence":0.8},
 "said":null,"via":{"from":"d1","type":"sequence","provenance":"assumed"},"also":[]}]},
 {"event":"d1",
 "question":"You chose tokens over sessions because 'it is stateless' at confidence 0.71; the outcome was 'two clients cannot renew'. What do you see now?","outcome":{"id":"o1","kind":"outcome","time":"2026-01-02T00:00:01Z","fields":{"of":"d1","outcome":"two clients cannot renew","correct":false},"seq":7,"received":"*","source":"native"},"chain":[
 {"event_id":"t1","kind":"thought","agent":"planner","time":"2026-01-01T00:00:00Z",
 "summary":"Thought: tokens or sessions","rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"d1","kind":"decision","agent":"planner","time":"2026-01-01T00:00:01Z",
 "summary":"Decision: tokens or sessions -> tokens","rationale":{"why":"it is stateless","confidence":0.71,
 "alternatives":[
 {"option":"sessions","rejected_because":"a shared table"}]},"said":null,"via":{"from":"t1","type":"parent",
 "provenance":"explicit"},"also":[]}]}],"high_confidence_errors":[],"without_outcome":["d5"]}

hence review nobody
exit 1
----

hence review planner --high 2
exit 2
----
