# Everything that a record can lack, in one correlation.
record
{"id":"m1","kind":"message","time":"2026-03-02T14:30:00Z","agent":"a","session":"s1","run":"r1",
 "correlation":"c-1","fields":{"from":"a","to":["b","c"]}}
{"id":"m2","kind":"message","time":"2026-03-02T14:31:00Z","agent":"b","session":"s1","run":"r1",
 "fields":{"from":"b","to":["d"]}}
{"id":"d1","kind":"decision","time":"2026-03-02T14:31:01Z","agent":"b","session":"s1","run":"r1",
 "correlation":"c-1","rationale":{"why":"w","refs":["obs:9"]},"fields":{"description":"go"}}
{"id":"d2","kind":"decision","time":"2026-03-02T14:31:02Z","agent":"b","session":"s1","run":"r1","rationale":{"why":"w"}}
{"id":"o1","kind":"observation","time":"2026-03-02T14:30:30Z","agent":"b","session":"s1","run":"r1","fields":{"key":"obs:1"}}
{"id":"g1","kind":"delegation","time":"2026-03-02T14:31:03Z","agent":"b","session":"s1","run":"r1",
 "correlation":"c-1","fields":{"parent_id":"b","child_id":"e","run_id":"r9"}}
{"id":"t1","kind":"tool_call","time":"2026-03-02T14:31:04Z","agent":"b","session":"s1","run":"r1",
 "correlation":"c-1","rationale":{"why":"w"},"fields":{"tool_name":"Read","output":"x"}}
{"id":"t2","kind":"tool_call","time":"2026-03-02T14:31:05.500Z","agent":"b","session":"s1","run":"r1",
 "correlation":"c-1","parent":"late","fields":{"tool_name":"Read","dropped_attributes_count":2}}
{"id":"late","kind":"thought","time":"2026-03-02T14:31:07Z","agent":"b","session":"s1","run":"r1",
 "correlation":"c-1","parent":"gone","fields":{"text":"hm"}}
{"id":"y1","kind":"thought","time":"2026-03-02T14:31:08Z","agent":"z","session":"s9",
 "correlation":"c-1","parent":"y2"}
{"id":"y2","kind":"thought","time":"2026-03-02T14:31:08Z","agent":"z","session":"s9",
 "correlation":"c-1","parent":"y1"}

hence gaps c-1 --json
exit 1
---- folded
{"id":"c-1","scope":"correlation","completeness":{"complete":false,"missing_parents":[
 {"event":"late","parent":"gone"}],"cycles":[["y1","y2"]],"unresolved_refs":[
 {"event":"d1","ref":"obs:9"}],"uncaused":[],"truncated":0,"gaps":[
 {"rule":"silent_agent","event":"m1","detail":"c was written to and not heard from"},
 {"rule":"unthreaded_message","event":"m2",
 "detail":"b received m1 and 60 s later sent this without a correlation"},
 {"rule":"decision_without_outcome","event":"d1","detail":"nobody recorded what came of this decision"},
 {"rule":"unthreaded_decision","event":"d2",
 "detail":"b recorded events of c-1 in run r1, and this decision without a correlation"},
 {"rule":"unanswered_delegation","event":"g1","detail":"no event of e or run r9 was ever recorded"},
 {"rule":"clock_skew","event":"t2","detail":"1.5 s earlier than its cause late"},
 {"rule":"dropped_attributes","event":"t2","detail":"its emitter says that it dropped 2 attributes"},
 {"rule":"rationale_missing","event":"t2","detail":"this tool_call carries no rationale, others of run r1 do"},
 {"rule":"tool_call_without_result","event":"t2",
 "detail":"no output, no error, and no call_id that an observation could name"},
 {"rule":"reused_correlation","event":"y1",
 "detail":"from here on the thread shares no agent, session or link with m1, where it begins"}]}}

hence gaps c-1
exit 1
----
Gaps: correlation c-1

missing_parents: record the events that others name as parent, cause or judged event
  [ ] late: gone was never recorded

cycles: name as parent or cause only what came before
  [ ] y1 -> y2 -> y1

unresolved_refs: give observations the `key` that rationales refer to, or refer to an event's id
  [ ] d1: obs:9 names nothing that was recorded

unthreaded_message: hand the correlation on with every message that is sent because of another
  [ ] m2: b received m1 and 60 s later sent this without a correlation

unthreaded_decision: set the correlation on all events of a run that works for it
  [ ] d2: b recorded events of c-1 in run r1, and this decision without a correlation

reused_correlation: use a correlation for one affair only, or record what ties its parts together
  [ ] y1: from here on the thread shares no agent, session or link with m1, where it begins

unanswered_delegation: instrument the child, or let it record under the run that the delegation names
  [ ] g1: no event of e or run r9 was ever recorded

decision_without_outcome: say what came of it: hence outcome EVENT --correct|--incorrect|--unknown
  [ ] d1: nobody recorded what came of this decision

