// Tests of reading SQLite files of other systems: known by their rows, never changed.
#include "record/database.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace hence {
namespace {

class DatabaseTest : public testing::Test {
protected:
    void SetUp() override { std::filesystem::remove(file_); }
    void TearDown() override { std::filesystem::remove(file_); }

    void make(const std::string& statements) {
        Result<sqlite::Database> database = sqlite::Database::write(file_);
        ASSERT_TRUE(database);
        ASSERT_TRUE(database->run(statements));
    }

    // "format: table, table; ...", "? table" for unknown ones, or "! message".
    std::string look() {
        Result<sqlite::Database> database = sqlite::Database::read(file_);
        const Result<DatabaseContents> contents =
            database ? look_into(*database) : Result<DatabaseContents>(database.error());
        if (!contents) {
            return "! " + contents.error().message;
        }
        std::string out;
        for (const DatabaseText& text : contents->texts) {
            out += fmt::format("{}: {};", text.format, fmt::join(text.tables, ", "));
        }
        for (const std::string& table : contents->unknown) {
            out += "? " + table;
        }
        return out;
    }

    std::string rows(const std::vector<std::string>& tables) {
        Result<sqlite::Database> database = sqlite::Database::read(file_);
        EXPECT_TRUE(database);
        DatabaseSource source(*database, tables);
        std::string text;
        while (true) {
            const Result<Got> got = source.read(text, -1);
            EXPECT_TRUE(got);
            if (!got || *got == Got::end) {
                return text;
            }
        }
    }

    std::filesystem::path file_ =
        std::filesystem::temp_directory_path() / fmt::format("hence-database-{}.db", ::getpid());
};

constexpr const char* broker =
    "CREATE TABLE traces(id INTEGER PRIMARY KEY, agent_id, decision_type, rationale, confidence,"
    " inputs, session_id, correlation_id, created_at, outcome, outcome_correct);"
    "INSERT INTO traces VALUES(7,'sizer','size','small',0.7,'{\"a\":1}','s','c',"
    "'2026-01-01T00:00:00Z',NULL,NULL);"
    "CREATE TABLE audit_log(message_id, from_agent, to_agents, status, route_json, payload,"
    " created_at, correlation_id);"
    "INSERT INTO audit_log VALUES('m1','router','[\"cfo\"]','dispatched','{}','hi',"
    "'2026-01-01T00:00:01Z','c');";

TEST_F(DatabaseTest, TablesAreKnownByTheirRows) {
    make(broker);
    make(
        "CREATE TABLE settings(name, value); INSERT INTO settings VALUES('a', 1);"
        "CREATE TABLE empty_one(x)");
    EXPECT_EQ(look(), "replay-builder: audit_log, traces;? empty_one? settings");
}

TEST_F(DatabaseTest, NodesComeBeforeEdges) {
    make(
        "CREATE TABLE decision_edges(id INTEGER PRIMARY KEY, from_node_id, to_node_id,"
        " from_change_id, to_change_id, edge_type, rationale);"
        "INSERT INTO decision_edges VALUES(1,1,2,'a','b','leads_to','why');"
        "CREATE TABLE decision_nodes(id INTEGER PRIMARY KEY, change_id, node_type, title,"
        " description, status, metadata_json, created_at);"
        "INSERT INTO decision_nodes VALUES(1,'a','goal','G',NULL,'active','{}',"
        "'2026-01-01T00:00:00Z'),(2,'b','decision','D',NULL,'active','{}',"
        "'2026-01-01T00:00:01Z')");
    EXPECT_EQ(look(), "deciduous: decision_nodes, decision_edges;");
}

TEST_F(DatabaseTest, ARowIsALineOfJson) {
    make("CREATE TABLE t(a, \"b\"\"c\"); INSERT INTO t VALUES(1, 'x'), (2.5, NULL), (x'00ff', '')");
    EXPECT_EQ(rows({"t"}),
              "{\"a\":1,\"b\\\"c\":\"x\"}\n{\"a\":2.5,\"b\\\"c\":null}\n{\"a\":\"AP8=\",\"b\\\"c\":"
              "\"\"}\n");
}

TEST_F(DatabaseTest, TheFileStaysAsItIs) {
    make(broker);
    const auto time = std::filesystem::last_write_time(file_);
    look();
    rows({"traces"});
    EXPECT_EQ(std::filesystem::last_write_time(file_), time);
    EXPECT_FALSE(std::filesystem::exists(file_.string() + "-wal"));
    EXPECT_FALSE(std::filesystem::exists(file_.string() + "-journal"));
}

TEST_F(DatabaseTest, ALogBesideTheFileCounts) {
    Result<sqlite::Database> writer = sqlite::Database::write(file_);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->run("PRAGMA journal_mode=WAL; CREATE TABLE t(a); INSERT INTO t VALUES(1)"));
    EXPECT_TRUE(has_write_ahead_log(file_.string()));
    EXPECT_EQ(rows({"t"}), "{\"a\":1}\n");
}

TEST_F(DatabaseTest, DamageIsSaid) {
    std::ofstream(file_) << std::string("SQLite format 3\0", 16) << std::string(4096, 'x');
    EXPECT_TRUE(look().starts_with("! the database is damaged: ")) << look();
}

}  // namespace
}  // namespace hence
