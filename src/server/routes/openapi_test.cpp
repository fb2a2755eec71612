// Tests that compare the OpenAPI document with the routes and with real answers.
#include "server/routes/openapi.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/ascii.h"
#include "intake/ingest.h"
#include "model/json/json.h"
#include "server/page/page.h"
#include "server/router/router.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"

namespace hence {
namespace {

constexpr std::size_t depth_max = 64;

// No path of OpenAPI may name a parameter twice, and this row answers nothing: it refuses.
constexpr std::string_view refusal = "/api/v1/replay/{id}/{id}";

const std::string& document() {
    static const std::string valid = minify(openapi_document(), depth_max)->data();
    return valid;
}

std::vector<std::string> keys_of(Json object) {
    std::vector<std::string> keys;
    object.each_member([&keys](std::string_view key, Json) {
        keys.emplace_back(key);
        return true;
    });
    return keys;
}

std::vector<std::string> texts_of(Json list) {
    std::vector<std::string> texts;
    list.each_element([&texts](Json text) {
        texts.push_back(text.string().value_or(""));
        return true;
    });
    return texts;
}

Json operation(std::string_view method, std::string_view pattern) {
    return Json(document())["paths"][pattern][lower_case(method)];
}

// What is wrong with a value under a schema, or nothing. Keys must come in the schema's order.
class Checker {
public:
    std::string check(Json value, Json schema, const std::string& where = "$") {
        if (const auto ref = schema["$ref"].string()) {
            const std::string name = ref->substr(ref->rfind('/') + 1);
            return check(value, Json(document())["components"]["schemas"][name],
                         where + "(" + name + ")");
        }
        if (schema["anyOf"].is_array()) {
            return value.raw() == "null" ? "" : check(value, schema["anyOf"].at(0), where);
        }
        const std::string type = schema["type"].string().value_or("any");
        if (!fits(value, type)) {
            return where + " is no " + type + ": " + std::string(value.raw().substr(0, 60));
        }
        if (schema["enum"].is_array()) {
            const std::vector<std::string> words = texts_of(schema["enum"]);
            return std::ranges::find(words, *value.string()) != words.end()
                       ? ""
                       : where + " is none of the words: " + std::string(value.raw());
        }
        return type == "array"    ? list(value, schema, where)
               : type == "object" ? object(value, schema, where)
                                  : "";
    }

private:
    static bool fits(Json value, const std::string& type) {
        if (type == "integer") {
            return value.is_number() && value.raw().find_first_of(".eE") == std::string_view::npos;
        }
        return type == "any" || (type == "object" && value.is_object()) ||
               (type == "array" && value.is_array()) || (type == "string" && value.is_string()) ||
               (type == "number" && value.is_number()) ||
               (type == "boolean" && value.boolean().has_value());
    }

    std::string list(Json value, Json schema, const std::string& where) {
        std::string wrong;
        value.each_element([&](Json element) {
            wrong = check(element, schema["items"], where + "[]");
            return wrong.empty();
        });
        return wrong;
    }

