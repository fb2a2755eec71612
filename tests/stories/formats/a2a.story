# A request whose context only the response tells, then a stream of updates in the newer spelling.
record --json
{"jsonrpc":"2.0","id":"r1","method":"message/send","params":{"message":{"kind":"message",
 "messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01","role":"user",
 "parts":[{"kind":"text","text":"book a table"}]}}}
{"jsonrpc":"2.0","id":"r1","result":{"kind":"task","id":"task-1","contextId":"evening",
 "status":{"state":"input-required","timestamp":"2026-03-01T10:00:01Z","message":{"kind":"message",
 "messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c02","role":"agent",
 "parts":[{"kind":"text","text":"for how many?"}]}}}}
{"jsonrpc":"2.0","id":"r2","method":"SendStreamingMessage","params":{"message":{
 "messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","role":"ROLE_USER","taskId":"task-1",
 "parts":[{"text":"four"}]}}}
{"jsonrpc":"2.0","id":"r2","result":{"statusUpdate":{"taskId":"task-1","contextId":"evening",
 "status":{"state":"TASK_STATE_WORKING","timestamp":"2026-03-01T10:00:05Z"}}}}
{"jsonrpc":"2.0","id":"r2","result":{"artifactUpdate":{"taskId":"task-1","contextId":"evening",
 "artifact":{"artifactId":"booking","parts":[{"text":"table 7,"}]}}}}
{"jsonrpc":"2.0","id":"r2","result":{"artifactUpdate":{"taskId":"task-1","contextId":"evening",
 "append":true,"lastChunk":true,"artifact":{"artifactId":"booking","parts":[{"text":"19:30"}]}}}}
{"jsonrpc":"2.0","id":"r2","result":{"statusUpdate":{"taskId":"task-1","contextId":"evening",
 "status":{"state":"TASK_STATE_COMPLETED","timestamp":"2026-03-01T10:00:09Z"}}}}
----
{"accepted":9,"duplicates":0,"quarantined":0,"pending":0,"first_seq":1,"last_seq":9,"assigned":[]}

hence tree evening
----
Session: evening
Events: 1 root(s), depth: 6

[no time] Session started: book a table  (6b1d0a52~start)
└─ [no time] Message: user -> agent: book a table  (6b1d0a52)
   └─ [2026-03-01 10:00:01Z] Message: agent -> user (input-required): for how many?  (2f6f1c02)
      └─ [no time] Message: user -> agent: four  (2f6f1c03)
         ├─ [2026-03-01 10:00:05Z] Message: agent -> user (working)  (task-1~w)
         ├─ [no time] Message: agent -> user: table 7,  (task-1~b)
         └─ [2026-03-01 10:00:09Z] Message: agent -> user (completed)  (task-1~c)
            ├─ [2026-03-01 10:00:09Z] Termination: completed  (task-1~c~end)
            └─ [2026-03-01 10:00:09Z] Session ended: success  (task-1~c~end-of-run)

hence explain task-1~completed~2026-03-01T10:00:09Z~end
----
Causal Chain:

   [no time] Session started: book a table  (6b1d0a52~start)
  -> [no time] Message: user -> agent: book a table  (6b1d0a52)
       happened within it [explicit]
    -> [2026-03-01 10:00:01Z] Message: agent -> user (input-required): for how many?  (2f6f1c02)
      -> [no time] Message: user -> agent: four  (2f6f1c03)
           follows from it [derived]
        -> [2026-03-01 10:00:09Z] Message: agent -> user (completed)  (task-1~c)
          -> [2026-03-01 10:00:09Z] Termination: completed  (task-1~c~end)

# Asked for later, the task holds its messages once more: nothing is added.
record --json
{"jsonrpc":"2.0","id":7,"result":{"id":"task-1","contextId":"evening","kind":"task",
 "history":[{"kind":"message","messageId":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01","role":"user",
 "parts":[{"kind":"text","text":"book a table"}]}],
 "status":{"state":"completed","timestamp":"2026-03-01T10:00:09Z"}}}
----
{"accepted":0,"duplicates":5,"quarantined":0,"pending":0,"first_seq":null,"last_seq":null,"assigned":[]}

