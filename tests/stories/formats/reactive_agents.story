# A trace with reasons is debriefed as it was told.
record --json
{"kind":"run-started","runId":"run-debrief-test","timestamp":1000,"iter":-1,"seq":0,
 "task":"find current price of AAPL stock","model":"test","provider":"test","config":{}}
{"kind":"tool-call-start","runId":"run-debrief-test","timestamp":1100,"iter":1,"seq":1,"toolName":"web_search",
 "rationale":{"why":"needs fresh price data","refs":["scratch:goal"]}}
{"kind":"assumption-recorded","runId":"run-debrief-test","timestamp":1200,"iter":1,"seq":2,
 "assumption":"user means USD","rationale":{"why":"no currency specified","confidence":0.6}}
{"kind":"tool-call-start","runId":"run-debrief-test","timestamp":2000,"iter":2,"seq":3,"toolName":"calculator",
 "rationale":{"why":"verify cited number"}}
{"kind":"curator-decision","runId":"run-debrief-test","timestamp":2100,"iter":2,"seq":4,"action":"marked-untrusted",
 "targetRef":"obs:scrape-1","rationale":{"why":"no audit trail"}}
{"kind":"alternatives-considered","runId":"run-debrief-test","timestamp":2200,"iter":2,"seq":5,"chosen":"calculator",
 "alternatives":[{"option":"ask-human","rejectedBecause":"no human in loop"}]}
{"kind":"kernel-state-snapshot","runId":"run-debrief-test","timestamp":3000,"iter":3,"seq":6,"status":"done",
 "toolsUsed":["web_search","calculator"],"tokens":1500,"terminatedBy":"quality_threshold",
 "terminationRationale":{"why":"quality 0.92 ≥ threshold 0.90"}}
{"kind":"run-completed","runId":"run-debrief-test","timestamp":3500,"iter":-1,"seq":7,"status":"success",
 "totalTokens":1500,"totalCostUsd":0,"durationMs":2500}
