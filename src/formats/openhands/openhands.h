// Reads OpenHands events, of the generations V0 and V1.
//
// A conversation is one stream of events, or a directory with a file for each event. Traps: events
// do not name their conversation, only the directory does; times have no zone; several actions come
// from one response of the model; V0 names causes by number; V1 reports running totals of tokens,
// so the use of one response is a difference. Rule: an action and its observation are one
// tool_call, the actions of one response share one llm_call, a rejection is a decision.
#pragma once

#include <memory>

#include "formats/common/beginning.h"
#include "formats/common/reader.h"

namespace hence {

bool is_openhands(const Beginning& beginning);
std::unique_ptr<Reader> read_openhands(const ReadOptions& options);

}  // namespace hence
