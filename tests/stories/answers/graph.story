# A goal, a decision for it, an option that was turned down, and what came of it.
hence graph add-node --type goal --label "Implement auth" --id 3f2a9c01aaaa --confidence 0.9 --agent ada
----
added goal 3f2a9c01aaaa: Implement auth

hence graph add-node --type decision --label "Use JWT tokens" --id b7d1e2f3bbbb --rationale "Stateless, scales horizontally"
----
added decision b7d1e2f3bbbb: Use JWT tokens

hence graph add-node --type option --label "Use server sessions" --id 0c9d8e7fcccc --metadata '{"cost": "a table"}'
----
added option 0c9d8e7fcccc: Use server sessions

# Ids may be shortened.
hence graph add-edge 3f2a b7d1 --type leads_to --id l1
----
added edge l1: [3f2a9c01] -leads_to-> [b7d1e2f3]

hence graph add-edge 3f2a cccc --type rejected --id l2
----
added edge l2: [3f2a9c01] -rejected-> [0c9d8e7f]

hence graph context
----
## Active Goals
- [3f2a9c01] Implement auth (status: active, confidence: 0.9)
  └─ [b7d1e2f3] Use JWT tokens (active)
  └─ [0c9d8e7f] Use server sessions (rejected)

## Recent Decisions
- [b7d1e2f3] Use JWT tokens -- Stateless, scales horizontally

hence graph query open
----
- [3f2a9c01] goal: Implement auth (active, confidence: 0.9)
- [b7d1e2f3] decision: Use JWT tokens (active) -- Stateless, scales horizontally

hence graph query descendants 3f2a --edge-types leads_to,chosen
----
- [b7d1e2f3] decision: Use JWT tokens (active) -- Stateless, scales horizontally

hence graph query ancestors 0c9d
----
- [3f2a9c01] goal: Implement auth (active, confidence: 0.9)

hence graph query path_between 3f2a 0c9d
----
- [3f2a9c01] goal: Implement auth (active, confidence: 0.9)
- [0c9d8e7f] option: Use server sessions (active)

# Queries answer with a list, whatever is asked for; but a query must be one.
hence graph query path_between b7d1 3f2a --json
----
[]

hence graph query descendants nobody --json
----
[]

hence graph query everything
exit 2
----
---- stderr
hence: there is no query "everything"; use one of active_goals, recent_decisions, path_between, descendants, ancestors, open

hence graph query descendants
exit 2
----

hence graph edges 3f2a
----
[3f2a9c01] -leads_to-> [b7d1e2f3]
[3f2a9c01] -rejected-> [0c9d8e7f]

hence graph edges --in 3f2a
----

# What cannot be is refused, and nothing is written.
hence graph add-node --type dream --label "x"
exit 1
----
---- stderr
hence: node type "dream" is not known; it is one of goal, decision, option, action, outcome, observation, revisit

hence graph add-node --type goal --label "x" --status done
exit 1
----

hence graph add-node --type goal --label "x" --confidence 90
exit 1
----
---- stderr
hence: confidence must be a number from 0 to 1

hence graph add-node --type goal --label "x" --id 3f2a9c01aaaa
exit 1
----
---- stderr
hence: there is a node "3f2a9c01aaaa" already; leave the id out, and one is assigned

hence graph add-edge 3f2a nobody --type chosen
exit 1
----

hence graph add-edge 3f2a b7d1 --type likes
exit 1
----

hence graph add-edge 3f2a b7d1 --type chosen --id l1
exit 1
----

hence graph update-node 3f2a --status done
exit 1
----

hence graph update-node nobody --status completed
exit 1
----

hence graph get nobody
exit 1
----

# Wrong usage is something else.
hence graph add-node --label "x"
exit 2
----

hence graph update-node 3f2a
exit 2
----

# A decision takes the place of another in one step; the old one keeps its reason.
hence graph add-node --type decision --label "Use PASETO" --id c0ffee00dddd
----
added decision c0ffee00dddd: Use PASETO

hence graph supersede b7d1 c0ff "algorithm confusion" --id s1
----
superseded by edge s1: [c0ffee00] -supersedes-> [b7d1e2f3]

hence graph supersede c0ff b7d1
exit 1
----
---- stderr
hence: "b7d1e2f3bbbb" cannot supersede "c0ffee00dddd": that would close a circle; `hence graph history` shows what superseded what

hence graph query recent_decisions
----
- [c0ffee00] decision: Use PASETO (active)
- [b7d1e2f3] decision: Use JWT tokens (superseded) -- Stateless, scales horizontally

# What is deleted takes its edges along.
hence graph delete-node 0c9d
----
deleted [0c9d8e7f] option: Use server sessions (active)
[3f2a9c01] -rejected-> [0c9d8e7f]

hence graph get 0c9d
exit 1
----

hence graph update-node 3f2a --status completed --confidence 1
----
changed goal 3f2a9c01aaaa: Implement auth

hence graph query active_goals --json
----
[]

hence graph edges
----
[3f2a9c01] -leads_to-> [b7d1e2f3]
[c0ffee00] -supersedes-> [b7d1e2f3]

# Another graph is another one, and an empty one has nothing to say.
hence graph context --graph other
----

hence graph context --graph other --json
----
{"graph":"other","text":""}
