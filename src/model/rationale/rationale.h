// Rationales in what models write: blocks in their text, objects beside their tool calls, and
// assumptions in plain words; and the prompt and schema that ask a model for them.
//
// A model is asked to give a reason for each tool call in a <rationale> block. Models close tags
// wrongly, repeat numbers and wrap JSON in prose, so reading is lenient: a block that does not read
// is left out alone, and text is never cut. `rationale_errors` is strict, for callers that want to
// ask the model again. A reason is only ever taken from what the model wrote; none is made up.
// All functions are pure, take any bytes, and need time linear in their input, because the input
// may be made to be slow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/json/json.h"

namespace hence {

// How many levels of a model's JSON are looked into. Deeper than this it counts as plain text.
inline constexpr std::size_t model_json_depth_max = 1'000;

// A rationale as one of ours, from valid JSON that is lenient in its spelling (`rejectedBecause`).
// A ref, an alternative or a confidence that breaks our rules is left out alone; text is never cut.
struct LenientRationale {
    std::string json;   // Empty when there is no `why`.
    bool whole = true;  // Nothing was left out.
};
LenientRationale lenient_rationale(Json rationale);

struct RationalesOfCalls {
    std::map<std::uint64_t, std::string> by_call;  // The call's number, from 1; a rationale's JSON.
    std::string text;                              // What was given, without them.
};

// The <rationale call="N">{...}</rationale> blocks of a model's text. A block counts for the call
// that it names, else for its own position among the blocks, good or bad; where that number is
// taken, for the next that is free. The object may be fenced, or stand within prose.
RationalesOfCalls rationale_blocks(std::string_view text);

// The same for a JSON list of tool calls (`name`, `arguments`) or of a plan's steps (`toolName`,
// `toolArgs`) with `rationale` beside them, or an object with such a list under `steps` or
// `tool_calls`, fenced or not: numbers count the tool calls among them, with a rationale or
// without. Nothing when `text` is no such JSON.
std::optional<RationalesOfCalls> rationales_beside_calls(std::string_view text);

// Either of the two, whichever `text` is.
RationalesOfCalls rationales_in(std::string_view text);

// The text without blocks, stray closing tags and stray opening tags that name a call; no more than
// one empty line in a row, and none around it. Doing it twice is doing it once.
std::string without_rationale_blocks(std::string_view text);

struct StatedAssumption {
    std::string assumption;
    std::optional<std::string> why;
};
inline constexpr std::size_t assumptions_max = 3;

// "I assume that X because Y." and the like, the first `assumptions_max` of them. A sentence ends
// at a full stop that no letter or digit follows, or with its line.
std::vector<StatedAssumption> stated_assumptions(std::string_view text);

// What is wrong with a rationale, strictly; empty when nothing is. Each message names its key.
std::vector<std::string> rationale_errors(Json rationale);

// The same for a plan (a list of steps, or an object with `steps`): each tool call of it must have
// a rationale.
std::vector<std::string> plan_errors(Json plan);

// Instructions for a model: write one block for each tool call. The reminder is for one that did
// not.
std::string_view rationale_prompt();
std::string_view rationale_reminder();

// A JSON Schema with two definitions, `rationale` and `plan_step`.
std::string_view rationale_schema();

}  // namespace hence
