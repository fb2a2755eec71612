// Tests of SQL over a store: the tables, the conditions that the store answers, and the bounds.
#include "hence/sql.h"

#include <string>
#include <vector>

#include "sql/instants.h"
#include "store/common/counting_store_for_test.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

class SqlTest : public StoryTest {
protected:
    // The rows as "a|b c|d", or "! message".
    std::string ask(const std::string& query) { return ask_bounded({.query = query}); }
    std::string ask_bounded(const SqlRequest& request) {
        Result<SqlAnswer> answer = sql(store(), request);
        if (!answer) {
            return "! " + answer.error().message;
        }
        std::string csv;
        const Result<void> written = answer->write_csv(into(csv));
        std::string rows = csv.substr(csv.find('\n') + 1);
        while (!rows.empty() && rows.back() == '\n') {
            rows.pop_back();
        }
        for (char& c : rows) {
            c = c == '\n' ? ' ' : c == ',' ? '|' : c;
        }
        return written ? rows : rows + " ! " + written.error().message;
    }
    std::string asked_json(const SqlRequest& request) {
        Result<SqlAnswer> answer = sql(store(), request);
        EXPECT_TRUE(answer);
        std::string out;
        EXPECT_TRUE(answer->write_json(into(out)));
        return out;
    }
    std::string asked_text(const std::string& query) {
        Result<SqlAnswer> answer = sql(store(), {.query = query});
        EXPECT_TRUE(answer);
        std::string out;
        EXPECT_TRUE(answer->write_text(into(out)));
        return out;
    }

    void tell_calls() {
        tell("'id':'p','kind':'prompt','agent':'user','fields':{'text':'hello'}");
        tell(
            "'id':'m','kind':'llm_call','agent':'main','run':'r1','parent':'p',"
            "'fields':{'model':'gpt-5','prompt_tokens':10,'completion_tokens':5,"
            "'completion':'I look','cost_usd':0.25,'call_ids':['c1']}");
        tell(
            "'id':'t1','kind':'tool_call','agent':'main','run':'r1','duration_ms':45,"
            "'fields':{'tool_name':'Read','input':{'path':'/a'},'output':'data'}");
        tell(
            "'id':'t2','kind':'tool_call','agent':'main','run':'r1',"
            "'fields':{'tool_name':'Bash','input':{'command':'ls'},'call_id':'c1'}");
        tell(
            "'id':'o2','kind':'observation','agent':'main','run':'r1','duration_ms':2100,"
            "'fields':{'call_id':'c1','content':'boom','status':'error','error':'exit 1'}");
        tell(
            "'id':'d','kind':'decision','agent':'main','correlation':'k1',"
            "'rationale':{'why':'fast','confidence':0.7},"
            "'fields':{'description':'which','chosen':'A'}");
        tell("'id':'x','kind':'outcome','fields':{'of':'d','outcome':'lost','correct':false}");
    }
};

TEST_F(SqlTest, ACallOfTwoEventsIsOneRow) {
    tell_calls();
    EXPECT_EQ(ask("SELECT id, tool, status, failed, duration_ms, result FROM tool_calls"),
              "t1|Read|ok|0|45|data t2|Bash|error|1|2100|boom");
    EXPECT_EQ(ask("SELECT error, summary FROM tool_calls WHERE failed"),
              "exit 1|Tool call: Bash `ls` FAILED: exit 1 (2.1s)");
    EXPECT_EQ(ask("SELECT json_extract(arguments, '$.path') FROM tool_calls WHERE id = 't1'"),
              "/a");
}

TEST_F(SqlTest, RowsOfATableOfTheQuerysOwnAreCounted) {
    tell_calls();
    EXPECT_EQ(ask("WITH t AS (SELECT kind, count(*) n FROM events GROUP BY kind) "
                  "SELECT count(*) FROM t"),
              "6");
    EXPECT_EQ(ask("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n WHERE x < 9) "
                  "SELECT count(*) FROM n"),
              "9");
}

