// Tests of the tools that look beyond one run.
#include "server/mcp/across_tools.h"

#include <fmt/format.h>

#include "server/mcp/mcp_for_test.h"

namespace hence {
namespace {

class AcrossTools : public McpTest {
protected:
    void work(int sessions) {
        for (int i = 0; i < sessions; ++i) {
            tell(fmt::format(R"({{"id":"c{}","kind":"tool_call","time":"2026-01-0{}T00:00:00Z",)"
                             R"("agent":"a","session":"s{}","fields":{{"tool_name":"Read"}}}})",
                             i, i + 1, i));
        }
    }
};

TEST_F(AcrossTools, DriftSaysWhetherThereIsEnough) {
    work(3);
    const std::string few = structured("drift", R"({"agent":"a"})");
    EXPECT_EQ(Json(few)["enough"].raw(), "false");
    EXPECT_EQ(Json(few)["measures"].raw(), "[]");
    work(7);
    const std::string answer = structured("drift", R"({"agent":"a","baseline":5})");
    EXPECT_EQ(Json(answer)["enough"].raw(), "true");
    EXPECT_EQ(Json(answer)["measures"].at(0)["value"].raw(), "1");
    EXPECT_NE(complaint("drift", "{}").find("agent"), std::string::npos);
    EXPECT_NE(complaint("drift", R"({"agent":"nobody"})").find("agent"), std::string::npos);
    EXPECT_NE(complaint("drift", R"({"agent":"a","baseline":4})").find("baseline"),
              std::string::npos);
}

TEST_F(AcrossTools, DirectivesAreFilteredByState) {
    tell(R"({"id":"m","kind":"message","time":"2026-01-01T00:00:00Z","correlation":"d",)"
         R"("fields":{"from":"a","to":["b"],"status":"pending"}})");
    EXPECT_EQ(Json(structured("directives", "{}"))["open"].raw(), "1");
    EXPECT_EQ(Json(structured("directives", R"({"state":"completed"})"))["matched"].raw(), "0");
    EXPECT_NE(complaint("directives", R"({"state":"lost"})").find("state"), std::string::npos);
    EXPECT_NE(complaint("directives", R"({"correlation":"x"})").find("correlation"),
              std::string::npos);
}

TEST_F(AcrossTools, AlignmentNamesTheLink) {
    tell(R"({"id":"p","kind":"prompt","time":"2026-01-01T00:00:00Z","session":"s",)"
         R"("fields":{"text":"go"}})");
    tell(R"({"id":"t","kind":"tool_call","time":"2026-01-01T00:00:01Z","session":"s",)"
         R"("parent":"p","fields":{"tool_name":"T"}})");
    const std::string answer = structured("alignment", R"({"id":"s"})");
    EXPECT_EQ(Json(answer)["on_path"].raw(), "1");
    EXPECT_EQ(Json(answer)["steps"].at(0)["link"]["from"].string(), "p");
    EXPECT_NE(complaint("alignment", R"({"id":"s","only":"all"})").find("only"), std::string::npos);
    EXPECT_NE(complaint("alignment", R"({"id":"s","scope":"all"})").find("scope"),
              std::string::npos);
    EXPECT_NE(complaint("alignment", R"({"id":"none"})").find("id"), std::string::npos);
}

TEST_F(AcrossTools, TopologyIsPaged) {
    work(3);
    const std::string answer = structured("topology", R"({"from":"2026-01-02T00:00:00Z"})");
    EXPECT_EQ(Json(answer)["edges"].at(0)["count"].raw(), "2");
    EXPECT_NE(complaint("topology", R"({"from":"yesterday"})").find("from"), std::string::npos);
    EXPECT_NE(complaint("topology", R"({"cursor":"x"})").find("cursor"), std::string::npos);
}

}  // namespace
}  // namespace hence
