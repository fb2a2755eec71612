// Every address and every tool against every set of scopes, through a server's own port. What is
// right stands in two tables here, by hand: an address or a tool without a row fails.
#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "model/json/json.h"
#include "server/http/ports.h"
#include "server/mcp/tools.h"
#include "server/serve/serve.h"
#include "server/watch/live.h"
#include "server/watch/metrics.h"
#include "server/watch/observed_store.h"
#include "server/wire/socket.h"

namespace hence {
namespace {

// Which scopes do, any one of them; admin always does.
constexpr std::string_view addresses = R"(
open        GET     /
open        GET     /assets/{id}
open        GET     /healthz
open        GET     /readyz
ingest      POST    /api/v1/events
ingest      POST    /v1/traces
ingest      POST    /v1/logs
ingest      POST    /v1/metrics
read        GET     /metrics
read        GET     /api/v1/openapi.json
read        GET     /api/v1/live
read        GET     /api/v1/formats
read        GET     /api/v1/kinds
read        GET     /api/v1/events
read        GET     /api/v1/events/{id}
read        GET     /api/v1/events/{id}/explain
read        GET     /api/v1/events/{id}/knew
read        GET     /api/v1/events/{id}/dossier
read        GET     /api/v1/sessions
read        GET     /api/v1/sessions/{id}/tree
read        GET     /api/v1/sessions/{id}/context
read        GET     /api/v1/sessions/{id}/trajectory
read        GET     /api/v1/sessions/{id}/files
read        GET     /api/v1/sessions/{id}/map
read        GET     /api/v1/sessions/{id}/outline
read        GET     /api/v1/sessions/{id}/timeline
read        GET     /api/v1/runs
read        GET     /api/v1/runs/{id}/debrief
read        GET     /api/v1/agents
read        GET     /api/v1/correlations
read        GET     /api/v1/stats
read        POST    /api/v1/stats
read        GET     /api/v1/status
read        GET     /api/v1/diff
read        GET     /api/v1/export/{id}
read        GET     /api/v1/calibration
read        GET     /api/v1/review
read        GET     /api/v1/drift
read        GET     /api/v1/directives
read        GET     /api/v1/alignment/{id}
read        GET     /api/v1/cohort
read        GET     /api/v1/topology
read        GET     /api/v1/replay/trade/{id}
read        GET     /api/v1/replay/session/{id}
read        GET     /api/v1/replay/directive/{id}
read        GET     /api/v1/replay/incident/{id}
read        GET     /api/v1/replay/{id}/{id}
read        GET     /api/v1/gaps/{id}
read        GET     /api/v1/quarantine
read        GET     /api/v1/quarantine/{id}
read        GET     /api/v1/graphs/{graph}/nodes
read        GET     /api/v1/graphs/{graph}/nodes/{id}
read        GET     /api/v1/graphs/{graph}/nodes/{id}/history
read        GET     /api/v1/graphs/{graph}/edges
read        GET     /api/v1/graphs/{graph}/query
read        GET     /api/v1/graphs/{graph}/context
read        GET     /api/v1/graphs/{graph}/export
write       POST    /api/v1/events/{id}/outcome
write       POST    /api/v1/outcomes
write       POST    /api/v1/sessions/{id}/fork
write       POST    /api/v1/sessions/{id}/rewind
write       POST    /api/v1/sessions/{id}/checkpoint
read        GET     /api/v1/search
read        GET     /api/v1/similar
read        POST    /api/v1/sql
read        GET     /api/v1/sql/schema
read        GET     /api/v1/spool
read        GET     /api/v1/events/{id}/proof
read        GET     /api/v1/integrity
read        GET     /api/v1/integrity/events
read        GET     /api/v1/integrity/consistency
admin       POST    /api/v1/integrity/countersigned
read        GET     /tlog/checkpoint
read        GET     /tlog/tile/{level}/{number*}
write       POST    /api/v1/events/{id}/notes
admin       POST    /api/v1/erasures
ingest      POST    /api/v1/store/append
read        POST    /api/v1/store/{id}
write       POST    /api/v1/graphs/{graph}/nodes
write       PATCH   /api/v1/graphs/{graph}/nodes/{id}
write       DELETE  /api/v1/graphs/{graph}/nodes/{id}
write       POST    /api/v1/graphs/{graph}/edges
write       POST    /api/v1/graphs/{graph}/supersede
write       POST    /api/v1/graphs/{graph}/import
read,write  POST    /mcp
admin       POST    /api/v1/quarantine/retry
admin       POST    /api/v1/handover
)";

// What MCP is asked for at its one address.
constexpr std::string_view messages = R"(
read,write  ping
read,write  initialize
read,write  tools/list
read,write  resources/list
read,write  resources/templates/list
read,write  prompts/list
read,write  prompts/get
read        resources/read
write       add_goal
write       record_decision
write       record_outcome
write       add_node
write       update_node
write       supersede_decision
write       fork_session
write       rewind_session
write       checkpoint_session
read        search
read        similar
read        list_sessions
read        list_runs
read        get_event
read        outline
read        gaps
read        stats
read        check_refs
read        query_decisions
read        explain_event
read        knew
read        debrief_run
read        search_events
read        drift
read        directives
read        alignment
read        topology
read        files
)";

