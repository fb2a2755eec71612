# One page about one decision, for somebody who was not there.
record
{"id":"t1","kind":"thought","time":"2026-03-02T14:30:00Z","agent":"sizer","session":"s","correlation":"c","fields":{"text":"a breakout"}}
{"id":"d1","kind":"decision","time":"2026-03-02T14:30:01Z","agent":"sizer","session":"s","run":"r","parent":"t1","correlation":"c",
 "rationale":{"why":"1 % of *equity*","confidence":0.90,"alternatives":[{"option":"half","rejected_because":"unused risk"}]},
 "fields":{"description":"size","decision_type":"sizing","chosen":"100 shares","alternatives":["skip","half"],"inputs":{"equity":412000.0},"status":"made"}}
{"id":"m1","kind":"message","time":"2026-03-02T14:30:02Z","agent":"sizer","session":"s","parent":"d1","correlation":"c","fields":{"from":"sizer","to":["risk"],"status":"sent"}}
{"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"sizer","session":"s","correlation":"c","fields":{"from":"sizer","to":["desk"]}}
{"id":"m3","kind":"message","time":"2026-03-02T14:30:03Z","agent":"risk","session":"s","correlation":"c","fields":{"from":"risk","to":["desk"]}}
{"id":"d2","kind":"decision","time":"2026-03-02T14:30:04Z","agent":"sizer","session":"s","parent":"gone","correlation":"c"}
{"id":"m4","kind":"message","time":"2026-03-02T14:30:05Z","agent":"sizer","session":"s","correlation":"c","fields":{"from":"sizer","to":["desk"]}}
{"id":"o1","kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk","fields":{"of":"d1","outcome":"too large","correct":false}}

hence dossier d1 --json
---- folded
{"event":"d1","decision":{"id":"d1","kind":"decision","time":"2026-03-02T14:30:01Z","agent":"sizer",
 "session":"s","run":"r","parent":"t1","correlation":"c","rationale":{"why":"1 % of *equity*",
 "confidence":0.90,"alternatives":[
 {"option":"half","rejected_because":"unused risk"}]},"fields":{"description":"size","decision_type":"sizing",
 "chosen":"100 shares","alternatives":["skip","half"],"inputs":{"equity":412000.0},"status":"made"},"seq":2,
 "received":"*","source":"native"},"inputs":{"equity":412000.0},"alternatives":[
 {"option":"skip","rejected_because":null},
 {"option":"half","rejected_because":"unused risk"}],"rationale":{"why":"1 % of *equity*","confidence":0.90,
 "alternatives":[
 {"option":"half","rejected_because":"unused risk"}]},"confidence":0.90,"chain":[
 {"event_id":"t1","kind":"thought","agent":"sizer","time":"2026-03-02T14:30:00Z",
 "summary":"Thought: a breakout","rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"d1","kind":"decision","agent":"sizer","time":"2026-03-02T14:30:01Z",
 "summary":"Decision: size -> 100 shares","rationale":{"why":"1 % of *equity*","confidence":0.90,
 "alternatives":[
 {"option":"half","rejected_because":"unused risk"}]},"said":null,"via":{"from":"t1","type":"parent",
 "provenance":"explicit"},"also":[]}],"messages":[
 {"id":"m1","kind":"message","time":"2026-03-02T14:30:02Z","agent":"sizer","session":"s","parent":"d1",
 "correlation":"c","fields":{"from":"sizer","to":["risk"],"status":"sent"},"seq":3,"received":"*",
 "source":"native"},
 {"id":"m2","kind":"message","time":"2026-03-02T14:30:03Z","agent":"sizer","session":"s","correlation":"c",
 "fields":{"from":"sizer","to":["desk"]},"seq":4,"received":"*","source":"native"}],"outcome":{"id":"o1",
 "kind":"outcome","time":"2026-03-02T15:00:00Z","agent":"desk","fields":{"of":"d1","outcome":"too large",
 "correct":false},"seq":8,"received":"*","source":"native"},"completeness":{"complete":true,
 "missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],"truncated":0,"gaps":[]}}

# What is not known is null or empty; what the chain lacks is named. Messages go on until the next decision.
hence dossier d2 --json
---- folded
{"event":"d2","decision":{"id":"d2","kind":"decision","time":"2026-03-02T14:30:04Z","agent":"sizer",
 "session":"s","parent":"gone","correlation":"c","seq":6,"received":"*","source":"native"},"inputs":null,
 "alternatives":[],"rationale":null,"confidence":null,"chain":[
 {"event_id":"t1","kind":"thought","agent":"sizer","time":"2026-03-02T14:30:00Z",
 "summary":"Thought: a breakout","rationale":null,"said":null,"via":null,"also":[]},
 {"event_id":"d1","kind":"decision","agent":"sizer","time":"2026-03-02T14:30:01Z",
 "summary":"Decision: size -> 100 shares","rationale":{"why":"1 % of *equity*","confidence":0.90,
 "alternatives":[
 {"option":"half","rejected_because":"unused risk"}]},"said":null,"via":{"from":"t1","type":"parent",
 "provenance":"explicit"},"also":[]},
 {"event_id":"m1","kind":"message","agent":"sizer","time":"2026-03-02T14:30:02Z",
 "summary":"Message: sizer -> risk (sent)","rationale":null,"said":null,"via":{"from":"d1","type":"parent",
 "provenance":"explicit"},"also":[]},
 {"event_id":"m3","kind":"message","agent":"risk","time":"2026-03-02T14:30:03Z",
 "summary":"Message: risk -> desk","rationale":null,"said":null,"via":{"from":"m1","type":"message",
 "provenance":"assumed"},"also":[]},
 {"event_id":"d2","kind":"decision","agent":"sizer","time":"2026-03-02T14:30:04Z",
 "summary":"Decision: unknown -> ?","rationale":null,"said":null,"via":{"from":"m3","type":"sequence",
 "provenance":"assumed"},"also":[]}],"messages":[
 {"id":"m4","kind":"message","time":"2026-03-02T14:30:05Z","agent":"sizer","session":"s","correlation":"c",
 "fields":{"from":"sizer","to":["desk"]},"seq":7,"received":"*","source":"native"}],"outcome":null,
 "completeness":{"complete":false,"missing_parents":[
 {"event":"d2","parent":"gone"}],"cycles":[],"unresolved_refs":[],"uncaused":["m3","d2"],"truncated":0,
 "gaps":[]}}

# Any event has a dossier.
hence dossier t1 --json
---- folded
{"event":"t1","decision":{"id":"t1","kind":"thought","time":"2026-03-02T14:30:00Z","agent":"sizer",
 "session":"s","correlation":"c","fields":{"text":"a breakout"},"seq":1,"received":"*","source":"native"},
 "inputs":null,"alternatives":[],"rationale":null,"confidence":null,"chain":[
 {"event_id":"t1","kind":"thought","agent":"sizer","time":"2026-03-02T14:30:00Z",
 "summary":"Thought: a breakout","rationale":null,"said":null,"via":null,"also":[]}],"messages":[],
 "outcome":null,"completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],
 "uncaused":[],"truncated":0,"gaps":[]}}

hence dossier nothing
exit 1
----
