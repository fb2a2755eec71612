# Changes of the decision graph name nodes by their labels, in every list; a node that nobody recorded by its id.
record
{"id":"n1","kind":"graph_node","time":"2026-03-01T10:00:00Z","session":"s1","fields":{"node":{"id":"g","type":"goal","label":"Ship\nit"}}}
{"id":"n2","kind":"graph_node","time":"2026-03-01T10:00:01Z","session":"s1","fields":{"node":{"id":"a","type":"decision","label":"Use JWT"}}}
{"id":"n3","kind":"graph_node","time":"2026-03-01T10:00:02Z","session":"s1","fields":{"node":{"id":"b","type":"decision","label":"Use PASETO"}}}
{"id":"k1","kind":"graph_edge","time":"2026-03-01T10:00:03Z","session":"s1","fields":{"edge":{"id":"k1","from_id":"g","to_id":"a","edge_type":"chosen"}}}
{"id":"k2","kind":"graph_edge","time":"2026-03-01T10:00:04Z","session":"s1","fields":{"edge":{"id":"k2","from_id":"g","to_id":"lost","edge_type":"leads_to"}}}
{"id":"x1","kind":"graph_supersede","time":"2026-03-01T10:00:05Z","session":"s1","fields":{"old_id":"a","new_id":"b","edge_id":"x","why":"simpler"}}

hence tree s1 --steps
----
Session: s1
Events: 6 root(s), depth: 1

[2026-03-01 10:00:00Z] Goal: Ship  (n1)
[2026-03-01 10:00:01Z] Decision: Use JWT  (n2)
[2026-03-01 10:00:02Z] Decision: Use PASETO  (n3)
[2026-03-01 10:00:03Z] Edge: Ship -chosen-> Use JWT  (k1)
[2026-03-01 10:00:04Z] Edge: Ship -leads_to-> lost  (k2)
[2026-03-01 10:00:05Z] Superseded: Use JWT by Use PASETO  (x1)

hence events --kinds graph_edge,graph_supersede
----
[2026-03-01 10:00:03Z] graph_edge   -             Edge: Ship -chosen-> Use JWT  (k1)
[2026-03-01 10:00:04Z] graph_edge   -             Edge: Ship -leads_to-> lost  (k2)
[2026-03-01 10:00:05Z] graph_supersede  -             Superseded: Use JWT by Use PASETO  (x1)

# A goal of the graph is the goal of its session where nothing else states one.
hence sessions
----
SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  GOAL
s1       2026-03-01 10:00:00Z  5.0s       6       0       -  Ship

hence graph context
----
## Active Goals
- [g] Ship it (status: active)
  └─ [a] Use JWT (chosen, superseded by [b] Use PASETO)

## Recent Decisions
- [b] Use PASETO
- [a] Use JWT (superseded by [b] Use PASETO)

record
{"id":"u1","kind":"graph_update","time":"2026-03-01T10:00:06Z","session":"s1","fields":{"id":"b","set":{"status":"completed"}}}
{"id":"u2","kind":"graph_delete","time":"2026-03-01T10:00:07Z","session":"s1","fields":{"id":"a"}}

hence events --kinds graph_update,graph_delete
----
[2026-03-01 10:00:06Z] graph_update  -             Updated: Use PASETO (status completed)  (u1)
[2026-03-01 10:00:07Z] graph_delete  -             Deleted: Use JWT  (u2)