struct Row {
    std::set<std::string> scopes;
    std::string method;  // Of a message: empty.
    std::string name;    // A pattern, a method of MCP, or a tool.
};

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, at);) {
        parts.push_back(part);
    }
    return parts;
}

std::vector<Row> rows_of(std::string_view table) {
    std::vector<Row> rows;
    for (const std::string& line : split(std::string(table), '\n')) {
        std::istringstream words(line);
        std::vector<std::string> found;
        for (std::string word; words >> word;) {
            found.push_back(word);
        }
        if (!found.empty()) {
            const std::vector<std::string> scopes = split(found.front(), ',');
            rows.push_back(
                {{scopes.begin(), scopes.end()}, found.size() == 3 ? found[1] : "", found.back()});
        }
    }
    return rows;
}

// A token for each set of scopes.
struct Asker {
    std::string token;
    std::set<std::string> scopes;

    bool may(const Row& row) const {
        return row.scopes.contains("open") || scopes.contains("admin") ||
               std::ranges::any_of(
                   scopes, [&row](const std::string& scope) { return row.scopes.contains(scope); });
    }
};

std::vector<Asker> all_askers() {
    const std::vector<std::string> names = {"ingest", "read", "write", "admin"};
    std::vector<Asker> askers;
    for (unsigned set = 1; set < 16; ++set) {
        Asker asker{.token = fmt::format("token-of-the-set-{}", set), .scopes = {}};
        for (unsigned i = 0; i < names.size(); ++i) {
            if ((set >> i & 1U) != 0) {
                asker.scopes.insert(names[i]);
            }
        }
        askers.push_back(std::move(asker));
    }
    return askers;
}

class ScopesTest : public testing::Test {
protected:
    void SetUp() override {
        path_ = testing::TempDir() + "hence-scopes-XXXXXX";
        const int file = ::mkstemp(path_.data());
        ASSERT_GE(file, 0);
        ::close(file);
        std::ofstream tokens(path_);
        for (const Asker& asker : askers_) {
            tokens << fmt::format("{} {}\n", asker.token, fmt::join(asker.scopes, ","));
        }
        tokens.close();
        ServeOptions options;
        options.listen = "127.0.0.1:0";
        options.grpc = "";
        options.access.token_file = path_;
        options.limits.farewell = std::chrono::milliseconds(500);
        Result<std::unique_ptr<Server>> server =
            Server::start({.store = store_, .metrics = &metrics_, .live = &live_}, options);
        ASSERT_TRUE(server) << server.error().message;
        server_ = std::move(server).take();
        host_ = server_->http_address().substr(7);
    }
    void TearDown() override { ::unlink(path_.c_str()); }

