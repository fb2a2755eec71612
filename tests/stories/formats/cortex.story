# What Cortex takes: a namespace and events in snake_case.
record --json
{"namespace":"mayros","events":[
 {"id":"a1","event_type":"decision","agent_id":"main","timestamp":"2026-02-23T10:00:00Z","session":"s1",
 "fields":{"description":"choose strategy","chosen":"aggressive"}},
 {"id":"b2","event_type":"tool_call","agent_id":"main","timestamp":"2026-02-23T10:01:00Z","session":"s1",
 "parent_event":"a1","duration_ms":150,"fields":{"toolName":"deploy"}}]}
----
{"accepted":2,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":2,"assigned":[]}

hence explain b2
----
Causal Chain:

   [2026-02-23 10:00:00Z] Decision: choose strategy -> aggressive  (a1)
  -> [2026-02-23 10:01:00Z] Tool call: deploy (150ms)  (b2)

hence events --json
---- folded
{"id":"a1","kind":"decision","time":"2026-02-23T10:00:00Z","agent":"main","session":"s1",
 "fields":{"namespace":"mayros","description":"choose strategy","chosen":"aggressive"},"seq":1,
 "received":"*","source":"cortex"}
{"id":"b2","kind":"tool_call","time":"2026-02-23T10:01:00Z","agent":"main","session":"s1",
 "parent":"a1","duration_ms":150,"fields":{"namespace":"mayros","tool_name":"deploy"},"seq":2,
 "received":"*","source":"cortex"}

# What it answers has no namespace: other events here, of which one is not whole.
record --json
{"events":[
 {"id":"c3","event_type":"llm_call","agent_id":"main","timestamp":"2026-02-23T10:02:00Z","session":"s1",
 "parent_event":"b2","duration_ms":9,"fields":{"model":"m","total_tokens":"12"}},
 {"id":"d4","agent_id":"main","timestamp":"2026-02-23T10:02:00Z"}],"total":2}
exit 1
----
{"accepted":1,"duplicates":0,"quarantined":1,"pending":0,"first_seq":3,"last_seq":3,"assigned":[]}

hence tree s1
----
Session: s1
Events: 1 root(s), depth: 3

[2026-02-23 10:00:00Z] Decision: choose strategy -> aggressive  (a1)
└─ [2026-02-23 10:01:00Z] Tool call: deploy (150ms)  (b2)
   └─ [2026-02-23 10:02:00Z] LLM call: m (12 tokens, 9ms)  (c3)

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":2,"reason":"event_type is missing","size":64,"count":1}]
