// A SQLite file: one that another program wrote, to be read, or one that we write.
//
// A file of another program is opened read-only and is never changed. Where a write-ahead log
// stands beside it, its contents count, and SQLite may need the log's index for that; without a log
// the file is taken as immutable, so that not even a lock is asked for.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "sqlite/table.h"

struct sqlite3;
struct sqlite3_stmt;

namespace hence::sqlite {

// A prepared statement. Must not outlive its database.
class Statement {
public:
    explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}
    Statement(Statement&& other) noexcept;
    Statement& operator=(Statement&& other) noexcept;
    ~Statement();

    // The parameter of that number, from 1. A text is copied.
    Result<void> bind(int parameter, const Value& value);
    // Goes to the next row; false at the end.
    Result<bool> step();
    // Makes ready for another run.
    void reset();
    // Of the current row, valid until the next step.
    Value value(std::size_t column) const;
    std::vector<std::string> columns() const;

private:
    sqlite3_stmt* statement_;
};

class Database {
public:
    // Fails with not_found, io, or corrupt when the file is no database.
    static Result<Database> read(const std::filesystem::path& file);
    // Created when it is not there.
    static Result<Database> write(const std::filesystem::path& file);
    explicit Database(sqlite3* connection) : connection_(connection) {}
    Database(Database&& other) noexcept;
    Database& operator=(Database&& other) noexcept;
    ~Database();

    // One or more statements without rows.
    Result<void> run(const std::string& statements);
    Result<Statement> prepare(std::string_view statement);
    // The names of its tables, in byte order; without SQLite's own.
    Result<std::vector<std::string>> tables();
    Result<std::vector<std::string>> columns_of(std::string_view table);

private:
    sqlite3* connection_;
};

// "a""b" for a name in a statement.
std::string quoted_name(std::string_view name);

// Whether a file begins as a SQLite database does.
bool is_database(std::string_view first_bytes);

}  // namespace hence::sqlite
