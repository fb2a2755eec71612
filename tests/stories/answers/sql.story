# SQL reads the live store: a call of two events is one row, a decision has its outcome.
record
{"id":"p","kind":"prompt","time":"2026-01-01T00:00:00Z","agent":"user","session":"s","fields":{"text":"hello"}}
{"id":"t1","kind":"tool_call","time":"2026-01-01T00:00:01Z","agent":"x","session":"s","run":"r","duration_ms":10,"fields":{"tool_name":"Read","output":"1"}}
{"id":"t2","kind":"tool_call","time":"2026-01-01T00:00:02.5Z","agent":"x","session":"s","run":"r","fields":{"tool_name":"Bash","input":{"command":"ls"},"call_id":"k"}}
{"id":"o2","kind":"observation","time":"2026-01-01T00:00:03Z","agent":"x","session":"s","run":"r","duration_ms":100,"fields":{"call_id":"k","status":"error","error":"gone"}}
{"id":"d","kind":"decision","time":"2026-01-01T00:00:04Z","agent":"x","session":"s","run":"r","rationale":{"why":"w","confidence":0.5},"fields":{"description":"which","chosen":"A"}}
{"id":"v","kind":"outcome","time":"2026-01-01T00:00:05Z","session":"s","fields":{"of":"d","outcome":"lost","correct":false}}

hence sql 'SELECT id, tool, status, duration_ms FROM tool_calls ORDER BY time'
----
id  tool  status  duration_ms
t1  Read  ok               10
t2  Bash  error           100
(2 rows)

# Two conditions that both fit a row give it once, and neither hides a row of the other.
hence --json sql "SELECT id FROM events WHERE run = 'r' OR session = 's' ORDER BY id"
----
{"columns":["id"],"rows":[["d"],["o2"],["p"],["t1"],["t2"],["v"]],"row_count":6,"complete":true,"stopped":null}

hence --json sql "SELECT from_id, to_id, type FROM links WHERE from_id = 'd' OR to_id = 'v' OR from_id = 't2'"
----
{"columns":["from_id","to_id","type"],"rows":[["d","v","outcome"],["t2","o2","call"]],"row_count":2,"complete":true,"stopped":null}

hence --json sql "SELECT e.id, j.key FROM events e, json_each(e.fields) j WHERE e.kind = 'decision'"
----
{"columns":["id","key"],"rows":[["d","description"],["d","chosen"]],"row_count":2,"complete":true,"stopped":null}

hence --json sql 'SELECT id, chosen, confidence, correct, outcome FROM decisions'
----
{"columns":["id","chosen","confidence","correct","outcome"],"rows":[["d","A",0.5,0,"lost"]],"row_count":1,"complete":true,"stopped":null}

hence sql --csv "SELECT id, '=1+1' AS f, -1 AS n, NULL AS z FROM events WHERE time >= '2026-01-01 00:00:04' ORDER BY time"
----
id,f,n,z
d,'=1+1,-1,
v,'=1+1,-1,

# A bound that was reached is said.
hence --json sql 'SELECT seq FROM events ORDER BY seq' --limit 1
----
{"columns":["seq"],"rows":[[1]],"row_count":1,"complete":false,"stopped":{"by":"rows","limit":1,"message":"stopped at 1 rows, and there are more"}}

# It reads, and does nothing else.
hence sql 'DELETE FROM events'
exit 2
----
---- stderr
hence: the query cannot be read: table events may not be modified; a query is one SELECT; hence sql --schema describes the tables

hence sql "ATTACH '/etc/passwd' AS x"
exit 2
----
---- stderr
hence: ATTACH is not possible: SQL only reads here; a query is one SELECT; hence sql --schema describes the tables

hence sql 'SELECT id FORM events'
exit 2
----
---- stderr
hence: the query cannot be read at line 1, column 16: near "events": syntax error; a query is one SELECT; hence sql --schema describes the tables

