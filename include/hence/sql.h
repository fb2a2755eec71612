// Answers a SQL query over what was recorded, through tables that read the live store.
//
// A query is one SELECT in SQLite's dialect. It can neither write nor read anything but the tables
// below, and it is bounded in time, memory and rows; an answer that a bound cut short says so.
// docs/answers/sql.md describes the tables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct SqlRequest {
    std::string query;
    std::uint64_t limit = 10'000;       // Rows at most; 0: any number.
    std::uint64_t timeout_ms = 10'000;  // 1 to 600,000.
    std::uint64_t memory_mb = 256;      // 1 to 1,024; of all queries that run at that time.
};

// The answer, worked out while it is written. The store must outlive it. Use it once, by one of the
// writers.
class SqlAnswer {
public:
    struct State;
    explicit SqlAnswer(std::unique_ptr<State> state);
    SqlAnswer(SqlAnswer&&) noexcept;
    SqlAnswer& operator=(SqlAnswer&&) noexcept;
    ~SqlAnswer();

    // {"columns":[name...],"rows":[[value...]...],"row_count":n,"complete":true or false,
    // "stopped":null or {"by":"rows","time" or "memory","limit":n}}
    Result<void> write_json(const Sink& sink);
    // A table that fits the reader's terminal, and how many rows it has.
    Result<void> write_text(const Sink& sink);
    // With a heading. Fails with limit, behind the rows so far, when a bound was reached: a table
    // has no place to say so.
    Result<void> write_csv(const Sink& sink);

private:
    std::unique_ptr<State> state_;
};

// Fails with invalid when the query cannot be read, naming the line and the column, when it does
// not only read, and when a limit makes no sense. The first row is worked out at once.
Result<SqlAnswer> sql(const Store& store, const SqlRequest& request);

// The tables and their columns.
// {"tables":[{"name","text","columns":[{"name","type","text"}...]}...]}
Result<void> write_sql_schema_json(const Sink& sink);
Result<void> write_sql_schema_text(const Sink& sink);

}  // namespace hence
