// Rows of a list in which events without a session count where their run belongs.
//
// An event is loose when it names a run and no session. It belongs to the session that the earliest
// event of its run names (views/find/session_events.h). The store counts loose events in a row of
// their own, because append cannot know the session yet; a list adds that row to the session and
// the run that it belongs to. That may change the time of the first event, and with it the order of
// the list. So if there is any loose run, all rows are read and sorted; without one the list is
// read page by page.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// Every row of a space, in the order of the list.
Result<void> each_row(const Store& store, Space space, const std::function<void(Summary&&)>& visit);

// Runs that have events without a session, and the session that these belong to. Runs that no
// session is named for are not among them.
using LooseRuns = std::map<std::string, std::string>;
Result<LooseRuns> loose_runs(const Store& store);

// All rows of a space, loose events counted where they belong, in the order of the list.
Result<std::vector<Summary>> settled_rows(const Store& store, Space space, const LooseRuns& runs);

// Events whose session was derived from their run count in the session that their run states. Such
// a row of a session or of a run stands elsewhere, and is added to the row that it belongs to.
Result<bool> stands_elsewhere(const Store& store, Space space, const Summary& row);
Result<void> add_derived(const Store& store, Space space, Summary& row);

// Whether row `a` stands before row `b`.
bool listed_before(const Summary& a, const Summary& b);

}  // namespace hence