TEST_F(SqlTest, AModelCallHasItsTokensAndItsCost) {
    tell_calls();
    EXPECT_EQ(ask("SELECT model, input_tokens, output_tokens, cache_read_tokens, total_tokens,"
                  " cost_usd, text FROM model_calls"),
              "gpt-5|10|5||15|0.25|I look");
}

TEST_F(SqlTest, ADecisionHasItsOutcome) {
    tell_calls();
    EXPECT_EQ(ask("SELECT chosen, why, confidence, outcome, correct, outcome_id FROM decisions"),
              "A|fast|0.7|lost|0|x");
    EXPECT_EQ(ask("SELECT \"of\", correct FROM outcomes WHERE \"of\" = 'd'"), "d|0");
}

TEST_F(SqlTest, LinksAreThoseOfExplain) {
    tell_calls();
    EXPECT_EQ(ask("SELECT from_id, to_id, type, provenance FROM links WHERE to_id = 't2'"),
              "m|t2|call|derived");
    EXPECT_EQ(ask("SELECT to_id, type FROM links WHERE from_id = 'p'"), "m|parent");
    EXPECT_EQ(ask("SELECT from_id FROM links WHERE session='s1' AND to_id='x' AND type='outcome'"),
              "d");
}

TEST_F(SqlTest, ListsInAColumnAreRowsOfJsonEach) {
    tell_calls();
    EXPECT_EQ(ask("SELECT key, value FROM json_each('{\"a\":1,\"b\":[2]}')"), "a|1 b|[2]");
    EXPECT_EQ(ask("SELECT e.id, j.value FROM events e, json_tree(e.fields, '$.input') j"
                  " WHERE j.type = 'text' ORDER BY e.id"),
              "t1|/a t2|ls");
}

TEST_F(SqlTest, PrintfPrintsAsSqlite) {
    EXPECT_EQ(ask("SELECT printf('%05.1f %s %% %d', 2.25, 'a', 7)"), "002.3 a % 7");
    EXPECT_EQ(ask("SELECT printf('%.*c%3d', 3, 'xy', 5), format('%Q', 'it''s')"), "xxx  5|'it''s'");
    EXPECT_EQ(ask("SELECT printf(NULL, 1), printf('%s', NULL), printf('')"), "||");
}

TEST_F(SqlTest, ConditionsJoinedByOrNeitherRepeatNorLoseRows) {
    tell_calls();
    EXPECT_EQ(ask("SELECT id FROM events WHERE run = 'r1' OR agent = 'main' ORDER BY id"),
              "d m o2 t1 t2");
    EXPECT_EQ(ask("SELECT count(*) FROM events WHERE parent = 'p' OR id = 'x' OR kind = 'outcome'"),
              "2");
    EXPECT_EQ(ask("SELECT id FROM tool_calls WHERE id = 't2' OR run = 'r1' ORDER BY id"), "t1 t2");
    EXPECT_EQ(ask("SELECT from_id, to_id FROM links WHERE from_id = 'm' OR to_id = 'm'"
                  " ORDER BY from_id, to_id"),
              ask("SELECT from_id, to_id FROM links WHERE 'm' IN (+from_id, +to_id)"
                  " ORDER BY from_id, to_id"));
    EXPECT_EQ(ask("SELECT s.id, a.id FROM sessions s, agents a WHERE s.id = 's1' AND"
                  " (a.id = 'main' OR a.id = 'user') ORDER BY a.id"),
              "s1|main s1|user");
}

TEST_F(SqlTest, SummariesHaveARowForEachName) {
    tell_calls();
    EXPECT_EQ(ask("SELECT id, events, tool_calls, model_calls, decisions, errors FROM sessions"),
              "s1|7|2|1|1|1");
    EXPECT_EQ(ask("SELECT id, session FROM runs WHERE id = 'r1'"), "r1|s1");
    EXPECT_EQ(ask("SELECT id FROM agents ORDER BY id"), "main user");
    EXPECT_EQ(ask("SELECT id FROM sessions WHERE id = 'nothing'"), "");
    EXPECT_EQ(ask("SELECT id, sessions FROM correlations"), "k1|\"[\"\"s1\"\"]\"");
}