    std::string object(Json value, Json schema, const std::string& where) {
        const Json properties = schema["properties"];
        const std::vector<std::string> known = keys_of(properties);
        const std::vector<std::string> given = keys_of(value);
        std::size_t at = 0;
        for (const std::string& key : given) {
            const auto found =
                std::find(known.begin() + static_cast<std::ptrdiff_t>(at), known.end(), key);
            if (properties.is_object() && found == known.end()) {
                return where + " has no key " + key + " there";
            }
            at = static_cast<std::size_t>(found - known.begin()) + (properties.is_object() ? 1 : 0);
        }
        for (const std::string& key : texts_of(schema["required"])) {
            if (std::ranges::find(given, key) == given.end()) {
                return where + " lacks " + key;
            }
        }
        std::string wrong;
        value.each_member([&](std::string_view key, Json member) {
            const Json under =
                properties.is_object() ? properties[key] : schema["additionalProperties"];
            wrong = under.raw().empty() ? "" : check(member, under, where + "." + std::string(key));
            return wrong.empty();
        });
        return wrong;
    }
};

TEST(OpenapiTest, DocumentIsValidJson) {
    ASSERT_TRUE(minify(openapi_document(), depth_max));
    EXPECT_EQ(Json(document())["openapi"].string(), "3.1.0");
}

// The address of a tile has as many parts as it needs, which OpenAPI cannot say; C2SP does.
constexpr std::string_view tile = "/tlog/tile/{level}/{number*}";

TEST(OpenapiTest, EveryRouteIsDocumentedWithItsScope) {
    for (const Route& route : routes()) {
        if (route.pattern == refusal || route.pattern == tile) {
            continue;
        }
        const Json told = operation(route.method, route.pattern);
        EXPECT_TRUE(told.is_object()) << route.method << ' ' << route.pattern;
        std::string scope = told["security"].at(0)["bearer"].at(0).string().value_or("open");
        if (const auto other = told["security"].at(1)["bearer"].at(0).string()) {
            scope += " or " + *other;
        }
        EXPECT_EQ(scope, name_of(route.scope)) << route.pattern;
    }
}

TEST(OpenapiTest, EveryOperationIsARoute) {
    std::size_t operations = 0;
    Json(document())["paths"].each_member([&](std::string_view, Json path) {
        operations += keys_of(path).size();
        return true;
    });
    EXPECT_EQ(operations, routes().size() - 2);
}

TEST(OpenapiTest, ParametersInThePathAreTheOnesOfThePattern) {
    for (const Route& route : routes()) {
        std::multiset<std::string> named;
        if (route.text.name.empty()) {
            continue;
        }
        for (std::string_view rest = route.pattern; rest.find('{') != std::string_view::npos;) {
            rest.remove_prefix(rest.find('{') + 1);
            named.emplace(rest.substr(0, rest.find('}')));
        }
        std::multiset<std::string> told;
        std::set<std::string> all;
        operation(route.method, route.pattern)["parameters"].each_element([&](Json parameter) {
            const std::string in = *parameter["in"].string();
            const std::string name = *parameter["name"].string();
            EXPECT_TRUE(all.insert(in + " " + name).second) << route.pattern << ' ' << name;
            EXPECT_FALSE(parameter["description"].string()->empty()) << route.pattern;
            if (in == "path") {
                EXPECT_EQ(parameter["required"].boolean(), true);
                told.insert(name);
            }
            return true;
        });
        EXPECT_EQ(told, named) << route.pattern;
    }
}

TEST(OpenapiTest, EveryReferenceLeadsSomewhereAndEverySchemaIsUsed) {
    std::set<std::string> used;
    const std::string& text = document();
    const std::string mark = "\"$ref\":\"#/components/";
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
        const std::size_t begin = at + mark.size();
        const std::string path = text.substr(begin, text.find('"', begin) - begin);
        const std::size_t slash = path.find('/');
        used.insert(path);
        EXPECT_TRUE(
            Json(text)["components"][path.substr(0, slash)][path.substr(slash + 1)].is_object())
            << path;
    }
    std::set<std::string> names;
    for (const SchemaText& schema : all_schemas()) {
        EXPECT_TRUE(names.emplace(schema.name).second) << schema.name;
        EXPECT_TRUE(used.contains("schemas/" + std::string(schema.name))) << schema.name;
    }
}

TEST(OpenapiTest, NamesOfOperationsAreUnique) {
    std::set<std::string_view> names;
    for (const Route& route : routes()) {
        EXPECT_TRUE(route.pattern == refusal || names.insert(route.text.name).second)
            << route.pattern;
    }
}

TEST(OpenapiTest, ParametersHaveTheirLimits) {
    const auto schema_of = [](std::string_view pattern, std::string_view name) {
        Json found;
        operation("GET", pattern)["parameters"].each_element([&](Json parameter) {
            found = parameter["name"].string() == name ? parameter["schema"] : found;
            return true;
        });
        return found.raw();
    };
    EXPECT_EQ(schema_of("/api/v1/drift", "baseline"),
              R"({"type":"integer","minimum":5,"maximum":1000,"default":20})");
    EXPECT_EQ(schema_of("/api/v1/sessions/{id}/outline", "order"),
              R"({"type":"string","enum":["tree","time","turns"],"default":"tree"})");
}

// "explain {id}": what stands in braces is a parameter of the route.
TEST(OpenapiTest, CommandsNameParametersOfTheirRoutes) {
    for (const Route& route : routes()) {
        for (std::string_view rest = route.text.command; rest.find('{') != rest.npos;) {
            rest.remove_prefix(rest.find('{') + 1);
            const std::string_view name = rest.substr(0, rest.find('}'));
            const bool in_path = route.pattern.find("{" + std::string(name) + "}") != name.npos;
            EXPECT_TRUE(in_path || std::ranges::any_of(route.text.takes,
                                                       [&](const ParameterText& parameter) {
                                                           return parameter.name == name;
                                                       }))
                << route.text.command;
        }
    }
}

// A store with the bundled examples in it, and what a server adds.
class AnswersTest : public testing::Test {
protected:
    void SetUp() override {
        namespace fs = std::filesystem;
        for (fs::path at : {fs::current_path(), fs::absolute(__FILE__)}) {
            for (; at != at.parent_path() && !fs::exists(at / "examples/auth-plan.ndjson");) {
                at = at.parent_path();
            }
            if (fs::exists(at / "examples/auth-plan.ndjson")) {
                return record(at / "examples");
            }
        }
        FAIL() << "examples/ is not found";
    }
    void record(const std::filesystem::path& examples) {
        for (const auto& file : std::filesystem::directory_iterator(examples)) {
            if (file.path().extension() == ".ndjson") {
                std::ostringstream text;
                text << std::ifstream(file.path()).rdbuf();
                ASSERT_TRUE(ingest(*store_, text.str(), {}));
            }
        }
        ASSERT_TRUE(ingest(*store_, R"({"id":"q","kind":"thought","time":"never"})", {}));
    }

