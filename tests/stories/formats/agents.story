# Transcripts of coding agents: the task, the answers with their thoughts, and the calls with their results.
record --json
{"type":"session.start","data":{"sessionId":"gate-copilot","version":1,"copilotVersion":"1.0.77","selectedModel":"gpt-5-mini"},"id":"e1","timestamp":"2026-03-01T09:00:00.000Z","parentId":null}
{"type":"user.message","data":{"content":"The gate squeaks. Mend it."},"id":"e2","timestamp":"2026-03-01T09:00:01.000Z","parentId":"e1"}
{"type":"assistant.message","data":{"content":"I oil the lower hinge.","reasoningText":"The lower hinge is dry.","toolRequests":[{"toolCallId":"c1","name":"bash","arguments":{"command":"oil lower"},"type":"function"}],"outputTokens":12},"id":"e3","timestamp":"2026-03-01T09:00:03.000Z","parentId":"e2"}
{"type":"tool.execution_start","data":{"toolCallId":"c1","toolName":"bash","arguments":{"command":"oil lower"}},"id":"e4","timestamp":"2026-03-01T09:00:03.100Z","parentId":"e3"}
{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":false,"result":{"content":"no oil left"}},"id":"e5","timestamp":"2026-03-01T09:00:04.000Z","parentId":"e4"}
{"type":"session.shutdown","data":{"shutdownType":"routine"},"id":"e6","timestamp":"2026-03-01T09:00:06.000Z","parentId":"e5"}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":5,"assigned":[]}

record --json
{"type":"system","subtype":"init","session_id":"gate-claude-stream","model":"claude-sonnet-4-5","tools":["Bash","Task"]}
{"type":"assistant","session_id":"gate-claude-stream","parent_tool_use_id":null,"message":{"id":"msg_1","model":"claude-sonnet-4-5","content":[{"type":"thinking","thinking":"The lower hinge is dry."}],"usage":{"input_tokens":300,"output_tokens":4}}}
{"type":"assistant","session_id":"gate-claude-stream","parent_tool_use_id":null,"message":{"id":"msg_1","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"oil lower"}}],"stop_reason":"tool_use","usage":{"input_tokens":300,"cache_read_input_tokens":50,"output_tokens":20}}}
{"type":"user","session_id":"gate-claude-stream","parent_tool_use_id":null,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"oiled","is_error":false}]}}
{"type":"result","subtype":"success","session_id":"gate-claude-stream","is_error":false,"duration_ms":4200,"result":"The gate is quiet.","total_cost_usd":0.01}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":6,"last_seq":10,"assigned":[]}

record --json
{"sessionId":"gate-gemini","projectHash":"0b7d","startTime":"2026-03-01T09:00:00.000Z","lastUpdated":"2026-03-01T09:00:06.000Z","messages":[{"id":"m1","timestamp":"2026-03-01T09:00:01.000Z","type":"user","content":"The gate squeaks. Mend it."},{"id":"m2","timestamp":"2026-03-01T09:00:03.000Z","type":"gemini","content":"I oil the lower hinge.","model":"gemini-2.5-pro","thoughts":[{"subject":"Hinges","description":"The lower one is dry."}],"tokens":{"input":300,"output":20,"cached":100,"thoughts":5,"tool":0,"total":325},"toolCalls":[{"id":"c1","name":"run_shell_command","args":{"command":"oil lower"},"result":[{"functionResponse":{"id":"c1","name":"run_shell_command","response":{"output":"oiled"}}}],"status":"success","timestamp":"2026-03-01T09:00:04.000Z"}]},{"id":"m3","timestamp":"2026-03-01T09:00:06.000Z","type":"gemini","content":"The gate is quiet.","model":"gemini-2.5-pro","thoughts":[],"tokens":{"input":340,"output":6,"cached":300,"thoughts":0,"tool":0,"total":346}}]}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":11,"last_seq":15,"assigned":[]}

