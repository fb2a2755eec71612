# Runs side by side.
record
{"id":"l1","kind":"llm_call","time":"2026-01-01T09:01:00Z","session":"s1","run":"r1","agent":"a","duration_ms":1000,"fields":{"model":"m1","total_tokens":100,"cost_usd":0.01}}
{"id":"x1","kind":"log","time":"2026-01-01T09:01:01Z","session":"s1","run":"r1","fields":{"body":"b","setting":{"env":"test"}}}
{"id":"z1","kind":"session_end","time":"2026-01-01T09:01:30Z","session":"s1","run":"r1","fields":{"status":"success"}}
{"id":"l2","kind":"llm_call","time":"2026-01-01T09:02:00Z","session":"s2","run":"r2","agent":"a","duration_ms":2000,"fields":{"model":"m1","total_tokens":200,"cost_usd":0.02}}
{"id":"x2","kind":"log","time":"2026-01-01T09:02:01Z","session":"s2","run":"r2","fields":{"body":"b","setting":{"env":"test"}}}
{"id":"z2","kind":"session_end","time":"2026-01-01T09:02:30Z","session":"s2","run":"r2","fields":{"status":"failure"}}
{"id":"l3","kind":"llm_call","time":"2026-01-01T09:03:00Z","session":"s3","run":"r3","agent":"b","duration_ms":3000,"fields":{"model":"m1","total_tokens":600,"cost_usd":0.03}}
{"id":"x3","kind":"log","time":"2026-01-01T09:03:01Z","session":"s3","run":"r3","fields":{"body":"b","setting":{"env":"live"}}}
{"id":"z3","kind":"session_end","time":"2026-01-01T09:03:30Z","session":"s3","run":"r3","fields":{"status":"success"}}
{"id":"l4","kind":"llm_call","time":"2026-01-01T09:04:00Z","session":"s4","run":"r4","agent":"b","duration_ms":4000,"fields":{"model":"m2","total_tokens":50,"cost_usd":0.04}}
{"id":"x4","kind":"log","time":"2026-01-01T09:04:01Z","session":"s4","run":"r4","fields":{"body":"b","setting":{"env":"live"}}}
{"id":"z4","kind":"session_end","time":"2026-01-01T09:04:30Z","session":"s4","run":"r4","fields":{"status":"success"}}
{"id":"l5","kind":"llm_call","time":"2026-01-01T09:05:00Z","session":"s5","run":"r5","agent":"b","duration_ms":5000,"fields":{"model":"m2"}}
{"id":"d1","kind":"decision","time":"2026-01-01T09:01:10Z","session":"s1","run":"r1","agent":"a","rationale":{"why":"w","confidence":0.8},"fields":{"chosen":"x"}}
{"id":"o1","kind":"outcome","time":"2026-01-01T10:00:00Z","session":"s1","run":"r1","fields":{"of":"d1","correct":false}}

hence cohort --by model
----
Cohort: 5 runs by model, 2 groups

  VALUE  RUNS     SUCCESS         TOKENS                       COST                 TOOK  FAILURES  LOOPS       BRIER
  m1        3   67 % of 3  200 (150-400)  $0.0200 ($0.0150-$0.0250)                  30s         0      0  0.640 of 1
  m2        2  100 % of 1             50                    $0.0400  17.5s (11.3s-23.8s)         0      0           -

Medians of runs; in brackets where the middle half of them lies.

hence cohort --by agent --agent a --json
---- folded
{"by":"agent","runs":2,"without":0,"groups":[
 {"value":"a","runs":2,"success":0.5,"statuses":{"failure":1,"success":1},"tokens":{"n":2,"min":100,"p25":125,
 "median":150,"p75":175,"max":200,"spread":50},"cost_usd":{"n":2,"min":0.01,"p25":0.0125,"median":0.015,
 "p75":0.0175,"max":0.02,"spread":0.005000000000000001},"duration_ms":{"n":2,"min":30000,"p25":30000,
 "median":30000,"p75":30000,"max":30000,"spread":0},"failures":{"n":2,"min":0,"p25":0,"median":0,"p75":0,
 "max":0,"spread":0},"loops":{"n":2,"min":0,"p25":0,"median":0,"p75":0,"max":0,"spread":0},
 "calibration":{"n":1,"mean_confidence":0.8,"accuracy":0,"brier":0.6400000000000001}}]}

# Any field of the events, with or without fields. before it.
hence cohort --by setting.env
----
Cohort: 5 runs by setting.env, 2 groups

  VALUE  RUNS     SUCCESS             TOKENS                       COST  TOOK  FAILURES  LOOPS       BRIER
  live      2  100 % of 2  325 (187.5-462.5)  $0.0350 ($0.0325-$0.0375)   30s         0      0           -
  test      2   50 % of 2      150 (125-175)  $0.0150 ($0.0125-$0.0175)   30s         0      0  0.640 of 1

Medians of runs; in brackets where the middle half of them lies.
! 1 run in no group: no event names a value of setting.env

hence cohort --by fields.setting.env --limit 2
----
Cohort: 2 runs by fields.setting.env, 1 group

  VALUE  RUNS     SUCCESS  TOKENS     COST  TOOK  FAILURES  LOOPS  BRIER
  live      1  100 % of 1      50  $0.0400   30s         0      0      -

Medians of runs; in brackets where the middle half of them lies.
! 1 run in no group: no event names a value of fields.setting.env

hence cohort --by fields..x
exit 2
----

hence cohort --agent nobody
exit 1
----
