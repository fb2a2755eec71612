# The last action has no result yet: it is held back, and its model call with it.
record --json
{"id":"aaaaaaaa-1","timestamp":"2026-03-01T10:00:00.000000","source":"user","llm_message":{"role":"user",
 "content":[{"type":"text","text":"Oil the gate."}]},"kind":"MessageEvent"}
{"id":"bbbbbbbb-2","timestamp":"2026-03-01T10:00:01.000000","source":"agent","thought":[{"type":"text",
 "text":"I look."}],"reasoning_content":"Which one squeaks?","action":{"command":"ls"},"tool_name":"terminal",
 "tool_call_id":"c1","llm_response_id":"r1","kind":"ActionEvent"}
{"id":"cccccccc-3","timestamp":"2026-03-01T10:00:02.000000","source":"environment","tool_name":"terminal",
 "tool_call_id":"c1","observation":{"content":[{"type":"text","text":"no such gate"}],"is_error":true},
 "action_id":"bbbbbbbb-2","kind":"ObservationEvent"}
{"id":"dddddddd-4","timestamp":"2026-03-01T10:00:03.000000","source":"agent","thought":[{"type":"text",
 "text":"I oil all."}],"action":{"command":"oil"},"tool_name":"terminal","tool_call_id":"c2",
 "llm_response_id":"r2","kind":"ActionEvent"}
----
{"accepted":7,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":7,"assigned":[]}

# The user declines it.
record --json
{"id":"aaaaaaaa-1","timestamp":"2026-03-01T10:00:00.000000","source":"user","llm_message":{"role":"user",
 "content":[{"type":"text","text":"Oil the gate."}]},"kind":"MessageEvent"}
{"id":"bbbbbbbb-2","timestamp":"2026-03-01T10:00:01.000000","source":"agent","thought":[{"type":"text",
 "text":"I look."}],"reasoning_content":"Which one squeaks?","action":{"command":"ls"},"tool_name":"terminal",
 "tool_call_id":"c1","llm_response_id":"r1","kind":"ActionEvent"}
{"id":"cccccccc-3","timestamp":"2026-03-01T10:00:02.000000","source":"environment","tool_name":"terminal",
 "tool_call_id":"c1","observation":{"content":[{"type":"text","text":"no such gate"}],"is_error":true},
 "action_id":"bbbbbbbb-2","kind":"ObservationEvent"}
{"id":"dddddddd-4","timestamp":"2026-03-01T10:00:03.000000","source":"agent","thought":[{"type":"text",
 "text":"I oil all."}],"action":{"command":"oil"},"tool_name":"terminal","tool_call_id":"c2",
 "llm_response_id":"r2","kind":"ActionEvent"}
{"id":"eeeeeeee-5","timestamp":"2026-03-01T10:00:05.000000","source":"environment","tool_name":"terminal",
 "tool_call_id":"c2","action_id":"dddddddd-4","rejection_reason":"Only the lower one.",
 "rejection_source":"user","kind":"UserRejectObservation"}
----
{"accepted":2,"duplicates":6,"quarantined":0,"pending":0,"first_seq":8,"last_seq":9,"assigned":[]}

hence debrief latest
----
Debrief: run aaaaaaaa-1
├─ Goal: Oil the gate.
├─ Path: terminal ×2 → decision:permission
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 2 of 2 tool calls carry no rationale

hence events --kinds tool_call,decision
----
[2026-03-01 10:00:01Z] tool_call    openhands     Tool call: terminal `ls` FAILED: no such gate (1s)  (bbbbbbbb)
[2026-03-01 10:00:03Z] tool_call    openhands     Tool call: terminal `oil` FAILED: Only the lower one.  (dddddddd)
[2026-03-01 10:00:05Z] decision     user          Decision: run terminal -> reject  (eeeeeeee)
