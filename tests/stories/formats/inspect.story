# An Inspect log in which a lead agent has another look things up, and the human refuses a call.
record --json
{"version":2,"status":"success","eval":{"eval_id":"ev","run_id":"rn","task":"triage","dataset":{},
 "created":"2026-03-02T09:00:00+00:00","model":"openai/gpt-5"},"samples":[{"id":7,"epoch":1,"uuid":"u7",
 "input":"Why is the site slow?","target":"db","events":[
 {"event":"span_begin","uuid":"span-aaa","timestamp":"2026-03-02T09:00:00+00:00","id":"A","type":"agent","name":"lead"},
 {"event":"model","uuid":"model-01","timestamp":"2026-03-02T09:00:01+00:00","span_id":"A","model":"openai/gpt-5",
 "input":[{"id":"m1","role":"user","source":"input","content":"Why is the site slow?"}],
 "output":{"model":"gpt-5","choices":[{"message":{"id":"m2","role":"assistant","content":"Ask the database expert.",
 "tool_calls":[{"id":"c1","function":"expert","arguments":{"input":"slow queries?"}}]},"stop_reason":"tool_calls"}],
 "usage":{"input_tokens":20,"output_tokens":10,"total_tokens":30}}},
 {"event":"tool","uuid":"tool-001","timestamp":"2026-03-02T09:00:02+00:00","completed":"2026-03-02T09:00:09+00:00",
 "span_id":"A","id":"c1","function":"expert","arguments":{"input":"slow queries?"},"result":"no index","agent_span_id":"B"},
 {"event":"span_begin","uuid":"span-bbb","timestamp":"2026-03-02T09:00:03+00:00","id":"B","parent_id":"A","type":"agent","name":"expert"},
 {"event":"model","uuid":"model-02","timestamp":"2026-03-02T09:00:04+00:00","span_id":"B","model":"openai/gpt-5",
 "input":[{"id":"m3","role":"user","content":"slow queries?"}],
 "output":{"model":"gpt-5","choices":[{"message":{"id":"m4","role":"assistant","content":"","tool_calls":
 [{"id":"c2","function":"sql","arguments":{"q":"drop table t"}}]}}],"usage":{"input_tokens":5,"output_tokens":5,"total_tokens":10}}},
 {"event":"approval","uuid":"appr-001","timestamp":"2026-03-02T09:00:05+00:00","span_id":"B","message":"","approver":"human",
 "decision":"reject","explanation":"not in production","call":{"id":"c2","function":"sql","arguments":{"q":"drop table t"}}},
 {"event":"tool","uuid":"tool-002","timestamp":"2026-03-02T09:00:06+00:00","span_id":"B","id":"c2","function":"sql",
 "arguments":{"q":"drop table t"},"result":"","error":{"type":"approval","message":"not in production"}},
 {"event":"sample_limit","uuid":"limit-01","timestamp":"2026-03-02T09:00:10+00:00","type":"time","message":"10 s"}],
 "limit":{"type":"time","limit":10}}]}
----
{"accepted":12,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":12,"assigned":[]}

hence tree ev/7/1
----
Session: ev/7/1
Events: 1 root(s), depth: 7

[2026-03-02 09:00:00Z] Session started: Why is the site slow?  (5b85d655)
├─ [2026-03-02 09:00:00Z] Span: lead  (span-aaa)
└─ [2026-03-02 09:00:01Z] LLM call: gpt-5 "Ask the database expert." (30 tokens)  (model-01)
   └─ [2026-03-02 09:00:02Z] Tool call: expert slow queries? (7s)  (tool-001)
      └─ [2026-03-02 09:00:03Z] Delegation: lead -> expert (slow queries?)  (span-bbb)
         ├─ [2026-03-02 09:00:04Z] Prompt: slow queries?  (d3398ad3)
         └─ [2026-03-02 09:00:04Z] LLM call: gpt-5 (10 tokens)  (model-02)
            ├─ [2026-03-02 09:00:05Z] Decision: call sql -> reject  (appr-001)
            └─ [2026-03-02 09:00:06Z] Tool call: sql drop table t FAILED: not in production  (tool-002)
[2026-03-02 09:00:10Z] Termination: time limit  (limit-01)
[2026-03-02 09:00:10Z] Session ended: cancelled  (770b1bb8)

# The one who was asked has a run of its own, in which the human said no.
hence debrief ev/7/1/B
----
Debrief: run ev/7/1/B
├─ Goal: slow queries?
├─ Path: decision:permission → sql drop table t
├─ Why this path
│   • iter 1 chose decision:permission: "not in production"
├─ Failed on: Tool call: sql drop table t FAILED: not in production  (tool-002)
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 1 of 1 tool calls carry no rationale

hence events --kinds decision --json
---- folded
{"id":"appr-001","kind":"decision","time":"2026-03-02T09:00:05Z","agent":"human","session":"ev/7/1",
 "run":"ev/7/1/B","parent":"model-02","iteration":1,"rationale":{"why":"not in production"},
 "fields":{"description":"call sql","decision_type":"permission","chosen":"reject",
 "status":"declined","inputs":{"q":"drop table t"},"call_id":"c2","span_id":"B","message":""},
 "seq":7,"received":"*","source":"inspect"}

# The evaluation was tried again, and kept the sample: under another name it is the same.
record --json
{"version":2,"status":"success","eval":{"eval_id":"ev2","task":"triage","dataset":{},
 "created":"2026-03-02T10:00:00+00:00","model":"openai/gpt-5"},"samples":[{"id":7,"epoch":1,"uuid":"u7",
 "input":"Why is the site slow?","target":"db","events":[
 {"event":"span_begin","uuid":"span-aaa","timestamp":"2026-03-02T09:00:00+00:00","id":"A","type":"agent","name":"lead"},
 {"event":"sample_limit","uuid":"limit-01","timestamp":"2026-03-02T09:00:10+00:00","type":"time","message":"10 s"}]}]}
----
{"accepted":1,"duplicates":4,"quarantined":0,"pending":0,"first_seq":13,"last_seq":13,"assigned":[]}

# An event that cannot be read is refused alone.
record --json
{"version":2,"status":"started","eval":{"eval_id":"ev3","task":"t","dataset":{},"model":"m",
 "created":"2026-03-02T11:00:00+00:00"},"samples":[{"id":1,"epoch":1,"uuid":"u9","input":"i","target":"",
 "events":[{"event":"info","timestamp":"noon"},{"event":"info","uuid":"info-001",
 "timestamp":"2026-03-02T11:00:01+00:00","data":"ok"}]}]}
exit 1
----
{"accepted":3,"duplicates":0,"quarantined":1,"pending":0,"first_seq":14,"last_seq":16,"assigned":[]}
---- stderr
hence: -:1: timestamp is no time
hence: 1 line in quarantine; hence quarantine lists them