----
{"accepted":8,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":8,"assigned":[]}

hence debrief run-debrief-test
----
Debrief: run run-debrief-test
├─ Goal: find current price of AAPL stock
├─ Path: web_search → calculator
├─ Why this path
│   • iter 1 chose tool:web_search: "needs fresh price data" (refs: scratch:goal)
│   • iter 2 chose tool:calculator: "verify cited number"
├─ Assumptions
│   • "user means USD" (conf: 0.60) — no currency specified
├─ Curator
│   • iter 2 marked-untrusted obs:scrape-1 — "no audit trail"
├─ Alternatives considered
│   • iter 2 chose calculator
│     ✗ ask-human — no human in loop
├─ Termination: quality_threshold — "quality 0.92 ≥ threshold 0.90"
└─ Verdict: success | 1500 tok | 2500ms

# A trace as it is written in practice: no goal, no reasons, an end that does not name its start.
record --json
{"kind":"run-started","runId":"01KX8KB9JD","timestamp":1783773898317,"iter":-1,"seq":41,"task":"","model":"test",
 "provider":"test","config":{}}
{"kind":"llm-exchange","runId":"01KX8KB9JD","timestamp":1783773898427,"iter":0,"seq":58,"provider":"unknown",
 "model":"test","requestKind":"stream","systemPrompt":"be brief","messages":[{"role":"user","content":"write a note"}],
 "toolSchemaNames":["file-write"],"response":{"content":"","toolCalls":[{"name":"file-write",
 "arguments":{"path":"./note.md"}}],"stopReason":"tool_use","tokensIn":150,"tokensOut":0,"costUsd":0,"durationMs":1}}
{"kind":"tool-call-start","runId":"01KX8KB9JD","timestamp":1783773898437,"iter":0,"seq":66,"toolName":"file-write"}
{"kind":"tool-call-end","runId":"01KX8KB9JD","timestamp":1783773898445,"iter":-1,"seq":69,"toolName":"file-write",
 "durationMs":6,"ok":true,"args":{"path":"/tmp/note.md"},"result":"✓ Written to ./note.md","resultTruncated":false}
{"kind":"kernel-state-snapshot","runId":"01KX8KB9JD","timestamp":1783773898458,"iter":3,"seq":92,"status":"done",
 "tokens":565,"terminatedBy":"controller_early_stop:dispatcher_early_stop"}
{"kind":"run-completed","runId":"01KX8KB9JD","timestamp":1783773898467,"iter":-1,"seq":114,"status":"success",
 "output":"wrote the note","totalTokens":565,"totalCostUsd":0,"durationMs":150}
----
{"accepted":6,"duplicates":0,"quarantined":0,"pending":0,"first_seq":9,"last_seq":14,"assigned":[]}

hence debrief 01KX8KB9JD
----
Debrief: run 01KX8KB9JD
├─ Path: file-write
├─ Termination: controller_early_stop:dispatcher_early_stop
└─ Verdict: success | 150 tok | 150ms
! 1 of 1 tool calls carry no rationale

hence events --session 01KX8KB9JD --kinds tool_call,observation --json
---- folded
{"id":"019f5135-a6c5-7bf5-a5c7-eda07e615c77","kind":"tool_call","time":"2026-07-11T12:44:58.437Z",
 "session":"01KX8KB9JD","run":"01KX8KB9JD","parent":"019f5135-a6bb-7283-95e6-5b255fae0770","iteration":0,
 "fields":{"tool_name":"file-write","call_id":"019f5135-a6c5-7bf5-a5c7-eda07e615c77","seq":66},"seq":11,
 "received":"*","source":"reactive-agents","flags":["parent_derived"]}
{"id":"019f5135-a6cd-7adc-a1dc-3d9eda717a2f","kind":"observation","time":"2026-07-11T12:44:58.445Z",
 "session":"01KX8KB9JD","run":"01KX8KB9JD","iteration":-1,"duration_ms":6,"fields":{"key":"obs:1",
 "tool_name":"file-write","content":"✓ Written to ./note.md","status":"ok",
 "call_id":"019f5135-a6c5-7bf5-a5c7-eda07e615c77","seq":69,"args":{"path":"/tmp/note.md"},
 "resultTruncated":false},"seq":12,"received":"*","source":"reactive-agents"}

# The same line again changes nothing, and one that cannot be read is kept with its number.
record --json
{"kind":"run-completed","runId":"01KX8KB9JD","timestamp":1783773898467,"iter":-1,"seq":114,"status":"success",
 "output":"wrote the note","totalTokens":565,"totalCostUsd":0,"durationMs":150}
{"kind":"run-completed","timestamp":1}
exit 1
----
{"accepted":0,"duplicates":1,"quarantined":1,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

# A run that another one started is part of its session, and its answer to a delegation.
record --json
{"kind":"run-started","runId":"top","timestamp":5000,"iter":-1,"seq":1,"task":"plan a trip"}
{"kind":"run-started","runId":"top.scout-0a1b2c3d","timestamp":6000,"iter":-1,"seq":2,"task":"find trains",
 "rootRunId":"top","parentRunId":"top","depth":1}
{"kind":"tool-call-start","runId":"top.scout-0a1b2c3d","timestamp":6100,"iter":1,"seq":3,"toolName":"timetable"}
{"kind":"tool-call-start","runId":"top.scout-0a1b2c3d","timestamp":6200,"iter":1,"seq":4,"toolName":"timetable"}
{"kind":"tool-call-end","runId":"top.scout-0a1b2c3d","timestamp":6300,"iter":-1,"seq":5,"toolName":"timetable",
 "ok":false,"error":"no such station","durationMs":200}
{"kind":"run-completed","runId":"top.scout-0a1b2c3d","timestamp":7000,"iter":-1,"seq":6,"status":"failure",
 "rootRunId":"top","parentRunId":"top","depth":1,"totalTokens":10,"durationMs":1000}
----
{"accepted":7,"duplicates":0,"quarantined":0,"pending":0,"first_seq":15,"last_seq":21,"assigned":[]}

hence tree top --delegations
----
Session: top
Events: 2 root(s), depth: 2

[1970-01-01 00:00:05Z] Session started: plan a trip  (afc4911d)
[1970-01-01 00:00:06Z] Delegation: top -> scout (find trains)  (9ee08dc8)
├─ [1970-01-01 00:00:06Z] Session started: find trains  (65d75fec)
├─ [1970-01-01 00:00:06Z] Tool call: timetable FAILED: no such station (200ms)  (683e3a29)
├─ [1970-01-01 00:00:06Z] Tool call: timetable  (b49c3041)
├─ [1970-01-01 00:00:06Z] Observation: obs:1  (f9b228e0)
└─ [1970-01-01 00:00:07Z] Session ended: failure  (b1bd21ad)

hence events --session top --kinds delegation,observation --json
---- folded
{"id":"00000000-1770-7f52-b374-14739ee08dc8","kind":"delegation","time":"1970-01-01T00:00:06.000Z",
 "session":"top","run":"top","fields":{"parent_id":"top","child_id":"scout","task":"find trains",
 "run_id":"top.scout-0a1b2c3d"},"seq":16,"received":"*","source":"reactive-agents","flags":["derived"]}
{"id":"00000000-189c-78f9-913e-6726f9b228e0","kind":"observation","time":"1970-01-01T00:00:06.300Z",
 "agent":"scout","session":"top","run":"top.scout-0a1b2c3d","iteration":-1,"duration_ms":200,
 "fields":{"key":"obs:1","tool_name":"timetable","status":"error","error":"no such station",
 "call_id":"00000000-17d4-7e90-867d-e91c683e3a29","pairing":"ambiguous","pairing_candidates":2,
 "pairing_candidate_ids":["00000000-17d4-7e90-867d-e91c683e3a29","00000000-1838-714b-9a55-16f9b49c3041"],
 "seq":5},"seq":20,"received":"*","source":"reactive-agents","flags":["session_derived"]}

# Reasons in a model's text go to the calls of that turn; assumptions in it are told as derived.
record --json
{"kind":"llm-exchange","runId":"said","timestamp":9000,"iter":1,"seq":1,"model":"m","response":{"content":
 "<rationale call=\"1\">{\"why\":\"needs fresh data\"}</rationale> I assume dollars because no currency is given.",
 "toolCalls":[{"name":"web_search"}]}}
{"kind":"tool-call-start","runId":"said","timestamp":9100,"iter":1,"seq":2,"toolName":"web_search"}
{"kind":"llm-exchange","runId":"said","timestamp":9200,"iter":2,"seq":3,"model":"m",
 "response":{"content":"I assume it is Friday."}}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":1,"first_seq":22,"last_seq":25,"assigned":[]}

hence debrief said
----
Debrief: run said
├─ Path: web_search
├─ Why this path
│   • iter 1 chose tool:web_search: "needs fresh data"
├─ Assumptions
│   • "dollars" — no currency is given
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
