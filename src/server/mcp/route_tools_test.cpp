// Tests of the tools that ask a route: each has what its row says, and answers as the route does.
#include "server/mcp/route_tools.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "server/mcp/mcp_for_test.h"
#include "server/mcp/page.h"
#include "server/router/notation.h"

namespace hence {
namespace {

bool takes(const Route& route, std::string_view parameter) {
    return std::ranges::find(route.text.takes, parameter, &ParameterText::name) !=
           route.text.takes.end();
}

bool takes(const McpTool& tool, std::string_view argument) {
    return std::ranges::any_of(
        tool.takes, [argument](const ToolArgument& each) { return each.shown.name == argument; });
}

TEST(RouteTools, EveryRouteThatIsMarkedForAgentsHasItsTool) {
    std::size_t marked = 0;
    for (const Route& route : routes()) {
        if (route.text.tool.name.empty()) {
            continue;
        }
        ++marked;
        const McpTool* tool = find_mcp_tool(route.text.tool.name);
        ASSERT_NE(tool, nullptr) << route.pattern;
        EXPECT_EQ(tool->route, &route) << tool->name << " is the tool of two routes";
        EXPECT_EQ(route.method, "GET") << tool->name;
        EXPECT_EQ(route.scope, tool->scope()) << tool->name;
    }
    EXPECT_EQ(marked, std::ranges::count_if(
                          mcp_tools(), [](const McpTool& tool) { return tool.route != nullptr; }));
}

TEST(RouteTools, EveryToolIsWrittenOutOrAsksARoute) {
    std::set<std::string_view> names;
    for (const McpTool& tool : mcp_tools()) {
        EXPECT_TRUE(names.insert(tool.name).second) << tool.name;
        EXPECT_NE(tool.answer, nullptr) << tool.name << " names no route";
        EXPECT_EQ(tool.route != nullptr, tool.input.empty()) << tool.name;
        EXPECT_TRUE(tool.route != nullptr || !tool.output.empty()) << tool.name;
    }
}

TEST(RouteTools, WhatARowSaysOfItsToolIsThere) {
    for (const McpTool& tool : mcp_tools()) {
        if (tool.route == nullptr) {
            continue;
        }
        const Route& route = *tool.route;
        const ToolText& text = route.text.tool;
        EXPECT_FALSE(text.title.empty() || text.description.empty()) << tool.name;
        EXPECT_EQ(text.id.empty(), route.pattern.find("{id}") == std::string_view::npos)
            << tool.name;
        EXPECT_NE(find_schema(value_of(route.text.gives, "json")), nullptr) << tool.name;
        for (const std::string_view name : words_of(text.without)) {
            EXPECT_TRUE(takes(route, name)) << tool.name << ' ' << name;
        }
        for (const std::string_view list : {text.renamed, text.otherwise}) {
            for (const std::string_view word : words_of(list)) {
                EXPECT_TRUE(takes(route, split(word, '=').first)) << tool.name << ' ' << word;
            }
        }
        for (const std::string_view name : words_of(text.blames)) {
            EXPECT_TRUE(takes(tool, name)) << tool.name << ' ' << name;
        }
        std::set<std::string_view> names;
        for (const ToolArgument& argument : tool.takes) {
            EXPECT_TRUE(names.insert(argument.shown.name).second)
                << tool.name << " takes " << argument.shown.name << " twice";
        }
    }
}

class RouteToolsTest : public McpTest {
protected:
    Json listed(std::string_view name) {
        tools_ = ask("tools/list");
        Json found;
        Json(tools_)["result"]["tools"].each_element([&](Json tool) {
            found = tool["name"].string() == name ? tool : found;
            return true;
        });
        return found;
    }

