// What one telling of a tool call is to another, and what it gives to it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "intake/once/settlement.h"

namespace hence {

// What happened while a tool ran, told as if it were a call: a span of the same instrumentation
// that lasts no time and names no tool. BeeAI tells so of errors and of new attempts.
bool is_moment_of(const Telling& inner, const Telling& around);

// Those of the calls that this teller tells of, by the tool, in their order. The names live as long
// as the settlement stays as it is.
ByTextView<std::vector<std::size_t>> calls_by_tool(const Settlement& settlement,
                                                   const std::vector<std::size_t>& calls,
                                                   Teller teller);

// Gives to the telling that counts what it lacks.
void take_from_telling(const Telling& from, Telling& counting);

// A handover that is made by a call is made once, however often the call is told.
void withdraw_delegations(Settlement& settlement, const std::vector<std::size_t>& group);

// The span of an agent as the tool call that it is.
void make_tool_call(Telling& span, const std::string& tool, const std::string& call_id,
                    const std::string& input);

}  // namespace hence