# An artifact that is not whole is held back.
record --json
{"artifactUpdate":{"taskId":"task-2","contextId":"evening",
 "artifact":{"artifactId":"menu","parts":[{"text":"soup"}]}}}
----
{"accepted":0,"duplicates":0,"quarantined":0,"pending":1,"first_seq":null,"last_seq":null,"assigned":[]}

# A message of no time, which refers to a task of the same text.
record --json
{"taskId":"task-3","contextId":"evening","status":{"state":"failed",
 "timestamp":"2026-03-01T11:00:00Z"},"final":true,"kind":"status-update"}
{"messageId":"m9","role":"user","contextId":"evening","parts":[{"text":"try again"}],
 "referenceTaskIds":["task-3"]}
----
{"accepted":5,"duplicates":0,"quarantined":0,"pending":0,"first_seq":10,"last_seq":14,"assigned":[]}

hence events --session evening --kinds message --json
---- folded
{"id":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01","kind":"message","time":"2026-03-01T10:00:01Z",
 "agent":"user","session":"evening","run":"task-1",
 "parent":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01~start",
 "fields":{"message_id":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01","from":"user","to":["agent"],
 "subtype":"message","payload":"book a table"},"seq":2,"received":"*","source":"a2a",
 "flags":["time_derived"]}
{"id":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c02","kind":"message","time":"2026-03-01T10:00:01Z",
 "agent":"agent","session":"evening","run":"task-1",
 "parent":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c01",
 "fields":{"message_id":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c02","from":"agent","to":["user"],
 "subtype":"status","status":"input-required","payload":"for how many?"},"seq":3,"received":"*",
 "source":"a2a"}
{"id":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","kind":"message","time":"2026-03-01T10:00:01Z",
 "agent":"user","session":"evening","run":"task-1",
 "parent":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c02",
 "fields":{"message_id":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","from":"user","to":["agent"],
 "subtype":"message","payload":"four"},"seq":4,"received":"*","source":"a2a",
 "flags":["parent_derived","time_derived"]}
{"id":"task-1~working~2026-03-01T10:00:05Z","kind":"message","time":"2026-03-01T10:00:05Z",
 "agent":"agent","session":"evening","run":"task-1",
 "parent":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","fields":{"from":"agent","to":["user"],
 "subtype":"status","status":"working"},"seq":5,"received":"*","source":"a2a"}
{"id":"task-1~booking~2b7d2a6f77a6a3c3","kind":"message","time":"2026-03-01T10:00:05Z",
 "agent":"agent","session":"evening","run":"task-1",
 "parent":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","fields":{"from":"agent","to":["user"],
 "subtype":"artifact","artifact_id":"booking","payload":[{"text":"table 7,"},{"text":"19:30"}]},
 "seq":6,"received":"*","source":"a2a","flags":["time_derived"]}
{"id":"task-1~completed~2026-03-01T10:00:09Z","kind":"message","time":"2026-03-01T10:00:09Z",
 "agent":"agent","session":"evening","run":"task-1",
 "parent":"6b1d0a52-7d11-4f8e-9a34-0d5d2f6f1c03","fields":{"from":"agent","to":["user"],
 "subtype":"status","status":"completed"},"seq":7,"received":"*","source":"a2a"}
{"id":"task-3~failed~2026-03-01T11:00:00Z","kind":"message","time":"2026-03-01T11:00:00Z",
 "agent":"agent","session":"evening","run":"task-3","fields":{"from":"agent","to":["user"],
 "subtype":"status","status":"failed","final":true},"seq":10,"received":"*","source":"a2a"}
{"id":"m9~41bf8756e7be789a","kind":"message","time":"2026-03-01T11:00:00Z","agent":"user",
 "session":"evening","parent":"m9~41bf8756e7be789a~start",
 "causes":["task-3~failed~2026-03-01T11:00:00Z~end"],"fields":{"message_id":"m9","from":"user",
 "to":["agent"],"subtype":"message","payload":"try again","reference_task_ids":["task-3"]},
 "seq":14,"received":"*","source":"a2a","flags":["time_derived"]}
