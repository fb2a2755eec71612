// A Langfuse trace as a whole: how its observations relate, where it began and ended, and how it
// was scored.
#pragma once

#include <string>
#include <vector>

#include "formats/langfuse/observation.h"
#include "formats/otlp/translate/translation.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// The id of the event that a trace begins with. Observations without a parent hang on it.
std::string trace_start_id(std::string_view trace_id);

// What the others tell of each observation, in their order. Takes time in proportion to them.
//
// An observation belongs to the agent that it names, or else to the nearest one around it. A tool
// call that does not say its id has that of the call that a model asked for: of the same tool, with
// the same input, each at most once.
std::vector<ObservationPlace> places_of(const std::vector<LangfuseObservation>& observations);

// The beginning of a trace, with what was asked for and all that the trace says of itself, and its
// end if that is known, with what came of it. Where the trace says neither, its first model call
// was asked and its last one answered. Fails with invalid.
Result<Translation> translate_trace(Json trace, const std::vector<LangfuseObservation>& within);

// A score is an observation, of what was scored. Fails with invalid.
Result<Translation> translate_score(Json score, Json trace);

}  // namespace hence
