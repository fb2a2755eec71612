// Statements that mean harm: each is refused or stopped, soon, and nothing is changed or written.
#include <chrono>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include "hence/sql.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

// Refused before they run.
constexpr const char* refused[] = {
    // Writes.
    "INSERT INTO events(id) VALUES('x')",
    "INSERT INTO sessions DEFAULT VALUES",
    "UPDATE events SET id='x'",
    "DELETE FROM events",
    "DELETE FROM tool_calls WHERE 1",
    "REPLACE INTO events(id) VALUES('x')",
    "WITH a AS (SELECT 1) INSERT INTO events(id) SELECT * FROM a",
    "WITH a AS (SELECT 1) DELETE FROM events",
    "UPDATE sqlite_master SET sql=''",
    "INSERT INTO sqlite_master VALUES(1,2,3,4,5)",
    "DELETE FROM sqlite_schema",
    "INSERT INTO events(id) VALUES('x') RETURNING id",
    "DELETE FROM events RETURNING id",
    // Definitions.
    "CREATE TABLE x(a)",
    "CREATE TABLE x AS SELECT * FROM events",
    "CREATE TEMP TABLE x(a)",
    "CREATE TEMPORARY TABLE x AS SELECT 1",
    "CREATE VIEW v AS SELECT 1",
    "CREATE TEMP VIEW v AS SELECT 1",
    "CREATE INDEX i ON events(id)",
    "CREATE UNIQUE INDEX i ON sqlite_master(name)",
    "CREATE TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON events BEGIN SELECT 1; END",
    "CREATE VIRTUAL TABLE f USING fts5(a)",
    "CREATE VIRTUAL TABLE f USING fts4(a)",
    "CREATE VIRTUAL TABLE r USING rtree(a,b,c)",
    "CREATE VIRTUAL TABLE e USING events",
    "DROP TABLE events",
    "DROP VIEW v",
    "DROP TABLE IF EXISTS sqlite_master",
    "DROP INDEX IF EXISTS i",
    "DROP TRIGGER IF EXISTS t",
    "ALTER TABLE events RENAME TO x",
    "ALTER TABLE events ADD COLUMN y",
    "REINDEX",
    "ANALYZE",
    "ANALYZE main",
    // Files.
    "ATTACH '/etc/passwd' AS x",
    "ATTACH ':memory:' AS x",
    "ATTACH 'file:/tmp/x.db?mode=rwc' AS x",
    "ATTACH (SELECT '/tmp/x.db') AS x",
    "DETACH main",
    "DETACH x",
    "VACUUM",
    "VACUUM INTO '/tmp/hence-hostile.db'",
    "VACUUM main INTO '/tmp/hence-hostile.db'",
    "SELECT load_extension('/tmp/x.so')",
    "SELECT load_extension('/tmp/x.so', 'main')",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('/tmp/hence-hostile.db', 'x')",
    "SELECT edit('x')",
    "SELECT * FROM fsdir('/')",
    "SELECT fts3_tokenizer('simple')",
    "SELECT fts3_tokenizer('simple', x'00')",
    "SELECT fts5(1)",
    "SELECT * FROM zipfile('/tmp/x.zip')",
    // Settings and the inside of SQLite.
    "PRAGMA database_list",
    "PRAGMA writable_schema=1",
    "PRAGMA journal_mode=DELETE",
    "PRAGMA temp_store_directory='/tmp'",
    "PRAGMA data_store_directory='/tmp'",
    "PRAGMA hard_heap_limit=1",
    "PRAGMA soft_heap_limit=1",
    "PRAGMA trusted_schema=1",
    "PRAGMA temp_store=1",
    "PRAGMA user_version=7",
    "PRAGMA table_info(events)",
    "PRAGMA module_list",
    "PRAGMA optimize",
    "PRAGMA shrink_memory",
    "PRAGMA threads=8",
    "PRAGMA wal_checkpoint",
    "EXPLAIN PRAGMA database_list",
    "SELECT * FROM pragma_database_list",
    "SELECT * FROM pragma_table_info('events')",
    "SELECT * FROM pragma_function_list",
    "SELECT * FROM pragma_compile_options()",
    "SELECT * FROM sqlite_master",
    "SELECT count(*) FROM sqlite_master",
    "SELECT count(*) FROM SQLITE_SCHEMA",
    "SELECT count(*) FROM pragma_table_list",
    "SELECT * FROM sqlite_schema",
    "SELECT * FROM sqlite_temp_master",
    "SELECT name FROM main.sqlite_master",
    "SELECT * FROM dbstat",
    "SELECT * FROM sqlite_dbpage",
    "SELECT * FROM sqlite_stmt",
    "SELECT * FROM bytecode('SELECT 1')",
    "SELECT * FROM fts3tokenize('simple')",
    "SELECT (SELECT sql FROM sqlite_master) FROM events",
    "SELECT sqlite_source_id()",
    "SELECT sqlite_compileoption_get(0)",
    "SELECT sqlite_log(1, 'x')",
    "SELECT last_insert_rowid()",
    "SELECT total_changes()",
    // Transactions.
    "BEGIN",
    "BEGIN EXCLUSIVE",
    "COMMIT",
    "END",
    "ROLLBACK",
    "SAVEPOINT s",
    "RELEASE s",
    // Chance, and memory without reason.
    "SELECT random()",
    "SELECT randomblob(1000000000)",
    "SELECT zeroblob(1000000000)",
    "SELECT hex(zeroblob(100000000))",
    "SELECT * FROM events ORDER BY random()",
    // Not one statement.
    "SELECT 1; DROP TABLE events",
    "SELECT 1; SELECT 2",
    "SELECT 1;;; PRAGMA user_version",
    "/* nothing */",
    "-- nothing",
    ";",
    "",
    "SELECT ?1",
    "SELECT :a",
    "SELECT 'open",
    "SELECT \"open",
    "SELECT (",
    "SELECT 1 FROM",
    "VALUES(1",
    ".tables",
    "\xff\xfe",
    "SELECT '\xff",
    "EXPLAIN",
    "EXPLAIN INSERT INTO events(id) VALUES('x')",
    "EXPLAIN SELECT * FROM events",
};

