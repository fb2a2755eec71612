#include "store/postgres/schema.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/try.h"
#include "store/format/layout.h"

namespace hence::postgres {
namespace {

constexpr int attempts_max = 20;

// The head is one small row that every commit overwrites: room on its page keeps it there.
constexpr const char* create[] = {
    "CREATE TABLE IF NOT EXISTS hence_schema (version integer NOT NULL PRIMARY KEY)",
    "CREATE TABLE IF NOT EXISTS hence_log ("
    "log integer NOT NULL PRIMARY KEY, name text NOT NULL UNIQUE, format integer NOT NULL)",
    "CREATE TABLE IF NOT EXISTS hence_head ("
    "log integer NOT NULL PRIMARY KEY, last_seq bigint NOT NULL, last_refused bigint NOT NULL, "
    "unfinished boolean NOT NULL, erasures bigint NOT NULL)",
    "CREATE TABLE IF NOT EXISTS hence_writer ("
    "log integer NOT NULL, writer bytea NOT NULL, number bigint NOT NULL, seen bigint NOT NULL, "
    "PRIMARY KEY (log, writer))",
    "CREATE TABLE IF NOT EXISTS hence_record ("
    "log integer NOT NULL, part bytea NOT NULL, rest bytea NOT NULL, piece integer NOT NULL, "
    "body bytea NOT NULL, PRIMARY KEY (log, part, rest, piece))",
    "CREATE TABLE IF NOT EXISTS hence_index ("
    "log integer NOT NULL, part bytea NOT NULL, rest bytea NOT NULL, piece integer NOT NULL, "
    "body bytea NOT NULL, PRIMARY KEY (log, part, rest, piece))",
    "CREATE TABLE IF NOT EXISTS hence_row ("
    "log integer NOT NULL, part bytea NOT NULL, rest bytea NOT NULL, piece integer NOT NULL, "
    "body bytea NOT NULL, PRIMARY KEY (log, part, rest, piece))",
    "CREATE TABLE IF NOT EXISTS hence_search ("
    "log integer NOT NULL, part bytea NOT NULL, rest bytea NOT NULL, piece integer NOT NULL, "
    "body bytea NOT NULL, PRIMARY KEY (log, part, rest, piece))",
    "CREATE TABLE IF NOT EXISTS hence_migration (step integer NOT NULL PRIMARY KEY)",
    "INSERT INTO hence_schema (version) SELECT $1 "
    "WHERE NOT EXISTS (SELECT version FROM hence_schema) ON CONFLICT DO NOTHING",
};

// What was added since, in order; each is done once, by whoever comes first and may. A program that
// lacks a step knows nothing of what it adds, and goes on as before.
constexpr const char* steps[] = {
    "CREATE TABLE IF NOT EXISTS hence_proof ("
    "log integer NOT NULL, part bytea NOT NULL, rest bytea NOT NULL, piece integer NOT NULL, "
    "body bytea NOT NULL, PRIMARY KEY (log, part, rest, piece))",
};
constexpr auto step_count = static_cast<std::int32_t>(std::size(steps));

// What only PostgreSQL knows; another engine may refuse each of them.
constexpr const char* tune[] = {
    "ALTER TABLE hence_head SET (fillfactor = 10)",
    "ALTER TABLE hence_writer SET (fillfactor = 10)",
    "ALTER TABLE hence_row SET (fillfactor = 60)",
    "ALTER TABLE hence_record ALTER COLUMN body SET STORAGE EXTERNAL",
    "ALTER TABLE hence_search ALTER COLUMN body SET STORAGE EXTERNAL",
    "ALTER TABLE hence_proof ALTER COLUMN body SET STORAGE EXTERNAL",
};

constexpr const char* prefer[] = {
    "SET enable_seqscan = off",
    "SET enable_bitmapscan = off",
    "SET enable_sort = off",
    "SET jit = off",
    // A database may be set up to acknowledge early; a stronger setting stays.
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') IN ('off', 'local')",
};

// Citus has no plan that fits all values, and of a partitioned table such a plan locks every
// partition: there a plan is made for each statement.
constexpr const char* plan_once =
    "SELECT set_config('plan_cache_mode', 'force_generic_plan', false) "
    "WHERE NOT EXISTS (SELECT extname FROM pg_extension WHERE extname = 'citus') "
    "AND NOT EXISTS (SELECT partrelid FROM pg_partitioned_table)";

Result<std::optional<std::int32_t>> version_of(Connection& connection) {
    const Result<std::vector<Rows>> rows =
        connection.run({Statement("SELECT max(version) FROM hence_schema")});
    if (!rows) {
        return connection.end() == End::no_tables
                   ? Result<std::optional<std::int32_t>>(std::nullopt)
                   : rows.error();
    }
    const Rows& versions = rows->front();
    if (versions.size() == 0 || versions.is_null(0, 0)) {
        return std::optional<std::int32_t>{};
    }
    return std::optional(static_cast<std::int32_t>(versions.number(0, 0)));
}

Result<void> tune_tables(Connection& connection) {
    for (const char* const sql : tune) {
        const Result<std::vector<Rows>> tuned = connection.run({Statement(sql)});
        if (!tuned && connection.is_lost()) {
            return tuned.error();
        }
    }
    return {};
}

Result<void> make_tables(Connection& connection) {
    for (const char* const sql : create) {
        Statement statement(sql);
        if (std::string_view(sql).find("$1") != std::string_view::npos) {
            statement.integer(schema_version);
        }
        const Result<std::vector<Rows>> made = connection.run({statement});
        // Another program makes the same table at this moment: then it is there.
        if (!made && connection.end() != End::exists && connection.end() != End::again) {
            return made.error();
        }
    }
    return {};
}

Result<std::int32_t> steps_done(Connection& connection) {
    const Result<std::vector<Rows>> rows =
        connection.run({Statement("SELECT coalesce(max(step), 0) FROM hence_migration")});
    if (!rows) {
        return connection.end() == End::no_tables ? Result<std::int32_t>(0) : rows.error();
    }
    return static_cast<std::int32_t>(rows->front().number(0, 0));
}

Error cannot_add(const Error& error) {
    return error.code != Code::forbidden
               ? error
               : Error{Code::forbidden,
                       "the tables of this database lack what this version of Hence adds, and its "
                       "role may not add it",
                       "open the database once as the role that owns the tables"};
}

// A step that is interrupted is done again: each of them may be.
Result<void> add_steps(Connection& connection) {
    const std::int32_t done = TRY(steps_done(connection));
    if (done >= step_count) {
        return {};
    }
    for (std::int32_t step = done + 1; step <= step_count; ++step) {
        Statement record("INSERT INTO hence_migration (step) VALUES ($1) ON CONFLICT DO NOTHING");
        record.integer(step);
        for (const Statement& statement :
             {Statement(
                  "CREATE TABLE IF NOT EXISTS hence_migration (step integer NOT NULL PRIMARY KEY)"),
              Statement(steps[step - 1]), record}) {
            const Result<std::vector<Rows>> made = connection.run({statement});
            // Another program does the same step at this moment: then it is done.
            if (!made && connection.end() != End::exists && connection.end() != End::again) {
                return cannot_add(made.error());
            }
        }
    }
    return tune_tables(connection);
}

Result<std::optional<LogRow>> log_named(Connection& connection, const std::string& name) {
    Statement select(
        "SELECT l.log, l.format, h.last_seq FROM hence_log l JOIN hence_head h ON h.log = l.log "
        "WHERE l.name = $1");
    select.text(name);
    const std::vector<Rows> rows = TRY(connection.run({select}));
    if (rows.front().size() == 0) {
        return std::optional<LogRow>{};
    }
    if (rows.front().number(0, 1) > format_version) {
        return Error{Code::unsupported, fmt::format("a newer version of Hence keeps log {}", name),
                     "use that version"};
    }
    return std::optional(LogRow{static_cast<std::int32_t>(rows.front().number(0, 0)), name,
                                rows.front().number(0, 2)});
}

// The number is one more than the highest: whoever comes second tries again.
Result<void> begin_log(Connection& connection, const std::string& name) {
    Statement log(
        "INSERT INTO hence_log (log, name, format) "
        "SELECT coalesce(max(log), 0) + 1, $1, $2 FROM hence_log");
    log.text(name).integer(static_cast<std::int32_t>(format_version));
    Statement head(
        "INSERT INTO hence_head (log, last_seq, last_refused, unfinished, erasures) "
        "SELECT log, 0, 0, false, 0 FROM hence_log WHERE name = $1");
    head.text(name);
    const Result<std::vector<Rows>> made =
        connection.run({Statement("BEGIN"), log, head, Statement("COMMIT")});
    if (made) {
        return {};
    }
    const End end = connection.end();
    if (!connection.is_lost()) {
        TRY(connection.run({Statement("ROLLBACK")}));
    }
    return end == End::exists || end == End::again ? Result<void>() : made.error();
}

}  // namespace

Result<void> check_log_name(const std::string& name) {
    constexpr std::size_t size_max = 64;
    const bool good =
        !name.empty() && name.size() <= size_max && std::ranges::all_of(name, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '.' || c == '_' || c == '-';
        });
    return good ? Result<void>()
                : Error{Code::invalid, "that is no name for a log",
                        "use 1 to 64 letters, digits, dots, dashes and underscores"};
}

