// A query that is being answered, as its writers share it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/sql.h"
#include "hence/store.h"
#include "sql/tables.h"
#include "sqlite/query.h"
#include "views/find/session_events.h"

namespace hence {

struct SqlAnswer::State {
    State(const Store& store, SqlRequest asked)
        : request(std::move(asked)), sessions(store), tables(sql_tables(store, sessions)) {}

    // The next row; the first one was worked out ahead.
    Result<bool> next();

    SqlRequest request;
    Sessions sessions;
    std::vector<std::unique_ptr<sqlite::Table>> tables;
    std::optional<sqlite::Query> query;
    std::optional<bool> ahead = {};
};

// A value as text; a blob as a literal of SQL.
std::string spelled_out(const sqlite::Value& value);

std::string_view name_of(sqlite::StoppedBy bound);
// Of an answer that a bound cut short: what happened, and what to do about it.
std::string stopped_text(const SqlAnswer::State& state);
std::string_view stopped_hint(const SqlAnswer::State& state);

Result<void> write_sql_table(SqlAnswer::State& state, const Sink& sink);

}  // namespace hence
