# Two runs of one task. The second looks around first, reads another file, and decides otherwise.
record
{"id":"a1","kind":"llm_call","time":"2026-01-01T00:00:00Z","session":"s","run":"one","duration_ms":500,"fields":{"model":"m","total_tokens":100}}
{"id":"a2","kind":"tool_call","time":"2026-01-01T00:00:01Z","session":"s","run":"one","duration_ms":5,"fields":{"tool_name":"Read","input":{"path":"/a","lines":10}}}
{"id":"a3","kind":"tool_call","time":"2026-01-01T00:00:02Z","session":"s","run":"one","fields":{"tool_name":"Test","input":{},"call_id":"c"}}
{"id":"a4","kind":"observation","time":"2026-01-01T00:00:03Z","session":"s","run":"one","duration_ms":1000,"fields":{"call_id":"c","content":"ok"}}
{"id":"a5","kind":"decision","time":"2026-01-01T00:00:04Z","session":"s","run":"one","fields":{"decision_type":"release","chosen":"ship"}}
{"id":"b1","kind":"tool_call","time":"2026-01-01T00:01:00Z","session":"s","run":"two","fields":{"tool_name":"List"}}
{"id":"b2","kind":"llm_call","time":"2026-01-01T00:01:00.5Z","session":"s","run":"two","fields":{"model":"m","prompt_tokens":100,"completion_tokens":20}}
{"id":"b3","kind":"tool_call","time":"2026-01-01T00:01:01Z","session":"s","run":"two","fields":{"tool_name":"Read","input":{"lines":1e1,"path":"/b"}}}
{"id":"b4","kind":"tool_call","time":"2026-01-01T00:01:02Z","session":"s","run":"two","duration_ms":7,"fields":{"tool_name":"Test","input":{},"output":"ok"}}
{"id":"b5","kind":"decision","time":"2026-01-01T00:01:03Z","session":"s","run":"two","fields":{"decision_type":"release","chosen":"wait"}}
{"id":"b6","kind":"session_end","time":"2026-01-01T00:01:04Z","session":"s","run":"two","duration_ms":4000,"fields":{"status":"success"}}

hence diff one two
----
a: run one of session s, 4 steps, 100 tokens, 4s
b: run two of session s, 5 steps, 120 tokens, 4s
2 same, 2 changed, 1 added, 0 removed
First divergence after 0 steps alike: only b has tool:List

+ tool:List  (b1)
= model:m  (a1, b2)
~ tool:Read {"path":"/a","lines":10}  (a2)
  -> tool:Read {"lines":1e1,"path":"/b"}  (b3)
= tool:Test {}  (a3, b4)
~ decision:release -> ship  (a5)
  -> decision:release -> wait  (b5)

hence diff one two --session s --json
---- folded
{"a":"one","b":"two","same":false,"first_divergence":{"index":0,"a":null,"b":{"event":"b1",
 "step":"tool:List"}},"edits":[
 {"op":"added","a":null,"b":{"event":"b1","step":"tool:List"}},
 {"op":"same","a":{"event":"a1","step":"model:m"},"b":{"event":"b2","step":"model:m"}},
 {"op":"changed","a":{"event":"a2","step":"tool:Read {\"path\":\"/a\",\"lines\":10}"},"b":{"event":"b3",
 "step":"tool:Read {\"lines\":1e1,\"path\":\"/b\"}"}},
 {"op":"same","a":{"event":"a3","step":"tool:Test {}"},"b":{"event":"b4","step":"tool:Test {}"}},
 {"op":"changed","a":{"event":"a5","step":"decision:release -> ship"},"b":{"event":"b5",
 "step":"decision:release -> wait"}}],"tokens":{"a":{"input":null,"output":null,"cache_read":null,
 "cache_write":null,"reasoning":null,"total":100},"b":{"input":100,"output":20,"cache_read":null,
 "cache_write":null,"reasoning":null,"total":120}},"duration_ms":{"a":4000,"b":4000}}

# The same name in another session is another run.
record
{"id":"c1","kind":"tool_call","time":"2026-01-01T00:02:00Z","session":"t","run":"two","fields":{"tool_name":"List"}}

hence diff one two
exit 2
----
---- stderr
hence: run "two" is ambiguous: it is in sessions s, t; name one with --session

hence diff one two --session-b t
----
a: run one of session s, 4 steps, 100 tokens, 4s
b: run two of session t, 1 step, ? tokens, 0ms
0 same, 0 changed, 1 added, 4 removed
First divergence after 0 steps alike: only a has model:m

- model:m  (a1)
- tool:Read {"path":"/a","lines":10}  (a2)
- tool:Test {}  (a3)
- decision:release -> ship  (a5)
+ tool:List  (c1)

hence diff two latest --session-a t --json
---- folded
{"a":"two","b":"two","same":true,"first_divergence":null,"edits":[
 {"op":"same","a":{"event":"c1","step":"tool:List"},"b":{"event":"c1","step":"tool:List"}}],
 "tokens":{"a":{"input":null,"output":null,"cache_read":null,"cache_write":null,"reasoning":null,
 "total":null},"b":{"input":null,"output":null,"cache_read":null,"cache_write":null,"reasoning":null,
 "total":null}},"duration_ms":{"a":0,"b":0}}

hence diff one three
exit 1
----
---- stderr
hence: run "three" was never recorded; `hence runs` lists what was
