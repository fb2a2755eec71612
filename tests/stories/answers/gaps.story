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
{"id":"y1","kind":"thought","time":"2026-03-02T15:31:08Z","agent":"z","session":"s9",
 "correlation":"c-1","parent":"y2"}
{"id":"y2","kind":"thought","time":"2026-03-02T15:31:08Z","agent":"z","session":"s9",
 "correlation":"c-1","parent":"y1"}

hence gaps c-1 --json
exit 1
---- folded
{"id":"c-1","scope":"correlation","completeness":{"complete":false,"missing_parents":[
 {"event":"late","parent":"gone"}],"cycles":[["y1","y2"]],"unresolved_refs":[
 {"event":"d1","ref":"obs:9"}],"uncaused":["d1","g1","t1"],"truncated":0,"gaps":[
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
 "detail":"from here on the thread shares no agent, session or link with m1, which ended 3601 s before"}]},
 "rules":[
 {"rule":"missing_parents","checked":4,"found":1,"note":null},
 {"rule":"cycles","checked":3,"found":1,"note":null},
 {"rule":"unresolved_refs","checked":1,"found":1,"note":null},
 {"rule":"uncaused","checked":7,"found":3,"note":null},
 {"rule":"unthreaded_message","checked":1,"found":1,"note":null},
 {"rule":"unthreaded_decision","checked":2,"found":1,"note":null},
 {"rule":"reused_correlation","checked":2,"found":1,"note":null},
 {"rule":"unanswered_delegation","checked":1,"found":1,"note":null},
 {"rule":"decision_without_outcome","checked":1,"found":1,"note":null},
 {"rule":"rationale_missing","checked":3,"found":1,"note":null},
 {"rule":"tool_call_without_result","checked":2,"found":1,"note":null},
 {"rule":"unfinished","checked":0,"found":0,"note":"no model call and no beginning of a run was recorded"},
 {"rule":"silent_agent","checked":2,"found":1,"note":null},
 {"rule":"clock_skew","checked":3,"found":1,"note":null},
 {"rule":"dropped_attributes","checked":8,"found":1,"note":null},
 {"rule":"graph_conflict","checked":0,"found":0,"note":"no decision graph was changed"}]}

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

uncaused: name the parent or the causes of each step, or record the model call that asked for it
  [ ] d1: no cause of it was recorded
  [ ] g1: no cause of it was recorded
  [ ] t1: no cause of it was recorded

unthreaded_message: hand the correlation on with every message that is sent because of another
  [ ] m2: b received m1 and 60 s later sent this without a correlation

unthreaded_decision: set the correlation on all events of a run that works for it
  [ ] d2: b recorded events of c-1 in run r1, and this decision without a correlation

reused_correlation: use a correlation for one affair only, or record what ties its parts together
  [ ] y1: from here on the thread shares no agent, session or link with m1, which ended 3601 s before

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

[-] unfinished: no model call and no beginning of a run was recorded
[-] graph_conflict: no decision graph was changed
! incomplete: parent gone of late was never recorded
! incomplete: y1 -> y2 -> y1 is a cycle
! incomplete: ref obs:9 of d1 names nothing that was recorded
! incomplete: no cause of d1 was recorded, and 2 more
! incomplete: silent_agent at m1: c was written to and not heard from
! incomplete: unthreaded_message at m2: b received m1 and 60 s later sent this without a correlation
! incomplete: decision_without_outcome at d1: nobody recorded what came of this decision
! incomplete: unthreaded_decision at d2: b recorded events of c-1 in run r1, and this decision without a correlation
! incomplete: unanswered_delegation at g1: no event of e or run r9 was ever recorded
! incomplete: clock_skew at t2: 1.5 s earlier than its cause late
! incomplete: dropped_attributes at t2: its emitter says that it dropped 2 attributes
! incomplete: rationale_missing at t2: this tool_call carries no rationale, others of run r1 do
! incomplete: tool_call_without_result at t2: no output, no error, and no call_id that an observation could name
! incomplete: reused_correlation at y1: from here on the thread shares no agent, session or link with m1, which ended 3601 s before

