# A patch becomes the nodes and edges of a graph: a confidence of 90 is 0.9, and pending is active.
record --json
{"version":"1.0","author":"ana","branch":"auth","created_at":"2026-01-02T00:00:00Z","base_commit":"abc","nodes":[
 {"change_id":"c1","node_type":"goal","title":"Auth","description":"log in","status":"pending",
 "metadata_json":"{\"confidence\":90,\"commit\":\"f00\"}","created_at":"2026-01-01T00:00:00Z"},
 {"change_id":"c2","node_type":"decision","title":"JWT","description":null,"status":"completed",
 "metadata_json":"{\"confidence\":85}","created_at":"2026-01-01T00:00:01Z"}],"edges":[
 {"from_change_id":"c1","to_change_id":"c2","edge_type":"leads_to","rationale":"stateless"}]}
----
{"accepted":3,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":3,"assigned":[]}

hence events --json
---- folded
{"id":"019b76da-a800-7349-8f35-29d4cbf0bef0","kind":"graph_node","time":"2026-01-01T00:00:00Z","agent":"ana",
 "fields":{"graph":"default","node":{"id":"c1","type":"goal","label":"Auth","status":"active","confidence":0.9,
 "metadata":{"commit":"f00","status":"pending","description":"log in"},"created_at":"2026-01-01T00:00:00Z"},
 "document":{"version":"1.0","branch":"auth","created_at":"2026-01-02T00:00:00Z","base_commit":"abc"}},"seq":1,
 "received":"*","source":"deciduous"}
{"id":"019b76da-abe8-75d0-b8ea-084e74dee1f9","kind":"graph_node","time":"2026-01-01T00:00:01Z","agent":"ana",
 "fields":{"graph":"default","node":{"id":"c2","type":"decision","label":"JWT","status":"completed",
 "confidence":0.85,"created_at":"2026-01-01T00:00:01Z"},"document":{"version":"1.0","branch":"auth",
 "created_at":"2026-01-02T00:00:00Z","base_commit":"abc"}},"seq":2,"received":"*","source":"deciduous"}
{"id":"019b7c01-0400-756c-a053-fec3e9523dd7","kind":"graph_edge","time":"2026-01-02T00:00:00Z","agent":"ana",
 "fields":{"graph":"default","edge":{"id":"00000000-0000-7663-9525-aa9a095aee50","from_id":"c1","to_id":"c2",
 "edge_type":"leads_to","metadata":{"rationale":"stateless"}},"document":{"version":"1.0","branch":"auth",
 "created_at":"2026-01-02T00:00:00Z","base_commit":"abc"}},"seq":3,"received":"*","source":"deciduous",
 "flags":["time_derived"]}

# Applied again, it adds nothing.
record --json
{"version":"1.0","author":"ana","branch":"auth","created_at":"2026-01-02T00:00:00Z","base_commit":"abc","nodes":[
 {"change_id":"c1","node_type":"goal","title":"Auth","description":"log in","status":"pending",
 "metadata_json":"{\"confidence\":90,\"commit\":\"f00\"}","created_at":"2026-01-01T00:00:00Z"},
 {"change_id":"c2","node_type":"decision","title":"JWT","description":null,"status":"completed",
 "metadata_json":"{\"confidence\":85}","created_at":"2026-01-01T00:00:01Z"}],"edges":[
 {"from_change_id":"c1","to_change_id":"c2","edge_type":"leads_to","rationale":"stateless"}]}
----
{"accepted":0,"duplicates":3,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}
