// Reads Inspect AI logs, as JSON or from an .eval file.
//
// A log holds the samples of an evaluation, and each sample the events of one attempt. Traps: each
// model event repeats the whole conversation (prompts.h); long texts are references to attachments
// (attachments.h); old logs nest events in calls; failed attempts are kept beside the one that
// counts; a large sample of an .eval file is spread over several members. Rule: a sample is a
// session; a model event becomes an llm_call, a tool event a tool_call, an approval a decision, a
// score an observation.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_inspect(const Beginning& beginning);
std::unique_ptr<Reader> read_inspect(const ReadOptions& options);

}  // namespace hence
