# A collector's file: spans come when they end, so parents come after their children. Two spellings of
# the ids, kinds as names and as numbers, and one span whose parent never comes.
record --json
{"resourceSpans":[{"resource":{"attributes":[
 {"key":"service.name","value":{"stringValue":"travel-desk"}}]},"scopeSpans":[{"scope":{
 "name":"travel.agent","version":"2.1"},"spans":[
 {"traceId":"0A0B0C0D0E0F10111213141516171819","spanId":"2B00000000000002",
 "parentSpanId":"1A00000000000001","name":"chat haiku","kind":"SPAN_KIND_CLIENT",
 "startTimeUnixNano":"1771840801000000000","endTimeUnixNano":"1771840802500000000","attributes":[
 {"key":"gen_ai.operation.name","value":{"stringValue":"chat"}},
 {"key":"gen_ai.request.model","value":{"stringValue":"haiku"}},
 {"key":"gen_ai.usage.input_tokens","value":{"intValue":"210"}},
 {"key":"gen_ai.usage.output_tokens","value":{"intValue":40}},
 {"key":"gen_ai.input.messages","value":{"stringValue":
 "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"When does the next train to Turin leave?\"}]}]"}},
 {"key":"gen_ai.output.messages","value":{"stringValue":
 "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"reasoning\",\"content\":\"The timetable knows.\"},{\"type\":\"tool_call\",\"id\":\"call-1\",\"name\":\"timetable\",\"arguments\":{\"to\":\"Turin\"}}],\"finish_reason\":\"tool_call\"}]"}}],
 "status":{}},
 {"traceId":"CgsMDQ4PEBESExQVFhcYGQ==","spanId":"PAAAAAAAAAM=","parentSpanId":"KwAAAAAAAAI=",
 "name":"execute_tool timetable","kind":1,
 "startTimeUnixNano":1771840802600000000,"endTimeUnixNano":1771840802850000000,"attributes":[
 {"key":"gen_ai.operation.name","value":{"stringValue":"execute_tool"}},
 {"key":"gen_ai.tool.name","value":{"stringValue":"timetable"}},
 {"key":"gen_ai.tool.call.id","value":{"stringValue":"call-1"}},
 {"key":"gen_ai.tool.call.arguments","value":{"stringValue":"{\"to\":\"Turin\"}"}},
 {"key":"gen_ai.tool.call.result","value":{"stringValue":"14:10, platform 3"}}],
 "status":{"code":"STATUS_CODE_OK"}}]}]}]}
{"resource_spans":[{"resource":{"attributes":[
 {"key":"service.name","value":{"string_value":"travel-desk"}}]},"scope_spans":[{"scope":{
 "name":"travel.agent","version":"2.1"},"spans":[
 {"trace_id":"0a0b0c0d0e0f10111213141516171819","span_id":"4d00000000000004",
 "parent_span_id":"1a00000000000001","name":"chat haiku","kind":3,
 "start_time_unix_nano":"1771840803000000000","end_time_unix_nano":"1771840803700000000","attributes":[
 {"key":"gen_ai.operation.name","value":{"string_value":"chat"}},
 {"key":"gen_ai.request.model","value":{"string_value":"haiku"}},
 {"key":"gen_ai.usage.input_tokens","value":{"int_value":260}},
 {"key":"gen_ai.usage.output_tokens","value":{"int_value":15}},
 {"key":"gen_ai.output.messages","value":{"string_value":
 "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"At 14:10 from platform 3.\"}],\"finish_reason\":\"stop\"}]"}}]},
 {"trace_id":"0a0b0c0d0e0f10111213141516171819","span_id":"1a00000000000001",
 "parent_span_id":"","name":"invoke_agent travel","kind":1,
 "start_time_unix_nano":"1771840800000000000","end_time_unix_nano":"1771840804000000000","attributes":[
 {"key":"gen_ai.operation.name","value":{"string_value":"invoke_agent"}},
 {"key":"gen_ai.agent.name","value":{"string_value":"travel"}},
 {"key":"gen_ai.conversation.id","value":{"string_value":"trip-7"}},
 {"key":"gen_ai.input.messages","value":{"string_value":
 "[{\"role\":\"user\",\"parts\":[{\"type\":\"text\",\"content\":\"When does the next train to Turin leave?\"}]}]"}},
 {"key":"gen_ai.output.messages","value":{"string_value":
 "[{\"role\":\"assistant\",\"parts\":[{\"type\":\"text\",\"content\":\"At 14:10 from platform 3.\"}]}]"}}],
 "status":{"code":1}},
 {"trace_id":"0a0b0c0d0e0f10111213141516171819","span_id":"5e00000000000005",
 "parent_span_id":"6f00000000000006","name":"GET /platforms","kind":3,
 "start_time_unix_nano":"1771840802700000000","end_time_unix_nano":"1771840802710000000"}]}]}]}
