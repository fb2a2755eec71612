# What a call did is told by its arguments, also where agents wrap them, write scripts, or begin by going somewhere.
record
{"id":"p","kind":"prompt","time":"2026-01-01T00:00:00Z","session":"s","agent":"a","fields":{"text":"find it"}}
{"id":"m","kind":"llm_call","time":"2026-01-01T00:00:01Z","session":"s","agent":"a",
 "fields":{"model":"m","completion":"Found it.\n\nThe index is stale, so I build it anew.","call_ids":["k"]}}
{"id":"a1","kind":"tool_call","time":"2026-01-01T00:00:02Z","session":"s","agent":"a",
 "fields":{"tool_name":"Bash","call_id":"k","input":{"command":"cd /srv/shop\nnpm test\necho done"},"output":{"type":"tool","data":{"content":"3 passed"}}}}
{"id":"a2","kind":"tool_call","time":"2026-01-01T00:00:03Z","session":"s","agent":"a",
 "fields":{"tool_name":"Bash","input":{"command":"# look first\nexport PAGER=cat\ngit log -3"},"output":{"output":"none"}}}
{"id":"a3","kind":"tool_call","time":"2026-01-01T00:00:04Z","session":"s","agent":"a",
 "fields":{"tool_name":"exec","input":"const r = await Promise.all([tools.exec_command({cmd:\"sed -n '1,9p' a.ts\"}), tools.web__run({search_query:[{q:\"x\"}]})]);"}}
{"id":"a4","kind":"tool_call","time":"2026-01-01T00:00:05Z","session":"s","agent":"a",
 "fields":{"tool_name":"web.run","input":{"search_query":[{"q":"rounding"},{"q":"cents"}],"response_length":"long"}}}
{"id":"a5","kind":"tool_call","time":"2026-01-01T00:00:06Z","session":"s","agent":"a",
 "fields":{"tool_name":"get_weather","input":{"args":[],"kwargs":{"city":"Oslo"}}}}
{"id":"d1","kind":"decision","time":"2026-01-01T00:00:07Z","session":"s","agent":"a",
 "fields":{"description":"# Plan\n\n## Summary\nall of it","chosen":"go"}}

hence tree s
----
Session: s
Events: 8 root(s), depth: 1

[2026-01-01 00:00:00Z] Prompt: find it  (p)
[2026-01-01 00:00:01Z] LLM call: m "Found it." (? tokens)  (m)
[2026-01-01 00:00:02Z] Tool call: Bash `cd /srv/shop; npm test`  (a1)
[2026-01-01 00:00:03Z] Tool call: Bash `git log -3`  (a2)
[2026-01-01 00:00:04Z] Tool call: exec `sed -n '1,9p' a.ts` +1  (a3)
[2026-01-01 00:00:05Z] Tool call: web.run rounding, cents  (a4)
[2026-01-01 00:00:06Z] Tool call: get_weather Oslo  (a5)
[2026-01-01 00:00:07Z] Decision: # Plan -> go  (d1)

# All lines of the words that asked for a call are told.
hence explain a1
----
Causal Chain:

   [2026-01-01 00:00:00Z] Prompt: find it  (p)
  -> [2026-01-01 00:00:01Z] LLM call: m "Found it." (? tokens)  (m)
       answers the prompt [derived]
    -> [2026-01-01 00:00:02Z] Tool call: Bash `cd /srv/shop; npm test`  (a1)
         asked for by this call [derived]
         said: "Found it. The index is stale, so I build it anew."

hence context s
----
Session: s
Thoughts: 1, tool calls: 5, failed: 0

INCIDENT: find it  (p)
1. [2026-01-01 00:00:01Z] a: Found it.  (m)
    calls Bash `cd /srv/shop; npm test`  (a1)
        returned: 3 passed
    calls Bash `git log -3`  (a2)
        returned: none
    calls exec `sed -n '1,9p' a.ts` +1  (a3)
    calls web.run rounding, cents  (a4)
    calls get_weather Oslo  (a5)
ACTION: no final output recorded [synthesized]
