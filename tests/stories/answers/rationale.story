# What asks a model for its reasons. Nothing of this needs a store; with nothing to read there is nothing to find.
hence rationale prompt
----
## Decision rationale (for every tool call)
Before each tool call, write one rationale block in your text: one block for each call, numbered
from 1 in the order of the calls of this turn.

<rationale call="1">{"why":"one sentence, at most 280 characters","confidence":0.8}</rationale>

The block holds one JSON object:
- "why" (required): the reason for this very call, now. Not what the tool does.
- "refs": what the reason rests on: ids of events, or keys of observations such as "obs:1". Name
  only what you have seen.
- "alternatives": what you weighed and did not do, each as
  {"option":"...","rejected_because":"at most 160 characters"}.
- "confidence": how sure you are, from 0 to 1.

Leave out what you do not have. Where you fill in something that nobody told you, say so in plain
words: "I assume X because Y."

hence rationale parse
----
{"rationales":{},"text":""}

hence rationale assumptions --json
----
{"assumptions":[]}

hence rationale validate
exit 1
----
{"valid":false,"errors":["not JSON at byte 1: the text ends too early"]}

hence rationale validate nowhere.json
exit 1
----
---- stderr
hence: cannot read nowhere.json: No such file or directory

hence rationale
exit 2
----
---- stderr
hence: A subcommand is required; hence rationale --help shows how
