# A trade that was refused, cut down and judged, in two sessions. One answer lost the thread.
record
{"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"}}
{"id":"t1","kind":"tool_call","time":"2026-03-02T14:30:01Z","agent":"risk","session":"b","run":"r2",
 "correlation":"trade-1","parent":"m1","fields":{"tool_name":"limit","call_id":"k1"}}
{"id":"o1","kind":"observation","time":"2026-03-02T14:30:01.250Z","agent":"risk","session":"b","run":"r2",
 "correlation":"trade-1","parent":"t1","duration_ms":250,"fields":{"call_id":"k1","status":"error","error":"no limit set"}}
{"id":"d1","kind":"decision","time":"2026-03-02T14:30:02Z","agent":"risk","session":"b","run":"r2",
 "correlation":"trade-1","parent":"o1","rationale":{"why":"no limit, no trade","confidence":0.90},
 "fields":{"description":"take the trade","chosen":"no","inputs":{"shares":10}}}
{"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"risk","session":"b","run":"r2",
 "correlation":"trade-1","parent":"d1","fields":{"from":"risk","to":["desk","cfo"],"status":"rejected: no limit"}}
{"id":"m3","kind":"message","time":"2026-03-02T14:30:04.500Z","agent":"desk","session":"a","run":"r1",
 "fields":{"from":"desk","to":["broker"],"status":"dispatched"}}
{"id":"x1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"of":"d1","outcome":"it fell by half","correct":true}}

hence replay trade trade-1
----
Replay: trade trade-1
Events: 6, 2026-03-02 14:30:00Z to 2026-03-02 15:00:00Z (1800000ms)
Agents: cfo, desk, risk
Obstacles: t1, m2
Ended by: Outcome: correct (it fell by half)  (x1)

[2026-03-02 14:30:00Z] audit desk Message: desk -> risk (dispatched)  (m1)
[2026-03-02 14:30:01Z] event risk Tool call: limit FAILED: no limit set (250ms)  (t1)
[2026-03-02 14:30:01Z] event risk Observation: no limit set  (o1)
[2026-03-02 14:30:02Z] trace risk Decision: take the trade -> no  (d1)
    why: no limit, no trade
    confidence: 0.9
    inputs: {"shares":10}
    outcome: correct (it fell by half)
[2026-03-02 14:30:03Z] audit risk Message: risk -> desk, cfo (rejected: no limit)  (m2)
[2026-03-02 15:00:00Z] event desk Outcome: correct (it fell by half)  (x1)
! incomplete: silent_agent at m2: cfo was written to and not heard from
! incomplete: unthreaded_message at m3: desk received m2 and 1.5 s later sent this without a correlation

hence replay trade trade-1 --json
---- folded
{"chain_type":"trade","chain_id":"trade-1","events":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"},"seq":1,"received":"*",
 "source":"native"},
 {"id":"t1","kind":"tool_call","time":"2026-03-02T14:30:01Z","agent":"risk","session":"b","run":"r2",
 "parent":"m1","correlation":"trade-1","fields":{"tool_name":"limit","call_id":"k1"},"seq":2,"received":"*",
 "source":"native"},
 {"id":"o1","kind":"observation","time":"2026-03-02T14:30:01.250Z","agent":"risk","session":"b","run":"r2",
 "parent":"t1","correlation":"trade-1","duration_ms":250,"fields":{"call_id":"k1","status":"error",
 "error":"no limit set"},"seq":3,"received":"*","source":"native"},
 {"id":"d1","kind":"decision","time":"2026-03-02T14:30:02Z","agent":"risk","session":"b","run":"r2",
 "parent":"o1","correlation":"trade-1","rationale":{"why":"no limit, no trade","confidence":0.90},
 "fields":{"description":"take the trade","chosen":"no","inputs":{"shares":10}},"seq":4,"received":"*",
 "source":"native","outcome":{"id":"x1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk",
 "session":"a","run":"r1","correlation":"trade-1","fields":{"of":"d1","outcome":"it fell by half",
 "correct":true},"seq":7,"received":"*","source":"native"}},
 {"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"risk","session":"b","run":"r2",
 "parent":"d1","correlation":"trade-1","fields":{"from":"risk","to":["desk","cfo"],
 "status":"rejected: no limit"},"seq":5,"received":"*","source":"native"},
 {"id":"x1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"of":"d1","outcome":"it fell by half","correct":true},"seq":7,
 "received":"*","source":"native"}],"traces":[
 {"id":"d1","kind":"decision","time":"2026-03-02T14:30:02Z","agent":"risk","session":"b","run":"r2",
 "parent":"o1","correlation":"trade-1","rationale":{"why":"no limit, no trade","confidence":0.90},
 "fields":{"description":"take the trade","chosen":"no","inputs":{"shares":10}},"seq":4,"received":"*",
 "source":"native","outcome":{"id":"x1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk",
 "session":"a","run":"r1","correlation":"trade-1","fields":{"of":"d1","outcome":"it fell by half",
 "correct":true},"seq":7,"received":"*","source":"native"}}],"audit_entries":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"},"seq":1,"received":"*",
 "source":"native"},
 {"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"risk","session":"b","run":"r2",
 "parent":"d1","correlation":"trade-1","fields":{"from":"risk","to":["desk","cfo"],
 "status":"rejected: no limit"},"seq":5,"received":"*","source":"native"}],"agents":["cfo","desk","risk"],
 "from":"2026-03-02T14:30:00Z","to":"2026-03-02T15:00:00Z","duration_ms":1800000,"ended_by":"x1",
 "obstacles":["t1","m2"],"completeness":{"complete":false,"missing_parents":[],"cycles":[],
 "unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[
 {"rule":"silent_agent","event":"m2","detail":"cfo was written to and not heard from"},
 {"rule":"unthreaded_message","event":"m3",
 "detail":"desk received m2 and 1.5 s later sent this without a correlation"}]}}