rationale_missing: let the agent give a rationale with each of these steps
  [ ] t2: this tool_call carries no rationale, others of run r1 do

tool_call_without_result: record output or error with the call, or an observation with its call_id
  [ ] t2: no output, no error, and no call_id that an observation could name

silent_agent: instrument these agents, and hand the correlation to them
  [ ] m1: c was written to and not heard from

clock_skew: set the clocks, or record times of one clock
  [ ] t2: 1.5 s earlier than its cause late

dropped_attributes: raise the limits of the emitter
  [ ] t2: its emitter says that it dropped 2 attributes

[x] graph_conflict: every change of a decision graph fitted
! incomplete: parent gone of late was never recorded
! incomplete: y1 -> y2 -> y1 is a cycle
! incomplete: ref obs:9 of d1 names nothing that was recorded
! incomplete: silent_agent at m1: c was written to and not heard from
! incomplete: unthreaded_message at m2: b received m1 and 60 s later sent this without a correlation
! incomplete: decision_without_outcome at d1: nobody recorded what came of this decision
! incomplete: unthreaded_decision at d2: b recorded events of c-1 in run r1, and this decision without a correlation
! incomplete: unanswered_delegation at g1: no event of e or run r9 was ever recorded
! incomplete: clock_skew at t2: 1.5 s earlier than its cause late
! incomplete: dropped_attributes at t2: its emitter says that it dropped 2 attributes
! incomplete: rationale_missing at t2: this tool_call carries no rationale, others of run r1 do
! incomplete: tool_call_without_result at t2: no output, no error, and no call_id that an observation could name
! incomplete: reused_correlation at y1: from here on the thread shares no agent, session or link with m1, where it begins

# A session looks at its own events, whatever their correlation.
hence gaps s1 --json
exit 1
---- folded
{"id":"s1","scope":"session","completeness":{"complete":false,"missing_parents":[
 {"event":"late","parent":"gone"}],"cycles":[],"unresolved_refs":[
 {"event":"d1","ref":"obs:9"}],"uncaused":[],"truncated":0,"gaps":[
 {"rule":"silent_agent","event":"m1","detail":"c was written to and not heard from"},
 {"rule":"silent_agent","event":"m2","detail":"d was written to and not heard from"},
 {"rule":"unthreaded_message","event":"m2",
 "detail":"b received m1 and 60 s later sent this without a correlation"},
 {"rule":"decision_without_outcome","event":"d1","detail":"nobody recorded what came of this decision"},
 {"rule":"decision_without_outcome","event":"d2","detail":"nobody recorded what came of this decision"},
 {"rule":"unthreaded_decision","event":"d2",
 "detail":"b recorded events of c-1 in run r1, and this decision without a correlation"},
 {"rule":"unanswered_delegation","event":"g1","detail":"no event of e or run r9 was ever recorded"},
 {"rule":"clock_skew","event":"t2","detail":"1.5 s earlier than its cause late"},
 {"rule":"dropped_attributes","event":"t2","detail":"its emitter says that it dropped 2 attributes"},
 {"rule":"rationale_missing","event":"t2","detail":"this tool_call carries no rationale, others of run r1 do"},
 {"rule":"tool_call_without_result","event":"t2",
 "detail":"no output, no error, and no call_id that an observation could name"}]}}

# A session of that name comes first, unless the scope says otherwise.
record
{"id":"n1","kind":"thought","time":"2026-03-02T15:00:00Z","agent":"q","session":"same","fields":{"text":"t"}}
{"id":"n2","kind":"thought","time":"2026-03-02T15:00:01Z","agent":"q","correlation":"same","parent":"n1","fields":{"text":"t"}}

hence gaps same
----
Gaps: session same

[x] missing_parents: every parent and cause was recorded
[x] cycles: no event leads to itself
[x] unresolved_refs: every ref names something recorded
[x] unthreaded_message: every answer kept the correlation
[x] unthreaded_decision: every decision kept the correlation
[x] reused_correlation: all parts have to do with each other
[x] unanswered_delegation: every delegation was taken up
[x] decision_without_outcome: every decision made has an outcome
[x] rationale_missing: every rationale was given
[x] tool_call_without_result: every tool call has a result
[x] silent_agent: everybody who was written to was heard from
[x] clock_skew: no effect is earlier than its cause
[x] graph_conflict: every change of a decision graph fitted
[x] dropped_attributes: no emitter dropped anything

hence gaps same --scope correlation --json
---- folded
{"id":"same","scope":"correlation","completeness":{"complete":true,"missing_parents":[],"cycles":[],
 "unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

hence gaps s1 --scope correlation
exit 1
----
---- stderr
hence: correlation "s1" was never recorded; that is a session: hence tree s1

hence gaps nothing
exit 1
----
---- stderr
hence: neither a session nor a correlation "nothing" was ever recorded; `hence sessions` and `hence correlations` list what was

hence gaps same --scope run
exit 2
----
