# A session of Qwen Code: the lines look like Claude Code's, the messages are Gemini's. The call has no result yet.
record --json
{"uuid":"01990000-0000-7000-8000-000000000001","parentUuid":null,"sessionId":"01990000-0000-7000-8000-0000000000aa",
 "timestamp":"2026-08-17T12:00:00.000Z","type":"user","cwd":"/shop","version":"0.21.13",
 "message":{"role":"user","parts":[{"text":"Why does the cart test fail?"}]}}
{"uuid":"01990000-0000-7000-8000-000000000003","parentUuid":"01990000-0000-7000-8000-000000000001",
 "sessionId":"01990000-0000-7000-8000-0000000000aa","timestamp":"2026-08-17T12:00:03.100Z","type":"assistant",
 "model":"coder-model","message":{"role":"model","parts":[{"text":"The test says it.","thought":true},
 {"functionCall":{"id":"call_1","name":"run_shell_command","args":{"command":"npm test cart"}}}]},
 "usageMetadata":{"promptTokenCount":4100,"candidatesTokenCount":60,"totalTokenCount":4160}}
----
{"accepted":3,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":3,"assigned":[]}

# The same file, grown. A line with a message that nobody knows is refused alone.
record --json
{"uuid":"01990000-0000-7000-8000-000000000001","parentUuid":null,"sessionId":"01990000-0000-7000-8000-0000000000aa",
 "timestamp":"2026-08-17T12:00:00.000Z","type":"user","cwd":"/shop","version":"0.21.13",
 "message":{"role":"user","parts":[{"text":"Why does the cart test fail?"}]}}
{"uuid":"01990000-0000-7000-8000-000000000003","parentUuid":"01990000-0000-7000-8000-000000000001",
 "sessionId":"01990000-0000-7000-8000-0000000000aa","timestamp":"2026-08-17T12:00:03.100Z","type":"assistant",
 "model":"coder-model","message":{"role":"model","parts":[{"text":"The test says it.","thought":true},
 {"functionCall":{"id":"call_1","name":"run_shell_command","args":{"command":"npm test cart"}}}]},
 "usageMetadata":{"promptTokenCount":4100,"candidatesTokenCount":60,"totalTokenCount":4160}}
{"uuid":"01990000-0000-7000-8000-000000000005","parentUuid":"01990000-0000-7000-8000-000000000003",
 "sessionId":"01990000-0000-7000-8000-0000000000aa","timestamp":"2026-08-17T12:00:05.100Z","type":"tool_result",
 "message":{"role":"user","parts":[{"functionResponse":{"id":"call_1","name":"run_shell_command",
 "response":{"error":"expected 9.99"}}}]},"toolCallResult":{"callId":"call_1","status":"error"}}
{"uuid":"01990000-0000-7000-8000-000000000006","parentUuid":"01990000-0000-7000-8000-000000000005",
 "sessionId":"01990000-0000-7000-8000-0000000000aa","timestamp":"2026-08-17T12:00:06.000Z","type":"assistant",
 "message":{"role":"model","content":"lost"}}
{"uuid":"01990000-0000-7000-8000-000000000007","parentUuid":"01990000-0000-7000-8000-000000000005",
 "sessionId":"01990000-0000-7000-8000-0000000000aa","timestamp":"2026-08-17T12:00:08.000Z","type":"assistant",
 "model":"coder-model","message":{"role":"model","parts":[{"text":"It adds in floating point."}]},
 "usageMetadata":{"promptTokenCount":4300,"candidatesTokenCount":20,"totalTokenCount":4320}}
{"uuid":"01990000-0000-7000-8000-000000000008","parentUuid":"01990000-0000-7000-8000-000000000007",
 "sessionId":"01990000-0000-7000-8000-0000000000aa","timestamp":"2026-08-17T12:00:09.000Z","type":"system",
 "subtype":"turn_result","systemPayload":{"state":"completed","resultText":"It adds in floating point.","endedAt":1}}
exit 1
----
{"accepted":5,"duplicates":1,"quarantined":1,"pending":0,"first_seq":4,"last_seq":8,"assigned":[]}
---- stderr
hence: -:4: message.parts is not a list
hence: 1 line in quarantine; hence quarantine lists them

hence context 01990000-0000-7000-8000-0000000000aa
----
Session: 01990000-0000-7000-8000-0000000000aa
Thoughts: 2, tool calls: 1, failed: 1

INCIDENT: Why does the cart test fail?  (00000001)
1. [2026-08-17 12:00:00Z] qwen: The test says it. (4160 tokens, 3.1s)  (00000003)
    calls run_shell_command `npm test cart` (2s) FAILED  (b7f95372)
        error: expected 9.99
2. [2026-08-17 12:00:05Z] qwen: It adds in floating point. (4320 tokens, 2.9s)  (00000007)
ACTION: It adds in floating point.  (00000008)