// May run, and must end: by an answer, an error, or a bound.
// SQLite makes these texts longer character by character once they have half of their largest size,
// and AddressSanitizer copies the whole text for each: with it they take hours.
constexpr const char* long_texts[] = {
    "SELECT printf('%.*c', 1000000000, 'x')",
    "SELECT format('%.*c', 16000000, 'x') || format('%.*c', 16000000, 'y')",
    "SELECT quote(printf('%.*c', 16000000, ''''))",
    "SELECT upper(printf('%.*c', 100000000, 'a'))",
    "SELECT char(1,2,3) || printf('%.*c', 17825793, 'a')",
};
#ifdef __SANITIZE_ADDRESS__
constexpr bool makes_long_texts = false;
#else
constexpr bool makes_long_texts = true;
#endif

constexpr const char* endless[] = {
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT count(*) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i+1 FROM n) SELECT max(i) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT group_concat(i) FROM n",
    "WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t||t FROM n) SELECT max(length(t)) FROM n",
    "WITH RECURSIVE n(t) AS (SELECT 'x' UNION ALL SELECT t||t FROM n LIMIT 40) SELECT t FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n)"
    " SELECT a.i FROM n a, n b, n c ORDER BY 1",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n)"
    " SELECT json_group_array(i) FROM n",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n)"
    " SELECT DISTINCT i FROM n ORDER BY i DESC",
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n LIMIT 3000000)"
    " SELECT sum(i) OVER (ORDER BY i ROWS BETWEEN 100000 PRECEDING AND CURRENT ROW) FROM n",
    "SELECT count(*) FROM events a, events b, events c, events d, events e, events f, events g",
    "SELECT a.id FROM events a, events b, events c, events d ORDER BY a.id||b.id||c.id||d.id",
    "SELECT group_concat(a.fields) FROM events a, events b, events c, events d",
    "SELECT printf('%1000000000d', 1)",
    "SELECT printf('%.1000000000f', 1.0)",
    "SELECT replace(printf('%.*c', 1000000, 'a'), 'a', printf('%.*c', 1000000, 'b'))",
    "SELECT instr(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'a') || 'b')",
    "SELECT replace(printf('%.*c', 8000000, 'a'), printf('%.*c', 4000000, 'a') || 'b', '')",
    "SELECT length(trim(printf('%.*c', 8000000, 'b'), printf('%.*c', 8000000, 'a') || 'b'))",
    "SELECT printf('%.*c', 8000000, 'a') LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%a%b'",
    "SELECT printf('%.*c', 8000000, 'a') GLOB '*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b'",
    "SELECT 'x' LIKE printf('%.*c', 1000000, '%')",
    "SELECT hex(hex(hex(hex(printf('%.*c', 8000000, 'a')))))",
    "SELECT json(printf('%.*c', 1000000, '['))",
    "SELECT count(*) FROM json_tree(printf('[%.*c1]', 1000000, '['))",
    "SELECT 1e999, -1e999, 9223372036854775807 + 1, 1/0, abs(-9223372036854775808)",
    "SELECT sum(9223372036854775807) FROM (SELECT 1 UNION ALL SELECT 2)",
    "SELECT strftime('%s', '9999-99-99'), date('now', '+99999999999 years')",
    "SELECT json_extract('{', '$')",
    "SELECT json_extract('{}', 'broken')",
    "SELECT CAST(x'FFFE' AS TEXT), x'00', 'a' || char(0) || 'b'",
};