hence sql --schema
----
events: every event
  id           text     the event's id
  seq          integer  the number of arrival
  time         text     RFC 3339, in UTC; compares by instant
  time_ms      real     the same in milliseconds since 1970
  session      text     the session that the event belongs to
  run          text     the run
  agent        text     who acted
  correlation  text     the business key
  summary      text     one line for a person
  kind         text     the sort of event
  tool         text     of a tool call
  model        text     of a model call
  status       text     as it was recorded
  failed       integer  1 when it says that it failed
  error        text     what went wrong
  duration_ms  real     how long it took
  text         text     what was said, asked, thought or answered
  why          text     the reason, as the agent gave it
  confidence   real     0 to 1
  iteration    integer  the step of a loop
  parent       text     the id of the event's parent
  causes       json     a list of ids
  received     text     the time of arrival
  source       text     the format that it came in
  flags        json     a list, null when there are none
  rationale    json     why, refs, alternatives, confidence
  fields       json     all other data; use json_extract(fields, '$.key')

tool_calls: calls of tools, each with its end
  id           text     the event's id
  seq          integer  the number of arrival
  time         text     RFC 3339, in UTC; compares by instant
  time_ms      real     the same in milliseconds since 1970
  session      text     the session that the event belongs to
  run          text     the run
  agent        text     who acted
  correlation  text     the business key
  summary      text     one line for a person
  tool         text     the tool's name
  arguments    json     what it was called with
  result       text     what it gave, from the end of the call where that was recorded
  status       text     ok, error, or null for a call without an end
  failed       integer  1 when the call failed
  error        text     what went wrong
  duration_ms  real     how long it took
  call_id      text     the model's name for the call
  why          text     the reason, as the agent gave it
  confidence   real     0 to 1
  iteration    integer  the step of a loop
  parent       text     the id of the event's parent
  causes       json     a list of ids
  received     text     the time of arrival
  source       text     the format that it came in
  flags        json     a list, null when there are none
  rationale    json     why, refs, alternatives, confidence
  fields       json     all other data; use json_extract(fields, '$.key')

model_calls: calls of models
  id                  text     the event's id
  seq                 integer  the number of arrival
  time                text     RFC 3339, in UTC; compares by instant
  time_ms             real     the same in milliseconds since 1970
  session             text     the session that the event belongs to
  run                 text     the run
  agent               text     who acted
  correlation         text     the business key
  summary             text     one line for a person
  model               text     the model's name
  provider            text     who serves it
  input_tokens        integer  without what came from or went into a cache
  output_tokens       integer  reasoning included
  cache_read_tokens   integer  read from a cache
  cache_write_tokens  integer  written to a cache
  reasoning_tokens    integer  part of the output
  total_tokens        integer  all that was processed
  cost_usd            real     as it was recorded
  failed              integer  1 when the call failed
  error               text     what went wrong
  duration_ms         real     how long it took
  finish_reason       text     why the model stopped
  text                text     what the model answered
  messages            json     what the model was sent
  why                 text     the reason, as the agent gave it
  confidence          real     0 to 1
  iteration           integer  the step of a loop
  parent              text     the id of the event's parent
  causes              json     a list of ids
  received            text     the time of arrival
  source              text     the format that it came in
  flags               json     a list, null when there are none
  rationale           json     why, refs, alternatives, confidence
  fields              json     all other data; use json_extract(fields, '$.key')

decisions: decisions, each with its outcome
  id             text     the event's id
  seq            integer  the number of arrival
  time           text     RFC 3339, in UTC; compares by instant
  time_ms        real     the same in milliseconds since 1970
  session        text     the session that the event belongs to
  run            text     the run
  agent          text     who acted
  correlation    text     the business key
  summary        text     one line for a person
  description    text     what was decided about
  decision_type  text     the sort of decision
  chosen         text     what was chosen
  alternatives   json     what could have been chosen
  reasoning      text     the emitter's own words
  inputs         json     what the decision rests on
  status         text     made, declined or deferred
  outcome        text     what came of it
  correct        integer  1, 0, or null when nobody knows
  outcome_id     text     the outcome's id
  why            text     the reason, as the agent gave it
  confidence     real     0 to 1
  iteration      integer  the step of a loop
  parent         text     the id of the event's parent
  causes         json     a list of ids
  received       text     the time of arrival
  source         text     the format that it came in
  flags          json     a list, null when there are none
  rationale      json     why, refs, alternatives, confidence
  fields         json     all other data; use json_extract(fields, '$.key')