# A directive is told like a trade; a name may be shortened; a limit counts per list and keeps the oldest.
hence replay directive e-1 --limit 1 --json
---- folded
{"chain_type":"directive","chain_id":"trade-1","events":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"},"seq":1,"received":"*",
 "source":"native"}],"traces":[
 {"id":"d1","kind":"decision","time":"2026-03-02T14:30:02Z","agent":"risk","session":"b","run":"r2",
 "parent":"o1","correlation":"trade-1","rationale":{"why":"no limit, no trade","confidence":0.90},
 "fields":{"description":"take the trade","chosen":"no","inputs":{"shares":10}},"seq":4,"received":"*",
 "source":"native","outcome":{"id":"x1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk",
 "session":"a","run":"r1","correlation":"trade-1","fields":{"of":"d1","outcome":"it fell by half",
 "correct":true},"seq":7,"received":"*","source":"native"}}],"audit_entries":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"},"seq":1,"received":"*",
 "source":"native"}],"agents":["cfo","desk","risk"],"from":"2026-03-02T14:30:00Z","to":"2026-03-02T15:00:00Z",
 "duration_ms":1800000,"ended_by":"x1","obstacles":["t1","m2"],"completeness":{"complete":false,
 "missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":5,"gaps":[
 {"rule":"silent_agent","event":"m2","detail":"cfo was written to and not heard from"},
 {"rule":"unthreaded_message","event":"m3",
 "detail":"desk received m2 and 1.5 s later sent this without a correlation"}]}}

# A session has no messages.
hence replay session b
----
Replay: session b
Events: 3, 2026-03-02 14:30:01Z to 2026-03-02 14:30:02Z (1000ms)
Agents: risk
Obstacles: t1
Ended by: nothing that was recorded

[2026-03-02 14:30:01Z] event risk Tool call: limit FAILED: no limit set (250ms)  (t1)
[2026-03-02 14:30:01Z] event risk Observation: no limit set  (o1)
[2026-03-02 14:30:02Z] trace risk Decision: take the trade -> no  (d1)
    why: no limit, no trade
    confidence: 0.9
    inputs: {"shares":10}
    outcome: correct (it fell by half)
! incomplete: silent_agent at m2: cfo was written to and not heard from, and 1 more
! incomplete: unthreaded_message at m3: desk received m2 and 1.5 s later sent this without a correlation

# An incident has messages, errors and outcomes only.
hence replay incident trade-1
----
Replay: incident trade-1
Events: 3, 2026-03-02 14:30:00Z to 2026-03-02 15:00:00Z (1800000ms)
Agents: cfo, desk, risk
Obstacles: m2
Ended by: Outcome: correct (it fell by half)  (x1)

[2026-03-02 14:30:00Z] audit desk Message: desk -> risk (dispatched)  (m1)
[2026-03-02 14:30:03Z] audit risk Message: risk -> desk, cfo (rejected: no limit)  (m2)
[2026-03-02 15:00:00Z] event desk Outcome: correct (it fell by half)  (x1)
! incomplete: silent_agent at m2: cfo was written to and not heard from
! incomplete: unthreaded_message at m3: desk received m2 and 1.5 s later sent this without a correlation

hence replay incident trade-1 --json
---- folded
{"chain_type":"incident","chain_id":"trade-1","events":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"},"seq":1,"received":"*",
 "source":"native"},
 {"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"risk","session":"b","run":"r2",
 "parent":"d1","correlation":"trade-1","fields":{"from":"risk","to":["desk","cfo"],
 "status":"rejected: no limit"},"seq":5,"received":"*","source":"native"},
 {"id":"x1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"of":"d1","outcome":"it fell by half","correct":true},"seq":7,
 "received":"*","source":"native"}],"traces":[],"audit_entries":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"desk","session":"a","run":"r1",
 "correlation":"trade-1","fields":{"from":"desk","to":["risk"],"status":"dispatched"},"seq":1,"received":"*",
 "source":"native"},
 {"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"risk","session":"b","run":"r2",
 "parent":"d1","correlation":"trade-1","fields":{"from":"risk","to":["desk","cfo"],
 "status":"rejected: no limit"},"seq":5,"received":"*","source":"native"}],"agents":["cfo","desk","risk"],
 "from":"2026-03-02T14:30:00Z","to":"2026-03-02T15:00:00Z","duration_ms":1800000,"ended_by":"x1",
 "obstacles":["m2"],"completeness":{"complete":false,"missing_parents":[],"cycles":[],"unresolved_refs":[],
 "uncaused":[],"truncated":0,"gaps":[
 {"rule":"silent_agent","event":"m2","detail":"cfo was written to and not heard from"},
 {"rule":"unthreaded_message","event":"m3",
 "detail":"desk received m2 and 1.5 s later sent this without a correlation"}]}}

hence replay trade nothing
exit 1
----
---- stderr
hence: correlation "nothing" was never recorded; `hence correlations` lists what was

hence replay affair trade-1
exit 2
----

hence replay trade trade-1 --limit many
exit 2
----
