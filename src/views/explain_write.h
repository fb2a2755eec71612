// A causal chain as it is written, for every answer that shows one.
#pragma once

#include <string_view>
#include <vector>

#include "hence/explain.h"
#include "views/pieces.h"
#include "views/session_events.h"

namespace hence {

// [{"event_id","kind","agent","time","summary","rationale","via"},...]
Result<void> write_chain_json(Pieces& out, const std::vector<ExplainLink>& chain,
                              Sessions& sessions);

// One line a link, each behind `indent`: "  -> [2026-02-23 10:00:01Z] Tool call: Read (45ms)  (b)".
Result<void> write_chain_text(Pieces& out, const Explanation& answer, Sessions& sessions,
                              std::string_view indent = {});

}  // namespace hence
