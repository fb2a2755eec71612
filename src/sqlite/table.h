// A table that SQLite asks for rows instead of holding them: what a virtual table is here.
//
// A Table says which columns it has, which conditions it can answer from an index of its own, and
// hands out rows. SQLite checks every condition again, so a table may hand out more rows than a
// condition lets pass, and never fewer. Only this room includes <sqlite3.h>: the rooms above
// describe tables in the words of this header.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"

namespace hence::sqlite {

enum class ColumnType : std::uint8_t { text, integer, real, json };

struct TableColumn {
    std::string_view name;
    ColumnType type = ColumnType::text;
    std::string_view text = {};       // For a person who asks what the column holds.
    std::string_view collation = {};  // Else bytes are compared.
};

enum class ValueType : std::uint8_t { null, integer, real, text, blob };

// A value of a row or of a condition. The text lives as long as its owner says.
struct Value {
    ValueType type = ValueType::null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text = {};
};

enum class Compare : std::uint8_t { equal, less, less_equal, greater, greater_equal };

// COLUMN op a value that is not known yet.
struct Condition {
    int column = 0;
    Compare compare = Compare::equal;
};

struct Order {
    int column = 0;
    bool descending = false;
};

// What a query needs of a table.
struct Wanted {
    std::span<const Condition> conditions;
    std::span<const Order> order;
};

// How a table would answer.
struct Plan {
    std::vector<std::size_t> used = {};  // Of Wanted::conditions: those whose values it wants.
    double cost = 1'000'000;
    double rows = 1'000'000;
    bool unique = false;   // One row at most.
    bool ordered = false;  // In the order that is wanted.
    bool backward = false;
};

// A condition with its value.
struct Bound {
    int column = 0;
    Compare compare = Compare::equal;
    Value value = {};
};

struct Opening {
    std::span<const Bound> bounds;
    bool backward = false;
};

// Where a cell is written. One call for each cell.
class Cell {
public:
    virtual ~Cell() = default;
    virtual void null() = 0;
    virtual void integer(std::int64_t value) = 0;
    virtual void real(double value) = 0;
    // Null when it is empty. Bytes that are no character become U+FFFD.
    void text(std::string_view value);
    void text_or_empty(std::string_view value);

protected:
    virtual void put_text(std::string_view valid) = 0;
};

// Rows in the order of the table. Used by one thread.
class Rows {
public:
    virtual ~Rows() = default;
    // Goes to the next row, at first to the first one; false at the end.
    virtual Result<bool> next() = 0;
    // Of the row, whichever conditions found it: the same row has always the same number, another
    // row another one. SQLite tells rows apart by it where two conditions are joined by OR.
    virtual std::int64_t number() const = 0;
    virtual Result<void> cell(int column, Cell& cell) = 0;
};

class Table {
public:
    virtual ~Table() = default;
    virtual std::string_view name() const = 0;
    virtual std::string_view text() const = 0;
    virtual std::span<const TableColumn> columns() const = 0;
    virtual Plan plan(const Wanted& wanted) const = 0;
    virtual Result<std::unique_ptr<Rows>> open(const Opening& opening) = 0;
};

}  // namespace hence::sqlite