record --json
{"info":{"id":"ses_gate7","title":"Squeaking gate","version":"1.3.17","time":{"created":1772355600000,"updated":1772355606000}},"messages":[{"info":{"id":"msg_1","sessionID":"ses_gate7","role":"user","time":{"created":1772355601000}},"parts":[{"id":"prt_1","type":"text","text":"The gate squeaks. Mend it."}]},{"info":{"id":"msg_2","sessionID":"ses_gate7","role":"assistant","modelID":"gpt-5-mini","providerID":"openai","time":{"created":1772355602000,"completed":1772355605000},"tokens":{"input":200,"output":20,"reasoning":5,"cache":{"read":100,"write":0}},"cost":0.002,"finish":"tool-calls"},"parts":[{"type":"step-start"},{"type":"reasoning","text":"The lower hinge is dry."},{"type":"text","text":"I oil the lower hinge."},{"type":"tool","callID":"c1","tool":"bash","state":{"status":"completed","input":{"command":"oil lower"},"output":"no oil left","metadata":{"exit":1},"time":{"start":1772355603000,"end":1772355604500}}},{"type":"step-finish"}]}]}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":16,"last_seq":19,"assigned":[]}

record --json
{"type":"session","version":3,"id":"gate-pi","timestamp":"2026-03-01T09:00:00.000Z","cwd":"/garden"}
{"type":"message","id":"a1","parentId":null,"timestamp":"2026-03-01T09:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"The gate squeaks. Mend it."}]}}
{"type":"message","id":"a2","parentId":"a1","timestamp":"2026-03-01T09:00:03.000Z","message":{"role":"assistant","content":[{"type":"thinking","thinking":"The lower hinge is dry."},{"type":"text","text":"I oil the lower hinge."},{"type":"toolCall","id":"c1","name":"bash","arguments":{"command":"oil lower"}}],"provider":"anthropic","model":"claude-sonnet-4-5","usage":{"input":30,"output":20,"cacheRead":270,"cacheWrite":0,"totalTokens":320,"cost":{"total":0.01}},"stopReason":"toolUse"}}
{"type":"message","id":"a3","parentId":"a2","timestamp":"2026-03-01T09:00:04.000Z","message":{"role":"toolResult","toolCallId":"c1","toolName":"bash","content":[{"type":"text","text":"no oil left"}],"isError":true}}
{"type":"compaction","id":"a4","parentId":"a3","timestamp":"2026-03-01T09:00:05.000Z","summary":"A gate squeaks.","tokensBefore":320}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":20,"last_seq":24,"assigned":[]}

record --json
{"type":"session_start","id":"gate-droid","title":"Squeaking gate","owner":"user","version":"0.81.0"}
{"type":"message","id":"m1","parentId":"gate-droid","timestamp":"2026-03-01T09:00:01.000Z","message":{"role":"user","content":[{"type":"text","text":"The gate squeaks. Mend it."}]}}
{"type":"message","id":"m2","parentId":"m1","timestamp":"2026-03-01T09:00:03.000Z","message":{"role":"assistant","content":[{"type":"text","text":"I oil the lower hinge."},{"type":"tool_use","id":"c1","name":"Execute","input":{"command":"oil lower"}}]}}
{"type":"message","id":"m3","parentId":"m2","timestamp":"2026-03-01T09:00:04.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"no oil left","is_error":true}]}}
----
{"accepted":3,"duplicates":0,"quarantined":0,"pending":0,"first_seq":25,"last_seq":27,"assigned":[]}

record --json
{"type":"metadata","protocol_version":"1.4","created_at":1772355600000}
{"type":"turn.prompt","input":[{"type":"text","text":"The gate squeaks. Mend it."}],"origin":{"kind":"user"},"time":1772355601000}
{"type":"context.append_loop_event","event":{"type":"step.begin","uuid":"s1","turnId":"0","step":1},"time":1772355601500}
{"type":"llm.request","kind":"loop","provider":"kimi","model":"kimi-k2","turnStep":"0.1","time":1772355601600}
{"type":"context.append_loop_event","event":{"type":"content.part","turnId":"0","step":1,"stepUuid":"s1","part":{"type":"think","think":"The lower hinge is dry."}},"time":1772355603000}
{"type":"context.append_loop_event","event":{"type":"tool.call","uuid":"Bash_0","turnId":"0","step":1,"stepUuid":"s1","toolCallId":"Bash_0","name":"Bash","args":{"command":"oil lower"}},"time":1772355603100}
{"type":"context.append_loop_event","event":{"type":"tool.result","parentUuid":"Bash_0","toolCallId":"Bash_0","result":{"output":"oiled"}},"time":1772355604000}
{"type":"context.append_loop_event","event":{"type":"step.end","uuid":"s1","turnId":"0","step":1,"usage":{"inputOther":30,"output":20,"inputCacheRead":270,"inputCacheCreation":0},"finishReason":"tool_use"},"time":1772355604100}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":28,"last_seq":31,"assigned":[]}

record --json
{"step_index":0,"source":"USER_EXPLICIT","type":"USER_INPUT","status":"DONE","created_at":"2026-03-01T09:00:01Z","content":"<USER_REQUEST>\nThe gate squeaks. Mend it.\n</USER_REQUEST>"}
{"step_index":1,"source":"MODEL","type":"PLANNER_RESPONSE","status":"DONE","created_at":"2026-03-01T09:00:03Z","thinking":"The lower hinge is dry.","tool_calls":[{"name":"run_command","args":{"CommandLine":"\"oil lower\""}}]}
{"step_index":2,"source":"MODEL","type":"RUN_COMMAND","status":"DONE","created_at":"2026-03-01T09:00:04Z","content":"oiled"}
{"step_index":3,"source":"MODEL","type":"PLANNER_RESPONSE","status":"DONE","created_at":"2026-03-01T09:00:06Z","content":"The gate is quiet."}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":32,"last_seq":36,"assigned":[]}

record --json
{"type":"system","content":"You are Grok, a tool that helps users."}
{"type":"user","content":[{"type":"text","text":"The gate squeaks. Mend it."}],"prompt_index":0}
{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"The lower hinge is dry."}],"status":"completed"}
{"type":"assistant","content":"I oil the lower hinge.","tool_calls":[{"id":"c1","name":"run_terminal_cmd","arguments":"{\"command\":\"oil lower\"}"}],"model_id":"grok-4.5"}
{"type":"tool_result","tool_call_id":"c1","content":"oiled"}
{"type":"assistant","content":"The gate is quiet.","model_id":"grok-4.5"}
----
{"accepted":6,"duplicates":0,"quarantined":0,"pending":0,"first_seq":37,"last_seq":42,"assigned":[]}

