// One read-only SQL query over tables of ours, bounded in time, memory and rows.
//
// The text of a query comes from outside and may mean harm. It runs on a connection of its own that
// holds no data and no file. An authorizer lets pass reading of our tables and functions that are
// on a list, and nothing else. Limits of SQLite keep statements and values small, and a handler
// looks at the clock and at the memory every few instructions. Three functions of SQLite whose time
// grows with the product of two texts are replaced by ones that do not. Temporary results stay in
// memory: no file is ever written.
//
// SQLite counts memory for the whole process. So the bound is on what all running queries use
// together beyond what was in use when the first of them began.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "sqlite/table.h"

namespace hence::sqlite {

struct QueryBounds {
    std::uint64_t rows = 0;  // 0: any number.
    std::chrono::milliseconds time{10'000};
    std::uint64_t memory = 256 * 1024 * 1024;
};

// An order of texts, by the name that TableColumn::collation has.
struct Collation {
    const char* name;
    int (*compare)(std::string_view a, std::string_view b);
};

// What a query may ask.
struct Schema {
    std::span<Table* const> tables;
    std::span<const Collation> collations = {};
};

// Which bound was reached.
enum class StoppedBy : std::uint8_t { rows, time, memory };

class Query {
public:
    // The tables must outlive the query. Fails with invalid when the text is no single SELECT,
    // naming the place, or asks for something that is not allowed.
    static Result<Query> prepare(const Schema& schema, std::string_view text,
                                 const QueryBounds& bounds);
    Query(Query&&) noexcept;
    Query& operator=(Query&&) noexcept;
    ~Query();

    const std::vector<std::string>& columns() const;
    // Goes to the next row. False at the end, and when a bound was reached. Fails with what a table
    // failed with, or with invalid when the query itself fails.
    Result<bool> next();
    // A cell of the row, valid until `next`.
    Value value(std::size_t column) const;

    std::uint64_t rows() const;  // Handed out so far.
    std::optional<StoppedBy> stopped() const;

private:
    struct State;
    explicit Query(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// For a program that shares SQLite with nobody: SQLite's memory never grows beyond this.
void limit_memory_of_process(std::int64_t bytes);

}  // namespace hence::sqlite