# A session looks at its own events, whatever their correlation.
hence gaps s1 --json
exit 1
---- folded
{"id":"s1","scope":"session","completeness":{"complete":false,"missing_parents":[
 {"event":"late","parent":"gone"}],"cycles":[],"unresolved_refs":[
 {"event":"d1","ref":"obs:9"}],"uncaused":["o1","m2","d1","d2","g1","t1"],"truncated":0,"gaps":[
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
 "detail":"no output, no error, and no call_id that an observation could name"}]},"rules":[
 {"rule":"missing_parents","checked":2,"found":1,"note":null},
 {"rule":"cycles","checked":1,"found":0,"note":null},
 {"rule":"unresolved_refs","checked":1,"found":1,"note":null},
 {"rule":"uncaused","checked":8,"found":6,"note":null},
 {"rule":"unthreaded_message","checked":1,"found":1,"note":null},
 {"rule":"unthreaded_decision","checked":2,"found":1,"note":null},
 {"rule":"reused_correlation","checked":0,"found":0,"note":"this is a session, not a correlation"},
 {"rule":"unanswered_delegation","checked":1,"found":1,"note":null},
 {"rule":"decision_without_outcome","checked":2,"found":2,"note":null},
 {"rule":"rationale_missing","checked":4,"found":1,"note":null},
 {"rule":"tool_call_without_result","checked":2,"found":1,"note":null},
 {"rule":"unfinished","checked":0,"found":0,"note":"no model call and no beginning of a run was recorded"},
 {"rule":"silent_agent","checked":3,"found":2,"note":null},
 {"rule":"clock_skew","checked":1,"found":1,"note":null},
 {"rule":"dropped_attributes","checked":9,"found":1,"note":null},
 {"rule":"graph_conflict","checked":0,"found":0,"note":"no decision graph was changed"}]}

# What was begun, and did not end: a run, the session of another, and an answer that breaks off. The calls of a run
# that explains none are counted, and not ticked.
record
{"id":"u1","kind":"session_start","time":"2026-03-03T10:00:00Z","agent":"q","session":"cut","run":"one","fields":{"goal":"g"}}
{"id":"u2","kind":"llm_call","time":"2026-03-03T10:00:01Z","agent":"q","session":"cut","run":"one","parent":"u1",
 "fields":{"model":"m","message_id":"msg-1","call_ids":["k"]}}
{"id":"u3","kind":"tool_call","time":"2026-03-03T10:00:02Z","agent":"q","session":"cut","run":"one",
 "fields":{"tool_name":"Read","call_id":"k","output":"x"}}
{"id":"u4","kind":"termination","time":"2026-03-03T10:00:03Z","agent":"q","session":"cut","run":"one","parent":"u3",
 "fields":{"reason":"done"}}
{"id":"u5","kind":"prompt","time":"2026-03-03T10:01:00Z","agent":"q","session":"cut","run":"two","fields":{"text":"more"}}
{"id":"u6","kind":"llm_call","time":"2026-03-03T10:01:01Z","agent":"q","session":"cut","run":"two",
 "fields":{"model":"m","message_id":"msg-2"},"flags":["unfinished"]}

hence gaps cut
exit 1
----
Gaps: session cut

unfinished: record the end of every run: a termination, or a session_end
  [ ] u5: run two begins here, and its end was never recorded
  [ ] u6: the record breaks off in this model call

[x] missing_parents: every parent and cause was recorded (2 checked)
[x] cycles: no event leads to itself (2 checked)
[-] unresolved_refs: no rationale refers to anything
[x] uncaused: every step has a cause that was recorded or follows from the record (4 checked)
[-] unthreaded_message: no message was recorded
[-] unthreaded_decision: no decision was recorded
[-] reused_correlation: this is a session, not a correlation
[-] unanswered_delegation: no delegation was recorded
[-] decision_without_outcome: no decision was recorded
[-] rationale_missing: no rationale was ever given: 1 tool call
[x] tool_call_without_result: every tool call has a result (1 checked)
[-] silent_agent: no message was recorded
[x] clock_skew: no effect is earlier than its cause (2 checked)
[x] dropped_attributes: no emitter says that it dropped anything (6 checked)
[-] graph_conflict: no decision graph was changed
! incomplete: unfinished at u5: run two begins here, and its end was never recorded, and 1 more

# The whole answer takes the place of the one that broke off. A line that was refused is counted at the end.
record
exit 1
{"id":"u6","kind":"llm_call","time":"2026-03-03T10:01:01Z","agent":"q","session":"cut","run":"two","parent":"u5",
 "fields":{"model":"m","message_id":"msg-2","completion":"done"}}
{"id":"u8","kind":"termination","time":"2026-03-03T10:01:03Z","agent":"q","session":"cut","run":"two","parent":"u6",
 "fields":{"reason":"done"}}
{"id":"u9","kind":"NOT A KIND","time":"2026-03-03T10:01:03Z"}

