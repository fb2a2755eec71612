# How sure an agent was, against how often it was right.
record
{"id":"d1","kind":"decision","time":"2026-01-01T00:00:01Z","agent":"a","rationale":{"why":"w","confidence":0.9},"fields":{"decision_type":"sizing"}}
{"id":"d2","kind":"decision","time":"2026-01-01T00:00:02Z","agent":"a","rationale":{"why":"w","confidence":0.95},"fields":{"decision_type":"sizing"}}
{"id":"d3","kind":"decision","time":"2026-01-01T00:00:03Z","agent":"b","rationale":{"why":"w","confidence":0.3},"fields":{"decision_type":"sizing"}}
{"id":"d4","kind":"decision","time":"2026-01-01T00:00:04Z","agent":"b","rationale":{"why":"w","confidence":1},"fields":{"decision_type":"exit"}}
{"id":"d5","kind":"decision","time":"2026-01-01T00:00:05Z","agent":"a","rationale":{"why":"w","confidence":0.5},"fields":{"decision_type":"sizing"}}
{"id":"d6","kind":"decision","time":"2026-01-01T00:00:06Z","agent":"a","rationale":{"why":"w","confidence":0.5},"fields":{"decision_type":"sizing"}}
{"id":"d7","kind":"decision","time":"2026-01-01T00:00:07Z","agent":"a","fields":{"decision_type":"sizing"}}
{"id":"o1","kind":"outcome","time":"2026-01-02T00:00:00Z","fields":{"of":"d1","correct":true}}
{"id":"o2","kind":"outcome","time":"2026-01-02T00:00:00Z","fields":{"of":"d2","correct":false}}
{"id":"o3","kind":"outcome","time":"2026-01-02T00:00:00Z","fields":{"of":"d3","correct":false}}
{"id":"o4","kind":"outcome","time":"2026-01-02T00:00:00Z","fields":{"of":"d4","correct":true}}
{"id":"o5","kind":"outcome","time":"2026-01-02T00:00:00Z","fields":{"of":"d5","correct":null}}
{"id":"o7","kind":"outcome","time":"2026-01-02T00:00:00Z","fields":{"of":"d7","correct":true}}

hence calibration
----
Calibration: 4 decisions (2 more without outcome)
Brier 0.2506, ECE 0.2875

  how sure, how many, how often right (█) against how sure (◆)
  0.00-0.10  0  ········································
  0.10-0.20  0  ········································
  0.20-0.30  0  ········································
  0.30-0.40  1  ···········◆····························  right 0.00 (95 %: 0.00-0.79), sure 0.30
  0.40-0.50  0  ········································
  0.50-0.60  0  ········································
  0.60-0.70  0  ········································
  0.70-0.80  0  ········································
  0.80-0.90  0  ········································
  0.90-1.00  3  ███████████████████████████··········◆··  right 0.67 (95 %: 0.21-0.94), sure 0.95

hence calibration --decision-type sizing --agent a --bins 2 --json
---- folded
{"decision_type":"sizing","agent":"a","n":2,"without_outcome":2,"brier":0.45625,"ece":0.42500000000000004,
 "constant_confidence":false,"bins":[
 {"lo":0,"hi":0.5,"n":0,"mean_confidence":null,"accuracy":null,"wilson_lo":null,"wilson_hi":null},
 {"lo":0.5,"hi":1,"n":2,"mean_confidence":0.925,"accuracy":0.5,"wilson_lo":0.09453120573423074,"wilson_hi":0.9054687942657693}]}

# A limit makes a check of it.
hence calibration --decision-type exit --max-brier 0 --bins 1
----
Calibration: 1 decision of type exit (0 more without outcome)
Brier 0.0000, ECE 0.0000

  how sure, how many, how often right (█) against how sure (◆)
  0.00-1.00  1  ███████████████████████████████████████◆  right 1.00 (95 %: 0.21-1.00), sure 1.00

hence calibration --max-brier 0.25 --bins 1 --agent a
exit 1
----
Calibration: 2 decisions by a (2 more without outcome)
Brier 0.4562, ECE 0.4250

  how sure, how many, how often right (█) against how sure (◆)
  0.00-1.00  2  ████████████████████················◆···  right 0.50 (95 %: 0.09-0.91), sure 0.93
! the Brier score is above 0.25

# An agent that was never recorded is an error, never a check that passes.
hence calibration --agent nobody --max-brier 0
exit 1
----

hence calibration --bins 0
exit 2
----

hence calibration --bins 1001
exit 2
----
