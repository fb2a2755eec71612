# A trace of Langfuse: an agent asks a model, the model asks for a tool, and the tool fails.
record --json
{"trace":{"id":"7e57a11ce0000000000000000000c0de","name":"support","timestamp":"2026-03-01T09:00:00.000Z",
 "sessionId":"s1","input":"where is order 7","output":"I could not find out."},
 "observations":[{"id":"aaaaaaaa00000001","traceId":"7e57a11ce0000000000000000000c0de",
 "parentObservationId":null,"type":"AGENT","name":"clerk","startTime":"2026-03-01T09:00:00.010Z",
 "endTime":"2026-03-01T09:00:04.000Z"},{"id":"bbbbbbbb00000002","traceId":"7e57a11ce0000000000000000000c0de",
 "parentObservationId":"aaaaaaaa00000001","type":"GENERATION","name":"plan",
 "startTime":"2026-03-01T09:00:00.100Z","endTime":"2026-03-01T09:00:01.000Z","model":"m-1",
 "input":"[{\"role\":\"user\",\"content\":\"where is order 7\"}]",
 "output":"{\"role\":\"assistant\",\"content\":\"I look it up.\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{\\\"order\\\":7}\"}}]}",
 "usageDetails":{"input":10,"output":5}},{"id":"cccccccc00000003",
 "traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":"aaaaaaaa00000001","type":"TOOL",
 "name":"find","startTime":"2026-03-01T09:00:01.100Z","endTime":"2026-03-01T09:00:02.000Z",
 "input":"{\"order\":7}","level":"ERROR","statusMessage":"ledger is locked"},{"id":"dddddddd00000004",
 "traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":"aaaaaaaa00000001","type":"GENERATION",
 "name":"answer","startTime":"2026-03-01T09:00:02.100Z","endTime":"2026-03-01T09:00:03.900Z","model":"m-1",
 "output":"I could not find out.","usageDetails":{"input":20,"output":6}}]}