outcomes: what came of decisions
  id           text     the event's id
  seq          integer  the number of arrival
  time         text     RFC 3339, in UTC; compares by instant
  time_ms      real     the same in milliseconds since 1970
  session      text     the session that the event belongs to
  run          text     the run
  agent        text     who acted
  correlation  text     the business key
  summary      text     one line for a person
  of           text     the id of the judged event
  outcome      text     what came of it
  correct      integer  1, 0, or null when nobody knows
  why          text     the reason, as the agent gave it
  confidence   real     0 to 1
  iteration    integer  the step of a loop
  parent       text     the id of the event's parent
  causes       json     a list of ids
  received     text     the time of arrival
  source       text     the format that it came in
  flags        json     a list, null when there are none
  rationale    json     why, refs, alternatives, confidence
  fields       json     all other data; use json_extract(fields, '$.key')

messages: messages between agents
  id           text     the event's id
  seq          integer  the number of arrival
  time         text     RFC 3339, in UTC; compares by instant
  time_ms      real     the same in milliseconds since 1970
  session      text     the session that the event belongs to
  run          text     the run
  agent        text     who acted
  correlation  text     the business key
  summary      text     one line for a person
  message_id   text     the emitter's name for the message
  from_agent   text     who sent it
  to_agents    json     a list; null for an action of the system
  subtype      text     the sort of message
  status       text     such as dispatched
  route        json     how it was routed
  payload      text     what it said
  why          text     the reason, as the agent gave it
  confidence   real     0 to 1
  iteration    integer  the step of a loop
  parent       text     the id of the event's parent
  causes       json     a list of ids
  received     text     the time of arrival
  source       text     the format that it came in
  flags        json     a list, null when there are none
  rationale    json     why, refs, alternatives, confidence
  fields       json     all other data; use json_extract(fields, '$.key')

links: which event led to which; ask for a session, a run or one end
  from_id     text     the cause
  to_id       text     the effect
  type        text     the rule: cause, parent, call, answers, ref, outcome, ...
  provenance  text     explicit, derived or assumed
  session     text     of the effect
  run         text     of the effect
  agent       text     of the effect
  time        text     of the effect
  time_ms     real     of the effect, in milliseconds since 1970
  from_kind   text     the kind of the cause
  to_kind     text     the kind of the effect

sessions: a row for each session
  id           text     the name
  status       text     how it ended
  first        text     when it began; compares by instant
  last         text     the time of the last event
  first_ms     real     when it began, in milliseconds since 1970
  duration_ms  real     from the first beginning to the last end
  events       integer  how many events
  tool_calls   integer  how many calls of tools
  model_calls  integer  how many calls of models
  decisions    integer  how many decisions
  errors       integer  errors and failed calls
  tokens       integer  all that were processed
  goal         text     the first that was given
  agents       json     a list of names
  kinds        json     how many events of each kind

runs: a row for each run of a session
  id           text     the name
  session      text     the run's session
  status       text     how it ended
  first        text     when it began; compares by instant
  last         text     the time of the last event
  first_ms     real     when it began, in milliseconds since 1970
  duration_ms  real     from the first beginning to the last end
  events       integer  how many events
  tool_calls   integer  how many calls of tools
  model_calls  integer  how many calls of models
  decisions    integer  how many decisions
  errors       integer  errors and failed calls
  tokens       integer  all that were processed
  goal         text     the first that was given
  agents       json     a list of names
  kinds        json     how many events of each kind

agents: a row for each agent
  id           text     the name
  first        text     when it began; compares by instant
  last         text     the time of the last event
  first_ms     real     when it began, in milliseconds since 1970
  duration_ms  real     from the first beginning to the last end
  events       integer  how many events
  tool_calls   integer  how many calls of tools
  model_calls  integer  how many calls of models
  decisions    integer  how many decisions
  errors       integer  errors and failed calls
  tokens       integer  all that were processed
  goal         text     the first that was given
  agents       json     a list of names
  kinds        json     how many events of each kind
  sessions     json     a list of their names

correlations: a row for each correlation
  id           text     the name
  first        text     when it began; compares by instant
  last         text     the time of the last event
  first_ms     real     when it began, in milliseconds since 1970
  duration_ms  real     from the first beginning to the last end
  events       integer  how many events
  tool_calls   integer  how many calls of tools
  model_calls  integer  how many calls of models
  decisions    integer  how many decisions
  errors       integer  errors and failed calls
  tokens       integer  all that were processed
  goal         text     the first that was given
  agents       json     a list of names
  kinds        json     how many events of each kind
  sessions     json     a list of their names