hence gaps cut
----
Gaps: session cut

[x] missing_parents: every parent and cause was recorded (4 checked)
[x] cycles: no event leads to itself (4 checked)
[-] unresolved_refs: no rationale refers to anything
[x] uncaused: every step has a cause that was recorded or follows from the record (5 checked)
[-] unthreaded_message: no message was recorded
[-] unthreaded_decision: no decision was recorded
[-] reused_correlation: this is a session, not a correlation
[-] unanswered_delegation: no delegation was recorded
[-] decision_without_outcome: no decision was recorded
[-] rationale_missing: no rationale was ever given: 1 tool call
[x] tool_call_without_result: every tool call has a result (1 checked)
[x] unfinished: what was begun came to an end (4 checked)
[-] silent_agent: no message was recorded
[x] clock_skew: no effect is earlier than its cause (4 checked)
[x] dropped_attributes: no emitter says that it dropped anything (7 checked)
[-] graph_conflict: no decision graph was changed
1 line is kept in quarantine and no part of the record: hence quarantine

# A session of that name comes first, unless the scope says otherwise.
record
{"id":"n1","kind":"thought","time":"2026-03-02T15:00:00Z","agent":"q","session":"same","fields":{"text":"t"}}
{"id":"n2","kind":"thought","time":"2026-03-02T15:00:01Z","agent":"q","correlation":"same","parent":"n1","fields":{"text":"t"}}

hence gaps same
----
Gaps: session same

[-] missing_parents: no event names a parent or a cause
[-] cycles: no event names a parent or a cause
[-] unresolved_refs: no rationale refers to anything
[-] uncaused: no event needs a cause
[-] unthreaded_message: no message was recorded
[-] unthreaded_decision: no decision was recorded
[-] reused_correlation: this is a session, not a correlation
[-] unanswered_delegation: no delegation was recorded
[-] decision_without_outcome: no decision was recorded
[-] rationale_missing: no decision, assumption, curation or tool call was recorded
[-] tool_call_without_result: no tool call was recorded
[-] unfinished: no model call and no beginning of a run was recorded
[-] silent_agent: no message was recorded
[-] clock_skew: no event states a parent or a cause
[x] dropped_attributes: no emitter says that it dropped anything (1 checked)
[-] graph_conflict: no decision graph was changed
1 line is kept in quarantine and no part of the record: hence quarantine

hence gaps same --scope correlation --json
---- folded
{"id":"same","scope":"correlation","completeness":{"complete":true,"missing_parents":[],"cycles":[],
 "unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]},"rules":[
 {"rule":"missing_parents","checked":1,"found":0,"note":null},
 {"rule":"cycles","checked":0,"found":0,"note":"no event names a cause within this thread"},
 {"rule":"unresolved_refs","checked":0,"found":0,"note":"no rationale refers to anything"},
 {"rule":"uncaused","checked":1,"found":0,"note":null},
 {"rule":"unthreaded_message","checked":0,"found":0,"note":"no message was recorded"},
 {"rule":"unthreaded_decision","checked":0,"found":0,"note":"no decision was recorded"},
 {"rule":"reused_correlation","checked":1,"found":0,"note":null},
 {"rule":"unanswered_delegation","checked":0,"found":0,"note":"no delegation was recorded"},
 {"rule":"decision_without_outcome","checked":0,"found":0,"note":"no decision was recorded"},
 {"rule":"rationale_missing","checked":0,"found":0,
 "note":"no decision, assumption, curation or tool call was recorded"},
 {"rule":"tool_call_without_result","checked":0,"found":0,"note":"no tool call was recorded"},
 {"rule":"unfinished","checked":0,"found":0,"note":"no model call and no beginning of a run was recorded"},
 {"rule":"silent_agent","checked":0,"found":0,"note":"no message was recorded"},
 {"rule":"clock_skew","checked":1,"found":0,"note":null},
 {"rule":"dropped_attributes","checked":1,"found":0,"note":null},
 {"rule":"graph_conflict","checked":0,"found":0,"note":"no decision graph was changed"}]}

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
