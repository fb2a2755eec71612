# What was given comes back to the byte: numbers, escapes, the order of members, the digits of a time.
record --json
{ "fields" : { "b" : 1.10 , "a" : [ 1e2 , 12345678901234567890123 , -0 ] , "t" : "caf\u00e9 \ud800" } , "time" : "2026-02-23T12:30:00.120+02:30" , "kind" : "custom_kind" , "id" : "e1" , "iteration" : -1 , "agent" : null }
{"kind":"thought","time":"2026-02-23T10:00:01Z"}
---- folded
{"accepted":2,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":2,
 "assigned":[{"line":2,"id":"*"}]}

hence events --json --limit 1
---- folded
{"id":"e1","kind":"custom_kind","time":"2026-02-23T10:00:00.120Z","iteration":-1,
 "fields":{"b":1.10,"a":[1e2,12345678901234567890123,-0],"t":"caf\u00e9 \ud800"},
 "seq":1,"received":"*","source":"native"}

# What was printed can be recorded again, and is the same event.
record --json
{"id":"e1","kind":"custom_kind","time":"2026-02-23T10:00:00.120Z","iteration":-1,
 "fields":{"b":1.10,"a":[1e2,12345678901234567890123,-0],"t":"caf\u00e9 \ud800"},
 "seq":1,"received":"2026-02-23T10:00:05.000Z","source":"native"}
----
{"accepted":0,"duplicates":1,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

# Half a surrogate pair is kept, and shown as a replacement character; a control character is never shown raw.
record
{"id":"odd","kind":"thought","time":"2026-02-23T10:00:02Z","session":"s","fields":{"text":"half \ud83d and \u001b[31m"}}

hence tree s
----
Session: s
Events: 1 root(s), depth: 1

[2026-02-23 10:00:02Z] Thought: half � and   (odd)

# A rationale that is too long is kept whole and flagged.
record
{"id":"long","kind":"decision","time":"2026-02-23T10:00:03Z","session":"l",
 "rationale":{"why":"0123456789012345678901234567890123456789012345678901234567890123456789
 0123456789012345678901234567890123456789012345678901234567890123456789
 0123456789012345678901234567890123456789012345678901234567890123456789
 0123456789012345678901234567890123456789012345678901234567890123456789x"}}

hence events --session l --json
---- folded
{"id":"long","kind":"decision","time":"2026-02-23T10:00:03Z","session":"l",
 "rationale":{"why":"0123456789012345678901234567890123456789012345678901234567890123456789
 0123456789012345678901234567890123456789012345678901234567890123456789
 0123456789012345678901234567890123456789012345678901234567890123456789
 0123456789012345678901234567890123456789012345678901234567890123456789x"},
 "seq":4,"received":"*","source":"native","flags":["rationale_too_long"]}
