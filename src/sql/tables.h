// The tables that a SQL query can read, over one store.
#pragma once

#include <memory>
#include <vector>

#include "hence/store.h"
#include "sqlite/table.h"
#include "views/find/session_events.h"

namespace hence {

// For one query, in one thread. The store and `sessions` must outlive the tables.
std::vector<std::unique_ptr<sqlite::Table>> sql_tables(const Store& store, Sessions& sessions);

}  // namespace hence
