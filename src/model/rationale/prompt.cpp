// What asks a model for its rationale: in words, and as a schema for those that obey one.
#include "model/rationale/rationale.h"

namespace hence {

std::string_view rationale_prompt() {
    return R"(## Decision rationale (for every tool call)
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
)";
}

std::string_view rationale_reminder() {
    return R"([STRICT RETRY] Your last answer called tools without giving a rationale for each call.
Answer again with the same calls. This time EVERY tool call MUST have its own block, written before
the call, numbered from 1 in the order of the calls, with a non-empty "why":

<rationale call="1">{"why":"one sentence, at most 280 characters","confidence":0.8}</rationale>
<rationale call="2">{"why":"one sentence, at most 280 characters","confidence":0.6}</rationale>

In a plan, EVERY step that calls a tool MUST have "rationale":{"why":"..."} beside it. Give your own
reason; a call without one is recorded as having none.
)";
}

std::string_view rationale_schema() {
    return R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "A rationale, or a plan's step that has one",
  "anyOf": [{"$ref": "#/$defs/rationale"}, {"$ref": "#/$defs/plan_step"}],
  "$defs": {
    "rationale": {
      "type": "object",
      "description": "Why something was done.",
      "properties": {
        "why": {"type": "string", "minLength": 1, "maxLength": 280},
        "refs": {
          "type": "array",
          "description": "Ids of events, or keys of observations.",
          "items": {"type": "string"}
        },
        "alternatives": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "option": {"type": "string", "minLength": 1},
              "rejected_because": {"type": "string", "minLength": 1, "maxLength": 160}
            },
            "required": ["option", "rejected_because"]
          }
        },
        "confidence": {"type": "number", "minimum": 0, "maximum": 1}
      },
      "required": ["why"]
    },
    "plan_step": {
      "type": "object",
      "description": "A step of a plan that calls a tool.",
      "properties": {
        "title": {"type": "string"},
        "type": {"const": "tool_call"},
        "toolName": {"type": "string", "minLength": 1},
        "toolArgs": {"type": "object"},
        "rationale": {"$ref": "#/$defs/rationale"}
      },
      "required": ["type", "toolName", "rationale"]
    }
  }
}
)";
}

}  // namespace hence
