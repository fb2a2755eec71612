# Sessions, runs, agents and correlations are listed newest first, with what is known of each.
record
{"id":"a1","kind":"session_start","time":"2026-01-01T00:00:00Z","agent":"x","session":"s1","run":"r1","correlation":"c","fields":{"goal":"find it"}}
{"id":"a2","kind":"llm_call","time":"2026-01-01T00:00:01Z","agent":"x","session":"s1","run":"r1","fields":{"model":"m","prompt_tokens":10,"completion_tokens":5}}
{"id":"a3","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"y","session":"s1","run":"r1","fields":{"tool_name":"Read","call_id":"k"}}
{"id":"a4","kind":"observation","time":"2026-01-01T00:00:03Z","agent":"y","session":"s1","run":"r1","fields":{"call_id":"k","status":"error","error":"gone"}}
{"id":"a5","kind":"session_end","time":"2026-01-01T00:00:04.250Z","agent":"x","session":"s1","run":"r1","fields":{"status":"failure"}}
{"id":"b1","kind":"error","time":"2026-01-02T00:00:00Z","agent":"x","session":"s2","run":"r1","correlation":"c","fields":{"error":"no"}}

hence sessions --json
---- folded
[
 {"id":"s2","first":"2026-01-02T00:00:00Z","last":"2026-01-02T00:00:00Z","events":1,"kinds":{"error":1},
 "agents":["x"],"tokens":0,"errors":1,"goal":null,"duration_ms":null},
 {"id":"s1","first":"2026-01-01T00:00:00Z","last":"2026-01-01T00:00:04.250Z","events":5,"kinds":{"llm_call":1,
 "observation":1,"session_end":1,"session_start":1,"tool_call":1},"agents":["x","y"],"tokens":15,"errors":1,
 "goal":"find it","duration_ms":4250}]

# A run is named within its session; a call that failed counts once, though two events tell of it.
hence runs --json
---- folded
[
 {"id":"r1","first":"2026-01-02T00:00:00Z","last":"2026-01-02T00:00:00Z","events":1,"kinds":{"error":1},
 "agents":["x"],"tokens":0,"errors":1,"goal":null,"session":"s2","status":null,"flags":[],"duration_ms":null},
 {"id":"r1","first":"2026-01-01T00:00:00Z","last":"2026-01-01T00:00:04.250Z","events":5,"kinds":{"llm_call":1,
 "observation":1,"session_end":1,"session_start":1,"tool_call":1},"agents":["x","y"],"tokens":15,"errors":1,
 "goal":"find it","session":"s1","status":"failure","flags":[],"duration_ms":4250}]

hence agents --json --limit 1
---- folded
[
 {"id":"y","first":"2026-01-01T00:00:02Z","last":"2026-01-01T00:00:03Z","events":2,"kinds":{"observation":1,
 "tool_call":1},"agents":["y"],"tokens":0,"errors":1,"goal":null,"duration_ms":1000}]

hence correlations --json
---- folded
[
 {"id":"c","first":"2026-01-01T00:00:00Z","last":"2026-01-02T00:00:00Z","events":2,"kinds":{"error":1,
 "session_start":1},"agents":["x"],"tokens":0,"errors":1,"goal":"find it","sessions":["s1","s2"],
 "duration_ms":86400000}]
