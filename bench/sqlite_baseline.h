// What an expert would do with SQLite: write-ahead log, prepared statements, a large cache, and
// indexes for the same five look-ups. The measure that the engine is held against.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sqlite3.h>

#include "hence/event.h"

namespace hence::bench {

class SqliteBaseline {
public:
    explicit SqliteBaseline(const std::filesystem::path& file, bool synced = true);
    ~SqliteBaseline();
    SqliteBaseline(const SqliteBaseline&) = delete;
    SqliteBaseline& operator=(const SqliteBaseline&) = delete;

    // Parses the lines and commits them as one transaction; a known id is passed over.
    void append(const std::vector<std::string>& lines);

    // The bytes of every event of a session, walked from its roots by one recursive query.
    std::size_t tree(const std::string& session);

    // The bytes of an event and its ancestors, by one look-up each.
    std::size_t explain(const std::string& id, std::size_t hops);

private:
    void run(const char* sql);
    sqlite3_stmt* prepare(const char* sql);

    sqlite3* database_ = nullptr;
    sqlite3_stmt* insert_ = nullptr;
    sqlite3_stmt* by_id_ = nullptr;
    sqlite3_stmt* tree_ = nullptr;
};

}  // namespace hence::bench
