# A trace of Cloud Trace, version 1: its span ids are decimal.
record --json
{"projectId":"shop","traceId":"0123456789abcdef0123456789abcdef","spans":[
 {"spanId":"26","name":"invoke_agent sre","startTime":"2026-03-01T10:00:00Z",
 "endTime":"2026-03-01T10:00:09Z","labels":{"gen_ai.operation.name":"invoke_agent",
 "gen_ai.agent.name":"sre","gen_ai.conversation.id":"incident"}},
 {"spanId":"27","parentSpanId":"26","name":"execute_tool metrics",
 "startTime":"2026-03-01T10:00:01Z","endTime":"2026-03-01T10:00:03.5Z",
 "labels":{"gen_ai.operation.name":"execute_tool","gen_ai.tool.name":"metrics",
 "gcp.vertex.agent.tool_call_args":"{\"name\":\"latency\"}","/error/message":"deadline exceeded"}},
 {"spanId":"0","name":"lost"}]}
exit 1
----
{"accepted":2,"duplicates":0,"quarantined":1,"pending":0,"first_seq":1,"last_seq":2,"assigned":[]}

# Version 2 calls the same span by the same id in hex.
record --json
{"name":"projects/shop/traces/0123456789abcdef0123456789abcdef/spans/000000000000001b",
 "spanId":"000000000000001b","displayName":{"value":"execute_tool metrics"},
 "startTime":"2026-03-01T10:00:01Z","endTime":"2026-03-01T10:00:03.5Z"}
----
{"accepted":0,"duplicates":1,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

# So do the logs.
record --json
{"insertId":"i1","logName":"projects/shop/logs/agent","timestamp":"2026-03-01T10:00:03Z",
 "severity":"WARNING","jsonPayload":{"message":"still waiting","waited_s":2},
 "trace":"projects/shop/traces/0123456789abcdef0123456789abcdef","spanId":"000000000000001b"}
{"insertId":"i2","logName":"projects/shop/logs/agent","textPayload":"when?"}
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":1,"pending":0,"first_seq":3,"last_seq":3,"assigned":[]}

hence tree incident
----
Session: incident
Events: 1 root(s), depth: 3

[2026-03-01 10:00:00Z] Span: invoke_agent sre  (00000000)
└─ [2026-03-01 10:00:01Z] Tool call: metrics latency FAILED: deadline exceeded (2.5s)  (000000000000001b)
   └─ [2026-03-01 10:00:03Z] Log: WARNING: still waiting  (5c355d4c)

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":1,"reason":"span 3 of the document: spanId is missing or zero",
 "size":28,"count":1},{"n":2,"source":"-","line":2,
 "reason":"log record: the log record has neither a time nor an observed time","size":76,
 "count":1}]

hence trajectory incident --json
---- folded
{"session":"incident","trajectory":[
 {"event":"000000000000001a-0123456789abcdef0123456789abcdef","parent":null,
 "run":"0123456789abcdef0123456789abcdef","time":"2026-03-01T10:00:00.000000000Z","duration_ms":9000,
 "kind":"span","label":"Span: invoke_agent sre","status":null,"model":null,"tokens":null,"messages":null,
 "completion":null,"tool_name":null,"tool_input":null,"tool_output":null,"error":null,"rationale":null,
 "logs":[]},
 {"event":"000000000000001b-0123456789abcdef0123456789abcdef",
 "parent":"000000000000001a-0123456789abcdef0123456789abcdef","run":"0123456789abcdef0123456789abcdef",
 "time":"2026-03-01T10:00:01.000000000Z","duration_ms":2500,"kind":"tool_call",
 "label":"Tool call: metrics latency FAILED: deadline exceeded (2.5s)","status":"error","model":null,
 "tokens":null,"messages":null,"completion":null,"tool_name":"metrics","tool_input":{"name":"latency"},
 "tool_output":null,"error":"deadline exceeded","rationale":null,"logs":[
 {"time":"2026-03-01T10:00:03.000000000Z","severity":"WARNING","body":"still waiting"}]}],"next":null,
 "completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],
 "truncated":0,"gaps":[]}}