    // Asks, and holds the answer against the schema of its route and status.
    void check(const std::string& method, const std::string& target, const std::string& body = {}) {
        Request request;
        request.method = method;
        request.body = body;
        ASSERT_TRUE(parse_target(target, request));
        const RouteMatch found = find_route(request);
        ASSERT_NE(found.route, nullptr) << target;
        const Response response =
            handle({.store = *store_, .metrics = &metrics_, .live = &hub_}, request, found);
        const std::string text = text_of(response);
        Json told =
            operation(method, found.route->pattern)["responses"][std::to_string(response.status)];
        if (const auto ref = told["$ref"].string()) {
            told = Json(document())["components"]["responses"][ref->substr(ref->rfind('/') + 1)];
        }
        const std::string type = response.content_type.substr(0, response.content_type.find(';'));
        const Json schema = told["content"][type]["schema"];
        ASSERT_TRUE(schema.is_object()) << method << ' ' << target << ": " << response.status << ' '
                                        << type << " is not documented; " << text;
        answered_.insert(std::string(method) + " " + std::string(found.route->pattern));
        std::istringstream lines(text);
        for (std::string line; type.ends_with("json") && std::getline(lines, line);) {
            const Result<std::string> valid = minify(line, depth_max + 16);
            ASSERT_TRUE(valid) << target;
            EXPECT_EQ(Checker().check(Json(*valid), schema), "") << method << ' ' << target;
        }
    }
    void get(const std::string& target) { check("GET", target); }
    static std::string text_of(const Response& response) {
        std::string text = response.body;
        if (response.produce) {
            EXPECT_TRUE(response.produce([&text](std::string_view piece) {
                text.append(piece);
                return Result<void>();
            }));
        }
        return text;
    }
    void check_answers();
    void check_graph();
    void check_service();

