# Batches of LangSmith: a run is created by one part and ended by another. The root has not ended yet.
record --json
{"post":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa","name":"clerk",
 "run_type":"chain","session_id":"project-1","start_time":"2026-03-01T09:00:00.010000+00:00",
 "inputs":{"input":"where is order 7"},
 "extra":{"metadata":{"thread_id":"th-1"}}},{"id":"0198f2a1-7c3e-7a10-8b11-00000000bbbb",
 "trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa.20260301T090000100000Z0198f2a1-7c3e-7a10-8b11-00000000bbbb",
 "name":"ChatOpenAI","run_type":"llm","start_time":"2026-03-01T09:00:00.100000+00:00",
 "inputs":{"messages":[{"role":"user","content":"where is order 7"}]},
 "extra":{"metadata":{"thread_id":"th-1","ls_model_name":"m-1"}}}],
 "patch":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000bbbb","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "end_time":"2026-03-01T09:00:01.000000+00:00","outputs":{"choices":[{"index":0,"finish_reason":"tool_calls",
 "message":{"role":"assistant","content":"I look it up.","tool_calls":[{"id":"c1","type":"function",
 "function":{"name":"find","arguments":"{\"order\":7}"}}]}}],"usage_metadata":{"input_tokens":10,
 "output_tokens":5,"total_tokens":15}}}]}
{"post":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000cccc","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa.20260301T090001100000Z0198f2a1-7c3e-7a10-8b11-00000000cccc",
 "name":"find","run_type":"tool","start_time":"2026-03-01T09:00:01.100000+00:00",
 "end_time":"2026-03-01T09:00:02.000000+00:00","inputs":{"order":7},"error":"LedgerError('locked')",
 "extra":{"metadata":{"thread_id":"th-1"}}}]}
----
{"accepted":3,"duplicates":0,"quarantined":0,"pending":1,"first_seq":1,"last_seq":3,"assigned":[]}

hence tree th-1
----
Session: th-1
Events: 3 root(s), depth: 1

[2026-03-01 09:00:00Z] Prompt: where is order 7  (0000bbbb~prompt)
[2026-03-01 09:00:00Z] LLM call: m-1 "I look it up." (15 tokens, 900ms)  (0000bbbb)
[2026-03-01 09:00:01Z] Tool call: find {"order":7} FAILED: LedgerError('locked') (900ms)  (0000cccc)
! incomplete: parent 0198f2a1-7c3e-7a10-8b11-00000000aaaa of 0198f2a1-7c3e-7a10-8b11-00000000bbbb~prompt was never recorded, and 2 more

# With the last batch the root is over, and nothing of the others is recorded twice.
record --json
{"post":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa","name":"clerk",
 "run_type":"chain","session_id":"project-1","start_time":"2026-03-01T09:00:00.010000+00:00",
 "inputs":{"input":"where is order 7"},
 "extra":{"metadata":{"thread_id":"th-1"}}},{"id":"0198f2a1-7c3e-7a10-8b11-00000000bbbb",
 "trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa.20260301T090000100000Z0198f2a1-7c3e-7a10-8b11-00000000bbbb",
 "name":"ChatOpenAI","run_type":"llm","start_time":"2026-03-01T09:00:00.100000+00:00",
 "inputs":{"messages":[{"role":"user","content":"where is order 7"}]},
 "extra":{"metadata":{"thread_id":"th-1","ls_model_name":"m-1"}}}],
 "patch":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000bbbb","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "end_time":"2026-03-01T09:00:01.000000+00:00","outputs":{"choices":[{"index":0,"finish_reason":"tool_calls",
 "message":{"role":"assistant","content":"I look it up.","tool_calls":[{"id":"c1","type":"function",
 "function":{"name":"find","arguments":"{\"order\":7}"}}]}}],"usage_metadata":{"input_tokens":10,
 "output_tokens":5,"total_tokens":15}}}]}
{"post":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000cccc","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa.20260301T090001100000Z0198f2a1-7c3e-7a10-8b11-00000000cccc",
 "name":"find","run_type":"tool","start_time":"2026-03-01T09:00:01.100000+00:00",
 "end_time":"2026-03-01T09:00:02.000000+00:00","inputs":{"order":7},"error":"LedgerError('locked')",
 "extra":{"metadata":{"thread_id":"th-1"}}}]}
{"patch":[{"id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "end_time":"2026-03-01T09:00:03.000000+00:00","status":"success",
 "outputs":{"output":"I could not find out."}}]}