record --json
{"session_id":"gate-hermes","model":"gpt-5.2","platform":"cli","session_start":"2026-03-01T09:00:00Z","messages":[{"role":"user","content":"The gate squeaks. Mend it."},{"role":"assistant","content":"I oil the lower hinge.","reasoning_content":"The lower hinge is dry.","tool_calls":[{"id":"c1","type":"function","function":{"name":"shell","arguments":"{\"command\":\"oil lower\"}"}}]},{"role":"tool","content":"oiled","tool_call_id":"c1","tool_name":"shell"},{"role":"assistant","content":"The gate is quiet.","finish_reason":"stop"}]}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":43,"last_seq":47,"assigned":[]}

record --json
{"role":"user","message":{"content":[{"type":"text","text":"<user_query>\nThe gate squeaks. Mend it.\n</user_query>"}]}}
{"role":"assistant","message":{"content":[{"type":"thinking","thinking":"The lower hinge is dry."},{"type":"text","text":"I oil the lower hinge."},{"type":"tool_use","name":"Shell","input":{"command":"oil lower"}}]}}
{"role":"user","message":{"content":[{"type":"tool_result","content":[{"type":"text","text":"oiled"}]}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"The gate is quiet."}]}}
{"type":"turn_ended","status":"success"}
----
{"accepted":6,"duplicates":0,"quarantined":0,"pending":0,"first_seq":48,"last_seq":53,"assigned":[]}

