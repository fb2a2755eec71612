# A cycle is cut before its earliest event, kept whole, and reported from there, cause to effect.
record
{"id":"a","kind":"thought","time":"2026-01-01T00:00:01Z","session":"s","parent":"c","fields":{"text":"a"}}
{"id":"b","kind":"thought","time":"2026-01-01T00:00:02Z","session":"s","parent":"a","fields":{"text":"b"}}
{"id":"c","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s","parent":"b","fields":{"text":"c"}}
{"id":"d","kind":"thought","time":"2026-01-01T00:00:04Z","session":"s","parent":"c","fields":{"text":"d"}}

hence tree s --json --flat
---- folded
{"session":"s","root_event_id":"a","depth":4,"count":4,"events":[
 {"id":"a","kind":"thought","agent":null,"time":"2026-01-01T00:00:01Z","duration_ms":null,
 "summary":"Thought: a","rationale":null,"fields":{"text":"a"},"parent":null,"level":1},
 {"id":"b","kind":"thought","agent":null,"time":"2026-01-01T00:00:02Z","duration_ms":null,
 "summary":"Thought: b","rationale":null,"fields":{"text":"b"},"parent":"a","level":2},
 {"id":"c","kind":"thought","agent":null,"time":"2026-01-01T00:00:03Z","duration_ms":null,
 "summary":"Thought: c","rationale":null,"fields":{"text":"c"},"parent":"b","level":3},
 {"id":"d","kind":"thought","agent":null,"time":"2026-01-01T00:00:04Z","duration_ms":null,
 "summary":"Thought: d","rationale":null,"fields":{"text":"d"},"parent":"c","level":4}],
 "completeness":{"complete":false,"missing_parents":[],"cycles":[["a","b","c"]],"unresolved_refs":[],
 "uncaused":[],"truncated":0,"gaps":[]}}

# A chain stops before the first event that it has met already.
hence explain d --json
---- folded
{"event":"d","direction":"up","chain":[
 {"event_id":"a","kind":"thought","agent":null,"time":"2026-01-01T00:00:01Z","summary":"Thought: a",
 "rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"b","kind":"thought","agent":null,"time":"2026-01-01T00:00:02Z","summary":"Thought: b",
 "rationale":null,"said":null,"via":{"from":"a","type":"parent","provenance":"explicit"},"also":[]},
 {"event_id":"c","kind":"thought","agent":null,"time":"2026-01-01T00:00:03Z","summary":"Thought: c",
 "rationale":null,"said":null,"via":{"from":"b","type":"parent","provenance":"explicit"},"also":[]},
 {"event_id":"d","kind":"thought","agent":null,"time":"2026-01-01T00:00:04Z","summary":"Thought: d",
 "rationale":null,"said":null,"via":{"from":"c","type":"parent","provenance":"explicit"},"also":[]}],
 "links":[],"completeness":{"complete":false,"missing_parents":[],"cycles":[["a","b","c"]],
 "unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

# An event that names itself is a cycle of one.
record
{"id":"self","kind":"thought","time":"2026-01-01T00:00:00Z","session":"one","parent":"self","fields":{"text":"self"}}

hence tree one --json
---- folded
{"session":"one","root_event_id":"self","depth":1,"count":1,"events":[
 {"id":"self","kind":"thought","agent":null,"time":"2026-01-01T00:00:00Z","duration_ms":null,
 "summary":"Thought: self","rationale":null,"fields":{"text":"self"},"children":[]}],
 "completeness":{"complete":false,"missing_parents":[],"cycles":[["self"]],"unresolved_refs":[],"uncaused":[],
 "truncated":0,"gaps":[]}}
