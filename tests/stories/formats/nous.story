# A graph of nodes and edges becomes one event for each; rows of tables say the same.
record --json
{"nodes":[
 {"id":"g1","type":"goal","label":"Implement auth","status":"active","confidence":0.90,"rationale":null,
 "metadata":{"sprint":7},"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:05Z"},
 {"id":"d1","node_type":"decision","label":"Use JWT tokens","status":"active","rationale":"Stateless",
 "metadata_json":"{\"team\":\"core\"}","created_at":"2026-01-01T00:00:01Z"}],
 "edges":[{"id":"x1","from_id":"g1","to_id":"d1","edge_type":"leads_to","metadata":{},
 "created_at":"2026-01-01T00:00:02Z"}]}
----
{"accepted":3,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":3,"assigned":[]}

hence events --json
---- folded
{"id":"019b76da-a800-7afc-bc7a-c9ba056335f8","kind":"graph_node","time":"2026-01-01T00:00:00Z",
 "fields":{"graph":"default","node":{"id":"g1","type":"goal","label":"Implement auth","status":"active",
 "confidence":0.90,"metadata":{"sprint":7},"created_at":"2026-01-01T00:00:00Z",
 "updated_at":"2026-01-01T00:00:05Z"}},"seq":1,"received":"*","source":"nous"}
{"id":"019b76da-abe8-77a0-b2c2-88789a7d348c","kind":"graph_node","time":"2026-01-01T00:00:01Z",
 "fields":{"graph":"default","node":{"id":"d1","type":"decision","label":"Use JWT tokens","status":"active",
 "rationale":"Stateless","metadata":{"team":"core"},"created_at":"2026-01-01T00:00:01Z"}},"seq":2,
 "received":"*","source":"nous"}
{"id":"019b76da-afd0-7f10-b331-7a779940a3a5","kind":"graph_edge","time":"2026-01-01T00:00:02Z",
 "fields":{"graph":"default","edge":{"id":"x1","from_id":"g1","to_id":"d1","edge_type":"leads_to",
 "metadata":{},"created_at":"2026-01-01T00:00:02Z"}},"seq":3,"received":"*","source":"nous"}

# One to a line, and without times. What is neither a node nor an edge is kept apart.
record --json
{"id":"a","type":"goal","label":"A","graph":"other"}
{"id":"b"}
{"from_id":"a","to_id":"a","edge_type":"blocks","weight":2,"graph":"other"}
exit 1
----
{"accepted":2,"duplicates":0,"quarantined":1,"pending":0,"first_seq":4,"last_seq":5,"assigned":[]}

hence events --to 1970-01-02T00:00:00Z --json
---- folded
{"id":"00000000-0000-7844-979a-bb4a8f94d175","kind":"graph_node","time":"1970-01-01T00:00:00.000000000Z",
 "fields":{"graph":"other","node":{"id":"a","type":"goal","label":"A"}},"seq":4,"received":"*","source":"nous",
 "flags":["time_derived"]}
{"id":"00000000-0000-74f6-a2b4-2c1e840d0658","kind":"graph_edge","time":"1970-01-01T00:00:00.000000001Z",
 "fields":{"graph":"other","edge":{"id":"00000000-0000-7406-92cd-069f1ed76c2e","from_id":"a","to_id":"a",
 "edge_type":"blocks"},"weight":2},"seq":5,"received":"*","source":"nous","flags":["time_derived"]}

hence quarantine list --json
---- folded
[{"n":1,"source":"-","line":2,
 "reason":"neither a node (id, type, label) nor an edge (from_id, to_id, edge_type)","size":10,"count":1}]