    std::unique_ptr<Store> store_ = open_memory_store();
    Metrics metrics_;
    LiveHub hub_;
    std::set<std::string> answered_;
};

void AnswersTest::check_answers() {
    for (const std::string name : {"sessions", "runs", "agents", "correlations", "stats",
                                   "calibration", "quarantine", "quarantine/1", "formats", "kinds",
                                   "directives", "cohort", "topology", "drift?agent=analyst"}) {
        get("/api/v1/" + name);
    }
    check("POST", "/api/v1/stats", R"({"gpt-5-mini":{"input":1,"output":2}})");
    check("POST", "/api/v1/stats", R"({"gpt-5-mini":{"prompt":1}})");
    get("/api/v1/events?limit=5");
    get("/api/v1/events?text=ASML");
    get("/api/v1/sessions?status=1&errors=1");
    get("/api/v1/runs?status=1&text=answer");
    get("/api/v1/agents?text=answer");
    for (const std::string session : {"chat-9001", "pr-218", "plan-auth", "pager-0519"}) {
        get("/api/v1/sessions/" + session + "/tree?delegations=1");
        get("/api/v1/sessions/" + session + "/tree?flat=1");
        get("/api/v1/sessions/" + session + "/outline?fields=1000&levels=2");
        get("/api/v1/sessions/" + session + "/map?by=run");
        get("/api/v1/sessions/" + session + "/timeline");
        get("/api/v1/sessions/" + session + "/timeline?limit=0&lanes=run");
        get("/api/v1/sessions/" + session + "/context");
        get("/api/v1/sessions/" + session + "/trajectory?limit=9");
        get("/api/v1/sessions/" + session + "/files");
        get("/api/v1/replay/session/" + session);
        get("/api/v1/gaps/" + session);
        get("/api/v1/alignment/" + session);
    }
    for (const std::string type : {"trade", "directive", "incident"}) {
        get("/api/v1/replay/" + type + "/incident-0519");
        get("/api/v1/replay/" + type + "/trade-7c41");
    }
    for (const std::string event : {"price-13", "run-09", "pos-10", "auth-11"}) {
        get("/api/v1/events/" + event);
        get("/api/v1/events/" + event + "/explain?graph=1&assumed=1");
        get("/api/v1/events/" + event + "/explain?direction=down");
        get("/api/v1/events/" + event + "/dossier");
        get("/api/v1/events/" + event + "/knew");
        get("/api/v1/events/" + event + "/knew?search=price&items=2");
    }
    for (const std::string run : {"answer-1", "turn-1", "plan", "deploys-1", "latest"}) {
        get("/api/v1/runs/" + run + "/debrief");
        get("/api/v1/diff?a=answer-1&b=" + run);
    }
    get("/api/v1/runs/latest/debrief?markdown=1");
    for (const std::string agent : {"analyst", "sizer", "architect"}) {
        get("/api/v1/review?agent=" + agent);
    }
    get("/api/v1/search?q=shares");
    get("/api/v1/similar?to=shares");
    get("/api/v1/sql/schema");
    check("POST", "/api/v1/sql", R"({"query":"SELECT kind, count(*) FROM events GROUP BY kind"})");
    get("/api/v1/spool");
    get("/api/v1/export/training");
    get("/api/v1/export/csv");
    get("/api/v1/export/dot?tree=plan-auth");
    get("/api/v1/export/mermaid?explain=price-13");
    get("/api/v1/export/html?session=plan-auth");
}

void AnswersTest::check_graph() {
    const std::string graph = "/api/v1/graphs/g/";
    check("POST", graph + "nodes", R"({"id":"n1","type":"goal","label":"a"})");
    check("POST", graph + "nodes", R"({"id":"n2","type":"decision","label":"b","confidence":0.5})");
    check("POST", graph + "nodes", R"({"id":"n1","type":"goal","label":"again"})");
    check("POST", graph + "nodes", R"({"type":"nothing"})");
    check("POST", graph + "edges", R"({"from_id":"n1","to_id":"n2","edge_type":"leads_to"})");
    check("PATCH", graph + "nodes/n1", R"({"label":"c"})");
    check("POST", graph + "supersede", R"({"old_id":"n1","new_id":"n2","why":"better"})");
    for (const std::string what : {"nodes", "nodes/n1", "nodes/n1/history", "edges", "context",
                                   "query?type=open", "export", "nodes/n9"}) {
        get(graph + what);
    }
    check("DELETE", graph + "nodes/n1");
    check("POST", graph + "import",
          R"({"nodes":[{"id":"i1","type":"goal","label":"x"}],"edges":[]})");
}

void AnswersTest::check_service() {
    check("POST", "/api/v1/events?detail=1",
          R"({"kind":"decision","time":"2026-02-23T10:00:00Z","correlation":"c",)"
          R"("fields":{"description":"d","decision_type":"t"}})");
    check("POST", "/api/v1/events?detail=1", "{}\n");
    check("POST", "/api/v1/outcomes",
          R"({"correlation":"c","decision_type":"t","correct":null,"outcome":"who knows"})");
    check("POST", "/api/v1/events/auth-06/outcome", R"({"correct":true})");
    check("POST", "/api/v1/events/price-13/outcome", R"({"correct":true})");
    check("POST", "/api/v1/sessions/plan-auth/checkpoint", R"({"name":"here"})");
    check("POST", "/api/v1/sessions/plan-auth/fork", R"({"at":"auth-06","as":"plan-again"})");
    check("POST", "/api/v1/sessions/plan-auth/rewind", R"({"to":"auth-06"})");
    check("POST", "/api/v1/quarantine/retry");
    check("POST", "/api/v1/store/append",
          std::string("\x01"
                      "1\x00",
                      3));
    check("POST", "/api/v1/store/state");
    check("POST", "/api/v1/events/auth-06/notes", R"({"text":"seen","author":"ada"})");
    check("POST", "/api/v1/integrity/countersigned", R"({"size":1,"note":"x"})");
    for (const std::string name : {"/api/v1/integrity", "/api/v1/integrity/events",
                                   "/api/v1/integrity/consistency?from=1&to=2",
                                   "/api/v1/events/auth-06/proof", "/tlog/checkpoint"}) {
        get(name);
    }
    check("POST", "/api/v1/erasures", R"({"event":"auth-11","reason":"it leaked"})");
    check("POST", "/api/v1/handover");
    check("POST", "/mcp", R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    get("/healthz");
    get("/readyz");
    get("/metrics");
    get("/api/v1/status");
    get("/api/v1/openapi.json");
    get("/");
    for (const PageFile& file : page_files()) {
        get("/" + std::string(file.name.starts_with("assets/") ? file.name : "assets/none"));
    }
    get("/api/v1/live");
    get("/api/v1/events/nothing-like-it");
    get("/api/v1/events?limit=x");
}

TEST_F(AnswersTest, EveryAnswerHasTheKeysOfItsSchema) {
    check_answers();
    check_graph();
    check_service();
    for (const Route& route : routes()) {
        const std::string name = std::string(route.method) + " " + std::string(route.pattern);
        if (route.pattern != refusal && route.pattern != tile &&
            !route.pattern.starts_with("/v1/")) {
            EXPECT_TRUE(answered_.contains(name)) << name << " was not asked";
        }
    }
}

TEST_F(AnswersTest, DocumentAndProbesComeAsTextWhenThatIsAskedFor) {
    for (const std::string target : {"/api/v1/openapi.json", "/healthz", "/readyz", "/metrics"}) {
        Request request;
        request.headers["accept"] = "text/plain";
        ASSERT_TRUE(parse_target(target, request));
        const Response response = handle({.store = *store_, .metrics = &metrics_}, request);
        EXPECT_EQ(response.status, 200) << target;
        EXPECT_TRUE(response.content_type.starts_with("text/plain")) << target;
    }
}

TEST_F(AnswersTest, CheckerSeesWhatIsWrong) {
    const Json event = Json(document())["components"]["schemas"]["MissingParent"];
    EXPECT_EQ(Checker().check(Json(R"({"event":"a","parent":"b"})"), event), "");
    EXPECT_NE(Checker().check(Json(R"({"parent":"b","event":"a"})"), event), "");
    EXPECT_NE(Checker().check(Json(R"({"event":"a"})"), event), "");
    EXPECT_NE(Checker().check(Json(R"({"event":"a","parent":"b","more":1})"), event), "");
    EXPECT_NE(Checker().check(Json(R"({"event":"a","parent":1})"), event), "");
}

}  // namespace
}  // namespace hence
