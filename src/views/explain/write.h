// A causal chain as it is written, for every answer that shows one: explain, dossier and review;
// and the notes beside it.
// Each link is shown with the way to it and the provenance of that way, so that a reader can tell a
// recorded cause from a derived or an assumed one.
#pragma once

#include <string_view>
#include <vector>

#include "hence/explain.h"
#include "views/find/session_events.h"
#include "views/write/pieces.h"

namespace hence {

// The member "chain": a list of {"event_id","kind","agent","time","summary","rationale","said",
// "via","also"}.
Result<void> write_chain_json(Pieces& out, const std::vector<ExplainLink>& chain,
                              Sessions& sessions, std::string_view asked);

// A line for each link, and below it what is told of it, all behind `indent`:
// "  -> [2026-02-23 10:00:01Z] Tool call: Read (45ms)  (b)".
Result<void> write_chain_text(Pieces& out, const Explanation& answer, Sessions& sessions,
                              std::string_view indent = {});

// {"id","of","time","author","text"}
void append_note(JsonWriter& json, const Event& note);
// "  [2026-02-23 10:00:01Z] ada: what she saw  (about b)", each.
Result<void> write_notes_text(Pieces& out, const std::vector<Event>& notes);

}  // namespace hence
