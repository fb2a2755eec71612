# Words in any text of an event, wherever it was said.
record
{"id":"p1","kind":"message","time":"2026-01-01T00:00:01Z","session":"s1","agent":"user","fields":{"text":"Clean up and build again, please"}}
{"id":"c1","kind":"tool_call","time":"2026-01-01T00:00:02Z","session":"s1","agent":"coder","fields":{"tool_name":"Bash","args":{"command":"rm -rf build && make"}}}
{"id":"c2","kind":"tool_call","time":"2026-01-01T00:00:03Z","session":"s1","agent":"coder","fields":{"tool_name":"Read","args":{"path":"src/getUserName.cpp"}}}
{"id":"c3","kind":"tool_call","time":"2026-01-02T00:00:03Z","session":"s2","agent":"coder","fields":{"tool_name":"Bash","args":{"command":"make build"}}}
{"id":"o1","kind":"observation","time":"2026-01-02T00:00:04Z","session":"s2","agent":"coder","fields":{"value":"error: 東京 was not declared 🚀"}}
{"id":"d1","kind":"decision","time":"2026-01-02T00:00:05Z","session":"s2","agent":"coder","fields":{"description":"retry the build or ask the user","chosen":"retry","alternatives":["retry","ask"]}}
{"id":"o2","kind":"outcome","time":"2026-01-02T00:00:09Z","fields":{"of":"d1","outcome":"failed again","correct":false}}
{"id":"d2","kind":"decision","time":"2026-01-03T00:00:05Z","session":"s3","agent":"coder","fields":{"description":"retry the build once more","chosen":"retry"}}

hence search build
----

hence search 'rm -rf build'
----

hence search 'build -make' --kinds tool_call,message
----

hence search '"make build"' --json
---- folded

hence search user_name --json
---- folded

hence search 東京
----

hence search 🚀 --session s1
----

hence search 'build "open'
----

hence search '&&'
----

hence similar d2
----

hence similar 'should we retry the build?' --json
---- folded

hence similar 'something else entirely'
----