record --json
[{"role":"user","content":[{"type":"text","text":"<task>\nThe gate squeaks. Mend it.\n</task>"},{"type":"text","text":"<environment_details>\n/garden\n</environment_details>"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"The lower hinge is dry."},{"type":"text","text":"I oil the lower hinge."},{"type":"tool_use","id":"c1","name":"execute_command","input":{"command":"oil lower"}}],"modelInfo":{"modelId":"claude-sonnet-4-5","providerId":"anthropic"},"metrics":{"tokens":{"prompt":300,"completion":20,"cached":100},"cost":0.01}},{"role":"user","content":[{"type":"text","text":"[execute_command for 'oil lower'] Result:\noiled"}]},{"role":"assistant","content":[{"type":"text","text":"The gate is quiet."}]}]
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":54,"last_seq":58,"assigned":[]}

record --json
{"v":12,"id":"T-gate-7","created":1772355600000,"title":"Squeaking gate","messages":[{"role":"user","messageId":0,"content":[{"type":"text","text":"The gate squeaks. Mend it."}],"meta":{"sentAt":1772355601000}},{"role":"assistant","messageId":1,"content":[{"type":"thinking","thinking":"The lower hinge is dry."},{"type":"tool_use","id":"c1","name":"Bash","input":{"cmd":"oil lower"}}],"usage":{"model":"claude-sonnet-4-5","inputTokens":30,"outputTokens":20,"cacheReadInputTokens":270,"cacheCreationInputTokens":0,"timestamp":"2026-03-01T09:00:03Z"}},{"role":"user","messageId":2,"content":[{"type":"tool_result","toolUseID":"c1","run":{"status":"done","result":"oiled"}}]}]}
----
{"accepted":4,"duplicates":0,"quarantined":0,"pending":0,"first_seq":59,"last_seq":62,"assigned":[]}

record --json
{"id":"gate-goose","working_dir":"/garden","description":"Squeaking gate","message_count":3}
{"role":"user","created":1772355601,"content":[{"type":"text","text":"The gate squeaks. Mend it."}]}
{"role":"assistant","created":1772355603,"content":[{"type":"text","text":"I oil the lower hinge."},{"type":"toolRequest","id":"c1","toolCall":{"status":"success","value":{"name":"developer__shell","arguments":{"command":"oil lower"}}}}]}
{"role":"user","created":1772355604,"content":[{"type":"toolResponse","id":"c1","toolResult":{"status":"success","value":[{"type":"text","text":"oiled"}]}}]}
----
{"accepted":3,"duplicates":0,"quarantined":0,"pending":0,"first_seq":63,"last_seq":65,"assigned":[]}

hence sessions
----
SESSION                   FIRST                 TOOK  EVENTS  ERRORS  TOKENS  AGENTS       GOAL
T-gate-7                  2026-03-01 09:00:01Z  2.0s       4       0     320  amp          The gate squeaks. Mend it.
antigravity-3575ec20f152  2026-03-01 09:00:01Z  5.0s       5       0       -  antigravity  The gate squeaks. Mend it.
gate-copilot              2026-03-01 09:00:01Z  5.0s       5       1      12  copilot      The gate squeaks. Mend it.
gate-droid                2026-03-01 09:00:01Z  3.0s       3       1       -  droid        The gate squeaks. Mend it.
gate-gemini               2026-03-01 09:00:01Z  5.0s       5       0     671  gemini       The gate squeaks. Mend it.
gate-goose                2026-03-01 09:00:01Z  3.0s       3       0       -  goose        The gate squeaks. Mend it.
gate-pi                   2026-03-01 09:00:01Z  4.0s       5       1     320  pi           The gate squeaks. Mend it.
kimi-0abc69aad9ce         2026-03-01 09:00:01Z  3.0s       4       0     320  kimi         The gate squeaks. Mend it.
ses_gate7                 2026-03-01 09:00:01Z  4.0s       4       1     325  opencode     The gate squeaks. Mend it.
gate-hermes               2026-03-01 09:00:00Z     -       5       0       -  hermes       The gate squeaks. Mend it.
cline-584f3be2d3de        [no time]                -       5       0     320  cline        The gate squeaks. Mend it.
cursor-36a9d884bc21       [no time]                -       6       0       -  cursor       The gate squeaks. Mend it.
gate-claude-stream        [no time]                -       5       0     370  claude
grok-41407f79372f         [no time]                -       6       0       -  grok         The gate squeaks. Mend it.

