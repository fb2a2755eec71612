# A run told by its decisions: the published example, as our own events.
record
{"id":"d1","kind":"session_start","time":"2026-03-02T09:00:00Z","session":"s1","run":"run-debrief-test",
 "fields":{"goal":"find current price of AAPL stock"}}
{"id":"d2","kind":"tool_call","time":"2026-03-02T09:00:01Z","session":"s1","run":"run-debrief-test","parent":"d1","iteration":1,
 "rationale":{"why":"needs fresh price data","refs":["scratch:goal"]},"fields":{"tool_name":"web_search","call_id":"c1"}}
{"id":"d3","kind":"observation","time":"2026-03-02T09:00:01.5Z","session":"s1","run":"run-debrief-test","parent":"d2","iteration":1,
 "duration_ms":480,"fields":{"key":"obs:scrape-1","content":"AAPL 189.50","call_id":"c1","status":"ok"}}
{"id":"d4","kind":"assumption","time":"2026-03-02T09:00:01.6Z","session":"s1","run":"run-debrief-test","iteration":1,
 "rationale":{"why":"no currency specified","confidence":0.6},"fields":{"assumption":"user means USD"}}
{"id":"d5","kind":"curation","time":"2026-03-02T09:00:01.7Z","session":"s1","run":"run-debrief-test","iteration":2,
 "rationale":{"why":"no audit trail"},"fields":{"action":"marked_untrusted","target":"obs:scrape-1"}}
{"id":"d6","kind":"alternatives","time":"2026-03-02T09:00:01.8Z","session":"s1","run":"run-debrief-test","iteration":2,
 "fields":{"chosen":"calculator","rejected":[{"option":"ask-human","rejected_because":"no human in loop"}]}}
{"id":"d7","kind":"tool_call","time":"2026-03-02T09:00:02Z","session":"s1","run":"run-debrief-test","iteration":2,
 "rationale":{"why":"verify cited number"},"fields":{"tool_name":"calculator","output":"189.5"}}
{"id":"d8","kind":"termination","time":"2026-03-02T09:00:02.4Z","session":"s1","run":"run-debrief-test","iteration":2,
 "rationale":{"why":"quality 0.92 ≥ threshold 0.90"},"fields":{"reason":"quality_threshold"}}
{"id":"d9","kind":"session_end","time":"2026-03-02T09:00:02.5Z","session":"s1","run":"run-debrief-test",
 "fields":{"status":"success","total_tokens":1500}}

hence debrief latest
----
Debrief: run run-debrief-test
├─ Goal: find current price of AAPL stock
├─ Path: web_search → calculator
├─ Why this path
│   • iter 1 chose tool:web_search: "needs fresh price data" (refs: scratch:goal)
│   • iter 2 chose tool:calculator: "verify cited number"
├─ Assumptions
│   • "user means USD" (conf: 0.60) — no currency specified
├─ Curator
│   • iter 2 marked-untrusted obs:scrape-1 — "no audit trail"
├─ Alternatives considered
│   • iter 2 chose calculator
│     ✗ ask-human — no human in loop
├─ Termination: quality_threshold — "quality 0.92 ≥ threshold 0.90"
└─ Verdict: success | 1500 tok | 2500ms

hence debrief run-debrief-test --json
---- folded
{"run_id":"run-debrief-test","goal":"find current price of AAPL stock","path":[
 {"iter":1,"action":"tool:web_search","rationale":{"why":"needs fresh price data","refs":["scratch:goal"]}},
 {"iter":2,"action":"tool:calculator","rationale":{"why":"verify cited number"}}],"assumptions":[
 {"iter":1,"assumption":"user means USD","rationale":{"why":"no currency specified","confidence":0.6}}],
 "curator_actions":[
 {"iter":2,"action":"marked-untrusted","target_ref":"obs:scrape-1","rationale":{"why":"no audit trail"}}],
 "alternatives":[
 {"iter":2,"chosen":"calculator","rejected":[
 {"option":"ask-human","rejected_because":"no human in loop"}]}],"termination":{"by":"quality_threshold",
 "rationale":{"why":"quality 0.92 ≥ threshold 0.90"}},"verdict":{"status":"success","tokens":{"input":null,
 "output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":1500},"duration_ms":2500},
 "rationale":[
 {"iteration":1,"decision":"tool-selection","tool_name":"web_search",
 "rationale":{"why":"needs fresh price data","refs":["scratch:goal"]}},
 {"iteration":2,"decision":"curator-marked-untrusted","tool_name":null,"rationale":{"why":"no audit trail"}},
 {"iteration":2,"decision":"tool-selection","tool_name":"calculator",
 "rationale":{"why":"verify cited number"}},
 {"iteration":2,"decision":"termination:quality_threshold","tool_name":null,
 "rationale":{"why":"quality 0.92 ≥ threshold 0.90"}}],"coverage":{"tool_calls":2,"with_rationale":2},
 "completeness":{"complete":true,"missing_parents":[],"cycles":[],"unresolved_refs":[],"uncaused":[],
 "truncated":0,"gaps":[]}}

# Another run of the session, which gave few reasons and named things that are not there. Its goal is the session's.
record
{"id":"f1","kind":"tool_call","time":"2026-03-02T10:00:00Z","session":"s1","run":"bare","parent":"gone","fields":{"tool_name":"Read"}}
{"id":"f2","kind":"tool_call","time":"2026-03-02T10:00:01Z","session":"s1","run":"bare","iteration":3,
 "rationale":{"why":"as the notes say","refs":["obs:99","obs:scrape-1"]},"fields":{"tool_name":"Write"}}
{"id":"f3","kind":"decision","time":"2026-03-02T10:00:02Z","session":"s1","run":"bare",
 "rationale":{"why":"it is cheaper","alternatives":[{"option":"buy","rejected_because":"too dear"}]},
 "fields":{"decision_type":"make_or_buy","description":"get a parser","chosen":"make"}}
{"id":"f4","kind":"reactive","time":"2026-03-02T10:00:03Z","session":"s1","run":"bare","fields":{"action":"switch_strategy"}}

hence debrief bare
----
Debrief: run bare
├─ Path: Read → Write → decision:make_or_buy → reactive:switch-strategy
├─ Why this path
│   • iter 3 chose tool:Write: "as the notes say" (refs: obs:99, obs:scrape-1)
│   • chose decision:make_or_buy: "it is cheaper"
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 1 of 2 tool calls carry no rationale
! incomplete: parent gone of f1 was never recorded
! incomplete: ref obs:99 of f2 names nothing that was recorded

# The same name in two sessions is two runs.
record
{"id":"g1","kind":"tool_call","time":"2026-03-02T11:00:00Z","session":"s2","run":"bare","fields":{"tool_name":"Other"}}

hence debrief bare
exit 2
----
---- stderr
hence: run "bare" is ambiguous: it is in sessions s1, s2; name one with --session

hence debrief bare --session s2
----
Debrief: run bare
├─ Path: Other
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 1 of 1 tool calls carry no rationale

hence debrief nowhere
exit 1
----
---- stderr
hence: run "nowhere" was never recorded; `hence runs` lists what was