TEST_F(SqlTest, AJoinGroupsAndCounts) {
    tell_calls();
    EXPECT_EQ(ask("SELECT tool, count(*) n, sum(failed) FROM tool_calls GROUP BY tool ORDER BY 1"),
              "Bash|1|1 Read|1|0");
    EXPECT_EQ(ask("SELECT e.id FROM links l JOIN events e ON e.id = l.from_id"
                  " WHERE l.to_id = 't2'"),
              "m");
}

TEST_F(SqlTest, TimesCompareByInstant) {
    tell("'id':'a','time':'2026-02-23T10:00:01Z'");
    tell("'id':'b','time':'2026-02-23T10:00:01.500Z'");
    tell("'id':'c','time':'2026-02-23T12:00:02+01:00'");
    EXPECT_EQ(ask("SELECT id FROM events ORDER BY time DESC"), "c b a");
    EXPECT_EQ(ask("SELECT max(id) FROM events WHERE time < '2026-02-23T10:00:01.2Z'"), "a");
    EXPECT_EQ(ask("SELECT id FROM events WHERE time >= '2026-02-23 10:00:01.5'"), "b c");
    EXPECT_EQ(ask("SELECT count(*) FROM events WHERE time BETWEEN '2026-02-23' AND '2026-02-24'"),
              "3");
    EXPECT_EQ(ask("SELECT id FROM events WHERE time = '2026-02-23T11:00:02Z'"), "c");
    EXPECT_EQ(ask("SELECT max(time), min(time) FROM events"),
              "2026-02-23T11:00:02Z|2026-02-23T10:00:01Z");
    EXPECT_EQ(ask("SELECT id FROM events WHERE time_ms = 1771840801500"), "b");
    EXPECT_EQ(ask("SELECT count(*) FROM events WHERE time > 'yesterday'"), "0");
}

TEST_F(SqlTest, AnUnknownTimeIsNull) {
    Result<Event> event =
        Event::parse(R"({"id":"u","kind":"step","time":"1970-01-01T00:00:00Z","session":"s",)"
                     R"("flags":["time_derived"]})");
    ASSERT_TRUE(event);
    Batch batch;
    batch.events.push_back({*event});
    ASSERT_TRUE(store().append(batch));
    EXPECT_EQ(ask("SELECT id, time IS NULL, time_ms IS NULL FROM events"), "u|1|1");
}

// A condition that the store answers gives the rows that a whole scan would give.
TEST_F(SqlTest, AConditionOnAKeyChangesNothingButTheWay) {
    tell_calls();
    for (const std::string column :
         {"id", "session", "run", "agent", "kind", "correlation", "parent", "seq", "time"}) {
        const std::string all = ask("SELECT DISTINCT " + column + " FROM events WHERE " + column +
                                    " IS NOT NULL ORDER BY 1");
        ASSERT_FALSE(all.empty()) << column;
        std::string value;
        for (const char c : all + " ") {
            if (c != ' ') {
                value += c;
                continue;
            }
            const std::string keyed = "SELECT group_concat(id) FROM (SELECT id FROM events WHERE " +
                                      column + " = '" + value + "' ORDER BY seq)";
            // A + keeps SQLite from handing a condition to the table.
            const std::string scanned =
                "SELECT group_concat(id) FROM (SELECT id FROM events WHERE +" + column +
                " = CAST('" + value + "' AS " + (column == "seq" ? "INTEGER" : "TEXT") +
                ") ORDER BY seq)";
            EXPECT_EQ(ask(keyed), ask(scanned)) << column << value;
            value.clear();
        }
    }
}