class HostileTest : public StoryTest {
protected:
    void SetUp() override {
        for (int i = 0; i < 50; ++i) {
            tell(fmt::format("'id':'e{}','fields':{{'n':{}}}", i, i));
        }
    }
    static constexpr std::chrono::seconds patience{20};
};

TEST_F(HostileTest, NothingIsDoneButReading) {
    for (const char* query : refused) {
        const Result<SqlAnswer> answer = sql(store(), {.query = query, .timeout_ms = 200});
        EXPECT_FALSE(answer) << query;
        if (!answer) {
            const Code code = answer.error().code;
            EXPECT_TRUE(code == Code::invalid || code == Code::limit) << query;
        }
    }
    EXPECT_FALSE(std::filesystem::exists("/tmp/hence-hostile.db"));
    EXPECT_EQ(store().last_seq(), 50U);
    EXPECT_GE(std::size(refused) + std::size(endless), 100U);
}

// SQLite's own printf repeats the character, and finds only then that this is too long.
TEST_F(HostileTest, ATextThatIsTooLongIsRefusedAtOnce) {
    for (const char* query :
         {"SELECT printf('%.*c', 2000000000, 'x')", "SELECT format('%.2000000000c', 'x')",
          "SELECT printf('%d%%%-05.*c', 1, -2000000000, 'x')",
          "SELECT printf('%.9000000c%.9000000c', 'x', 'y')"}) {
        const auto begin = std::chrono::steady_clock::now();
        const Result<SqlAnswer> answer = sql(store(), {.query = query});
        ASSERT_FALSE(answer) << query;
        EXPECT_EQ(answer.error().message, "a value of the query is too large") << query;
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2)) << query;
    }
}

TEST_F(HostileTest, WhatRunsEnds) {
    std::vector<const char*> queries(std::begin(endless), std::end(endless));
    if (makes_long_texts) {
        queries.insert(queries.end(), std::begin(long_texts), std::end(long_texts));
    }
    for (const char* query : queries) {
        const auto begin = std::chrono::steady_clock::now();
        Result<SqlAnswer> answer =
            sql(store(), {.query = query, .limit = 1'000, .timeout_ms = 200, .memory_mb = 64});
        if (answer) {
            std::string out;
            const Result<void> written = answer->write_json(into(out));
            EXPECT_TRUE(written || written.error().code != Code::io) << query;
        }
        EXPECT_LT(std::chrono::steady_clock::now() - begin, patience) << query;
    }
}

std::string nested(const std::string& open, int times, const std::string& close) {
    std::string text = "SELECT ";
    for (int i = 0; i < times; ++i) {
        text += open;
    }
    text += "1";
    for (int i = 0; i < times; ++i) {
        text += close;
    }
    return text;
}

TEST_F(HostileTest, DeepAndWideStatementsAreRefused) {
    EXPECT_FALSE(sql(store(), {.query = nested("(", 50'000, ")")}));
    EXPECT_FALSE(sql(store(), {.query = nested("(SELECT ", 10'000, ")")}));
    EXPECT_FALSE(sql(store(), {.query = nested("abs(", 20'000, ")")}));
    EXPECT_FALSE(sql(store(), {.query = nested("NOT ", 20'000, "")}));
    EXPECT_FALSE(sql(store(), {.query = nested("1+", 40'000, "")}));
    EXPECT_FALSE(sql(store(), {.query = nested("1,", 40'000, "")}));
    EXPECT_FALSE(sql(store(), {.query = nested("1 UNION ALL SELECT ", 5'000, "")}));
    EXPECT_FALSE(sql(store(), {.query = "SELECT 1" + std::string(200'000, ' ')}));
    EXPECT_FALSE(sql(store(), {.query = std::string("SELECT 1\0, 2", 12)}));
}

// Each name stands for twice the one before: spelled out, the last would have no end.
TEST_F(HostileTest, NamesThatDoubleAreRefusedSoon) {
    std::string query = "WITH a0 AS (SELECT 1 AS x)";
    for (int i = 1; i < 60; ++i) {
        query += fmt::format(", a{} AS (SELECT p.x FROM a{} p, a{} q)", i, i - 1, i - 1);
    }
    const auto begin = std::chrono::steady_clock::now();
    Result<SqlAnswer> answer =
        sql(store(), {.query = query + " SELECT * FROM a59", .timeout_ms = 200, .memory_mb = 64});
    EXPECT_FALSE(answer);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, patience);
}

TEST_F(HostileTest, SumsThatDoubleEndSoon) {
    std::string query = "SELECT seq AS x FROM events";
    for (int i = 0; i < 60; ++i) {
        query = "SELECT x+x AS x FROM (" + query + ")";
    }
    const auto begin = std::chrono::steady_clock::now();
    const Result<SqlAnswer> answer = sql(store(), {.query = query, .timeout_ms = 200});
    EXPECT_LT(std::chrono::steady_clock::now() - begin, patience);
}

}  // namespace
}  // namespace hence
