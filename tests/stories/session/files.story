# Which files a session touched, by what its tools name. What only a command names is assumed.
record
{"id":"r1","kind":"tool_call","time":"2026-01-01T09:00:00Z","session":"s1","agent":"coder","fields":{"tool_name":"Read","input":{"file_path":"/w/src/hash.c"},"output":"int h;"}}
{"id":"e1","kind":"tool_call","time":"2026-01-01T09:00:01Z","session":"s1","agent":"coder","fields":{"tool_name":"Edit","input":{"file_path":"/w/src/hash.c","old_string":"int h;\nint x;","new_string":"long h;\nint x;"},"output":"ok"}}
{"id":"e2","kind":"tool_call","time":"2026-01-01T09:00:02Z","session":"s1","agent":"coder","fields":{"tool_name":"Edit","input":{"file_path":"/w/src/hash.c","old_string":"gone","new_string":""},"error":"not found"}}
{"id":"b1","kind":"tool_call","time":"2026-01-01T09:00:03Z","session":"s1","agent":"coder","fields":{"tool_name":"Bash","input":{"command":"cd /w && rm -rf build"},"output":""}}
{"id":"p1","kind":"tool_call","time":"2026-01-01T09:00:04Z","session":"s1","agent":"coder","fields":{"tool_name":"apply_patch","input":"*** Begin Patch\n*** Update File: /w/a.md\n*** Move to: /w/b.md\n@@\n-a\n+b\n*** End Patch","output":"Done"}}
{"id":"g1","kind":"tool_call","time":"2026-01-01T09:00:05Z","session":"s2","fields":{"tool_name":"Grep","input":{"pattern":"x","path":"src"}}}

hence files s1
----
Files: session s1
4 files: 1 read, 1 written, 1 edited, 2 deleted
Below /w/

Changed
  DID                         LINES  LAST CHANGE             BY           EVENT  FILE
  deleted 1                   -      [2026-01-01 09:00:04Z]  apply_patch  p1     a.md
  written 1                   +1 -1  [2026-01-01 09:00:04Z]  apply_patch  p1     b.md
  deleted 1                   -      [2026-01-01 09:00:03Z]  Bash         b1     ~ build
  edited 1, read 1, 1 failed  +1 -1  [2026-01-01 09:00:01Z]  Edit         e1     src/hash.c

! 1 shell command: a file that only a command names is assumed (~), and a file that no word names is not listed

hence files s1 --path hash.c
----
Files: session s1
1 file: 1 read, 0 written, 1 edited, 0 deleted

/w/src/hash.c  (edited 1, read 1, 1 failed)
  [2026-01-01 09:00:00Z] read by Read  (r1)
  [2026-01-01 09:00:01Z] edited by Edit  (e1)
  [2026-01-01 09:00:02Z] edited by Edit FAILED  (e2)
  last change: +1 -1
    -int h;
    +long h;
     int x;

! 1 shell command: a file that only a command names is assumed (~), and a file that no word names is not listed

hence files s1 --path b.md --json
---- folded
{"session":"s1","files":[{"path":"/w/b.md","read":0,"written":1,"edited":0,"deleted":0,"failed":0,"provenance":"recorded",
 "touches":[{"event":"p1","deed":"written","tool":"apply_patch","agent":"coder","time":"2026-01-01T09:00:04Z","status":"ok","provenance":"recorded","moved":"/w/a.md"}],
 "last_change":{"event":"p1","deed":"written","added":1,"removed":1,"diff":"-a\n+b\n","cut":0}}],
 "read":0,"written":1,"edited":0,"deleted":0,"shell_calls":1}

hence files s2
----
Files: session s2
No call of a tool names a file.

hence files s1 --path none
exit 1
----
