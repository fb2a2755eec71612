# A trace as Jaeger's interface downloads it. Ids have lost their zeros in front.
record --json
{"data":[{"traceID":"a1","spans":[
 {"traceID":"a1","spanID":"10","operationName":"invoke_agent planner","startTime":1771840800000000,
 "duration":4000000,"references":[],"logs":[],"processID":"p1","tags":[
 {"key":"gen_ai.operation.name","type":"string","value":"invoke_agent"},
 {"key":"gen_ai.conversation.id","type":"string","value":"trip"}]},
 {"traceID":"a1","spanID":"11","operationName":"execute_tool fares","startTime":1771840801000000,
 "duration":250000,"references":[{"refType":"CHILD_OF","traceID":"a1","spanID":"10"}],
 "processID":"p1","tags":[{"key":"gen_ai.tool.name","type":"string","value":"fares"},
 {"key":"gen_ai.tool.call.id","type":"string","value":"c1"},
 {"key":"error","type":"bool","value":true},
 {"key":"otel.status_description","type":"string","value":"no such station"}],
 "logs":[{"timestamp":1771840801200000,"fields":[
 {"key":"event","type":"string","value":"retry"}]}]},
 {"traceID":"a1","operationName":"lost"}],
 "processes":{"p1":{"serviceName":"planner","tags":[]}}}],
 "total":0,"limit":0,"offset":0,"errors":null}
exit 1
----
{"accepted":3,"duplicates":0,"quarantined":1,"pending":0,"first_seq":1,"last_seq":3,"assigned":[]}

hence tree trip
----
Session: trip
Events: 1 root(s), depth: 3

[2026-02-23 10:00:00Z] Span: invoke_agent planner  (00000000)
└─ [2026-02-23 10:00:01Z] Tool call: fares FAILED: no such station (250ms)  (0000000000000011)
   └─ [2026-02-23 10:00:01Z] Log: retry  (00000000~l1)

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":1,"reason":"span 3 of the document: spanID is missing or all zeros",
 "size":39,"count":1}]

# The same span by another way, in other words, is a duplicate.
record --json
{"traceID":"00000000000000a1","spanID":"11","operationName":"execute_tool fares","duration":250001,
 "startTime":1771840801000000}
----
{"accepted":0,"duplicates":1,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}
