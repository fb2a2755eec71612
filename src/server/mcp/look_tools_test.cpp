// Tests of the tools that look around in the record.
#include "server/mcp/look_tools.h"

#include <algorithm>

#include <fmt/format.h>

#include "server/mcp/mcp_for_test.h"
#include "server/mcp/page.h"

namespace hence {
namespace {

class LookTools : public McpTest {
protected:
    void SetUp() override {
        tell(R"({"id":"p","kind":"prompt","time":"2026-01-01T00:00:00Z","agent":"a",)"
             R"("session":"s","run":"r","fields":{"text":"fix it"}})");
        tell(R"({"id":"o","kind":"observation","time":"2026-01-01T00:00:01Z","agent":"a",)"
             R"("session":"s","run":"r","parent":"p","fields":{"key":"obs:1","content":"x"}})");
        tell(R"({"id":"t","kind":"tool_call","time":"2026-01-01T00:00:02Z","agent":"a",)"
             R"("session":"s","run":"r","parent":"o","duration_ms":7,)"
             R"("rationale":{"why":"to see"},"fields":{"tool_name":"T"}})");
    }

    std::string ids(const std::string& answer, std::string_view list) {
        std::string all;
        Json(answer)[list].each_element([&](Json row) {
            all += row["id"].string().value_or("?") + ";";
            return true;
        });
        return all;
    }
};

TEST_F(LookTools, ListsAreNewestFirstAndFiltered) {
    tell(R"({"id":"n","kind":"error","time":"2026-01-02T00:00:00Z","agent":"b","session":"s2",)"
         R"("fields":{"error":"no"}})");
    EXPECT_EQ(ids(structured("list_sessions", "{}"), "sessions"), "s2;s;");
    EXPECT_EQ(ids(structured("list_sessions", R"({"agent":"a"})"), "sessions"), "s;");
    EXPECT_EQ(ids(structured("list_sessions", R"({"errors":true})"), "sessions"), "s2;");
    const std::string runs = structured("list_runs", R"({"kind":"prompt"})");
    EXPECT_EQ(Json(runs)["runs"].at(0)["session"].string(), "s");
    EXPECT_EQ(Json(runs)["runs"].at(0)["goal"].string(), "fix it");
    EXPECT_NE(complaint("list_sessions", R"({"agent":"nobody"})").find("nobody"),
              std::string::npos);
    EXPECT_NE(complaint("list_runs", R"({"kind":"nothing_such"})").find("kind"), std::string::npos);
    EXPECT_NE(complaint("list_runs", R"({"cursor":"x"})").find("cursor"), std::string::npos);
}

TEST_F(LookTools, AListThatIsTooLongForAPageGoesOn) {
    for (int i = 0; i < 30; ++i) {
        tell(fmt::format(R"({{"id":"x{0}","kind":"thought","time":"2026-01-03T00:00:{0:02}Z",)"
                         R"("session":"many{0:02}","fields":{{"text":"x"}}}})",
                         i));
    }
    std::string all;
    std::string cursor;
    int pages = 0;
    do {
        const std::string answer = structured(
            "list_sessions", fmt::format(R"({{"limit":1000,"max_bytes":1024{}}})",
                                         cursor.empty() ? "" : R"(,"cursor":")" + cursor + '"'));
        EXPECT_LE(answer.size(), 1024U);
        all += ids(answer, "sessions");
        cursor = member(answer, "next");
        ++pages;
    } while (!cursor.empty() && pages < 100);
    EXPECT_GT(pages, 3);
    EXPECT_TRUE(all.starts_with("many29;many28;")) << all;
    EXPECT_TRUE(all.ends_with("many00;s;")) << all;
    EXPECT_EQ(std::count(all.begin(), all.end(), ';'), 31);
}

TEST_F(LookTools, AnEventIsGivenWholeAndCutWhereItIsTooLarge) {
    const std::string answer = structured("get_event", R"({"event_id":"t"})");
    EXPECT_EQ(member(answer, "summary"), "Tool call: T (7ms)");
    EXPECT_EQ(Json(answer)["event"]["rationale"]["why"].string(), "to see");
    tell(fmt::format(R"({{"id":"large","kind":"thought","time":"2026-01-03T00:00:00Z",)"
                     R"("fields":{{"text":"{}"}}}})",
                     std::string(100'000, 'x')));
    const std::string cut = structured("get_event", R"({"event_id":"large"})");
    EXPECT_LE(cut.size(), mcp_answer_size);
    EXPECT_EQ(Json(cut)["event"]["id"].string(), "large");
    EXPECT_GT(structured("get_event", R"({"event_id":"large","max_bytes":200000})").size(),
              100'000U);
    EXPECT_NE(complaint("get_event", R"({"event_id":"s"})").find("ask outline for s"),
              std::string::npos);
}

TEST_F(LookTools, AnOutlineIsPagedByItsRows) {
    const std::string answer = structured("outline", R"({"session_id":"s"})");
    EXPECT_EQ(ids(answer, "rows"), "p;o;t;");
    EXPECT_EQ(Json(answer)["rows"].at(2)["why"].string(), "to see");
    EXPECT_EQ(Json(answer)["next"].raw(), "null");
    for (int i = 0; i < 40; ++i) {
        tell(fmt::format(R"({{"id":"y{0}","kind":"thought","time":"2026-01-01T00:01:{0:02}Z",)"
                         R"("session":"s","run":"r","fields":{{"text":"{1}"}}}})",
                         i, std::string(60, 'y')));
    }
    const std::string first =
        structured("outline", R"({"session_id":"s","order":"time","max_bytes":1024})");
    EXPECT_LE(first.size(), 1024U);
    const std::string second = structured(
        "outline",
        fmt::format(R"({{"session_id":"s","order":"time","cursor":"{}"}})", member(first, "next")));
    EXPECT_EQ(ids(first, "rows") + ids(second, "rows"),
              ids(structured("outline", R"({"session_id":"s","order":"time","max_bytes":99999})"),
                  "rows"));
    EXPECT_EQ(ids(structured("outline", R"({"session_id":"s","kinds":["prompt"]})"), "rows"), "p;");
    EXPECT_NE(complaint("outline", R"({"session_id":"nope"})").find("list_sessions"),
              std::string::npos);
    EXPECT_NE(complaint("outline", R"({"session_id":"s","order":"up"})").find("order"),
              std::string::npos);
}

TEST_F(LookTools, GapsAndFiguresAreThoseOfTheCommands) {
    const std::string lacks = structured("gaps", R"({"id":"s"})");
    EXPECT_EQ(member(lacks, "scope"), "session");
    EXPECT_EQ(Json(lacks)["completeness"]["gaps"].at(0)["rule"].string(),
              "tool_call_without_result");
    EXPECT_NE(complaint("gaps", R"({"id":"s","scope":"run"})").find("scope"), std::string::npos);
    EXPECT_NE(complaint("gaps", R"({"id":"nope"})").find("list_sessions lists"), std::string::npos);
    const std::string figures = structured("stats", R"({"agent":"a"})");
    EXPECT_EQ(Json(figures)["tool_calls"]["mean_ms"].raw(), "7");
    EXPECT_EQ(Json(structured("stats", R"({"slower_than_ms":7})"))["slow"].raw(), "[]");
    EXPECT_NE(complaint("stats", R"({"agent":"nobody"})").find("list_sessions names the agents"),
              std::string::npos);
    EXPECT_NE(complaint("stats", R"({"slower_than_ms":-1})").find("slower_than_ms"),
              std::string::npos);
}

TEST_F(LookTools, RefsAreCheckedBeforeTheyAreGiven) {
    const std::string answer = structured(
        "check_refs", R"({"refs":["obs:1","t","scratch:plan","obs:99"],"session_id":"s"})");
    const Json refs = Json(answer)["refs"];
    EXPECT_EQ(refs.at(0)["event"].string(), "o");
    EXPECT_EQ(refs.at(1)["summary"].string(), "Tool call: T (7ms)");
    EXPECT_EQ(refs.at(2)["exempt"].raw(), "true");
    EXPECT_EQ(refs.at(2)["resolves"].raw(), "false");
    EXPECT_EQ(refs.at(3)["exempt"].raw(), "false");
    EXPECT_EQ(Json(answer)["unresolved"].raw(), R"(["obs:99"])");
    // The key of an observation counts in its own session, which may be that of the server.
    EXPECT_EQ(Json(structured("check_refs", R"({"refs":["obs:1"]})"))["unresolved"].raw(),
              R"(["obs:1"])");
    options_.session = "s";
    EXPECT_EQ(Json(structured("check_refs", R"({"refs":["obs:1"]})"))["unresolved"].raw(), "[]");
    // Before anything was observed nothing can be referred to, and nothing is reported.
    options_.session = "fresh";
    EXPECT_EQ(Json(structured("check_refs", R"({"refs":["obs:7"]})"))["refs"].at(0)["exempt"].raw(),
              "true");
    EXPECT_NE(complaint("check_refs", "{}").find("refs"), std::string::npos);
    EXPECT_NE(complaint("check_refs", R"({"refs":[""]})").find("refs"), std::string::npos);
    EXPECT_NE(complaint("check_refs", R"({"refs":["a"],"session_id":"nope"})").find("session_id"),
              std::string::npos);
}

TEST_F(LookTools, AGoalOfARunIsThatRunsGoal) {
    options_.session = "m";
    options_.run = "mr";
    structured("add_goal", R"({"label":"Ship it"})");
    EXPECT_EQ(Json(structured("debrief_run", R"({"run_id":"mr"})"))["goal"].string(), "Ship it");
    const std::string runs = structured("list_runs", R"({"text":"ship"})");
    EXPECT_EQ(Json(runs)["runs"].at(0)["id"].string(), "mr");
}

}  // namespace
}  // namespace hence
