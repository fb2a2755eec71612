// Tests of the export into a SQLite file: the same rows as SQL gives, also after an update.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <unistd.h>

#include "hence/erase.h"
#include "hence/sql.h"
#include "sql/export_file.h"
#include "sql/export_rows.h"
#include "sqlite/database.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class SqlExport : public StoryTest {
protected:
    void SetUp() override { std::filesystem::remove(file_); }
    void TearDown() override { std::filesystem::remove(file_); }

    // "events n, deleted n", or "! message".
    std::string exported(EventQuery events = {}, const std::string& filters = {}) {
        Result<ExportFile> target = ExportFile::open(file_, filters);
        if (!target) {
            return "! " + target.error().message;
        }
        ExportRowsRequest request{.events = std::move(events), .after_seq = target->after_seq()};
        EXPECT_TRUE(check_export_rows(store(), request));
        const Result<void> sent = write_export_rows(
            store(), request, [&target](std::string_view piece) { return target->take(piece); });
        if (!sent) {
            return "! " + sent.error().message;
        }
        const Result<ExportFile::Written> written = target->finish();
        return written ? fmt::format("events {}, deleted {}", written->events, written->deleted)
                       : "! " + written.error().message;
    }

    std::string in_file(const std::string& query) {
        Result<sqlite::Database> database = sqlite::Database::read(file_);
        EXPECT_TRUE(database);
        Result<sqlite::Statement> rows = database->prepare(query);
        if (!rows) {
            return "! " + rows.error().message;
        }
        std::string out;
        while (true) {
            const Result<bool> more = rows->step();
            EXPECT_TRUE(more);
            if (!more || !*more) {
                return out;
            }
            const sqlite::Value value = rows->value(0);
            out += out.empty() ? "" : " ";
            out += value.type == sqlite::ValueType::integer ? std::to_string(value.integer)
                                                            : std::string(value.text);
        }
    }

    void tell_call() {
        tell(
            "'id':'t','kind':'tool_call','agent':'a','run':'r',"
            "'fields':{'tool_name':'Bash','call_id':'c'}");
        tell("'id':'d','kind':'decision','agent':'a','parent':'late','fields':{'chosen':'A'}");
    }
    void tell_ends() {
        tell("'id':'o','kind':'observation','run':'r','fields':{'call_id':'c','content':'done'}");
        tell("'id':'v','kind':'outcome','fields':{'of':'d','outcome':'good','correct':true}");
        tell("'id':'late','kind':'prompt','time':'2026-02-22T00:00:00Z','fields':{'text':'x'}");
    }

    // By process: tests run in several at once.
    std::filesystem::path file_ =
        std::filesystem::temp_directory_path() / fmt::format("hence-export-{}.db", ::getpid());
};

TEST_F(SqlExport, AFileHasTheTablesOfSql) {
    tell_call();
    tell_ends();
    EXPECT_EQ(exported(), "events 5, deleted 0");
    EXPECT_EQ(in_file("SELECT id FROM events ORDER BY seq"), "t d o v late");
    EXPECT_EQ(in_file("SELECT result FROM tool_calls"), "done");
    EXPECT_EQ(in_file("SELECT correct FROM decisions"), "1");
    EXPECT_EQ(in_file("SELECT type FROM links WHERE from_id='late'"), "parent");
    EXPECT_EQ(in_file("SELECT events FROM sessions WHERE id='s1'"), "5");
    EXPECT_EQ(in_file("SELECT calls FROM tools WHERE tool='Bash'"), "1");
}

TEST_F(SqlExport, AnUpdateBringsWhatIsNewAndWhatChangedByIt) {
    tell_call();
    EXPECT_EQ(exported(), "events 2, deleted 0");
    EXPECT_EQ(in_file("SELECT ifnull(status,'open') FROM tool_calls"), "open");
    EXPECT_EQ(exported(), "events 0, deleted 0");
    tell_ends();
    EXPECT_EQ(exported(), "events 3, deleted 0");
    EXPECT_EQ(in_file("SELECT status || result FROM tool_calls"), "okdone");
    EXPECT_EQ(in_file("SELECT outcome FROM decisions"), "good");
    EXPECT_EQ(in_file("SELECT from_id FROM links WHERE to_id='d' AND type='parent'"), "late");
    EXPECT_EQ(in_file("SELECT count(*) FROM events"), "5");
    EXPECT_EQ(in_file("SELECT events FROM sessions WHERE id='s1'"), "5");
}

TEST_F(SqlExport, AnUpdateTakesOutWhatWasErased) {
    tell("'id':'p','kind':'prompt','agent':'a','fields':{'text':'the secret plan'}");
    tell_call();
    tell_ends();
    EXPECT_EQ(exported({}, {}), "events 6, deleted 0");
    EXPECT_EQ(in_file("SELECT outcome FROM decisions"), "good");
    EraseRequest request{.event = "p", .reason = "asked for"};
    EXPECT_TRUE(erase(store(), request));
    request.event = "v";
    EXPECT_TRUE(erase(store(), request));
    EXPECT_EQ(exported({}, {}), "events 2, deleted 0");
    EXPECT_EQ(in_file("SELECT summary FROM events WHERE id='p'"), "erased: asked for");
    EXPECT_EQ(in_file("SELECT count(*) FROM events WHERE fields LIKE '%plan%'"), "0");
    EXPECT_EQ(in_file("SELECT outcome_id || ifnull(outcome, ' says nothing') FROM decisions"),
              "v says nothing");
    EXPECT_EQ(in_file("SELECT count(*) FROM events"), "8");
    EXPECT_EQ(in_file("SELECT result FROM tool_calls"), "done");
    std::ifstream bytes(file_, std::ios::binary);
    const std::string all((std::istreambuf_iterator<char>(bytes)), {});
    EXPECT_EQ(all.find("secret plan"), std::string::npos);
}

TEST_F(SqlExport, AFilterKeepsItsNamesOnly) {
    tell_call();
    tell("'id':'other','session':'s2','agent':'b'");
    EXPECT_EQ(exported({.session = "s2"}, "session=s2"), "events 1, deleted 0");
    EXPECT_EQ(in_file("SELECT id FROM events"), "other");
    EXPECT_EQ(in_file("SELECT id FROM sessions"), "s2");
    EXPECT_EQ(in_file("SELECT id FROM agents"), "b");
    EXPECT_EQ(exported({}, ""), "! " + file_.string() + " was exported with other filters");
}

TEST_F(SqlExport, AnotherFileStaysAsItIs) {
    std::ofstream(file_) << "hello";
    EXPECT_EQ(exported(), "! " + file_.string() + " is there and is no export of Hence");
    std::string text;
    std::ifstream(file_) >> text;
    EXPECT_EQ(text, "hello");
}

TEST_F(SqlExport, RowsThatBreakOffLeaveNothing) {
    tell_call();
    Result<ExportFile> target = ExportFile::open(file_, "");
    ASSERT_TRUE(target);
    std::string rows;
    ExportRowsRequest request;
    ASSERT_TRUE(write_export_rows(store(), request, into(rows)));
    ASSERT_TRUE(target->take(rows.substr(0, rows.size() / 2)));
    EXPECT_FALSE(target->finish());
    target = Error{Code::io, ""};
    EXPECT_FALSE(std::filesystem::exists(file_));
}

}  // namespace
}  // namespace hence