Result<void> ensure_tables(Connection& connection) {
    std::optional<std::int32_t> version = TRY(version_of(connection));
    if (!version) {
        TRY(make_tables(connection));
        version = TRY(version_of(connection));
    }
    if (version && *version > schema_version) {
        return Error{Code::unsupported, "a newer version of Hence made the tables of this database",
                     "use that version"};
    }
    return add_steps(connection);
}

Result<LogRow> find_log(Connection& connection, const std::string& name, bool make) {
    TRY(check_log_name(name));
    for (int attempt = 0; attempt < attempts_max; ++attempt) {
        std::optional<LogRow> found = TRY(log_named(connection, name));
        if (found) {
            return std::move(*found);
        }
        if (!make) {
            return Error{Code::not_found, fmt::format("there is no log {}", name),
                         "`hence logs` lists them; recording begins one"};
        }
        TRY(begin_log(connection, name));
    }
    return Error{Code::busy, fmt::format("log {} cannot be begun: too many begin logs", name)};
}

Result<std::vector<LogRow>> list_logs(Connection& connection) {
    Statement select(
        "SELECT l.log, l.name, h.last_seq, "
        "(SELECT coalesce(sum(octet_length(r.body)), 0)::bigint FROM hence_record r "
        "WHERE r.log = l.log) "
        "FROM hence_log l JOIN hence_head h ON h.log = l.log ORDER BY l.name");
    const std::vector<Rows> rows = TRY(connection.run({select}));
    std::vector<LogRow> logs;
    for (int row = 0; row < rows.front().size(); ++row) {
        logs.push_back({static_cast<std::int32_t>(rows.front().number(row, 0)),
                        std::string(rows.front().bytes(row, 1)), rows.front().number(row, 2),
                        rows.front().number(row, 3)});
    }
    return logs;
}