    // What comes back until there are `enough` bytes of it: the head of an answer, or the whole.
    std::string exchange(const std::string& line, const std::string& token, const std::string& body,
                         std::string_view enough) const {
        Result<Descriptor> socket = connect_to(host_);
        if (!socket) {
            return socket.error().message;
        }
        const std::string bytes = fmt::format(
            "{} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{}{}\r\n{}", line, host_,
            token.empty() ? "" : "Authorization: Bearer " + token + "\r\n",
            body.empty() ? ""
                         : fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n",
                                       body.size()),
            body);
        Stream stream(std::move(socket).take(), std::chrono::milliseconds(20'000));
        int error = 0;
        for (std::size_t sent = 0; sent < bytes.size() && error == 0;) {
            sent += stream.write_some(bytes.data() + sent, bytes.size() - sent, error);
        }
        std::string answer;
        std::string piece(4096, '\0');
        while (answer.find(enough) == std::string::npos) {
            const std::size_t got = stream.read_some(piece.data(), piece.size(), error);
            if (got == 0) {
                break;
            }
            answer.append(piece, 0, got);
        }
        return answer;
    }

    int status(const std::string& line, const std::string& token,
               const std::string& body = "") const {
        const std::string answer = exchange(line, token, body, "\r\n\r\n");
        return answer.starts_with("HTTP/1.1 ") ? std::stoi(answer.substr(9, 3)) : 0;
    }

    std::string ask_mcp(const std::string& name, const std::string& token,
                        const std::string& parameters = "") const {
        const std::string message = fmt::format(
            R"({{"jsonrpc":"2.0","id":1,"method":"{}","params":{}}})",
            find_mcp_tool(name) != nullptr ? "tools/call" : name,
            find_mcp_tool(name) != nullptr
                ? fmt::format(R"({{"name":"{}","arguments":{{{}}}}})", name, parameters)
                : R"({"uri":"hence://graphs/default/context","protocolVersion":"2025-11-25"})");
        return exchange("POST /mcp?inject=every_iteration", token, message, "\n\n\n");
    }

    const std::vector<Asker> askers_ = all_askers();
    std::string path_;
    Metrics metrics_;
    LiveHub live_;
    ObservedStore store_{open_memory_store(), metrics_, live_};
    std::string host_;
    std::unique_ptr<Server> server_;
};

// A request at an address; what stands for a name is one that is not there.
std::string target_for(std::string pattern) {
    for (std::size_t at = pattern.find('{'); at != std::string::npos; at = pattern.find('{')) {
        pattern.replace(at, pattern.find('}') - at + 1, "none");
    }
    return pattern;
}

TEST(Scopes, EveryAddressHasOneRow) {
    std::multiset<std::string> told;
    for (const Row& row : rows_of(addresses)) {
        told.insert(row.method + " " + row.name);
    }
    std::multiset<std::string> there;
    for (const Route& route : routes()) {
        there.insert(fmt::format("{} {}", route.method, route.pattern));
    }
    EXPECT_EQ(told, there);
}

TEST(Scopes, EveryToolHasOneRow) {
    std::multiset<std::string> told;
    for (const Row& row : rows_of(messages)) {
        if (find_mcp_tool(row.name) != nullptr) {
            told.insert(row.name);
        }
    }
    std::multiset<std::string> there;
    for (const McpTool& tool : mcp_tools()) {
        there.insert(std::string(tool.name));
    }
    EXPECT_EQ(told, there);
}

TEST_F(ScopesTest, EveryAddressAnswersWhoeverMayAndNobodyElse) {
    for (const Row& row : rows_of(addresses)) {
        std::vector<std::string> lines = {row.method + " " + target_for(row.name)};
        if (row.method == "GET") {
            lines.push_back("HEAD " + target_for(row.name));
        }
        for (const std::string& line : lines) {
            const bool open = row.scopes.contains("open");
            EXPECT_EQ(status(line, "") == 401, !open) << line;
            EXPECT_EQ(status(line, "token-of-nobody-at-all") == 401, !open) << line;
            for (const Asker& asker : askers_) {
                const int got = status(line, asker.token);
                EXPECT_NE(got, 0) << line;
                EXPECT_NE(got, 401) << line;
                EXPECT_EQ(got != 403, asker.may(row))
                    << line << " " << fmt::format("{}", fmt::join(asker.scopes, ","));
            }
        }
    }
    EXPECT_EQ(store_.last_seq(), 0U);
}

TEST_F(ScopesTest, NoOtherMethodAnswersAnybody) {
    std::map<std::string, std::set<std::string>> methods;
    for (const Row& row : rows_of(addresses)) {
        methods[target_for(row.name)].insert(row.method);
        if (row.method == "GET") {
            methods[target_for(row.name)].insert("HEAD");
        }
    }
    for (const auto& [target, known] : methods) {
        for (const std::string method :
             {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"}) {
            Request request;
            ASSERT_TRUE(parse_target(target, request));
            request.method = method == "HEAD" ? "GET" : method;
            // What stands for a name may be another address, as it may for this method only.
            if (!known.contains(method) && find_route(request).route == nullptr) {
                const std::string line = method + " " + target;
                EXPECT_EQ(status(line, ""), 401) << line;
                EXPECT_EQ(status(line, askers_.back().token), 405) << line;
            }
        }
    }
}

TEST_F(ScopesTest, EveryToolAnswersWhoeverMayAndNobodyElse) {
    for (const Row& row : rows_of(messages)) {
        for (const Asker& asker : askers_) {
            const std::string answer = ask_mcp(row.name, asker.token);
            EXPECT_EQ(!answer.starts_with("HTTP/1.1 403 "), asker.may(row))
                << row.name << " " << fmt::format("{}", fmt::join(asker.scopes, ","));
            EXPECT_NE(answer.find("HTTP/1.1 "), std::string::npos);
        }
    }
    EXPECT_EQ(store_.last_seq(), 0U);
}

TEST_F(ScopesTest, ARefusedToolSaysWhatIsMissing) {
    const std::string answer = ask_mcp("search_events", "token-of-the-set-4");
    EXPECT_NE(answer.find("WWW-Authenticate: Bearer realm=\"hence\", error=\"insufficient_scope\", "
                          "scope=\"read\"\r\n"),
              std::string::npos)
        << answer;
    EXPECT_NE(answer.find(R"("error":{"code":-32003,"message":"the token lacks the scope read",)"
                          R"("data":{"scope":"read"}})"),
              std::string::npos)
        << answer;
}

TEST_F(ScopesTest, WhoMayOnlyWriteIsShownNothing) {
    const std::string admin = askers_.back().token;
    ASSERT_NE(ask_mcp("add_goal", admin, R"("label":"a secret goal")").find("\"isError\":false"),
              std::string::npos);
    EXPECT_NE(ask_mcp("initialize", admin).find("a secret goal"), std::string::npos);
    const std::string writer = "token-of-the-set-4";
    for (const Row& row : rows_of(messages)) {
        const std::string answer = ask_mcp(row.name, writer, R"("label":"another")");
        EXPECT_EQ(answer.find("a secret goal"), std::string::npos) << row.name << answer;
    }
}

TEST_F(ScopesTest, OnlyToolsThatMayBeCalledAreListed) {
    for (const Asker& asker : askers_) {
        const std::string answer = ask_mcp("tools/list", asker.token);
        for (const Row& row : rows_of(messages)) {
            if (find_mcp_tool(row.name) != nullptr) {
                EXPECT_EQ(answer.find("{\"name\":\"" + row.name + "\"") != std::string::npos,
                          asker.may(row))
                    << row.name << " " << asker.token;
            }
        }
    }
}

}  // namespace
}  // namespace hence