    std::string tools_;
};

TEST_F(RouteToolsTest, SchemasFollowFromTheRow) {
    const Json drift = listed("drift");
    EXPECT_EQ(drift["inputSchema"].raw(),
              R"({"type":"object","properties":{)"
              R"("agent":{"type":"string","minLength":1,"description":"Of this agent only."},)"
              R"("session":{"type":"string",)"
              R"("description":"Judges this session instead of the agent's latest."},)"
              R"("baseline":{"type":"integer","minimum":5,"maximum":1000,"default":20,)"
              R"("description":"How many sessions before it at most."},)"
              R"("cursor":{"type":"string","description":"`next` of the answer before."},)"
              R"("max_bytes":{"type":"integer","minimum":1024,"maximum":1048576,"default":8192,)"
              R"("description":"The most bytes of the answer."}},)"
              R"("required":["agent"],"additionalProperties":false})");
    EXPECT_EQ(drift["outputSchema"].raw(),
              R"({"type":"object","properties":{"note":{"type":"string"},)"
              R"("agent":{"type":"string"},"session":{"type":"string"},)"
              R"("baseline":{"type":"object"},"enough":{"type":"boolean"},)"
              R"("band":{"type":["string","null"]},)"
              R"("measures":{"type":"array","items":{"type":"object"}},)"
              R"("next":{"type":["string","null"]}},"required":["note","agent","session",)"
              R"("baseline","enough","band","measures","next"]})");
    const Json outline = listed("outline")["inputSchema"]["properties"];
    EXPECT_EQ(
        outline["order"].raw(),
        R"({"type":"string","enum":["tree","time","turns"],"default":"turns",)"
        R"("description":"Each below its parent, in the order of events, or turn by turn."})");
    EXPECT_EQ(outline["kinds"].raw(), R"({"type":"array","items":{"type":"string"},)"
                                      R"("description":"Of these kinds only."})");
    const Json figures = listed("stats")["inputSchema"];
    EXPECT_TRUE(figures["required"].raw().empty());
    EXPECT_EQ(figures["properties"]["slower_than_ms"]["minimum"].raw(), "0");
    EXPECT_EQ(figures["properties"]["from"]["description"].string(),
              "Not before this time. RFC 3339.");
    EXPECT_EQ(listed("knew")["inputSchema"]["properties"]["items"]["minimum"].raw(), "0");
    EXPECT_EQ(listed("search")["inputSchema"]["required"].raw(), R"(["text"])");
    EXPECT_TRUE(listed("get_event")["inputSchema"]["properties"]["cursor"].raw().empty());
}

// What a page may show of an answer is what the schema of the tool promises: see mcp/page.h.
TEST_F(RouteToolsTest, AnswersHaveWhatTheirSchemasPromise) {
    tell(R"({"id":"p","kind":"prompt","time":"2026-01-01T00:00:00Z","agent":"a","session":"s",)"
         R"("run":"r","correlation":"c","fields":{"text":"go"}})");
    tell(R"({"id":"d","kind":"decision","time":"2026-01-01T00:00:01Z","agent":"a","session":"s",)"
         R"("run":"r","parent":"p","correlation":"c","fields":{"description":"go on"}})");
    const std::pair<std::string_view, std::string_view> asked[] = {
        {"explain_event", R"({"event_id":"d"})"},
        {"knew", R"({"event_id":"d"})"},
        {"debrief_run", R"({"run_id":"r"})"},
        {"search_events", "{}"},
        {"search", R"({"text":"go"})"},
        {"list_sessions", "{}"},
        {"list_runs", "{}"},
        {"get_event", R"({"event_id":"d"})"},
        {"outline", R"({"session_id":"s"})"},
        {"gaps", R"({"id":"s"})"},
        {"stats", "{}"},
        {"similar", R"({"to":"go"})"},
        {"drift", R"({"agent":"a"})"},
        {"directives", "{}"},
        {"alignment", R"({"id":"s"})"},
        {"topology", "{}"},
        {"files", R"({"session_id":"s"})"},
    };
    std::set<std::string_view> names;
    for (const auto& [name, arguments] : asked) {
        names.insert(name);
        const std::string answer = structured(name, arguments);
        const Json schema = listed(name)["outputSchema"];
        schema["required"].each_element([&, tool = name](Json key) {
            EXPECT_FALSE(Json(answer)[*key.string()].raw().empty()) << tool << ' ' << key.raw();
            return true;
        });
        Json(answer).each_member([&, tool = name](std::string_view key, Json value) {
            const Json type = schema["properties"][key]["type"];
            std::set<std::string> types = {type.string().value_or("")};
            type.each_element(
                [&types](Json each) { return types.insert(each.string().value_or("")).second; });
            const std::string_view is = value.raw() == "null" ? "null"
                                        : value.is_object()   ? "object"
                                        : value.is_array()    ? "array"
                                        : value.is_string()   ? "string"
                                        : value.boolean()     ? "boolean"
                                                              : "integer";
            const bool fits =
                types.contains(std::string(is)) || (is == "integer" && types.contains("number"));
            EXPECT_TRUE(fits) << tool << ' ' << key << ' ' << type.raw();
            return true;
        });
    }
    for (const McpTool& tool : mcp_tools()) {
        EXPECT_TRUE(tool.route == nullptr || names.contains(tool.name)) << tool.name;
    }
}

TEST_F(RouteToolsTest, EveryArgumentIsChecked) {
    const auto wrong = [this](std::string_view tool, std::string_view arguments) {
        return complaint(tool, arguments);
    };
    EXPECT_EQ(wrong("gaps", R"({"id":"s","scope":"run"})"),
              "gaps: argument \"scope\" must be session or correlation");
    EXPECT_EQ(wrong("directives", R"({"limit":10001})"),
              "directives: argument \"limit\" must be a whole number from 1 to 10000");
    EXPECT_EQ(wrong("similar", R"({"to":"x","limit":1001})"),
              "similar: argument \"limit\" must be a whole number from 1 to 1000");
    EXPECT_EQ(wrong("files", R"({"session_id":"s","changed":1})"),
              "files: argument \"changed\" must be true or false");
    EXPECT_EQ(wrong("topology", R"({"since":"x"})"),
              "topology: argument \"since\" is not known; there are from, to, cursor, max_bytes");
    EXPECT_EQ(wrong("debrief_run", R"({"session":"s"})"),
              "debrief_run: argument \"run_id\" is missing");
}

TEST_F(RouteToolsTest, AParameterOfTheRouteIsAnArgument) {
    tell(R"({"id":"m","kind":"message","time":"2026-01-02T00:00:00Z","correlation":"d",)"
         R"("fields":{"from":"a","to":["b"],"status":"pending"}})");
    EXPECT_EQ(Json(structured("directives", R"({"to":"2026-01-01T00:00:00Z"})"))["matched"].raw(),
              "0");
    EXPECT_EQ(Json(structured("directives", R"({"from":"2026-01-01T00:00:00Z"})"))["matched"].raw(),
              "1");
    EXPECT_NE(complaint("directives", R"({"agent":"x","correlation":"y"})").find("correlation"),
              std::string::npos);
}

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
