// Puts a Table into a connection of SQLite, as a virtual table of the same name.
#pragma once

#include <optional>

#include <sqlite3.h>

#include "hence/result.h"
#include "sqlite/table.h"

namespace hence::sqlite {

// What is shared by all tables of one connection.
struct ModuleState {
    std::optional<Error> failure = {};  // What a table failed with last.
    bool declaring = false;             // A table is telling SQLite its columns.
};

// A table and where it tells of failures. Must outlive the connection.
struct TableModule {
    Table* table = nullptr;
    ModuleState* state = nullptr;
};

// The result code of SQLite.
int add_table(sqlite3* connection, TableModule& module);

Value value_of(sqlite3_value* value);

}  // namespace hence::sqlite
