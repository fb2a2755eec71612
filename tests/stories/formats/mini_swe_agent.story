# A bare list of messages: the last command has no result yet, and is held back.
record --json
[{"role":"system","content":"You can interact with a computer by bash."},{"role":"user",
 "content":"The gate squeaks."},{"role":"assistant","content":"I look.\n\n```bash\nls hinges\n```"},
 {"role":"user","content":"<returncode>2</returncode>\n<output>\nno such gate\n</output>"},{"role":"assistant",
 "content":"I oil it.\n\n```bash\noil lower\n```"}]
----
{"accepted":6,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":6,"assigned":[]}

hence debrief latest
----
Debrief: run mini-swe-agent-8780e5ca40fe
├─ Goal: The gate squeaks.
├─ Path: bash ×2
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 2 of 2 tool calls carry no rationale

record --json
[{"role":"system","content":"You can interact with a computer by bash."},{"role":"user",
 "content":"The gate squeaks."},{"role":"assistant","content":"I look.\n\n```bash\nls hinges\n```"},
 {"role":"user","content":"<returncode>2</returncode>\n<output>\nno such gate\n</output>"},{"role":"assistant",
 "content":"I oil it.\n\n```bash\noil lower\n```"},{"role":"user","content":"<returncode>0</returncode>"}]
----
{"accepted":1,"duplicates":5,"quarantined":0,"pending":0,"first_seq":7,"last_seq":7,"assigned":[]}

hence debrief latest
----
Debrief: run mini-swe-agent-8780e5ca40fe
├─ Goal: The gate squeaks.
├─ Path: bash ×2
├─ Termination: unknown
└─ Verdict: (no run-completed event found)
! 2 of 2 tool calls carry no rationale
