# A trade: what the agents told each other, and why one of them decided as it did.
record --json
{"chain_type":"trade","chain_id":"trade-7","events":[],"traces":[
 {"id":"t1","agent_id":"evaluator","decision_type":"signal_eval","rationale":"momentum confirmed",
 "confidence":0.71,"inputs":{"signal":"AAPL"},"session_id":"s1","created_at":"2026-02-23T10:00:02Z",
 "outcome":"position lost 4 %","outcome_correct":false},
 {"id":"t2","agent_id":"sizer","decision_type":"position_sizing","rationale":"40 % above normal",
 "confidence":0.9,"session_id":"s1","created_at":"2026-02-23T10:00:04Z","outcome":null}],
 "audit_entries":[
 {"message_id":"m1","from_agent":"router","to_agents":"[\"evaluator\",\"cfo\"]","status":"dispatched",
 "route_json":"{\"rule\": 3}","payload":"{\"signal\": \"AAPL\"}","created_at":"2026-02-23T10:00:01Z"},
 {"message_id":"m2","from_agent":"risk-guard","to_agents":null,"subtype":"kill_switch","status":"fired",
 "created_at":"2026-02-23T10:00:09Z"}]}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":5,"assigned":[]}

hence events --correlation trade-7
----
[2026-02-23 10:00:01Z] message      router        Message: router -> evaluator, cfo (dispatched): {"signal":"AAPL"}  (m1)
[2026-02-23 10:00:02Z] decision     evaluator     Decision: signal_eval -> ?  (t1)
[no time]              outcome      evaluator     Outcome: incorrect (position lost 4 %)  (1de13edc)
[2026-02-23 10:00:04Z] decision     sizer         Decision: position_sizing -> ?  (t2)
[2026-02-23 10:00:09Z] message      risk-guard    Action: risk-guard kill_switch (fired)  (m2)

hence events --kinds decision,message --json
---- folded
{"id":"m1","kind":"message","time":"2026-02-23T10:00:01Z","agent":"router","correlation":"trade-7",
 "fields":{"message_id":"m1","from":"router","to":["evaluator","cfo"],"route":{"rule":3},
 "payload":{"signal":"AAPL"},"status":"dispatched"},"seq":4,"received":"*","source":"replay-builder"}
{"id":"t1","kind":"decision","time":"2026-02-23T10:00:02Z","agent":"evaluator","session":"s1",
 "correlation":"trade-7","rationale":{"why":"momentum confirmed","confidence":0.71},
 "fields":{"inputs":{"signal":"AAPL"},"decision_type":"signal_eval"},"seq":1,"received":"*",
 "source":"replay-builder"}
{"id":"t2","kind":"decision","time":"2026-02-23T10:00:04Z","agent":"sizer","session":"s1",
 "correlation":"trade-7","rationale":{"why":"40 % above normal","confidence":0.9},
 "fields":{"decision_type":"position_sizing"},"seq":3,"received":"*","source":"replay-builder"}
{"id":"m2","kind":"message","time":"2026-02-23T10:00:09Z","agent":"risk-guard",
 "correlation":"trade-7","fields":{"message_id":"m2","from":"risk-guard","subtype":"kill_switch",
 "status":"fired"},"seq":5,"received":"*","source":"replay-builder"}

# Later the second decision has an outcome. The decision is known; its outcome is new.
record --json
{"id":"t2","agent_id":"sizer","decision_type":"position_sizing","rationale":"40 % above normal",
 "confidence":0.9,"session_id":"s1","correlation_id":"trade-7","created_at":"2026-02-23T10:00:04Z",
 "outcome":"closed at a loss","outcome_correct":0}
----
{"accepted":1,"duplicates":1,"quarantined":0,"pending":0,"first_seq":6,"last_seq":6,"assigned":[]}

# A row without an id is known by its content, one without a time by its place.
record --json
{"agent_id":"sizer","decision_type":"exit","rationale":"stop reached","correlation_id":"trade-8"}
{"from_agent":"sizer","to_agents":["desk"],"correlation_id":"trade-8"}
{"agent":"nobody"}
exit 1
----
{"accepted":2,"duplicates":0,"quarantined":1,"pending":0,"first_seq":7,"last_seq":8,"assigned":[]}
---- stderr
hence: -:3: neither a decision (agent_id, decision_type) nor a message (from_agent)
hence: 1 line in quarantine; hence quarantine lists them

record --json
{"agent_id":"sizer","decision_type":"exit","rationale":"stop reached","correlation_id":"trade-8"}
----
{"accepted":0,"duplicates":1,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

hence events --correlation trade-8
----
[no time]              decision     sizer         Decision: exit -> ?  (1b22ce4f)
[no time]              message      sizer         Message: sizer -> desk  (c129683d)
