// Reads the rows of a SQLite file as lines of JSON, so that the readers of formats can read them.
//
// Several systems keep their events in SQLite. Their rows, written as JSON objects, are what these
// systems also export, and what the readers know. So a table is known by its first row, as a text
// is known by its first record, and tables of one format are read as one text: nodes before edges.
// The file is opened read-only and never changed.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hence/result.h"
#include "record/source.h"
#include "sqlite/database.h"

namespace hence {

// Tables of one file whose rows are of one format.
struct DatabaseText {
    std::string format;
    std::vector<std::string> tables;
};

struct DatabaseContents {
    std::vector<DatabaseText> texts = {};
    std::vector<std::string> unknown = {};  // Tables whose rows are of no known format.
};

bool is_database_file(int descriptor);
// Whether changes stand beside the file that are not in it yet.
bool has_write_ahead_log(const std::string& file);

// Fails as the database does.
Result<DatabaseContents> look_into(sqlite::Database& database);

// The rows of some tables, one line each. The database must outlive it.
class DatabaseSource final : public ByteSource {
public:
    DatabaseSource(sqlite::Database& database, std::vector<std::string> tables)
        : database_(database), tables_(std::move(tables)) {}

    Result<Got> read(std::string& out, int patience_ms) override;
    std::uint64_t bytes_read() const override { return 0; }

private:
    sqlite::Database& database_;
    std::vector<std::string> tables_;
    std::size_t at_ = 0;  // The table that is read.
    std::optional<sqlite::Statement> rows_;
    std::vector<std::string> columns_;
};

}  // namespace hence
