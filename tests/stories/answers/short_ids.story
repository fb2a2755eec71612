# An id may be shortened at either end; of a UUIDv7, whose beginning is the time, the end is shown.
record
{"id":"019c0000-0000-7000-8000-00000000aaaa","kind":"thought","time":"2026-01-01T00:00:00Z","session":"s","fields":{"text":"one"}}
{"id":"019c0000-0000-7000-8000-00000000bbbb","kind":"thought","time":"2026-01-01T00:00:01Z","session":"s","parent":"019c0000-0000-7000-8000-00000000aaaa","fields":{"text":"two"}}
{"id":"short","kind":"thought","time":"2026-01-01T00:00:02Z","session":"s","parent":"019c0000-0000-7000-8000-00000000bbbb","fields":{"text":"three"}}
{"id":"shorter-than-that","kind":"thought","time":"2026-01-01T00:00:03Z","session":"s","fields":{"text":"four"}}

hence explain bbbb
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: one  (0000aaaa)
  -> [2026-01-01 00:00:01Z] Thought: two  (0000bbbb)

hence explain 0000aaaa
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: one  (0000aaaa)

# A whole id is that event, though another one begins with it.
hence explain short
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: one  (0000aaaa)
  -> [2026-01-01 00:00:01Z] Thought: two  (0000bbbb)
    -> [2026-01-01 00:00:02Z] Thought: three  (short)

hence explain shorter
----
Causal Chain:

   [2026-01-01 00:00:00Z] Thought: one  (0000aaaa)
  -> [2026-01-01 00:00:01Z] Thought: two  (0000bbbb)
    -> [2026-01-01 00:00:02Z] Thought: three  (short)
      -> [2026-01-01 00:00:03Z] Thought: four  (shorter-)
           follows the step before it [assumed]
! incomplete: no cause of shorter-than-that was recorded

hence explain 019c
exit 2
----

hence explain nowhere
exit 1
----
