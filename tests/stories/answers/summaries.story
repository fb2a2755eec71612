# Every kind has its line, and says what is not known rather than leave it out.
record
{"id":"01","kind":"tool_call","time":"2026-01-01T00:00:01Z","session":"s","duration_ms":45,"fields":{"tool_name":"Read"}}
{"id":"02","kind":"tool_call","time":"2026-01-01T00:00:02Z","session":"s"}
{"id":"03","kind":"tool_call","time":"2026-01-01T00:00:03Z","session":"s","duration_ms":1.25,"fields":{"tool_name":"Read"}}
{"id":"04","kind":"llm_call","time":"2026-01-01T00:00:04Z","session":"s","duration_ms":350,"fields":{"model":"claude-sonnet-4-6","total_tokens":1200}}
{"id":"05","kind":"llm_call","time":"2026-01-01T00:00:05Z","session":"s"}
{"id":"06","kind":"decision","time":"2026-01-01T00:00:06Z","session":"s","fields":{"description":"use vitest or jest","chosen":"vitest"}}
{"id":"07","kind":"decision","time":"2026-01-01T00:00:07Z","session":"s","fields":{"decision_type":"sizing"}}
{"id":"08","kind":"decision","time":"2026-01-01T00:00:08Z","session":"s","rationale":{"why":"it was there"},"fields":{"chosen":"it"}}
{"id":"09","kind":"delegation","time":"2026-01-01T00:00:09Z","session":"s","fields":{"parent_id":"orchestrator","child_id":"reviewer","task":"code review"}}
{"id":"10","kind":"error","time":"2026-01-01T00:00:10Z","session":"s","fields":{"error":"ENOENT: no such file"}}
{"id":"11","kind":"message","time":"2026-01-01T00:00:11Z","session":"s","fields":{"from":"router","to":["foresight","cfo"],"status":"dispatched"}}
{"id":"12","kind":"message","time":"2026-01-01T00:00:12Z","session":"s","fields":{"from":"router","to":["cfo"]}}
{"id":"13","kind":"message","time":"2026-01-01T00:00:13Z","session":"s","fields":{"from":"risk-guard","subtype":"kill_switch","status":"fired"}}
{"id":"14","kind":"outcome","time":"2026-01-01T00:00:14Z","session":"s","fields":{"of":"06","outcome":"merged","correct":true}}
{"id":"15","kind":"outcome","time":"2026-01-01T00:00:15Z","session":"s","fields":{"of":"07","outcome":"too large","correct":false}}
{"id":"16","kind":"outcome","time":"2026-01-01T00:00:16Z","session":"s","fields":{"of":"08","outcome":"nobody looked"}}
{"id":"17","kind":"thought","time":"2026-01-01T00:00:17Z","session":"s","fields":{"text":"first line\nsecond line"}}
{"id":"18","kind":"assumption","time":"2026-01-01T00:00:18Z","session":"s","fields":{"assumption":"the user means dollars"}}
{"id":"19","kind":"observation","time":"2026-01-01T00:00:19Z","session":"s","fields":{"key":"obs:1","content":"data"}}
{"id":"20","kind":"observation","time":"2026-01-01T00:00:20Z","session":"s","fields":{"content":"data\nand more"}}
{"id":"21","kind":"curation","time":"2026-01-01T00:00:21Z","session":"s","fields":{"action":"dropped","target":"obs:1"}}
{"id":"22","kind":"alternatives","time":"2026-01-01T00:00:22Z","session":"s","fields":{"chosen":"A",
 "rejected":[{"option":"B","rejected_because":"slow"},{"option":"C","rejected_because":"dear"}]}}
{"id":"23","kind":"log","time":"2026-01-01T00:00:23Z","session":"s","fields":{"severity":"warn","body":"disk is filling\nstack"}}
{"id":"24","kind":"strategy_switch","time":"2026-01-01T00:00:24Z","session":"s","fields":{"from":"react","to":"plan"}}
{"id":"25","kind":"reactive","time":"2026-01-01T00:00:25Z","session":"s","fields":{"action":"early_stop"}}
{"id":"26","kind":"termination","time":"2026-01-01T00:00:26Z","session":"s","fields":{"reason":"final_answer"}}
{"id":"27","kind":"session_start","time":"2026-01-01T00:00:27Z","session":"s","fields":{"goal":"find the price"}}
{"id":"28","kind":"session_end","time":"2026-01-01T00:00:28Z","session":"s","fields":{"status":"success"}}
{"id":"29","kind":"something_else","time":"2026-01-01T00:00:29Z","session":"s"}
{"id":"30","kind":"thought","time":"2026-01-01T00:00:30Z","session":"s",
 "fields":{"text":"123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 "}}
{"id":"31","kind":"thought","time":"2026-01-01T00:00:31Z","session":"s",
 "fields":{"text":"123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789 1"}}

hence tree s
----
Session: s
Events: 31 root(s), depth: 1

[2026-01-01 00:00:01Z] Tool call: Read (45ms)  (01)
[2026-01-01 00:00:02Z] Tool call: unknown  (02)
[2026-01-01 00:00:03Z] Tool call: Read (1.25ms)  (03)
[2026-01-01 00:00:04Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (04)
[2026-01-01 00:00:05Z] LLM call: unknown (? tokens)  (05)
[2026-01-01 00:00:06Z] Decision: use vitest or jest -> vitest  (06)
[2026-01-01 00:00:07Z] Decision: sizing -> ?  (07)
[2026-01-01 00:00:08Z] Decision: it was there -> it  (08)
[2026-01-01 00:00:09Z] Delegation: orchestrator -> reviewer (code review)  (09)
[2026-01-01 00:00:10Z] Error: ENOENT: no such file  (10)
[2026-01-01 00:00:11Z] Message: router -> foresight, cfo (dispatched)  (11)
[2026-01-01 00:00:12Z] Message: router -> cfo  (12)
[2026-01-01 00:00:13Z] Action: risk-guard kill_switch (fired)  (13)
[2026-01-01 00:00:14Z] Outcome: correct (merged)  (14)
[2026-01-01 00:00:15Z] Outcome: incorrect (too large)  (15)
[2026-01-01 00:00:16Z] Outcome: unknown (nobody looked)  (16)
[2026-01-01 00:00:17Z] Thought: first line  (17)
[2026-01-01 00:00:18Z] Assumption: the user means dollars  (18)
[2026-01-01 00:00:19Z] Observation: obs:1  (19)
[2026-01-01 00:00:20Z] Observation: data  (20)
[2026-01-01 00:00:21Z] Curation: dropped obs:1  (21)
[2026-01-01 00:00:22Z] Alternatives: chose A over B, C  (22)
[2026-01-01 00:00:23Z] Log: warn: disk is filling  (23)
[2026-01-01 00:00:24Z] Strategy: react -> plan  (24)
[2026-01-01 00:00:25Z] Reactive: early_stop  (25)
[2026-01-01 00:00:26Z] Termination: final_answer  (26)
[2026-01-01 00:00:27Z] Session started: find the price  (27)
[2026-01-01 00:00:28Z] Session ended: success  (28)
[2026-01-01 00:00:29Z] Event: something_else  (29)
[2026-01-01 00:00:30Z] Thought: 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789   (30)
[2026-01-01 00:00:31Z] Thought: 123456789 123456789 123456789 123456789 123456789 123456789 123456789 123456789…  (31)
