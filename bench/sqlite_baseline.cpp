#include "sqlite_baseline.h"

#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

namespace hence::bench {
namespace {

void bind(sqlite3_stmt* statement, int column, std::string_view text) {
    if (text.empty()) {
        sqlite3_bind_null(statement, column);
    } else {
        sqlite3_bind_text(statement, column, text.data(), static_cast<int>(text.size()),
                          SQLITE_STATIC);
    }
}

void check(int result, sqlite3* database) {
    if (result != SQLITE_OK && result != SQLITE_DONE && result != SQLITE_ROW) {
        fmt::print(stderr, "sqlite: {}\n", sqlite3_errmsg(database));
        std::exit(1);
    }
}

}  // namespace

SqliteBaseline::SqliteBaseline(const std::filesystem::path& file, bool synced) {
    check(sqlite3_open(file.c_str(), &database_), database_);
    run("PRAGMA journal_mode=WAL");
    run(synced ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=OFF");
    run("PRAGMA cache_size=-524288");
    run("PRAGMA temp_store=MEMORY");
    run("CREATE TABLE IF NOT EXISTS events(seq INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, time "
        "INTEGER NOT NULL, agent TEXT, session TEXT, parent TEXT, correlation TEXT, body TEXT)");
    run("CREATE INDEX IF NOT EXISTS by_session ON events(session, time)");
    run("CREATE INDEX IF NOT EXISTS by_parent ON events(parent)");
    run("CREATE INDEX IF NOT EXISTS by_correlation ON events(correlation, time)");
    run("CREATE INDEX IF NOT EXISTS by_agent ON events(agent, time)");
    insert_ = prepare(
        "INSERT OR IGNORE INTO events(id, time, agent, session, parent, correlation, body) "
        "VALUES(?,?,?,?,?,?,?)");
    by_id_ = prepare("SELECT parent, body FROM events WHERE id = ?");
    tree_ = prepare(
        "WITH RECURSIVE walk(id, level) AS (SELECT id, 1 FROM events WHERE session = ?1 AND parent "
        "IS NULL UNION ALL SELECT e.id, level + 1 FROM walk JOIN events e ON e.parent = walk.id "
        "WHERE e.session = ?1) SELECT level, e.time, e.body FROM walk JOIN events e ON e.id = "
        "walk.id");
}

SqliteBaseline::~SqliteBaseline() {
    for (sqlite3_stmt* statement : {insert_, by_id_, tree_}) {
        sqlite3_finalize(statement);
    }
    sqlite3_close(database_);
}

void SqliteBaseline::run(const char* sql) {
    check(sqlite3_exec(database_, sql, nullptr, nullptr, nullptr), database_);
}

sqlite3_stmt* SqliteBaseline::prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr),
          database_);
    return statement;
}

void SqliteBaseline::append(const std::vector<std::string>& lines) {
    run("BEGIN");
    for (const std::string& line : lines) {
        const Result<Event> event = Event::parse(line);
        if (!event) {
            fmt::print(stderr, "sqlite: {}\n", event.error().message);
            std::exit(1);
        }
        bind(insert_, 1, event->id());
        sqlite3_bind_int64(insert_, 2, event->time().seconds * 1'000'000'000 + event->time().nanos);
        bind(insert_, 3, event->agent());
        bind(insert_, 4, event->session());
        bind(insert_, 5, event->parent());
        bind(insert_, 6, event->correlation());
        bind(insert_, 7, line);
        check(sqlite3_step(insert_), database_);
        sqlite3_reset(insert_);
    }
    run("COMMIT");
}

std::size_t SqliteBaseline::tree(const std::string& session) {
    std::size_t bytes = 0;
    bind(tree_, 1, session);
    while (sqlite3_step(tree_) == SQLITE_ROW) {
        bytes += static_cast<std::size_t>(sqlite3_column_bytes(tree_, 2));
    }
    sqlite3_reset(tree_);
    return bytes;
}

std::size_t SqliteBaseline::explain(const std::string& id, std::size_t hops) {
    std::size_t bytes = 0;
    std::string at = id;
    for (std::size_t hop = 0; hop < hops && !at.empty(); ++hop) {
        bind(by_id_, 1, at);
        std::string parent;
        if (sqlite3_step(by_id_) == SQLITE_ROW) {
            bytes += static_cast<std::size_t>(sqlite3_column_bytes(by_id_, 1));
            const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(by_id_, 0));
            parent = text == nullptr ? "" : text;
        }
        sqlite3_reset(by_id_);
        at = std::move(parent);
    }
    return bytes;
}

}  // namespace hence::bench
