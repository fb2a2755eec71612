# A run that is still going on, and then the same file once it has ended: only what is new is added.
record --json
{"environment":"main","trajectory":[{"action":"ls hinges","observation":"upper lower","response":"I look.",
 "thought":"I look.","execution_time":0.25,"state":{}}],"history":[{"role":"user",
 "content":"The gate squeaks.","agent":"main"}],"info":{}}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":4,"assigned":[]}

record --json
{"environment":"main","trajectory":[{"action":"ls hinges","observation":"upper lower","response":"I look.",
 "thought":"I look.","execution_time":0.25,"state":{}},{"action":"submit","observation":"","response":"Done.",
 "thought":"Done.","execution_time":0.125,"state":{}}],"history":[{"role":"user","content":"The gate squeaks.",
 "agent":"main"}],"info":{"exit_status":"submitted","submission":"+ oil"}}
----
{"accepted":5,"duplicates":4,"quarantined":0,"pending":0,"first_seq":5,"last_seq":9,"assigned":[]}

hence debrief latest
----
Debrief: run swe-agent-aff7cfc1cb0f
├─ Goal: The gate squeaks.
├─ Path: ls hinges → submit
├─ Termination: submitted
└─ Verdict: success | ? tok | ?ms
! 2 of 2 tool calls carry no rationale

hence stats
----
Events: 9
  llm_call       2
  session_end    1
  session_start  1
  termination    1
  thought        2
  tool_call      2
Tool calls: 2  (mean 188ms, p50 125ms, p95 250ms, max 250ms)
LLM calls: 2
Rationale: 0 given, 2 missing

Slowest
  250ms  Tool call: ls ls hinges (250ms)  (4617776e)
  125ms  Tool call: submit submit (125ms)  (7d22dc9b)

Tools
  1 x ls  (p50 250ms, p95 250ms)
  1 x submit  (p50 125ms, p95 125ms)
