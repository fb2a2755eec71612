#include <gtest/gtest.h>

#include "model/json/json.h"
#include "server/router/router.h"

namespace hence {
namespace {

class GraphRoutes : public testing::Test {
protected:
    Response send(std::string_view method, const std::string& target, std::string body = {},
                  std::string key = {}) {
        Request request;
        request.method = method;
        EXPECT_TRUE(parse_target("/api/v1/graphs/" + target, request));
        request.headers["accept"] = accept_;
        if (!key.empty()) {
            request.headers["idempotency-key"] = std::move(key);
        }
        request.body = std::move(body);
        Response response = handle({*store_}, request);
        if (response.produce) {
            EXPECT_TRUE(response.produce([&](std::string_view piece) {
                response.body += piece;
                return Result<void>();
            }));
        }
        return response;
    }

    // The status, the exit status, and for errors what they say.
    std::string status(std::string_view method, const std::string& target, std::string body = {}) {
        const Response response = send(method, target, std::move(body));
        const std::string message = Json(response.body)["error"]["message"].string().value_or("");
        return std::to_string(response.status) + "/" + std::to_string(response.exit_status) +
               (message.empty() ? "" : " " + message);
    }

    void add(const std::string& id, const std::string& type = "decision") {
        EXPECT_EQ(status("POST", "g/nodes",
                         R"({"id":")" + id + R"(","type":")" + type + R"(","label":"l"})"),
                  "200/0");
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    std::string accept_ = "application/json";
};

TEST_F(GraphRoutes, NodeIsAddedReadChangedAndDeleted) {
    const Response added = send("POST", "g/nodes?agent=ada&session=s&run=r&correlation=c",
                                R"({"type":"goal","label":"l","confidence":0.90})");
    EXPECT_EQ(added.status, 200);
    const std::string id = *Json(added.body)["id"].string();
    EXPECT_EQ(Json(added.body)["confidence"].raw(), "0.90");
    EXPECT_EQ(store_->find(id)->value().agent(), "ada");
    EXPECT_EQ(store_->find(id)->value().correlation(), "c");
    EXPECT_EQ(send("GET", "g/nodes/" + id).body, added.body);
    EXPECT_EQ(send("GET", "g/nodes?id=" + id).body, added.body);
    EXPECT_EQ(status("GET", "other/nodes/" + id).substr(0, 5), "404/1");
    const Response changed = send("PATCH", "g/nodes/" + id, R"({"status":"completed"})");
    EXPECT_EQ(*Json(changed.body)["status"].string(), "completed");
    EXPECT_LT(*Json(changed.body)["created_at"].string(),
              *Json(changed.body)["updated_at"].string());
    const Response deleted = send("DELETE", "g/nodes/" + id);
    EXPECT_EQ(*Json(deleted.body)["deleted"]["id"].string(), id);
    EXPECT_EQ(Json(deleted.body)["edges"].raw(), "[]");
    EXPECT_EQ(status("GET", "g/nodes/" + id).substr(0, 5), "404/1");
    EXPECT_EQ(status("DELETE", "g/nodes/" + id), "404/1 there is no node \"" + id + "\"");
    EXPECT_EQ(status("GET", "g/nodes/" + id + "/history"), "200/0");
}

TEST_F(GraphRoutes, RefusalsAreExitOneAndWriteNothing) {
    add("a");
    const std::uint64_t before = store_->last_seq();
    EXPECT_EQ(status("POST", "g/nodes", R"({"type":"x","label":"l"})"),
              "400/1 node type \"x\" is not known");
    EXPECT_EQ(status("POST", "g/nodes", R"({"type":"goal"})"), "400/1 label must be given");
    EXPECT_EQ(status("POST", "g/nodes", R"({"type":"goal","label":"l","confidence":2})"),
              "400/1 confidence must be a number from 0 to 1");
    EXPECT_EQ(status("POST", "g/nodes", R"({"type":"goal","label":"l","created_at":"now"})"),
              "400/1 created_at must be a time");
    EXPECT_EQ(status("POST", "g/nodes", R"({"type":"goal","label":"l","colour":1})"),
              "400/1 \"colour\" is no key of this body");
    EXPECT_EQ(status("POST", "g/nodes", "nonsense"), "400/1 the body is no JSON object");
    EXPECT_EQ(status("POST", "g/nodes", R"({"id":"a","type":"goal","label":"l"})"),
              "409/1 there is a node \"a\" already");
    EXPECT_EQ(status("POST", "g/edges", R"({"from_id":"a","to_id":"b","edge_type":"chosen"})")
                  .substr(0, 5),
              "404/1");
    EXPECT_EQ(status("PATCH", "g/nodes/a", R"({"type":"goal"})").substr(0, 5), "400/1");
    EXPECT_EQ(status("PATCH", "g/nodes/a", "{}"), "400/1 nothing is to be changed");
    EXPECT_EQ(status("POST", "g/supersede", R"({"old_id":"a","new_id":"a"})").substr(0, 5),
              "409/1");
    EXPECT_EQ(status("POST", "g/supersede", R"({"old_id":"a"})"),
              "400/1 old_id and new_id must be given");
    EXPECT_EQ(store_->last_seq(), before);
}

TEST_F(GraphRoutes, SupersedeTakesRationaleOrWhy) {
    for (const char* id : {"a", "b", "c"}) {
        add(id);
    }
    const Response first =
        send("POST", "g/supersede", R"({"old_id":"a","new_id":"b","rationale":"r"})");
    EXPECT_EQ(Json(first.body)["metadata"].raw(), R"({"rationale":"r"})");
    const Response second = send("POST", "g/supersede", R"({"old_id":"b","new_id":"c","why":"w"})");
    EXPECT_EQ(Json(second.body)["metadata"].raw(), R"({"rationale":"w"})");
    EXPECT_EQ(*Json(second.body)["from_id"].string(), "c");
}

TEST_F(GraphRoutes, QueriesAreListsAndUsageIsExitTwo) {
    add("a");
    add("b");
    EXPECT_EQ(status("POST", "g/edges", R"({"from_id":"a","to_id":"b","edge_type":"chosen"})"),
              "200/0");
    EXPECT_EQ(Json(send("GET", "g/query?type=descendants&node=a").body).at(0)["id"].raw(), "\"b\"");
    EXPECT_EQ(send("GET", "g/query?type=descendants&node=a&edge_types=blocks").body, "[]\n");
    EXPECT_EQ(send("GET", "g/query?type=ancestors&node=nobody").body, "[]\n");
    EXPECT_EQ(Json(send("GET", "g/query?type=path_between&from=a&to=b").body).at(1)["id"].raw(),
              "\"b\"");
    EXPECT_EQ(Json(send("GET", "g/query?type=recent_decisions&limit=1").body).at(1).raw(), "");
    EXPECT_EQ(send("GET", "g/query?type=open&limit=0").body, "[]\n");
    EXPECT_EQ(status("GET", "g/query?type=all"), "400/2 there is no query \"all\"");
    EXPECT_EQ(status("GET", "g/query?type=ancestors"), "400/2 this query needs a node: node");
    EXPECT_EQ(status("GET", "g/query?type=ancestors&node=a&edge_types=x"),
              "400/2 edge type \"x\" is not known");
    EXPECT_EQ(status("GET", "g/query?type=open&as_of=x").substr(0, 5), "400/2");
    EXPECT_EQ(status("GET", "g/edges?node=a&direction=up"), "400/2 direction \"up\" is not known");
    EXPECT_EQ(Json(send("GET", "g/edges?node=b&direction=in").body).at(0)["to_id"].raw(), "\"b\"");
    EXPECT_EQ(send("GET", "g/edges?node=b&direction=out").body, "[]\n");
    EXPECT_NE(Json(send("GET", "g/nodes").body).at(1).raw(), "");
}

TEST_F(GraphRoutes, RequestUnderAKeyCountsOnce) {
    const std::string body = R"({"type":"goal","label":"l"})";
    const Response first = send("POST", "g/nodes", body, "key");
    const Response second = send("POST", "g/nodes", body, "key");
    EXPECT_EQ(first.body, second.body);
    EXPECT_EQ(store_->last_seq(), 1U);
    const Response deleted = send("DELETE", "g/nodes/key", "", "again");
    EXPECT_EQ(send("DELETE", "g/nodes/key", "", "again").body, deleted.body);
    EXPECT_EQ(store_->last_seq(), 2U);
}

TEST_F(GraphRoutes, ExportComesBackByImport) {
    add("a", "goal");
    add("b");
    add("c");
    send("PATCH", "g/nodes/a", R"({"metadata":{"k":[1.50]},"rationale":"r","confidence":0.7})");
    send("POST", "g/edges", R"({"id":"x","from_id":"a","to_id":"b","edge_type":"leads_to"})");
    send("POST", "g/supersede", R"({"old_id":"b","new_id":"c","why":"w"})");
    const std::string exported = send("GET", "g/export").body;
    const std::string renamed = R"({"graph":"h)" + exported.substr(11);
    EXPECT_EQ(send("POST", "h/import", exported).body,
              R"({"graph":"h","accepted":5,"duplicates":0})"
              "\n");
    EXPECT_EQ(send("GET", "h/export").body, renamed);
    EXPECT_EQ(send("POST", "h/import", exported).body,
              R"({"graph":"h","accepted":0,"duplicates":5})"
              "\n");
    EXPECT_EQ(send("GET", "h/export").body, renamed);
}

TEST_F(GraphRoutes, ImportIsAllOrNothing) {
    add("a");
    const std::uint64_t before = store_->last_seq();
    const std::string taken = R"({"nodes":[{"id":"n","type":"goal","label":"l"},)"
                              R"({"id":"a","type":"goal","label":"another"}]})";
    EXPECT_EQ(status("POST", "g/import", taken), "409/1 there is a node \"a\" already");
    const std::string dangling = R"({"nodes":[{"id":"n","type":"goal","label":"l"}],)"
                                 R"("edges":[{"id":"e","from_id":"n","to_id":"z",)"
                                 R"("edge_type":"blocks"}]})";
    EXPECT_EQ(status("POST", "g/import", dangling), "404/1 there is no node \"z\"");
    const std::string wrong = R"({"nodes":[{"id":"n","type":"wish","label":"l"}],"edges":[]})";
    EXPECT_EQ(status("POST", "g/import", wrong).substr(0, 5), "400/1");
    EXPECT_EQ(status("POST", "g/import", "what?").substr(0, 5), "400/1");
    EXPECT_EQ(store_->last_seq(), before);
}

TEST_F(GraphRoutes, DeciduousConfidenceIsAHundredthOfItsNumber) {
    const std::string patch =
        R"({"version":"1.0","author":"ada","nodes":[{"change_id":"n","node_type":"goal",)"
        R"("title":"t","status":"pending","metadata_json":"{\"confidence\":90}",)"
        R"("created_at":"2025-01-01T00:00:00Z"},)"
        R"({"change_id":"m","node_type":"decision","title":"u","status":"active"}],)"
        R"("edges":[{"from_change_id":"n","to_change_id":"m","edge_type":"chosen",)"
        R"("rationale":"r"}]})";
    EXPECT_EQ(status("POST", "g/import", patch), "200/0");
    const std::string node = send("GET", "g/nodes/n").body;
    EXPECT_EQ(Json(node)["confidence"].raw(), "0.9");
    EXPECT_EQ(Json(node)["created_at"].raw(), "\"2025-01-01T00:00:00Z\"");
    EXPECT_EQ(Json(send("GET", "g/edges?node=n").body).at(0)["metadata"]["rationale"].raw(),
              "\"r\"");
    EXPECT_EQ(status("POST", "g/import", patch), "200/0");
    EXPECT_EQ(store_->last_seq(), 3U);
}

TEST_F(GraphRoutes, DrawingsAreText) {
    add("a");
    accept_ = "text/plain";
    EXPECT_TRUE(send("GET", "g/export?format=dot").body.starts_with("digraph"));
    EXPECT_NE(send("GET", "g/export?format=mermaid").body.find("flowchart"), std::string::npos);
    EXPECT_EQ(send("GET", "g/export?format=svg").status, 400);
    EXPECT_EQ(send("GET", "none/context").body, "");
    EXPECT_EQ(send("GET", "g/context").body, "## Recent Decisions\n- [a] l\n");
}

}  // namespace
}  // namespace hence