----
{"accepted":6,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":6,"assigned":[]}

hence tree s1
----
Session: s1
Events: 1 root(s), depth: 3

[2026-03-01 09:00:00Z] Session started: where is order 7  (7e57a11c~start)
└─ [2026-03-01 09:00:00Z] Span: clerk  (aaaaaaaa)
   ├─ [2026-03-01 09:00:00Z] LLM call: m-1 "I look it up." (15 tokens, 900ms)  (bbbbbbbb)
   ├─ [2026-03-01 09:00:01Z] Tool call: find {"order":7} FAILED: ledger is locked (900ms)  (cccccccc)
   └─ [2026-03-01 09:00:02Z] LLM call: m-1 "I could not find out." (26 tokens, 1.8s)  (dddddddd)
[2026-03-01 09:00:04Z] Session ended  (7e57a11c~end)

hence debrief 7e57a11ce0000000000000000000c0de
----
Debrief: run 7e57a11ce0000000000000000000c0de
├─ Goal: where is order 7
├─ Path: find {"order":7}
├─ Termination: unknown
└─ Verdict: unknown | 41 tok | 4000ms
! 1 of 1 tool calls carry no rationale

hence context s1
----
Session: s1
Thoughts: 2, tool calls: 1, failed: 1

INCIDENT: where is order 7  (7e57a11c~start)
1. [2026-03-01 09:00:00Z] clerk: I look it up. (15 tokens, 900ms)  (bbbbbbbb)
    calls find {"order":7} (900ms) FAILED  (cccccccc)
        error: ledger is locked
2. [2026-03-01 09:00:02Z] clerk: I could not find out. (26 tokens, 1.8s)  (dddddddd)
ACTION: I could not find out.  (7e57a11c~end)

hence explain cccccccc
----
Causal Chain:

   [2026-03-01 09:00:00Z] Session started: where is order 7  (7e57a11c~start)
  -> [2026-03-01 09:00:00Z] LLM call: m-1 "I look it up." (15 tokens, 900ms)  (bbbbbbbb)
       answers the goal [derived]
    -> [2026-03-01 09:00:01Z] Tool call: find {"order":7} FAILED: ledger is locked (900ms)  (cccccccc)
         asked for by this call [derived]
         said: "I look it up."

# The tool did not say which call it was: it is the one that was asked for, by name and input.
hence events --kinds tool_call --json
---- folded
{"id":"cccccccc00000003-7e57a11ce0000000000000000000c0de","kind":"tool_call",
 "time":"2026-03-01T09:00:01.100Z","agent":"clerk","session":"s1","run":"7e57a11ce0000000000000000000c0de",
 "parent":"aaaaaaaa00000001-7e57a11ce0000000000000000000c0de","duration_ms":900,"fields":{"tool_name":"find",
 "input":{"order":7},"call_id":"c1","status":"error","error":"ledger is locked","name":"find",
 "attributes":{"langfuse.observation.level":"ERROR","langfuse.observation.status_message":"ledger is locked",
 "langfuse.observation.type":"tool","tool_call_id":"c1"},"langfuse":{"type":"TOOL","level":"ERROR"}},"seq":5,
 "received":"*","source":"langfuse"}

# The same trace, scored and tagged since: what is there stands, and only the score is added.
record --json
{"trace":{"id":"7e57a11ce0000000000000000000c0de","name":"support","timestamp":"2026-03-01T09:00:00.000Z",
 "sessionId":"s1","input":"where is order 7","output":"I could not find out.","tags":["bad"],
 "scores":[{"id":"5c0re001-0000","traceId":"7e57a11ce0000000000000000000c0de","name":"solved","value":0,
 "dataType":"NUMERIC","timestamp":"2026-03-02T00:00:00Z"}]},"observations":[{"id":"aaaaaaaa00000001",
 "traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":null,"type":"AGENT","name":"clerk",
 "startTime":"2026-03-01T09:00:00.010Z","endTime":"2026-03-01T09:00:04.000Z"},{"id":"bbbbbbbb00000002",
 "traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":"aaaaaaaa00000001","type":"GENERATION",
 "name":"plan","startTime":"2026-03-01T09:00:00.100Z","endTime":"2026-03-01T09:00:01.000Z","model":"m-1",
 "input":"[{\"role\":\"user\",\"content\":\"where is order 7\"}]",
 "output":"{\"role\":\"assistant\",\"content\":\"I look it up.\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{\\\"order\\\":7}\"}}]}",
 "usageDetails":{"input":10,"output":5}},{"id":"cccccccc00000003",
 "traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":"aaaaaaaa00000001","type":"TOOL",
 "name":"find","startTime":"2026-03-01T09:00:01.100Z","endTime":"2026-03-01T09:00:02.000Z",
 "input":"{\"order\":7}","level":"ERROR","statusMessage":"ledger is locked"},{"id":"dddddddd00000004",
 "traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":"aaaaaaaa00000001","type":"GENERATION",
 "name":"answer","startTime":"2026-03-01T09:00:02.100Z","endTime":"2026-03-01T09:00:03.900Z","model":"m-1",
 "output":"I could not find out.","usageDetails":{"input":20,"output":6}}]}
----
{"accepted":1,"duplicates":6,"quarantined":0,"pending":0,"first_seq":7,"last_seq":7,"assigned":[]}

hence events --kinds observation --json
---- folded
{"id":"5c0re001-0000","kind":"observation","time":"2026-03-02T00:00:00Z","session":"s1",
 "run":"7e57a11ce0000000000000000000c0de","parent":"7e57a11ce0000000000000000000c0de~start",
 "fields":{"key":"score:solved","content":"solved: 0","value":0,"dataType":"NUMERIC"},"seq":7,"received":"*",
 "source":"langfuse"}

# Rows of the table of observations, and one that cannot be read.
record --json
{"id":"bbbbbbbb00000002","traceId":"7e57000000000000000000000000beef","parentObservationId":null,
 "type":"GENERATION","name":"plan","startTime":"2026-03-01T09:00:00.100Z",
 "endTime":"2026-03-01T09:00:01.000Z","model":"m-1",
 "input":"[{\"role\":\"user\",\"content\":\"where is order 7\"}]",
 "output":"{\"role\":\"assistant\",\"content\":\"I look it up.\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{\\\"order\\\":7}\"}}]}",
 "usageDetails":{"input":10,"output":5}}
{"id":"x","traceId":"7e57a11ce0000000000000000000c0de","parentObservationId":"aaaaaaaa00000001",
 "type":"GENERATION","name":"plan","startTime":"soon","endTime":"later","model":"m-1",
 "input":"[{\"role\":\"user\",\"content\":\"where is order 7\"}]",
 "output":"{\"role\":\"assistant\",\"content\":\"I look it up.\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"find\",\"arguments\":\"{\\\"order\\\":7}\"}}]}",
 "usageDetails":{"input":10,"output":5}}
exit 1
----
{"accepted":2,"duplicates":0,"quarantined":1,"pending":0,"first_seq":8,"last_seq":9,"assigned":[]}
---- stderr
hence: -:2: observation x: the span has neither a start nor an end
hence: 1 line in quarantine; hence quarantine lists them