----
{"accepted":8,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":8,"assigned":[]}

# The session is named on the agent's span alone; the others are of the same trace.
hence tree trip-7
----
Session: trip-7
Events: 2 root(s), depth: 3

[2026-02-23 10:00:00Z] Span: invoke_agent travel  (1a000000)
├─ [2026-02-23 10:00:00Z] Session started: When does the next train to Turin leave?  (1a000000~start)
├─ [2026-02-23 10:00:01Z] LLM call: haiku (250 tokens, 1.5s)  (2b000000)
│  ├─ [2026-02-23 10:00:02Z] Thought: The timetable knows.  (2b000000~t1)
│  └─ [2026-02-23 10:00:02Z] Tool call: timetable Turin (250ms)  (3c000000)
├─ [2026-02-23 10:00:03Z] LLM call: haiku "At 14:10 from platform 3." (275 tokens, 700ms)  (4d000000)
└─ [2026-02-23 10:00:04Z] Session ended: success  (1a000000~end)
[2026-02-23 10:00:02Z] Span: GET /platforms  (5e000000)
! incomplete: parent 6f00000000000006-0a0b0c0d0e0f10111213141516171819 of 5e00000000000005-0a0b0c0d0e0f10111213141516171819 was never recorded

hence context trip-7
----
Session: trip-7
Thoughts: 2, tool calls: 1, failed: 0

INCIDENT: When does the next train to Turin leave?  (1a000000~start)
1. [2026-02-23 10:00:01Z] travel: The timetable knows. (250 tokens, 1.5s)  (2b000000)
    calls timetable Turin (250ms)  (3c000000)
        returned: 14:10, platform 3
2. [2026-02-23 10:00:03Z] travel: At 14:10 from platform 3. (275 tokens, 700ms)  (4d000000)
ACTION: At 14:10 from platform 3.  (1a000000~end)
! incomplete: parent 6f00000000000006-0a0b0c0d0e0f10111213141516171819 of 5e00000000000005-0a0b0c0d0e0f10111213141516171819 was never recorded

hence debrief latest
----
Debrief: run 0a0b0c0d0e0f10111213141516171819
├─ Goal: When does the next train to Turin leave?
├─ Path: timetable Turin
├─ Termination: unknown
└─ Verdict: success | 525 tok | 4000ms
! 1 of 1 tool calls carry no rationale
! incomplete: parent 6f00000000000006-0a0b0c0d0e0f10111213141516171819 of 5e00000000000005-0a0b0c0d0e0f10111213141516171819 was never recorded

hence explain 3c000000
----
Causal Chain:

   [2026-02-23 10:00:00Z] Span: invoke_agent travel  (1a000000)
  -> [2026-02-23 10:00:00Z] Session started: When does the next train to Turin leave?  (1a000000~start)
       happened within it [explicit]
    -> [2026-02-23 10:00:01Z] LLM call: haiku (250 tokens, 1.5s)  (2b000000)
         answers the goal [derived]
      -> [2026-02-23 10:00:02Z] Tool call: timetable Turin (250ms)  (3c000000)
           said: "The timetable knows."

# What is sent again changes nothing, however it is spelled.
record --json
{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"travel-desk"}}]},
 "scopeSpans":[{"scope":{"name":"travel.agent","version":"2.1"},"spans":[
 {"traceId":"0A0B0C0D0E0F10111213141516171819","spanId":"5E00000000000005",
 "parentSpanId":"6F00000000000006","name":"GET /platforms","kind":"SPAN_KIND_CLIENT",
 "startTimeUnixNano":1771840802700000000,"endTimeUnixNano":1771840802710000000}]}]}
----
{"accepted":0,"duplicates":1,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

# The missing parent comes late. A span that cannot be read is kept apart from those around it.
record --json
{"resourceSpans":[{"scopeSpans":[{"spans":[
 {"traceId":"0a0b0c0d0e0f10111213141516171819","spanId":"6f00000000000006",
 "parentSpanId":"3c00000000000003","name":"platform lookup",
 "startTimeUnixNano":"1771840802650000000","endTimeUnixNano":"1771840802750000000"},
 {"traceId":"0a0b0c0d0e0f10111213141516171819","spanId":"lost","startTimeUnixNano":"5"}]}]}]}
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":1,"pending":0,"first_seq":9,"last_seq":10,"assigned":[]}
---- stderr
hence: -:1: resourceSpans[0].scopeSpans[0].spans[1].spanId is no id: neither 16 digits in hex nor base64 of them
hence: 1 line in quarantine; hence quarantine lists them

hence tree trip-7
----
Session: trip-7
Events: 1 root(s), depth: 5

[2026-02-23 10:00:00Z] Span: invoke_agent travel  (1a000000)
├─ [2026-02-23 10:00:00Z] Session started: When does the next train to Turin leave?  (1a000000~start)
├─ [2026-02-23 10:00:01Z] LLM call: haiku (250 tokens, 1.5s)  (2b000000)
│  ├─ [2026-02-23 10:00:02Z] Thought: The timetable knows.  (2b000000~t1)
│  └─ [2026-02-23 10:00:02Z] Tool call: timetable Turin (250ms)  (3c000000)
│     └─ [2026-02-23 10:00:02Z] Span: platform lookup  (6f000000)
│        └─ [2026-02-23 10:00:02Z] Span: GET /platforms  (5e000000)
├─ [2026-02-23 10:00:03Z] LLM call: haiku "At 14:10 from platform 3." (275 tokens, 700ms)  (4d000000)
└─ [2026-02-23 10:00:04Z] Session ended: success  (1a000000~end)

hence quarantine
----
   1  -:1                       resourceSpans[0].scopeSpans[0].spans[1].spanId is no id: neither 16 digits in hex nor base64 of them  (86 bytes)