----
{"accepted":3,"duplicates":2,"quarantined":0,"pending":0,"first_seq":4,"last_seq":7,"assigned":[]}

hence tree th-1
----
Session: th-1
Events: 1 root(s), depth: 2

[2026-03-01 09:00:00Z] Span: clerk  (0000aaaa)
├─ [2026-03-01 09:00:00Z] Session started: where is order 7  (0000aaaa~start)
├─ [2026-03-01 09:00:00Z] LLM call: m-1 "I look it up." (15 tokens, 900ms)  (0000bbbb)
├─ [2026-03-01 09:00:01Z] Tool call: find {"order":7} FAILED: LedgerError('locked') (900ms)  (0000cccc)
└─ [2026-03-01 09:00:03Z] Session ended: success  (0000aaaa~end)

hence debrief 0198f2a1-7c3e-7a10-8b11-00000000aaaa
----
Debrief: run 0198f2a1-7c3e-7a10-8b11-00000000aaaa
├─ Goal: where is order 7
├─ Path: find {"order":7}
├─ Termination: unknown
└─ Verdict: success | 15 tok | 2990ms
! 1 of 1 tool calls carry no rationale

hence context th-1
----
Session: th-1
Thoughts: 1, tool calls: 1, failed: 1

INCIDENT: where is order 7  (0000aaaa~start)
1. [2026-03-01 09:00:00Z] I look it up. (15 tokens, 900ms)  (0000bbbb)
    calls find {"order":7} (900ms) FAILED  (0000cccc)
        error: LedgerError('locked')
ACTION: I could not find out.  (0000aaaa~end)

hence events --kinds tool_call --json
---- folded
{"id":"0198f2a1-7c3e-7a10-8b11-00000000cccc","kind":"tool_call","time":"2026-03-01T09:00:01.100000Z",
 "session":"th-1","run":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "parent":"0198f2a1-7c3e-7a10-8b11-00000000aaaa","duration_ms":900,"fields":{"tool_name":"find",
 "input":{"order":7},"call_id":"c1","status":"error","error":"LedgerError('locked')","name":"find",
 "status_message":"LedgerError('locked')","attributes":{"langsmith.metadata.thread_id":"th-1",
 "langsmith.span.kind":"tool","tool_call_id":"c1"}},"seq":3,"received":"*","source":"langsmith"}

# What is said of a run after its end is kept; a run without an id is refused.
record --json
{"id":"0198f2a1-7c3e-7a10-8b11-00000000cccc","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "dotted_order":"20260301T090000010000Z0198f2a1-7c3e-7a10-8b11-00000000aaaa.20260301T090001100000Z0198f2a1-7c3e-7a10-8b11-00000000cccc",
 "name":"find","run_type":"tool","start_time":"2026-03-01T09:00:01.100000+00:00",
 "end_time":"2026-03-01T09:00:02.000000+00:00","inputs":{"order":7},"error":"LedgerError('locked')",
 "extra":{"metadata":{"thread_id":"th-1"}}}
{"id":"0198f2a1-7c3e-7a10-8b11-00000000cccc","trace_id":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "tags":["checked"]}
{"post":[{"name":"nobody"}]}
exit 1
----
{"accepted":1,"duplicates":1,"quarantined":1,"pending":0,"first_seq":8,"last_seq":8,"assigned":[]}
---- stderr
hence: -:3: run: it has no id
hence: 1 line in quarantine; hence quarantine lists them

hence events --kinds run_update --json
---- folded
{"id":"019ca8a0-4650-7b59-a25c-3f963a89fd9e","kind":"run_update","time":"2026-03-01T09:00:02.000000Z",
 "session":"th-1","run":"0198f2a1-7c3e-7a10-8b11-00000000aaaa",
 "parent":"0198f2a1-7c3e-7a10-8b11-00000000cccc","fields":{"tags":["checked"],"told":{"session":null}},
 "seq":8,"received":"*","source":"langsmith","flags":["time_derived"]}
