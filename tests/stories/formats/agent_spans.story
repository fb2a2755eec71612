# Rows of a table of spans. The id of a span is unique in its trace only.
record --json
{"trace_id":"t1","span_id":"1","session_id":"incident-1","start_time":"2026-02-23 10:00:00 UTC",
 "node_type":"Agent","node_label":"sre-agent","duration_ms":2000,"status_code":"OK"}
{"trace_id":"t1","span_id":"2","parent_id":"1","session_id":"incident-1",
 "start_time":"2026-02-23 10:00:00.100000 UTC","node_type":"LLM","node_label":"gemini-2.5",
 "duration_ms":300,"status_code":"UNSET","input_tokens":120,"output_tokens":30}
{"trace_id":"t1","span_id":"3","parent_id":"2","session_id":"incident-1",
 "start_time":"2026-02-23 10:00:00.400000 UTC","node_type":"Tool","node_label":"search_logs",
 "duration_ms":800.5,"status_code":"ERROR","status_message":"quota exceeded"}
{"trace_id":"t2","span_id":"1","start_time":"2026-02-23 10:01:00 UTC",
 "node_type":"Glue","node_label":"http.request"}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":4,"assigned":[]}

hence tree incident-1
----
Session: incident-1
Events: 1 root(s), depth: 3

[2026-02-23 10:00:00Z] Event: agent: sre-agent  (t1-1)
└─ [2026-02-23 10:00:00Z] LLM call: gemini-2.5 (150 tokens, 300ms)  (t1-2)
   └─ [2026-02-23 10:00:00Z] Tool call: search_logs FAILED: quota exceeded (800.5ms)  (t1-3)

hence events --json
---- folded
{"id":"t1-1","kind":"agent","time":"2026-02-23T10:00:00Z","agent":"sre-agent",
 "session":"incident-1","run":"t1","duration_ms":2000,"fields":{"name":"sre-agent","status":"ok"},
 "seq":1,"received":"*","source":"agent-spans"}
{"id":"t1-2","kind":"llm_call","time":"2026-02-23T10:00:00.100000Z","session":"incident-1",
 "run":"t1","parent":"t1-1","duration_ms":300,"fields":{"model":"gemini-2.5","prompt_tokens":120,
 "completion_tokens":30,"status_code":"UNSET"},"seq":2,"received":"*","source":"agent-spans"}
{"id":"t1-3","kind":"tool_call","time":"2026-02-23T10:00:00.400000Z","session":"incident-1",
 "run":"t1","parent":"t1-2","duration_ms":800.5,"fields":{"tool_name":"search_logs",
 "status":"error","error":"quota exceeded"},"seq":3,"received":"*","source":"agent-spans"}
{"id":"t2-1","kind":"span","time":"2026-02-23T10:01:00Z","run":"t2",
 "fields":{"name":"http.request"},"seq":4,"received":"*","source":"agent-spans"}

# The trajectory of a session has the logs of each span.
record --json
{"sessionId":"incident-2","trajectory":[{"traceId":"t9","spanId":"1","parentSpanId":null,
 "startTime":"2026-02-23T11:00:00Z","nodeType":"Tool","nodeLabel":"query_promql","durationMs":100,
 "statusCode":"OK","toolInput":"{\"query\":\"up\"}","toolOutput":"1","evaluations":[],
 "logs":[{"timestamp":"2026-02-23T11:00:00.050Z","severity":"INFO","payload":"asked prometheus"}]}]}
----
{"accepted":2,"duplicates":0,"quarantined":0,"pending":0,"first_seq":5,"last_seq":6,"assigned":[]}

hence tree incident-2
----
Session: incident-2
Events: 1 root(s), depth: 2

[2026-02-23 11:00:00Z] Tool call: query_promql up (100ms)  (t9-1)
└─ [2026-02-23 11:00:00Z] Log: INFO: asked prometheus  (39d4cc4a)

hence stats --session incident-1 --json
---- folded
{"agent":null,"events":3,"kinds":{"agent":1,"llm_call":1,"tool_call":1},"tool_calls":{"n":1,"mean_ms":801,
 "p50_ms":800.5,"p95_ms":800.5,"max_ms":800.5},"llm_calls":{"n":1,"mean_ms":300,"p50_ms":300,"p95_ms":300,
 "max_ms":300},"tokens":{"input":120,"output":30,"cache_read":null,"cache_write":null,"reasoning":null,
 "total":150,"prompt":120,"completion":30},"rationale":{"given":0,"missing":1},"slow":[
 {"event":"t1-3","summary":"Tool call: search_logs FAILED: quota exceeded (800.5ms)","duration_ms":800.5},
 {"event":"t1-2","summary":"LLM call: gemini-2.5 (150 tokens, 300ms)","duration_ms":300}],"errors":[
 {"error":"quota exceeded","count":1,"last_seen":"2026-02-23T10:00:00.400000Z","agents":[]}],"loops":[],
 "from":"2026-02-23T10:00:00Z","to":"2026-02-23T10:00:02Z","duration_ms":2000,"cost_usd":null,"computed":null,
 "by_tool":[
 {"tool":"search_logs","calls":1,"failed":1,"p50_ms":800.5,"p95_ms":800.5,"total_ms":800.5}],"by_agent":[
 {"agent":null,"events":2,"tool_calls":1,"llm_calls":1,"errors":1,"calls_ms":1100.5,"tokens":{"input":120,
 "output":30,"cache_read":null,"cache_write":null,"reasoning":null,"total":150},"cost_usd":null},
 {"agent":"sre-agent","events":1,"tool_calls":0,"llm_calls":0,"errors":0,"calls_ms":0,"tokens":{"input":null,
 "output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":null},"cost_usd":null}]}
