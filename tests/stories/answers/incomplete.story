# A parent that was never recorded is named; one that is in another session is not missing.
record
{"id":"far","kind":"thought","time":"2026-01-01T00:00:00Z","session":"other","fields":{"text":"far"}}
{"id":"a","kind":"thought","time":"2026-01-01T00:00:01Z","session":"s","parent":"far","fields":{"text":"a"}}
{"id":"b","kind":"thought","time":"2026-01-01T00:00:02Z","session":"s","parent":"x","fields":{"text":"b"}}
{"id":"c","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s","parent":"b","fields":{"text":"c"}}

hence tree s
----
Session: s
Events: 2 root(s), depth: 2

[2026-01-01 00:00:01Z] Thought: a  (a)
[2026-01-01 00:00:02Z] Thought: b  (b)
└─ [2026-01-01 00:00:03Z] Thought: c  (c)
! incomplete: parent x of b was never recorded

hence explain c
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: far  (far)
  -> [2026-01-01 00:00:01Z] Thought: a  (a)
    -> [2026-01-01 00:00:02Z] Thought: b  (b)
         follows the step before it [assumed]
      -> [2026-01-01 00:00:03Z] Thought: c  (c)
! incomplete: parent x of b was never recorded
! incomplete: no cause of b was recorded

hence explain a
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: far  (far)
  -> [2026-01-01 00:00:01Z] Thought: a  (a)

# It may still arrive.
record
{"id":"x","kind":"thought","time":"2026-01-01T00:00:00.5Z","session":"s","fields":{"text":"late"}}

hence explain c
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: late  (x)
  -> [2026-01-01 00:00:02Z] Thought: b  (b)
    -> [2026-01-01 00:00:03Z] Thought: c  (c)

# A reference resolves to an event, or to an earlier observation of its session; `scratch:` is exempt, and
# so is everything before the session's first observation.
record
{"id":"r0","kind":"decision","time":"2026-01-02T00:00:00Z","session":"refs","rationale":{"why":"early","refs":["obs:0"]}}
{"id":"r1","kind":"observation","time":"2026-01-02T00:00:01Z","session":"refs","fields":{"key":"obs:1"}}
{"id":"r2","kind":"decision","time":"2026-01-02T00:00:02Z","session":"refs","rationale":{"why":"w","refs":["obs:1","a","scratch:x","obs:2","obs:99"]}}
{"id":"r3","kind":"observation","time":"2026-01-02T00:00:03Z","session":"refs","fields":{"key":"obs:2"}}

hence tree refs --json
---- folded
{"session":"refs","root_event_id":"r0","depth":1,"count":4,"events":[
 {"id":"r0","kind":"decision","agent":null,"time":"2026-01-02T00:00:00Z","duration_ms":null,
 "summary":"Decision: early -> ?","rationale":{"why":"early","refs":["obs:0"]},"fields":null,"children":[]},
 {"id":"r1","kind":"observation","agent":null,"time":"2026-01-02T00:00:01Z","duration_ms":null,
 "summary":"Observation: obs:1","rationale":null,"fields":{"key":"obs:1"},"children":[]},
 {"id":"r2","kind":"decision","agent":null,"time":"2026-01-02T00:00:02Z","duration_ms":null,
 "summary":"Decision: w -> ?","rationale":{"why":"w","refs":["obs:1","a","scratch:x","obs:2","obs:99"]},
 "fields":null,"children":[]},
 {"id":"r3","kind":"observation","agent":null,"time":"2026-01-02T00:00:03Z","duration_ms":null,
 "summary":"Observation: obs:2","rationale":null,"fields":{"key":"obs:2"},"children":[]}],
 "completeness":{"complete":false,"missing_parents":[],"cycles":[],"unresolved_refs":[
 {"event":"r2","ref":"obs:2"},
 {"event":"r2","ref":"obs:99"}],"uncaused":[],"truncated":0,"gaps":[]}}

hence tree nowhere
exit 1
----
