# A session as Mayros emits it: every value in `fields` is a text, and parents are named by parentEvent.
record --json
{"id":"aaaaaaaa-1","type":"llm_call","agentId":"main","timestamp":"2026-02-23T10:00:00.000Z",
 "session":"s1","durationMs":350,
 "fields":{"model":"claude-sonnet-4-6","promptTokens":"1000","completionTokens":"200","totalTokens":"1200"}}
{"id":"bbbbbbbb-2","type":"tool_call","agentId":"main","timestamp":"2026-02-23T10:00:01.000Z",
 "session":"s1","parentEvent":"aaaaaaaa-1","durationMs":45,
 "fields":{"toolName":"Read","input":"{\"path\":\"/a\"}","output":"data"}}
{"id":"cccccccc-3","type":"decision","agentId":"main","timestamp":"2026-02-23T10:00:02.000Z",
 "session":"s1","parentEvent":"bbbbbbbb-2",
 "fields":{"description":"use vitest or jest","alternatives":"[\"vitest\",\"jest\"]","chosen":"vitest"}}
{"id":"dddddddd-4","type":"delegation","agentId":"main","timestamp":"2026-02-23T10:00:03.000Z",
 "session":"s1","parentEvent":"cccccccc-3",
 "fields":{"parentId":"main","childId":"reviewer","task":"code review","runId":"r1"}}
{"id":"eeeeeeee-5","type":"error","agentId":"main","timestamp":"2026-02-23T10:00:04.000Z",
 "session":"s1","fields":{"error":"ENOENT: no such file"}}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":5,"assigned":[]}

hence tree s1
----
Session: s1
Events: 2 root(s), depth: 4

[2026-02-23 10:00:00Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (aaaaaaaa)
└─ [2026-02-23 10:00:01Z] Tool call: Read /a (45ms)  (bbbbbbbb)
   └─ [2026-02-23 10:00:02Z] Decision: use vitest or jest -> vitest  (cccccccc)
      └─ [2026-02-23 10:00:03Z] Delegation: main -> reviewer (code review)  (dddddddd)
[2026-02-23 10:00:04Z] Error: ENOENT: no such file  (eeeeeeee)

hence explain cccccccc-3
----
Causal Chain:

   [2026-02-23 10:00:00Z] LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)  (aaaaaaaa)
  -> [2026-02-23 10:00:01Z] Tool call: Read /a (45ms)  (bbbbbbbb)
    -> [2026-02-23 10:00:02Z] Decision: use vitest or jest -> vitest  (cccccccc)
         why: not said (instead of: jest)

hence events --kinds tool_call,decision --json
---- folded
{"id":"bbbbbbbb-2","kind":"tool_call","time":"2026-02-23T10:00:01.000Z","agent":"main",
 "session":"s1","parent":"aaaaaaaa-1","duration_ms":45,"fields":{"tool_name":"Read",
 "input":{"path":"/a"},"output":"data"},"seq":2,"received":"*","source":"mayros"}
{"id":"cccccccc-3","kind":"decision","time":"2026-02-23T10:00:02.000Z","agent":"main",
 "session":"s1","parent":"bbbbbbbb-2","fields":{"description":"use vitest or jest",
 "alternatives":["vitest","jest"],"chosen":"vitest"},"seq":3,"received":"*","source":"mayros"}

hence stats --json
---- folded
{"agent":null,"events":5,"kinds":{"decision":1,"delegation":1,"error":1,"llm_call":1,"tool_call":1},
 "tool_calls":{"n":1,"mean_ms":45,"p50_ms":45,"p95_ms":45,"max_ms":45},"llm_calls":{"n":1,"mean_ms":350,
 "p50_ms":350,"p95_ms":350,"max_ms":350},"tokens":{"input":1000,"output":200,"cache_read":null,
 "cache_write":null,"reasoning":null,"total":1200,"prompt":1000,"completion":200},"rationale":{"given":0,
 "missing":2},"slow":[
 {"event":"aaaaaaaa-1","summary":"LLM call: claude-sonnet-4-6 (1200 tokens, 350ms)","duration_ms":350},
 {"event":"bbbbbbbb-2","summary":"Tool call: Read /a (45ms)","duration_ms":45}],"errors":[
 {"error":"ENOENT: no such file","count":1,"last_seen":"2026-02-23T10:00:04.000Z","agents":["main"]}],
 "loops":[],"from":"2026-02-23T10:00:00.000Z","to":"2026-02-23T10:00:04.000Z","duration_ms":4000,
 "cost_usd":null,"computed":null,"by_tool":[
 {"tool":"Read","calls":1,"failed":0,"p50_ms":45,"p95_ms":45,"total_ms":45}],"by_agent":[
 {"agent":"main","events":5,"tool_calls":1,"llm_calls":1,"errors":1,"calls_ms":395,"tokens":{"input":1000,
 "output":200,"cache_read":null,"cache_write":null,"reasoning":null,"total":1200},"cost_usd":null}]}

# The body that its client posts holds the same events under a subject; recorded again, nothing is added.
record --json
{"events":[{"subject":"mayros:event:ffffffff-6","type":"error","agentId":"main",
 "timestamp":"2026-02-23T10:00:05.000Z","session":"s1","fields":{"error":"again"}}]}
----
{"accepted":1,"duplicates":0,"quarantined":0,"pending":0,"first_seq":6,"last_seq":6,"assigned":[]}

record --json
[{"id":"eeeeeeee-5","type":"error","agentId":"main","timestamp":"2026-02-23T10:00:04Z",
 "session":"s1","fields":{"error":"ENOENT: no such file"}}]
----
{"accepted":0,"duplicates":1,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

# A record that cannot be mapped is refused alone, with its line and the key.
record --json
{"id":"g","type":"error","agentId":"main","timestamp":"2026-02-23T10:00:06Z","session":"s1"}
{"id":"h","type":"error","agentId":"main","timestamp":"at noon"}
not JSON
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":2,"pending":0,"first_seq":7,"last_seq":7,"assigned":[]}
---- stderr
hence: -:2: timestamp is no time
hence: -:3: not JSON at byte 1: expected a value
hence: 2 lines in quarantine; hence quarantine lists them

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":2,"reason":"timestamp is no time","size":64,"count":1},{"n":2,
 "source":"-","line":3,"reason":"not JSON at byte 1: expected a value","size":8,"count":1}]

hence quarantine show 1
----
{"id":"h","type":"error","agentId":"main","timestamp":"at noon"}

# What is there under the same id and says something else stands; the event that does not fit is kept.
record --json
{"id":"g","type":"error","agentId":"main","timestamp":"2026-02-23T10:00:06Z","session":"other"}
exit 1
----
{"accepted":0,"duplicates":0,"quarantined":1,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

hence quarantine show 3
----
{"id":"g","kind":"error","time":"2026-02-23T10:00:06Z","agent":"main","session":"other","source":"mayros"}

# --session fills in where there is none.
record --session s2 --json
{"id":"i","type":"error","agentId":"main","timestamp":"2026-02-23T10:00:07Z","fields":{"error":"x"}}
----
{"accepted":1,"duplicates":0,"quarantined":0,"pending":0,"first_seq":8,"last_seq":8,"assigned":[]}

hence tree s2
----
Session: s2
Events: 1 root(s), depth: 1

[2026-02-23 10:00:07Z] Error: x  (i)
