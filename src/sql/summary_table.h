// The tables sessions, runs, agents and correlations: a row for each name, as the lists have it.
#pragma once

#include <memory>

#include "hence/store.h"
#include "sqlite/table.h"
#include "views/find/session_events.h"

namespace hence {

// Of session, run, agent or correlation.
std::unique_ptr<sqlite::Table> summary_table(Space space, const Store& store, Sessions& sessions);

}  // namespace hence
