# Forks and rewinds as others record them: with times of their own. A fork shows its origin up to the point, and then
# its own events; what a rewind left behind stays and is marked.
record
{"id":"e1","kind":"prompt","time":"2026-03-01T09:00:00Z","session":"s1","agent":"coder","fields":{"text":"make it fast"}}
{"id":"e2","kind":"llm_call","time":"2026-03-01T09:00:01Z","session":"s1","agent":"coder","fields":{"model":"m","completion":"I cache it.","call_ids":["c1"],"total_tokens":90}}
{"id":"e3","kind":"tool_call","time":"2026-03-01T09:00:02Z","session":"s1","agent":"coder","fields":{"tool_name":"Edit","call_id":"c1","input":{"path":"cache.py"}}}
{"id":"e4","kind":"observation","time":"2026-03-01T09:00:03Z","session":"s1","agent":"coder","fields":{"call_id":"c1","content":"stale","status":"error"}}
{"id":"r1","kind":"session_rewind","time":"2026-03-01T09:00:10Z","session":"s1","parent":"e2","fields":{"to":"e2"}}
{"id":"e5","kind":"tool_call","time":"2026-03-01T09:00:11Z","session":"s1","agent":"coder","fields":{"tool_name":"Bash","input":{"command":"make"},"output":"ok"}}
{"id":"f0","kind":"session_fork","time":"2026-03-01T09:01:00Z","session":"s2","parent":"e3","fields":{"origin":"s1","at":"e3"}}
{"id":"f1","kind":"llm_call","time":"2026-03-01T09:01:01Z","session":"s2","agent":"coder","fields":{"model":"m","completion":"Never mind.","total_tokens":10}}

hence tree s1
----

hence tree s2 --json
---- folded

hence explain e5
----

hence explain f1
----

hence explain e5 --json
---- folded

hence context s1
----

hence trajectory s2
----

hence replay session s1
----

hence outline s2
----

hence timeline s2 --json
---- folded

hence events --session s2
----

hence knew e5
----

hence diff s1 s2
----

hence diff s1 s2 --json
---- folded

# An inherited event counts in its origin alone.
hence sessions
----

hence stats --session s2 --json
---- folded

# What the model saw: a call that had no result yet is there to be made.
hence export messages s2 --at f1
---- folded

hence export messages s1
---- folded

hence export langgraph s2 --at e3
---- folded

# Now by command.
hence session fork s1 --at e2 --as s3 --id f3
----

hence session fork s1 --at e1 --as s3
exit 1
----
---- stderr

hence session fork s1 --at f1
exit 1
----
---- stderr

hence session checkpoint s1 made --id c1
----

hence session rewind s1 --to e1 --id r2
----

hence session rewind s1 --to made --id r3
----

hence session rewind nothing --to e1
exit 1
----
---- stderr

hence events --session s1 --kinds tool_call,observation,llm_call
----

hence events --session s3 --kinds prompt,llm_call,tool_call
----

hence export messages s1 --at nothing
exit 1
----
---- stderr
