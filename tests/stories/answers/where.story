# Any path of an event can be asked about.
record
{"id":"a","kind":"tool_call","time":"2026-01-01T00:00:00Z","agent":"x","session":"s","duration_ms":150,"fields":{"tool_name":"Read","input":{"path":"/etc/hosts"},"tags":["slow","disk"]}}
{"id":"b","kind":"tool_call","time":"2026-01-01T00:00:01.5Z","agent":"y","session":"s","duration_ms":100,"fields":{"tool_name":"Read","odd.name":true}}
{"id":"c","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"y","session":"s","duration_ms":1e3,"fields":{"tool_name":"Write","note":null}}
{"id":"d","kind":"thought","time":"2026-01-01T00:00:03Z","agent":"x","session":"t","fields":{"text":"why not"}}

hence events --json --where 'fields.tool_name = "Read" and duration_ms > 100'
---- folded
{"id":"a","kind":"tool_call","time":"2026-01-01T00:00:00Z","agent":"x","session":"s",
 "duration_ms":150,"fields":{"tool_name":"Read","input":{"path":"/etc/hosts"},
 "tags":["slow","disk"]},"seq":1,"received":"*","source":"native"}

# A list has an element; a text has a part.
hence events --json --where 'fields.tags ~ "disk" or fields.text ~ "not"' --kinds thought
---- folded
{"id":"d","kind":"thought","time":"2026-01-01T00:00:03Z","agent":"x","session":"t",
 "fields":{"text":"why not"},"seq":4,"received":"*","source":"native"}

# `not` binds tighter than `and`, `and` tighter than `or`; a number is compared by its value.
hence events --json --where 'not agent = "x" and duration_ms = 1000 or id = "none"'
---- folded
{"id":"c","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"y","session":"s",
 "duration_ms":1e3,"fields":{"tool_name":"Write","note":null},"seq":3,"received":"*",
 "source":"native"}

# What is not there is unequal to everything, and null is not there.
hence events --json --where 'fields.tool_name != "Read" and not fields.note exists and kind = "tool_call"'
---- folded
{"id":"c","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"y","session":"s",
 "duration_ms":1e3,"fields":{"tool_name":"Write","note":null},"seq":3,"received":"*",
 "source":"native"}

# A name with a dot is quoted; an element is counted from 0; times are compared by instant.
hence events --json --where '(fields."odd.name" = true or fields.tags[1] = "disk") and time >= "2026-01-01T01:00:01.500+01:00"'
---- folded
{"id":"b","kind":"tool_call","time":"2026-01-01T00:00:01.5Z","agent":"y","session":"s",
 "duration_ms":100,"fields":{"tool_name":"Read","odd.name":true},"seq":2,"received":"*",
 "source":"native"}

# Both ends of a range belong to it.
hence events --json --from 2026-01-01T00:00:02Z --to 2026-01-01T00:00:03Z --session s
---- folded
{"id":"c","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"y","session":"s",
 "duration_ms":1e3,"fields":{"tool_name":"Write","note":null},"seq":3,"received":"*",
 "source":"native"}

hence events --where 'fields.tool_name ='
exit 2
----
