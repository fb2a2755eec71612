# Changes may also be recorded as they come; times are then those of the events.
record
{"id":"t1","kind":"tool_call","time":"2026-03-01T09:00:00Z","session":"s1","fields":{"tool_name":"Deploy","output":"ok"}}
{"id":"n1","kind":"graph_node","time":"2026-03-01T10:00:00Z","agent":"ada","session":"s1","fields":{"node":{"id":"goal","type":"goal","label":"Ship it"}}}
{"id":"n2","kind":"graph_node","time":"2026-03-01T10:00:01Z","agent":"ada","session":"s1","fields":{"node":{"id":"dec","type":"decision","label":"Deploy on Friday","confidence":0.70}}}
{"id":"n3","kind":"graph_node","time":"2026-03-01T10:00:02Z","agent":"ada","session":"s1","fields":{"node":{"id":"act","type":"action","label":"Deploy","event":"t1"}}}
{"id":"k1","kind":"graph_edge","time":"2026-03-01T10:00:03Z","agent":"ada","session":"s1","fields":{"edge":{"id":"k1","from_id":"goal","to_id":"dec","edge_type":"leads_to"}}}
{"id":"k2","kind":"graph_edge","time":"2026-03-01T10:00:04Z","agent":"ada","session":"s1","fields":{"edge":{"from_id":"dec","to_id":"act","edge_type":"chosen","metadata":{"w":1.50}}}}
{"id":"u1","kind":"graph_update","time":"2026-03-01T11:00:00Z","session":"s1","fields":{"id":"dec","set":{"status":"completed","rationale":"it went well"}}}
{"id":"u2","kind":"graph_update","time":"2026-03-01T11:00:01Z","session":"s1","fields":{"id":"nobody","set":{"status":"completed"}}}
{"id":"n4","kind":"graph_node","time":"2026-03-01T11:00:02Z","session":"s1","fields":{"node":{"id":"dec","type":"decision","label":"Another"}}}
{"id":"k3","kind":"graph_edge","time":"2026-03-01T11:00:03Z","session":"s1","fields":{"edge":{"from_id":"dec","to_id":"act","edge_type":"likes"}}}

hence graph get dec --json
---- folded
{"id":"dec","type":"decision","label":"Deploy on Friday","status":"completed","confidence":0.70,
 "rationale":"it went well","metadata":{},"event":null,"created_at":"2026-03-01T10:00:01Z",
 "updated_at":"2026-03-01T11:00:00Z"}

hence graph get dec --as-of 2026-03-01T10:30:00Z
----
decision dec
  label       Deploy on Friday
  status      active
  confidence  0.70
  created     2026-03-01 10:00:01Z
  updated     2026-03-01 10:00:01Z

hence graph get dec --as-of 2026-03-01T10:00:00Z
exit 1
----

hence graph get dec --as-of yesterday
exit 2
----

hence graph edges --out dec --json
---- folded
[{"id":"k2","from_id":"dec","to_id":"act","edge_type":"chosen","metadata":{"w":1.50},
 "created_at":"2026-03-01T10:00:04Z"}]

hence graph history dec
----
[2026-03-01 10:00:01Z] added [dec] decision: Deploy on Friday (active, confidence: 0.70) by ada
[2026-03-01 10:00:03Z] edge [goal] -leads_to-> [dec] by ada
[2026-03-01 10:00:04Z] edge [dec] -chosen-> [act] by ada
[2026-03-01 11:00:00Z] changed: [dec] decision: Deploy on Friday (completed, confidence: 0.70) -- it went well

