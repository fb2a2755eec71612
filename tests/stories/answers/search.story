# Words in any text of an event, wherever it was said.
record
{"id":"p1","kind":"message","time":"2026-01-01T00:00:01Z","session":"s1","agent":"user","fields":{"from":"user","to":["coder"],"payload":"Clean up and build again, please"}}
{"id":"c1","kind":"tool_call","time":"2026-01-01T00:00:02Z","session":"s1","agent":"coder","fields":{"tool_name":"Bash","input":{"command":"rm -rf build && make"}}}
{"id":"c2","kind":"tool_call","time":"2026-01-01T00:00:03Z","session":"s1","agent":"coder","fields":{"tool_name":"Read","input":{"path":"src/getUserName.cpp"}}}
{"id":"c3","kind":"tool_call","time":"2026-01-02T00:00:03Z","session":"s2","agent":"coder","fields":{"tool_name":"Bash","input":{"command":"make build"}}}
{"id":"o1","kind":"observation","time":"2026-01-02T00:00:04Z","session":"s2","agent":"coder","fields":{"key":"compiler","content":"error: 東京 was not declared 🚀"}}
{"id":"d1","kind":"decision","time":"2026-01-02T00:00:05Z","session":"s2","agent":"coder","fields":{"description":"retry the build or ask the user","chosen":"retry","alternatives":["retry","ask"]}}
{"id":"o2","kind":"outcome","time":"2026-01-02T00:00:09Z","fields":{"of":"d1","outcome":"failed again","correct":false}}
{"id":"d2","kind":"decision","time":"2026-01-03T00:00:05Z","session":"s3","agent":"coder","fields":{"description":"retry the build once more","chosen":"retry"}}

hence search build
----
5 events with build

[2026-01-03 00:00:05Z] coder  Decision: retry the build once more -> retry  (d2)
    fields.description: retry the build once more

[2026-01-02 00:00:05Z] coder  Decision: retry the build or ask the user -> retry  (d1)
    fields.description: retry the build or ask the user

[2026-01-02 00:00:03Z] coder  Tool call: Bash `make build`  (c3)
    fields.input.command: make build

[2026-01-01 00:00:02Z] coder  Tool call: Bash `rm -rf build && make`  (c1)
    fields.input.command: rm -rf build && make

[2026-01-01 00:00:01Z] user  Message: user -> coder: Clean up and build again, please  (p1)
    fields.payload: Clean up and build again, please

  by session s1 2, s2 2, s3 1
  by agent   coder 4, user 1
  by tool    Bash 2
  by kind    decision 2, tool_call 2, message 1
  by day     2026-01-01 2, 2026-01-02 2, 2026-01-03 1

hence search 'rm -rf build'
----
1 event with rm -rf build as it stands

[2026-01-01 00:00:02Z] coder  Tool call: Bash `rm -rf build && make`  (c1)
    fields.input.command: rm -rf build && make

  by session s1 1
  by agent   coder 1
  by tool    Bash 1
  by kind    tool_call 1
  by day     2026-01-01 1

hence search 'build -make' --kinds tool_call,message
----
1 event with build -make

[2026-01-01 00:00:01Z] user  Message: user -> coder: Clean up and build again, please  (p1)
    fields.payload: Clean up and build again, please

  by session s1 1
  by agent   user 1
  by kind    message 1
  by day     2026-01-01 1

hence search '"make build"' --json
---- folded
{"query":"\"make build\"","read_as":"words","matches":1,"counted_all":true,"rows":[
 {"event":"c3","session":"s2","run":null,"agent":"coder","time":"2026-01-02T00:00:03Z","kind":"tool_call",
 "summary":"Tool call: Bash `make build`","snippet":[
 {"path":"fields.input.command","text":"make build","marks":[[0,10]]}]}],"by":{"session":{"s2":1},
 "agent":{"coder":1},"tool":{"Bash":1},"kind":{"tool_call":1},"day":{"2026-01-02":1}},"next":null}

hence search user_name --json
---- folded
{"query":"user_name","read_as":"words","matches":1,"counted_all":true,"rows":[
 {"event":"c2","session":"s1","run":null,"agent":"coder","time":"2026-01-01T00:00:03Z","kind":"tool_call",
 "summary":"Tool call: Read src/getUserName.cpp","snippet":[
 {"path":"fields.input.path","text":"src/getUserName.cpp","marks":[[7,15]]}]}],"by":{"session":{"s1":1},
 "agent":{"coder":1},"tool":{"Read":1},"kind":{"tool_call":1},"day":{"2026-01-01":1}},"next":null}

hence search 東京
----
1 event with 東京

[2026-01-02 00:00:04Z] coder  Observation: compiler  (o1)
    fields.content: error: 東京 was not declared 🚀

  by session s2 1
  by agent   coder 1
  by kind    observation 1
  by day     2026-01-02 1

hence search 🚀 --session s1
----
Nothing matches 🚀.

hence search 'build "open'
exit 2
----
---- stderr
hence: the quote at character 7 has no end; close the phrase with another "

hence search '&&'
exit 2
----
---- stderr
hence: there is no word to look for; `hence events --text` finds signs, too

hence similar d2
----
Decided before: retry the build once more
1 of 1 earlier decisions is alike: 0 right, 1 wrong, 0 not known

[2026-01-02 00:00:05Z] coder  Decision: retry the build or ask the user -> retry  (d1)
    rather than ask
    it was wrong: failed again
    shares retry, build (67 %)

hence similar 'should we retry the build?' --json
---- folded
{"to":"should we retry the build?","text":"should we retry the build?","compared":2,"right":0,"wrong":1,
 "unknown":1,"rows":[
 {"event":"d2","session":"s3","run":null,"agent":"coder","time":"2026-01-03T00:00:05Z",
 "summary":"Decision: retry the build once more -> retry","decision_type":null,
 "description":"retry the build once more","chosen":"retry","alternatives":[],"why":null,"confidence":null,
 "score":1,"shared":["retry","build"],"outcome":null,"correct":null},
 {"event":"d1","session":"s2","run":null,"agent":"coder","time":"2026-01-02T00:00:05Z",
 "summary":"Decision: retry the build or ask the user -> retry","decision_type":null,
 "description":"retry the build or ask the user","chosen":"retry","alternatives":["retry","ask"],"why":null,
 "confidence":null,"score":1,"shared":["retry","build"],"outcome":{"event":"o2","outcome":"failed again",
 "correct":false},"correct":false}]}

hence similar 'something else entirely'
----
No decision of 2 is like: something else entirely
