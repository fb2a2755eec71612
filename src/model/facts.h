// What one event says of itself, in the words that many answers need.
//
// A field of the wrong type counts as absent.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hence/event.h"
#include "model/json.h"

namespace hence {

// A member of `fields`; for text, empty when it is absent.
Json field(const Event& event, std::string_view name);
std::string text_field(const Event& event, std::string_view name);

// Whether a tool call, or an observation that names its call, says that the call failed: by
// `status` or by `error`.
bool failed_call(const Event& event);
// What it says went wrong: `error` as text, or empty.
std::string error_text(const Event& event);

// Kinds whose rationale is looked for.
bool wants_rationale(std::string_view kind);
// Whether its emitter gave one. A derived rationale is not given.
bool rationale_given(const Event& event);
// Parts of the rationale, given or derived.
std::string why_of(const Event& event);
std::optional<double> confidence_of(const Event& event);

// Of a model call: total_tokens, else prompt and completion. Nothing when it names none of them.
std::optional<double> tokens_of(const Event& event);

}  // namespace hence
