// What a run of a model says of the call: messages, answers, tokens, which model it was.
#pragma once

#include "formats/spans/span_draft.h"
#include "model/json/json.h"

namespace hence {

// The run must outlive the draft.
void add_model_run(SpanDraft& draft, Json run);

}  // namespace hence