hence graph history goal --json
---- folded
[{"event":"n1","time":"2026-03-01T10:00:00Z","kind":"graph_node","agent":"ada","session":"s1","run":null,
 "correlation":null,"edge":null,
 "node":{"id":"goal","type":"goal","label":"Ship it","status":"active","confidence":null,"rationale":null,"metadata":{},
 "event":null,"created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}},
 {"event":"k1","time":"2026-03-01T10:00:03Z","kind":"graph_edge","agent":"ada","session":"s1","run":null,
 "correlation":null,
 "edge":{"id":"k1","from_id":"goal","to_id":"dec","edge_type":"leads_to","metadata":{},"created_at":"2026-03-01T10:00:03Z"},
 "node":{"id":"goal","type":"goal","label":"Ship it","status":"active","confidence":null,"rationale":null,"metadata":{},
 "event":null,"created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"}}]

# Why was it deployed? Along the graph, up to the goal.
hence explain t1
----
Causal Chain:

   [2026-03-01 10:00:00Z] Goal: Ship it  (n1)
  -> [2026-03-01 10:00:01Z] Decision: Deploy on Friday  (n2)
       leads_to in the decision graph [explicit]
    -> [2026-03-01 09:00:00Z] Tool call: Deploy  (t1)
         chosen in the decision graph [explicit]

hence explain n1 --down
----
Effects:

   [2026-03-01 10:00:00Z] Goal: Ship it  (n1)
  -> [2026-03-01 10:00:01Z] Decision: Deploy on Friday  (n2)  [leads_to, explicit of n1]
    -> [2026-03-01 09:00:00Z] Tool call: Deploy  (t1)  [chosen, explicit of n2]

# What did not fit is said.
hence gaps s1 --json
exit 1
---- folded
{"id":"s1","scope":"session","completeness":{"complete":false,"missing_parents":[],"cycles":[],
 "unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[
 {"rule":"graph_conflict","event":"u2","detail":"there was no node \"nobody\""},
 {"rule":"graph_conflict","event":"n4","detail":"there was a node \"dec\" already"},
 {"rule":"graph_conflict","event":"k3","detail":"edge type \"likes\" is not known"}]},"rules":[
 {"rule":"missing_parents","checked":0,"found":0,"note":"no event names a parent or a cause"},
 {"rule":"cycles","checked":0,"found":0,"note":"no event names a parent or a cause"},
 {"rule":"unresolved_refs","checked":0,"found":0,"note":"no rationale refers to anything"},
 {"rule":"uncaused","checked":0,"found":0,"note":"no event needs a cause"},
 {"rule":"unthreaded_message","checked":0,"found":0,"note":"no message was recorded"},
 {"rule":"unthreaded_decision","checked":0,"found":0,"note":"no decision was recorded"},
 {"rule":"reused_correlation","checked":0,"found":0,"note":"this is a session, not a correlation"},
 {"rule":"unanswered_delegation","checked":0,"found":0,"note":"no delegation was recorded"},
 {"rule":"decision_without_outcome","checked":0,"found":0,"note":"no decision was recorded"},
 {"rule":"rationale_missing","checked":0,"found":0,"note":"no rationale was ever given: 1 tool call"},
 {"rule":"tool_call_without_result","checked":1,"found":0,"note":null},
 {"rule":"unfinished","checked":0,"found":0,"note":"no model call and no beginning of a run was recorded"},
 {"rule":"silent_agent","checked":0,"found":0,"note":"no message was recorded"},
 {"rule":"clock_skew","checked":0,"found":0,"note":"no event states a parent or a cause"},
 {"rule":"dropped_attributes","checked":10,"found":0,"note":null},
 {"rule":"graph_conflict","checked":9,"found":3,"note":null}]}

# The whole of it, for others.
hence graph export
---- folded
{"graph":"default","nodes":[
 {"id":"goal","type":"goal","label":"Ship it","status":"active","confidence":null,"rationale":null,"metadata":{},
 "event":null,"created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"},
 {"id":"dec","type":"decision","label":"Deploy on Friday","status":"completed","confidence":0.70,"rationale":"it went well","metadata":{},
 "event":null,"created_at":"2026-03-01T10:00:01Z","updated_at":"2026-03-01T11:00:00Z"},
 {"id":"act","type":"action","label":"Deploy","status":"active","confidence":null,"rationale":null,"metadata":{},
 "event":"t1","created_at":"2026-03-01T10:00:02Z","updated_at":"2026-03-01T10:00:02Z"}],"edges":[
 {"id":"k1","from_id":"goal","to_id":"dec","edge_type":"leads_to","metadata":{},"created_at":"2026-03-01T10:00:03Z"},
 {"id":"k2","from_id":"dec","to_id":"act","edge_type":"chosen","metadata":{"w":1.50},"created_at":"2026-03-01T10:00:04Z"}]}

hence graph export --format deciduous
---- folded
{"version":"1.0","author":null,"branch":null,"created_at":"2026-03-01T11:00:03Z","base_commit":null,"graph":"default","nodes":[
 {"change_id":"goal","node_type":"goal","title":"Ship it","description":null,"status":"active","metadata_json":"{}",
 "created_at":"2026-03-01T10:00:00Z","updated_at":"2026-03-01T10:00:00Z"},
 {"change_id":"dec","node_type":"decision","title":"Deploy on Friday","description":"it went well","status":"completed",
 "metadata_json":"{\"confidence\":70}","created_at":"2026-03-01T10:00:01Z","updated_at":"2026-03-01T11:00:00Z"},
 {"change_id":"act","node_type":"action","title":"Deploy","description":null,"status":"active","metadata_json":"{}",
 "created_at":"2026-03-01T10:00:02Z","updated_at":"2026-03-01T10:00:02Z"}],"edges":[
 {"from_change_id":"goal","to_change_id":"dec","edge_type":"leads_to","rationale":null,"created_at":"2026-03-01T10:00:03Z"},
 {"from_change_id":"dec","to_change_id":"act","edge_type":"chosen","rationale":null,"created_at":"2026-03-01T10:00:04Z"}]}

hence graph export --format svg
exit 2
----
