# Figures over what was recorded: a call without a duration is not averaged, a loop is found.
record
{"id":"t1","kind":"tool_call","time":"2026-01-01T00:00:01Z","agent":"x","session":"s","run":"r","duration_ms":10,"rationale":{"why":"w"},"fields":{"tool_name":"Read","output":"1"}}
{"id":"t2","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"x","session":"s","run":"r","duration_ms":15,"fields":{"tool_name":"Edit","output":"1"}}
{"id":"t3","kind":"tool_call","time":"2026-01-01T00:00:03Z","agent":"x","session":"s","run":"r","fields":{"tool_name":"Read","call_id":"k"}}
{"id":"o3","kind":"observation","time":"2026-01-01T00:00:04Z","agent":"x","session":"s","run":"r","duration_ms":100,"fields":{"call_id":"k","status":"error","error":"gone"}}
{"id":"t4","kind":"tool_call","time":"2026-01-01T00:00:05Z","agent":"x","session":"s","run":"r","fields":{"tool_name":"Edit"}}
{"id":"t5","kind":"tool_call","time":"2026-01-01T00:00:06Z","agent":"x","session":"s","run":"r","duration_ms":20,"fields":{"tool_name":"Read"}}
{"id":"t6","kind":"tool_call","time":"2026-01-01T00:00:07Z","agent":"x","session":"s","run":"r","duration_ms":30,"fields":{"tool_name":"Edit"}}
{"id":"l1","kind":"llm_call","time":"2026-01-01T00:00:08Z","agent":"x","session":"s","run":"r","duration_ms":500,"fields":{"model":"m","prompt_tokens":100,"completion_tokens":20}}
{"id":"e1","kind":"error","time":"2026-01-01T00:00:09Z","agent":"y","session":"s","run":"r","fields":{"error":"gone"}}

hence stats --json
---- folded
{"agent":null,"events":9,"kinds":{"error":1,"llm_call":1,"observation":1,"tool_call":6},"tool_calls":{"n":6,
 "mean_ms":35,"p50_ms":20,"p95_ms":100,"max_ms":100},"llm_calls":{"n":1,"mean_ms":500,"p50_ms":500,
 "p95_ms":500,"max_ms":500},"tokens":{"input":100,"output":20,"cache_read":null,"cache_write":null,
 "reasoning":null,"total":120,"prompt":100,"completion":20},"rationale":{"given":1,"missing":5},"slow":[
 {"event":"l1","summary":"LLM call: m (120 tokens, 500ms)","duration_ms":500},
 {"event":"t3","summary":"Tool call: Read FAILED: gone (100ms)","duration_ms":100},
 {"event":"t6","summary":"Tool call: Edit (30ms)","duration_ms":30},
 {"event":"t5","summary":"Tool call: Read (20ms)","duration_ms":20},
 {"event":"t2","summary":"Tool call: Edit (15ms)","duration_ms":15},
 {"event":"t1","summary":"Tool call: Read (10ms)","duration_ms":10}],"errors":[
 {"error":"gone","count":2,"last_seen":"2026-01-01T00:00:09Z","agents":["x","y"]}],"loops":[
 {"run":"r","steps":["Read","Edit"],"repeats":3,"first_event":"t1"}],"from":"2026-01-01T00:00:01Z",
 "to":"2026-01-01T00:00:09Z","duration_ms":8000,"cost_usd":null,"computed":null,"by_tool":[
 {"tool":"Edit","calls":3,"failed":0,"p50_ms":15,"p95_ms":30,"total_ms":45},
 {"tool":"Read","calls":3,"failed":1,"p50_ms":20,"p95_ms":100,"total_ms":130}],"by_agent":[
 {"agent":"x","events":8,"tool_calls":6,"llm_calls":1,"errors":1,"calls_ms":675,"tokens":{"input":100,
 "output":20,"cache_read":null,"cache_write":null,"reasoning":null,"total":120},"cost_usd":null},
 {"agent":"y","events":1,"tool_calls":0,"llm_calls":0,"errors":1,"calls_ms":0,"tokens":{"input":null,
 "output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":null},"cost_usd":null}]}
