// The tables in the engine, and the logs that they hold.
//
// One database holds any number of logs (projects), each with its own numbers from 1. Tables are
// made once, by whoever opens the database first and may. A program whose tables are there makes
// none, so it needs no more than the right to read and write them. A later version only adds
// tables and columns, in steps that each run once (hence_migration), so that servers of two
// versions can stand before one database. Where an older program would give a wrong answer, the
// version rises (hence_schema), and that program refuses the database.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/result.h"
#include "store/postgres/connection.h"

namespace hence::postgres {

// The version of the tables. It rises when an older program would give a wrong answer.
inline constexpr std::int32_t schema_version = 1;

struct LogRow {
    std::int32_t log = 0;
    std::string name;
    std::int64_t last_seq = 0;
    std::int64_t bytes = 0;  // Of the record, about; filled by list_logs.
};

// Sees to it that the tables are there. Fails with unsupported where a newer version made them.
Result<void> ensure_tables(Connection& connection);

// The log of this name. `make`: it is begun when it is not there; otherwise fails with not_found.
Result<LogRow> find_log(Connection& connection, const std::string& name, bool make);
// By name.
Result<std::vector<LogRow>> list_logs(Connection& connection);

// 1 to 64 of A-Z a-z 0-9 . _ -
Result<void> check_log_name(const std::string& name);

// What the engine cannot promise as it is set up, in words; empty when it can.
Result<std::vector<std::string>> missing_promises(Connection& connection);

// How the planner is to be set for each connection: a key is looked up in the index, whatever the
// statistics say or do not say yet. Where an engine does not know a setting, it plans as it likes.
void prefer_keys(Connection& connection);

}  // namespace hence::postgres