Result<std::vector<std::string>> missing_promises(Connection& connection) {
    std::vector<std::string> missing;
    const auto ask = [&](const char* sql) -> Result<std::string> {
        const std::vector<Rows> rows = TRY(connection.run({Statement(sql)}));
        return rows.front().size() == 0 ? std::string() : std::string(rows.front().bytes(0, 0));
    };
    const Result<std::string> fsync = ask("SHOW fsync");
    if (fsync && *fsync == "off") {
        missing.push_back("fsync is off: a crash of the engine's machine loses events");
    }
    const Result<std::string> pages = ask("SHOW full_page_writes");
    if (pages && *pages == "off") {
        missing.push_back("full_page_writes is off: a crash may damage the engine's pages");
    }
    const Result<std::string> sync = ask("SHOW synchronous_commit");
    if (sync && *sync == "off") {
        missing.push_back("synchronous_commit is off: acknowledged events may be lost");
    } else if (sync && *sync == "local") {
        missing.push_back("synchronous_commit is local: a standby may lack acknowledged events");
    }
    const Result<std::string> standbys = ask("SHOW synchronous_standby_names");
    const Result<std::string> followers = ask("SELECT count(*)::text FROM pg_stat_replication");
    if (standbys && standbys->empty() && followers && *followers != "0") {
        missing.push_back(
            "standbys follow asynchronously: one that is promoted may lack acknowledged events");
    }
    if (connection.is_lost()) {
        return Error{Code::io, "the engine does not answer"};
    }
    return missing;
}

void prefer_keys(Connection& connection) {
    for (const char* const sql : prefer) {
        // Refused by an engine that has no such setting; then its planner decides.
        static_cast<void>(static_cast<bool>(connection.run({Statement(sql)})));
    }
    const Result<std::vector<Rows>> set = connection.run({Statement(plan_once)});
    if (set && set->front().size() == 1) {
        connection.plan_once();
    }
}

}  // namespace hence::postgres
