// What an agent had been told before an event, with the words: reads what the table of places
// (views/knew/told.h) names, and finds the text, the source and the sender of each.
#pragma once

#include "hence/knew.h"
#include "hence/result.h"
#include "views/find/session_events.h"
#include "views/knew/told.h"

namespace hence {

// Fills the items of an answer whose model calls and messages are known. Without a search it reads
// only the items that are listed; a search reads all of them. Fails with invalid when the text that
// is looked for is too long.
Result<void> add_items(Sessions& sessions, const ToldTable& told, const KnewRequest& request,
                       Knew& answer);

}  // namespace hence