TEST_F(SqlTest, ABoundOnRowsIsSaid) {
    tell_calls();
    EXPECT_EQ(asked_json({.query = "SELECT seq FROM events ORDER BY seq", .limit = 2}),
              R"({"columns":["seq"],"rows":[[1],[2]],"row_count":2,"complete":false,)"
              R"("stopped":{"by":"rows","limit":2,)"
              R"("message":"stopped at 2 rows, and there are more"}})");
    EXPECT_EQ(
        asked_json({.query = "SELECT seq FROM events WHERE seq < 3", .limit = 2}),
        R"({"columns":["seq"],"rows":[[1],[2]],"row_count":2,"complete":true,"stopped":null})");
    EXPECT_EQ(ask_bounded({.query = "SELECT seq FROM events ORDER BY seq", .limit = 1}),
              "1 ! stopped at 1 rows, and there are more");
}

TEST_F(SqlTest, ABoundOnTimeIsSaid) {
    const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) ";
    EXPECT_EQ(ask_bounded({.query = endless + "SELECT sum(i) FROM n", .timeout_ms = 50}),
              " ! stopped after 50 ms with 0 rows, and there may be more");
}

TEST_F(SqlTest, ABoundOnMemoryIsSaid) {
    const std::string endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) ";
    EXPECT_EQ(
        ask_bounded({.query = endless + "SELECT i, hex(i) || i || 'padding' FROM n ORDER BY 2",
                     .timeout_ms = 60'000,
                     .memory_mb = 8}),
        " ! stopped at 8 MB of memory with 0 rows, and there may be more");
}

TEST_F(SqlTest, AMistakeNamesItsPlace) {
    EXPECT_EQ(ask("SELECT id\nFORM events"),
              "! the query cannot be read at line 2, column 6: near \"events\": syntax error");
    EXPECT_EQ(ask("SELECT nope FROM events"),
              "! the query cannot be read at line 1, column 8: no such column: nope");
    EXPECT_EQ(ask("SELECT \"nope\" FROM events"),
              "! the query cannot be read at line 1, column 8: no such column: nope");
    EXPECT_EQ(ask("SELECT 1; SELECT 2"), "! a second statement begins at line 1, column 11");
    EXPECT_EQ(ask("SELECT 1; -- the end"), "1");
    EXPECT_EQ(ask(" "), "! the query is empty");
    EXPECT_EQ(ask_bounded({.query = "SELECT 1", .timeout_ms = 0}), "! a query cannot take 0 ms");
}

TEST_F(SqlTest, ATableShowsNullsAndCountsItsRows) {
    tell_calls();
    EXPECT_EQ(asked_text("SELECT id, duration_ms ms FROM tool_calls UNION ALL SELECT 'z', NULL"),
              "id    ms\nt1    45\nt2  2100\nz   NULL\n(3 rows)\n");
    EXPECT_EQ(asked_text("SELECT id FROM events WHERE id = 'none'"), "id\n(0 rows)\n");
}

TEST(SqlReading, ALookUpByIdReadsOneEvent) {
    CountingStore store;
    std::vector<std::string> lines;
    for (int i = 0; i < 200; ++i) {
        lines.push_back(fmt::format(
            "{{'id':'e{}','kind':'step','session':'s','time':'2026-02-23T10:00:00Z'}}", i));
    }
    store.record(lines);
    const std::uint64_t before = store.reads();
    const Result<SqlAnswer> answer = sql(store, {.query = "SELECT id FROM events WHERE id='e7'"});
    ASSERT_TRUE(answer);
    EXPECT_LT(store.reads() - before, 10U);
}

TEST(SqlInstants, AreReadInTheFormsThatPeopleWrite) {
    const auto text = [](std::string_view given) {
        const std::optional<Time> time = instant_in(given);
        return time ? to_string(*time) : "none";
    };
    EXPECT_EQ(text("2026"), "2026-01-01T00:00:00Z");
    EXPECT_EQ(text("2026-02-23"), "2026-02-23T00:00:00Z");
    EXPECT_EQ(text("2026-02-23 10:30"), "2026-02-23T10:30:00Z");
    EXPECT_EQ(text("2026-02-23T10:30:01.25+01:00"), "2026-02-23T09:30:01.25Z");
    EXPECT_EQ(text("2026-13-01"), "none");
    EXPECT_EQ(text(""), "none");
    EXPECT_EQ(text("now"), "none");
}

}  // namespace
}  // namespace hence
