# Claude Code tells what it does in log records. All that one prompt led to hangs on that prompt.
record --json
{"resourceLogs":[{"resource":{"attributes":[
 {"key":"service.name","value":{"stringValue":"claude-code"}}]},"scopeLogs":[{"scope":{
 "name":"com.anthropic.claude_code.events"},"logRecords":[
 {"timeUnixNano":"1771840800000000000","body":{"stringValue":"claude_code.user_prompt"},"attributes":[
 {"key":"event.name","value":{"stringValue":"user_prompt"}},
 {"key":"session.id","value":{"stringValue":"cc-1"}},{"key":"prompt.id","value":{"stringValue":"p-1"}},
 {"key":"prompt","value":{"stringValue":"Fix the failing test"}}]},
 {"timeUnixNano":"1771840802000000000","body":{"stringValue":"claude_code.api_request"},"attributes":[
 {"key":"session.id","value":{"stringValue":"cc-1"}},{"key":"prompt.id","value":{"stringValue":"p-1"}},
 {"key":"model","value":{"stringValue":"claude-x"}},{"key":"input_tokens","value":{"intValue":"12"}},
 {"key":"output_tokens","value":{"intValue":40}},{"key":"duration_ms","value":{"intValue":1500}}]},
 {"timeUnixNano":"1771840802100000000","body":{"stringValue":"claude_code.tool_decision"},"attributes":[
 {"key":"session.id","value":{"stringValue":"cc-1"}},{"key":"prompt.id","value":{"stringValue":"p-1"}},
 {"key":"tool_name","value":{"stringValue":"Bash"}},{"key":"decision","value":{"stringValue":"accept"}}]},
 {"timeUnixNano":"1771840803000000000","body":{"stringValue":"claude_code.tool_result"},"attributes":[
 {"key":"session.id","value":{"stringValue":"cc-1"}},{"key":"prompt.id","value":{"stringValue":"p-1"}},
 {"key":"tool_name","value":{"stringValue":"Bash"}},{"key":"success","value":{"stringValue":"false"}},
 {"key":"error","value":{"stringValue":"exit 1"}},{"key":"duration_ms","value":{"stringValue":"900"}}]}]}]}]}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":4,"assigned":[]}

hence tree cc-1
----
Session: cc-1
Events: 1 root(s), depth: 2

[2026-02-23 10:00:00Z] Session started: Fix the failing test  (6b08efcb)
├─ [2026-02-23 10:00:02Z] Decision: accept Bash -> accept  (1d07b42f)
└─ [2026-02-23 10:00:02Z] Tool call: Bash FAILED: exit 1 (900ms)  (f9b0c294)
[2026-02-23 10:00:00Z] LLM call: claude-x (52 tokens, 1.5s)  (957bc3f0)

hence explain f9b0c294
----
Causal Chain:

   [2026-02-23 10:00:00Z] Session started: Fix the failing test  (6b08efcb)
  -> [2026-02-23 10:00:02Z] Tool call: Bash FAILED: exit 1 (900ms)  (f9b0c294)
       happened within it [derived]

hence debrief p-1
----
Debrief: run p-1
├─ Goal: Fix the failing test
├─ Path: decision:tool_permission → Bash
├─ Failed on: Tool call: Bash FAILED: exit 1 (900ms)  (f9b0c294)
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 1 of 1 tool calls carry no rationale

# Anybody can state a decision and what came of it. One record states no time, and is refused.
record --json
{"resourceLogs":[{"scopeLogs":[{"logRecords":[
 {"timeUnixNano":"1771840804000000000","eventName":"hence.decision","attributes":[
 {"key":"id","value":{"stringValue":"d1"}},{"key":"session","value":{"stringValue":"cc-1"}},
 {"key":"agent","value":{"stringValue":"lead"}},
 {"key":"description","value":{"stringValue":"merge it?"}},{"key":"chosen","value":{"stringValue":"no"}},
 {"key":"why","value":{"stringValue":"a test fails"}},{"key":"confidence","value":{"doubleValue":0.75}}]},
 {"timeUnixNano":"1771840805000000000","eventName":"hence.outcome","attributes":[
 {"key":"of","value":{"stringValue":"d1"}},{"key":"session","value":{"stringValue":"cc-1"}},
 {"key":"correct","value":{"boolValue":true}}]},
 {"body":{"stringValue":"when?"}}]}]}]}
exit 1
----
{"accepted":2,"duplicates":0,"quarantined":1,"pending":0,"first_seq":5,"last_seq":6,"assigned":[]}

hence calibration --bins 1
----
Calibration: 1 decision (0 more without outcome)
Brier 0.0625, ECE 0.2500

  how sure, how many, how often right (█) against how sure (◆)
  0.00-1.00  1  █████████████████████████████◆██████████  right 1.00 (95 %: 0.21-1.00), sure 0.75

hence events --kinds decision,outcome --where 'fields.otel_event ~ "hence."' --json
---- folded
{"id":"d1","kind":"decision","time":"2026-02-23T10:00:04.000000000Z","agent":"lead",
 "session":"cc-1","run":"cc-1","rationale":{"why":"a test fails","confidence":0.75},
 "fields":{"chosen":"no","description":"merge it?","otel_event":"hence.decision"},
 "seq":5,"received":"*","source":"otlp"}
{"id":"4c29eebc37692e5e324336422fc36c4e","kind":"outcome",
 "time":"2026-02-23T10:00:05.000000000Z","session":"cc-1","run":"cc-1",
 "fields":{"correct":true,"of":"d1","otel_event":"hence.outcome"},
 "seq":6,"received":"*","source":"otlp"}
