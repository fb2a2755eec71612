# What came of a decision is recorded once, where the decision stands.
record
{"id":"size-1","kind":"decision","time":"2026-03-02T14:30:00Z","agent":"sizer","session":"s1","run":"r1",
 "correlation":"trade-1","rationale":{"why":"1 % of equity","confidence":0.9},
 "fields":{"decision_type":"sizing","description":"size","chosen":"100 shares"}}
{"id":"size-2","kind":"decision","time":"2026-03-02T14:31:00Z","agent":"sizer","session":"s1","run":"r1",
 "correlation":"trade-1","fields":{"decision_type":"sizing","chosen":"50 shares"}}
{"id":"exit-1","kind":"decision","time":"2026-03-02T14:32:00Z","agent":"sizer","session":"s1","run":"r1",
 "correlation":"trade-1","fields":{"decision_type":"exit"}}
{"id":"call-1","kind":"tool_call","time":"2026-03-02T14:33:00Z","fields":{"tool_name":"Read"}}

hence outcome size-1 --incorrect "seven times too large" --id o1 --agent desk
----
recorded outcome o1 of size-1: incorrect (seven times too large)

hence stats --session s1 --agent desk --json
---- folded
{"agent":"desk","events":1,"kinds":{"outcome":1},"tool_calls":{"n":0,"mean_ms":null,"p50_ms":null,
 "p95_ms":null,"max_ms":null},"llm_calls":{"n":0,"mean_ms":null,"p50_ms":null,"p95_ms":null,"max_ms":null},
 "tokens":{"input":null,"output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":null,
 "prompt":null,"completion":null},"rationale":{"given":0,"missing":0},"slow":[],"errors":[],"loops":[],
 "from":null,"to":null,"duration_ms":null,"cost_usd":null,"computed":null,"by_tool":[],"by_agent":[
 {"agent":"desk","events":1,"tool_calls":0,"llm_calls":0,"errors":0,"calls_ms":0,"tokens":{"input":null,
 "output":null,"cache_read":null,"cache_write":null,"reasoning":null,"total":null},"cost_usd":null}]}

# A second one is refused, names the first, and leaves nothing behind.
hence outcome size-1 --correct "on second thoughts"
exit 1
----

hence outcome size-1 --unknown --id o1
exit 1
----

hence quarantine list --json
----
[]

# The same request under the same id is the same answer: whoever got none may ask again.
hence outcome size-1 --incorrect "seven times too large" --id o1
----
recorded outcome o1 of size-1: incorrect (seven times too large)

# By its thread: the newest decision of that type that has none.
hence outcome --correlation trade-1 --latest-decision sizing --correct "sold at a gain" --id o2
----
recorded outcome o2 of size-2: correct (sold at a gain)

hence outcome --correlation trade-1 --latest-decision sizing --correct
exit 1
----
---- stderr
hence: correlation "trade-1" has no decision of type "sizing" without an outcome; `hence events --kinds decision` lists decisions

hence outcome --correlation trade-9 --latest-decision sizing --correct
exit 1
----

# That nobody knows is an outcome, too; and any event may have one.
hence outcome exit --unknown --id o3
----
recorded outcome o3 of exit-1: unknown

hence outcome exit --correct --id o4
exit 1
----

hence outcome call-1 --correct --id o5 "[a,b]"
----
recorded outcome o5 of call-1: correct ([a,b])

# Wrong usage.
hence outcome call-1
exit 2
----

hence outcome call-1 --correct --incorrect
exit 2
----

hence outcome --correct
exit 2
----

hence outcome --correlation trade-1 --correct
exit 2
----

hence outcome --latest-decision sizing --correct
exit 2
----

hence outcome call-1 text --correlation trade-1 --latest-decision sizing --correct
exit 2
----

hence outcome nothing --correct
exit 1
----

hence calibration --json --bins 1
---- folded
{"decision_type":null,"agent":null,"n":1,"without_outcome":0,"brier":0.81,"ece":0.9,
 "constant_confidence":false,"bins":[{"lo":0,"hi":1,"n":1,"mean_confidence":0.9,"accuracy":0,
 "wilson_lo":0,"wilson_hi":0.7934506856227626}]}