hence stats
----
Events: 65
  curation        1
  llm_call       20
  session_end     2
  session_start  14
  system_prompt   1
  termination     1
  thought        12
  tool_call      14
Took: 6s  (2026-03-01 09:00:00Z to 2026-03-01 09:00:06Z)
Tool calls: 14  (mean 1.25s, p50 1s, p95 2.5s, max 2.5s)
LLM calls: 20  (mean 3s, p50 3s, p95 3s, max 3s)
Tokens: 2658  (input 1030, output 168, cache read 1460, cache write 0, reasoning 10)
Cost: $0.022 recorded
Rationale: 0 given, 15 missing

Slowest
    3s  LLM call: gpt-5-mini "I oil the lower hinge." (325 tokens, 3s)  (81e1f3ca)
  2.5s  Tool call: Bash `oil lower` (2.5s)  (7f45f9b0)
  1.5s  Tool call: bash `oil lower` FAILED: no oil left (1.5s)  (bfe9e702)
    1s  Tool call: bash `oil lower` FAILED: no oil left (1s)  (76c9c402)
    1s  Tool call: run_shell_command `oil lower` (1s)  (3f2128ee)
    1s  Tool call: bash `oil lower` FAILED: no oil left (1s)  (ab247f50)
    1s  Tool call: Execute `oil lower` FAILED: no oil left (1s)  (e79e6f59)
    1s  Tool call: run_command `oil lower` (1s)  (900e5efd)
    1s  Tool call: developer__shell `oil lower` (1s)  (c6e51b3f)

Errors
  4 x no oil left  (last 2026-03-01 09:00:03Z, copilot, droid, opencode, pi)

Tools
  3 x Bash  (p50 2.5s, p95 2.5s)
  3 x bash  (3 failed, p50 1s, p95 1.5s)
  1 x Execute  (1 failed, p50 1s, p95 1s)
  1 x Shell
  1 x developer__shell  (p50 1s, p95 1s)
  1 x execute_command
  1 x run_command  (p50 1s, p95 1s)
  1 x run_shell_command  (p50 1s, p95 1s)
  1 x run_terminal_cmd
  1 x shell

Agents
  cursor: 6 events, 1 tool call, 2 LLM calls, 0 errors
  grok: 6 events, 1 tool call, 2 LLM calls, 0 errors
  antigravity: 5 events, 1 tool call, 2 LLM calls, 0 errors
  claude: 5 events, 1 tool call, 1 LLM call, 0 errors, 370 tokens
  cline: 5 events, 1 tool call, 2 LLM calls, 0 errors, 320 tokens, $0.01
  copilot: 5 events, 1 tool call, 1 LLM call, 1 error, 12 tokens
  gemini: 5 events, 1 tool call, 2 LLM calls, 0 errors, 671 tokens
  hermes: 5 events, 1 tool call, 2 LLM calls, 0 errors
  pi: 5 events, 1 tool call, 1 LLM call, 1 error, 320 tokens, $0.01
  amp: 4 events, 1 tool call, 1 LLM call, 0 errors, 320 tokens
  kimi: 4 events, 1 tool call, 1 LLM call, 0 errors, 320 tokens
  opencode: 4 events, 1 tool call, 1 LLM call, 1 error, 325 tokens, $0.002
  droid: 3 events, 1 tool call, 1 LLM call, 1 error
  goose: 3 events, 1 tool call, 1 LLM call, 0 errors
