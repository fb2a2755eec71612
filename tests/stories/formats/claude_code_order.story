# What a prompt brings with it is stamped a moment before it. The answer begins after both, and answers the prompt.
record
{"parentUuid":null,"isSidechain":false,"sessionId":"5e55104a","type":"user","uuid":"u1",
 "timestamp":"2026-03-01T10:00:00.304Z","version":"2.1.220","message":{"role":"user","content":"fix it"}}
{"parentUuid":"u1","isSidechain":false,"sessionId":"5e55104a","type":"attachment","uuid":"a1",
 "timestamp":"2026-03-01T10:00:00.303Z","version":"2.1.220","attachment":{"type":"skill_listing"}}
{"parentUuid":"a1","isSidechain":false,"sessionId":"5e55104a","type":"assistant","uuid":"m1",
 "timestamp":"2026-03-01T10:00:03.304Z","requestId":"r1","message":{"id":"msg_1","type":"message",
 "role":"assistant","model":"m","content":[{"type":"text","text":"Done."}],"stop_reason":"end_turn",
 "usage":{"input_tokens":4,"output_tokens":1}}}

hence tree latest
----
Session: 5e55104a
Events: 1 root(s), depth: 3

[2026-03-01 10:00:00Z] Session started: fix it  (u1)
└─ [2026-03-01 10:00:00Z] Log: info: attachment: skill_listing  (a1)
[2026-03-01 10:00:00Z] LLM call: m "Done." (5 tokens, 3s)  (229efba7)
[2026-03-01 10:00:03Z] Termination: end_turn  (a1daf3ee)
