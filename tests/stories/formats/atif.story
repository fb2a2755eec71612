# A trajectory with a sub-agent in it: the delegation names the run that it became.
record --json
{"schema_version":"ATIF-v1.7","session_id":"gate-7","trajectory_id":"main-1","agent":{"name":"keeper",
 "model_name":"m-1"},"steps":[{"step_id":1,"timestamp":"2026-04-20T10:00:00Z","source":"user",
 "message":"Why does the gate squeak?"},{"step_id":2,"timestamp":"2026-04-20T10:00:02Z","source":"agent",
 "message":"I ask the smith.","reasoning_content":"Hinges are his trade.","tool_calls":[{"tool_call_id":"c1",
 "function_name":"ask","arguments":{"whom":"smith"}}],"observation":{"results":[{"content":"He looks.",
 "subagent_trajectory_ref":[{"trajectory_id":"smith-1"}]}]},"metrics":{"prompt_tokens":40,
 "completion_tokens":10}},{"step_id":3,"timestamp":"2026-04-20T10:00:09Z","source":"agent",
 "message":"The hinge wants oil.","metrics":{"prompt_tokens":70,"completion_tokens":7}}],
 "final_metrics":{"total_prompt_tokens":110},"subagent_trajectories":[{"schema_version":"ATIF-v1.7",
 "trajectory_id":"smith-1","agent":{"name":"smith","model_name":"m-2"},"steps":[{"step_id":1,
 "timestamp":"2026-04-20T10:00:03Z","source":"user","message":"Look at the hinges.","is_copied_context":true},
 {"step_id":2,"timestamp":"2026-04-20T10:00:05Z","source":"agent","message":"Dry.",
 "metrics":{"prompt_tokens":20,"completion_tokens":6}}]}]}
----
{"accepted":9,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":9,"assigned":[]}

hence context gate-7
----
Session: gate-7
Thoughts: 3, tool calls: 1, failed: 0

INCIDENT: Why does the gate squeak?  (e5fcbea2)
1. [2026-04-20 10:00:02Z] keeper: Hinges are his trade. (50 tokens)  (ed6f2f2f)
    calls ask smith  (63bd3c6e)
        returned: He looks.
    delegates: 1. [2026-04-20 10:00:05Z] smith: Dry. (26 tokens)  (86278ca3)
2. [2026-04-20 10:00:09Z] keeper: The hinge wants oil. (77 tokens)  (33ca005f)
ACTION: The hinge wants oil.  (ae6b4387)

hence debrief main-1
----
Debrief: run main-1
├─ Goal: Why does the gate squeak?
├─ Path: ask smith → delegation:smith
├─ Termination: unknown
└─ Verdict: unknown | 127 tok | 9000ms
! 1 of 1 tool calls carry no rationale

# Recorded again, nothing is added.
record --json
{"schema_version":"ATIF-v1.7","session_id":"gate-7","trajectory_id":"main-1","agent":{"name":"keeper",
 "model_name":"m-1"},"steps":[{"step_id":1,"timestamp":"2026-04-20T10:00:00Z","source":"user",
 "message":"Why does the gate squeak?"},{"step_id":2,"timestamp":"2026-04-20T10:00:02Z","source":"agent",
 "message":"I ask the smith.","reasoning_content":"Hinges are his trade.","tool_calls":[{"tool_call_id":"c1",
 "function_name":"ask","arguments":{"whom":"smith"}}],"observation":{"results":[{"content":"He looks.",
 "subagent_trajectory_ref":[{"trajectory_id":"smith-1"}]}]},"metrics":{"prompt_tokens":40,
 "completion_tokens":10}},{"step_id":3,"timestamp":"2026-04-20T10:00:09Z","source":"agent",
 "message":"The hinge wants oil.","metrics":{"prompt_tokens":70,"completion_tokens":7}}],
 "final_metrics":{"total_prompt_tokens":110},"subagent_trajectories":[{"schema_version":"ATIF-v1.7",
 "trajectory_id":"smith-1","agent":{"name":"smith","model_name":"m-2"},"steps":[{"step_id":1,
 "timestamp":"2026-04-20T10:00:03Z","source":"user","message":"Look at the hinges.","is_copied_context":true},
 {"step_id":2,"timestamp":"2026-04-20T10:00:05Z","source":"agent","message":"Dry.",
 "metrics":{"prompt_tokens":20,"completion_tokens":6}}]}]}
----
{"accepted":0,"duplicates":9,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}
