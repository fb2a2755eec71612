// The table links: which event hangs on which, and by which rule.
#pragma once

#include <memory>

#include "hence/store.h"
#include "sqlite/table.h"
#include "views/find/session_events.h"

namespace hence {

std::unique_ptr<sqlite::Table> link_table(const Store& store, Sessions& sessions);

}  // namespace hence
