// What one event says of itself, in the words that many answers need: did the call fail, how many
// tokens, which reason.
//
// These are the definitions behind the numbers that Hence shows, and each has one function, so that
// two answers never disagree about the same event. A field of the wrong type counts as absent:
// fields belong to the emitter, and no answer may fail because of one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hence/event.h"
#include "model/json/json.h"

namespace hence {

// A member of `fields`; for text, empty when it is absent.
Json field(const Event& event, std::string_view name);
std::string text_field(const Event& event, std::string_view name);

// Whether a tool call, or an observation that names its call, says that the call failed: by
// `status` or by `error`.
bool failed_call(const Event& event);
// The event's `error` as text, or empty.
std::string error_text(const Event& event);

// Kinds whose rationale is looked for.
bool wants_rationale(std::string_view kind);
// Whether its emitter gave one. A derived rationale is not given.
bool rationale_given(const Event& event);
// Parts of the rationale, given or derived.
std::string why_of(const Event& event);
std::optional<double> confidence_of(const Event& event);

// Of a model call: all tokens that were processed, see TokenUse. Nothing when it names none.
std::optional<double> tokens_of(const Event& event);

// Whether the session of `event` was derived from its run.
bool session_is_run(const Event& event);

}  // namespace hence
