# A person's remark stands beside the event that it is about, and is never edited.
record
{"id":"ask","kind":"prompt","time":"2026-03-02T14:30:00Z","session":"s1","run":"r1","correlation":"c1",
 "fields":{"text":"clean the build"}}
{"id":"call","kind":"tool_call","time":"2026-03-02T14:30:01Z","session":"s1","run":"r1","correlation":"c1",
 "parent":"ask","duration_ms":40,"fields":{"tool_name":"Bash","input":{"command":"rm -rf build"}}}
{"id":"told","kind":"note","time":"2026-03-03T09:00:00Z","session":"s1","parent":"call",
 "fields":{"text":"build/profile was in there\nand is gone","of":"call","author":"ada"}}
{"id":"bare","kind":"note","time":"2026-03-03T09:01:00Z","session":"s1","fields":{"of":"call"}}

hence explain call
----
Causal Chain:

   [2026-03-02 14:30:00Z] Prompt: clean the build  (ask)
  -> [2026-03-02 14:30:01Z] Tool call: Bash `rm -rf build` (40ms)  (call)

Notes:

  [2026-03-03 09:00:00Z] ada: build/profile was in there and is gone  (about call)
  [2026-03-03 09:01:00Z] somebody:   (about call)

hence tree s1 --steps
----
Session: s1
Events: 2 root(s), depth: 3

[2026-03-02 14:30:00Z] Prompt: clean the build  (ask)
└─ [2026-03-02 14:30:01Z] Tool call: Bash `rm -rf build` (40ms)  (call)
   └─ [2026-03-03 09:00:00Z] Note: build/profile was in there (ada)  (told)
[2026-03-03 09:01:00Z] Note: unknown  (bare)

# The session is no longer for it, and the note is no cause of anything.
hence sessions
----
SESSION  FIRST                 TOOK  EVENTS  ERRORS  TOKENS  GOAL
s1       2026-03-02 14:30:00Z  1.0s       4       0       -  clean the build

# By the command, in the session, run and correlation of the event.
hence note call "restored from the backup" --author bo --id n1
----
recorded note n1 about call: restored from the backup (bo)

hence note call "restored from the backup" --author bo --id n1
----
recorded note n1 about call: restored from the backup (bo)

hence note call "something else" --author bo --id n1
exit 1
----

hence note nothing "x"
exit 1
----

hence note call " "
exit 2
----

hence sql "SELECT id, session, run, parent, correlation FROM events WHERE kind = 'note' AND id = 'n1'" --csv
----
id,session,run,parent,correlation
n1,s1,r1,call,c1

hence quarantine list --json
----
[]
