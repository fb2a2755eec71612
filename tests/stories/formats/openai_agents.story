# A customer is handed over, and a guardrail stops the refund.
record --json
{"object":"trace","id":"trace_5b1e","workflow_name":"Customer service","group_id":"chat-42",
 "metadata":{"channel":"web"}}
{"object":"trace.span","id":"span_8c41d7e0","trace_id":"trace_5b1e","parent_id":"span_3f0a91c2",
 "started_at":"2026-03-02T09:00:00.100000+00:00","ended_at":"2026-03-02T09:00:01.900000+00:00",
 "span_data":{"type":"generation","input":[{"role":"system",
 "content":"Send each customer to the right desk."},{"role":"user",
 "content":"My parcel never came, I want my money back."}],"output":[{"role":"assistant","content":null,
 "tool_calls":[{"id":"call_a1","type":"function","function":{"name":"find_order",
 "arguments":"{\"customer\":\"c-17\"}"}}]}],"model":"gpt-4.1","model_config":{"temperature":0.2},
 "usage":{"input_tokens":210,"output_tokens":18}},"error":null}
{"object":"trace.span","id":"span_b27e5510","trace_id":"trace_5b1e","parent_id":"span_3f0a91c2",
 "started_at":"2026-03-02T09:00:01.910000+00:00","ended_at":"2026-03-02T09:00:02.310000+00:00",
 "span_data":{"type":"function","name":"find_order","input":"{\"customer\":\"c-17\"}",
 "output":"{\"order\":\"o-9\",\"state\":\"lost\"}","mcp_data":null},"error":null}
{"object":"trace.span","id":"span_d90c3a4f","trace_id":"trace_5b1e","parent_id":"span_3f0a91c2",
 "started_at":"2026-03-02T09:00:02.400000+00:00","ended_at":"2026-03-02T09:00:02.400000+00:00",
 "span_data":{"type":"handoff","from_agent":"Triage","to_agent":"Refunds"},"error":null}
{"object":"trace.span","id":"span_3f0a91c2","trace_id":"trace_5b1e","parent_id":null,
 "started_at":"2026-03-02T09:00:00.000000+00:00","ended_at":"2026-03-02T09:00:02.500000+00:00",
 "span_data":{"type":"agent","name":"Triage","handoffs":["Refunds"],"tools":["find_order"],"output_type":"str"},
 "error":null}
{"object":"trace.span","id":"span_f1a8c9d3","trace_id":"trace_5b1e","parent_id":"span_e6120b77",
 "started_at":"2026-03-02T09:00:02.600000+00:00","ended_at":"2026-03-02T09:00:03.100000+00:00",
 "span_data":{"type":"guardrail","name":"Refund limit","triggered":true},"error":null}
{"object":"trace.span","id":"span_e6120b77","trace_id":"trace_5b1e","parent_id":null,
 "started_at":"2026-03-02T09:00:02.500000+00:00","ended_at":"2026-03-02T09:00:03.200000+00:00",
 "span_data":{"type":"agent","name":"Refunds","handoffs":[],"tools":["pay_back"],"output_type":"str"},
 "error":{"message":"Guardrail tripwire triggered","data":{"guardrail":"Refund limit"}}}
----
{"accepted":8,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":8,"assigned":[]}

hence tree chat-42
----
Session: chat-42
Events: 3 root(s), depth: 2

[2026-03-02 09:00:00Z] Event: agent: Triage  (span_3f0)
├─ [2026-03-02 09:00:00Z] LLM call: gpt-4.1 (228 tokens, 1.8s)  (span_8c4)
├─ [2026-03-02 09:00:01Z] Tool call: find_order c-17 (400ms)  (span_b27)
└─ [2026-03-02 09:00:02Z] Delegation: Triage -> Refunds  (span_d90)
[2026-03-02 09:00:00Z] Session started: My parcel never came, I want my money back.  (d85c8fdf)
[2026-03-02 09:00:02Z] Event: agent: Refunds  (span_e61)
├─ [2026-03-02 09:00:02Z] Decision: Refund limit -> triggered  (span_f1a)
└─ [2026-03-02 09:00:03Z] Error: Guardrail tripwire triggered  (0b9b3c59)

hence explain span_f1a8c9d3
----
Causal Chain:

   [2026-03-02 09:00:00Z] Event: agent: Triage  (span_3f0)
  -> [2026-03-02 09:00:02Z] Delegation: Triage -> Refunds  (span_d90)
    -> [2026-03-02 09:00:02Z] Event: agent: Refunds  (span_e61)
         does what was delegated [derived]
      -> [2026-03-02 09:00:02Z] Decision: Refund limit -> triggered  (span_f1a)

hence debrief trace_5b1e
----
Debrief: run trace_5b1e
├─ Goal: My parcel never came, I want my money back.
├─ Path: find_order c-17 → delegation:Refunds → decision:guardrail
├─ Failed on: Error: Guardrail tripwire triggered  (0b9b3c59)
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 1 of 1 tool calls carry no rationale

hence context chat-42
----
Session: chat-42
Thoughts: 2, tool calls: 1, failed: 0

INCIDENT: My parcel never came, I want my money back.  (d85c8fdf)
1. [2026-03-02 09:00:00Z] Triage: LLM call: gpt-4.1 (228 tokens, 1.8s)  (span_8c4)
    calls find_order c-17 (400ms)  (span_b27)
        returned: {"order":"o-9","state":"lost"}
    delegates: 1. [2026-03-02 09:00:02Z] Refunds: Refund limit -> triggered  (span_f1a)
ACTION: no final output recorded [synthesized]

# What is neither a trace nor a span is refused alone.
record --json
{"data":[{"object":"trace.span","id":"span_b27e5510","trace_id":"trace_5b1e","parent_id":"span_3f0a91c2",
 "started_at":"2026-03-02T09:00:01.910000+00:00","ended_at":"2026-03-02T09:00:02.310000+00:00",
 "span_data":{"type":"function","name":"find_order","input":"{\"customer\":\"c-17\"}",
 "output":"{\"order\":\"o-9\",\"state\":\"lost\"}","mcp_data":null},"error":null},{"object":"run"}]}
exit 1
----
{"accepted":0,"duplicates":1,"quarantined":1,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}
---- stderr
hence: -:2: object is neither a trace nor a span
hence: 1 line in quarantine; hence quarantine lists them
