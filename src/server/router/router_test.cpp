#include "server/router/router.h"

#include <gtest/gtest.h>

#include "intake/ingest.h"
#include "server/door/door.h"

namespace hence {
namespace {

constexpr std::string_view three =
    R"({"id":"aaa","kind":"llm_call","time":"2026-02-23T10:00:00Z","agent":"x","session":"s/1"}
{"id":"bbb","kind":"tool_call","time":"2026-02-23T10:00:01Z","session":"s/1","parent":"aaa"}
{"id":"ccc","kind":"error","time":"2026-02-23T10:00:02Z","session":"s2","fields":{"error":"no"}}
)";

// Records, asks, and reads answers back as text: "200 body" or "404 body".
class RouterTest : public testing::Test {
protected:
    std::string send(const std::string& method, const std::string& target, std::string body = {},
                     const std::string& accept = "application/json") {
        Request request;
        request.method = method;
        EXPECT_TRUE(parse_target(target, request));
        request.body = std::move(body);
        request.headers["accept"] = accept;
        if (!coding_.empty()) {
            request.headers["content-encoding"] = coding_;
        }
        if (!key_.empty()) {
            request.headers["idempotency-key"] = key_;
        }
        const Response response = handle({*store_}, request);
        exit_status_ = response.exit_status;
        std::string answer = std::to_string(response.status) + " ";
        if (response.produce) {
            const Result<void> produced = response.produce([&answer](std::string_view piece) {
                answer.append(piece);
                return Result<void>();
            });
            EXPECT_TRUE(produced);
        }
        return answer + response.body;
    }
    std::string get(const std::string& target) { return send("GET", target); }
    std::string post(std::string body) { return send("POST", "/api/v1/events", std::move(body)); }
    bool has(const std::string& answer, std::string_view part) {
        return answer.find(part) != std::string::npos;
    }

    std::unique_ptr<Store> store_ = open_memory_store();
    std::string key_;
    std::string coding_;
    int exit_status_ = 0;
};

TEST_F(RouterTest, ReceiptCountsWhatCame) {
    EXPECT_EQ(post(std::string(three)),
              "200 {\"accepted\":3,\"duplicates\":0,\"quarantined\":0,\"pending\":0,"
              "\"first_seq\":1,\"last_seq\":3,\"assigned\":[]}\n");
    EXPECT_EQ(post(std::string(three)),
              "200 {\"accepted\":0,\"duplicates\":3,\"quarantined\":0,\"pending\":0,"
              "\"first_seq\":null,\"last_seq\":null,\"assigned\":[]}\n");
    EXPECT_EQ(exit_status_, 0);
}

TEST_F(RouterTest, QuarantineIs207AndExitOne) {
    EXPECT_TRUE(post("{}\n").starts_with("207 "));
    EXPECT_EQ(exit_status_, 1);
    EXPECT_TRUE(post(std::string(three) + "nonsense").starts_with("207 {\"accepted\":3,"));
}

TEST_F(RouterTest, ReceiptAsTextIsASentence) {
    EXPECT_EQ(send("POST", "/api/v1/events", std::string(three), "text/plain"),
              "200 recorded 3 events\n");
    EXPECT_EQ(send("POST", "/api/v1/events", std::string(three) + "x\n", "text/plain"),
              "207 recorded 0 events (3 duplicates, 1 quarantined)\n");
}

TEST_F(RouterTest, IdempotencyKeyMakesARetryCountOnce) {
    const std::string nameless = R"({"kind":"thought","time":"2026-02-23T10:00:00Z"})";
    key_ = "try-1";
    EXPECT_TRUE(has(post(nameless), "\"accepted\":1"));
    EXPECT_TRUE(has(post(nameless), "\"duplicates\":1"));
    key_ = "try-2";
    EXPECT_TRUE(has(post(nameless), "\"accepted\":1"));
}

TEST_F(RouterTest, UnknownFormatIsRefused) {
    EXPECT_TRUE(send("POST", "/api/v1/events?format=x", "{}").starts_with("400 "));
    EXPECT_EQ(exit_status_, 2);
}

TEST_F(RouterTest, AFilterThatIsGivenTwiceIsRefused) {
    post(std::string(three));
    const std::string answer = get("/api/v1/events?session=s1&session=s2");
    EXPECT_TRUE(answer.starts_with("400 ")) << answer;
    EXPECT_TRUE(has(answer, R"(session is given twice, as \"s1\" and as \"s2\")")) << answer;
    EXPECT_TRUE(get("/api/v1/events?limit=2&limit=2").starts_with("200 "));
    EXPECT_TRUE(get("/api/v1/events?kinds=thought&kinds=decision").starts_with("200 "));
}

TEST_F(RouterTest, CompressedEventsAreRefusedAndNotQuarantined) {
    coding_ = "gzip";
    EXPECT_TRUE(post("\x1f\x8b").starts_with("415 "));
    EXPECT_EQ(get("/api/v1/quarantine"), "200 []\n");
    coding_ = "identity";
    EXPECT_TRUE(post(std::string(three)).starts_with("200 "));
}

TEST_F(RouterTest, EventsComeAsAPageOrAsLines) {
    post(std::string(three));
    EXPECT_TRUE(get("/api/v1/events?limit=2").starts_with("200 {\"events\":[{\"id\":\"aaa\""));
    const std::string lines = send("GET", "/api/v1/events", "", std::string(command_json));
    EXPECT_TRUE(lines.starts_with("200 {\"id\":\"aaa\""));
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 3);
}

TEST_F(RouterTest, ParametersAreChecked) {
    EXPECT_TRUE(get("/api/v1/events?limit=-1").starts_with("400 "));
    EXPECT_TRUE(get("/api/v1/events?from=yesterday").starts_with("400 "));
    EXPECT_TRUE(get("/api/v1/events?where=%28").starts_with("400 "));
    EXPECT_TRUE(get("/api/v1/stats?slower_than=nan").starts_with("400 "));
    EXPECT_TRUE(get("/api/v1/sessions/s/tree?flat=maybe").starts_with("400 "));
    EXPECT_TRUE(get("/api/v1/events/aaa/explain?direction=left").starts_with("404 ") ||
                get("/api/v1/events/aaa/explain?direction=left").starts_with("400 "));
}

TEST_F(RouterTest, OneEventByItsIdOrAPartOfIt) {
    post(std::string(three));
    EXPECT_TRUE(get("/api/v1/events/bbb").starts_with("200 {\"id\":\"bbb\""));
    EXPECT_TRUE(get("/api/v1/events/bb").starts_with("200 {\"id\":\"bbb\""));
    EXPECT_TRUE(get("/api/v1/events?id=bbb").starts_with("200 {\"id\":\"bbb\""));
    EXPECT_TRUE(get("/api/v1/events/zzz").starts_with("404 "));
}

TEST_F(RouterTest, NameWithASlashIsReachedBothWays) {
    post(std::string(three));
    const std::string tree = get("/api/v1/sessions/s%2F1/tree");
    EXPECT_TRUE(tree.starts_with("200 {\"session\":\"s/1\""));
    EXPECT_EQ(get("/api/v1/sessions/tree?id=s/1"), tree);
    EXPECT_EQ(get("/api/v1/sessions/tree?id=s/1&flat=False"), tree);
    EXPECT_NE(get("/api/v1/sessions/tree?id=s/1&flat=True"), tree);
    EXPECT_EQ(tree.back(), '\n');
}

TEST_F(RouterTest, ExplainAnswersAsJsonAndText) {
    post(std::string(three));
    EXPECT_TRUE(get("/api/v1/events/bbb/explain")
                    .starts_with("200 {\"event\":\"bbb\",\"direction\":\"up\""));
    EXPECT_TRUE(send("GET", "/api/v1/events/bbb/explain", "", "text/plain")
                    .starts_with("200 Causal Chain:\n"));
    EXPECT_TRUE(get("/api/v1/events/zzz/explain").starts_with("404 "));
    EXPECT_EQ(exit_status_, 1);
}

TEST_F(RouterTest, ListsAreAPageOrBare) {
    post(std::string(three));
    for (const std::string name : {"sessions", "runs", "agents", "correlations"}) {
        EXPECT_TRUE(get("/api/v1/" + name).starts_with("200 {\"" + name + "\":["));
        EXPECT_TRUE(
            send("GET", "/api/v1/" + name, "", std::string(command_json)).starts_with("200 ["));
    }
}

TEST_F(RouterTest, StatsFormatsAndHealthAnswer) {
    post(std::string(three));
    EXPECT_TRUE(get("/api/v1/stats").starts_with("200 {\"agent\":null,\"events\":3"));
    EXPECT_TRUE(get("/api/v1/formats").starts_with("200 [{\"name\":\"native\""));
    EXPECT_EQ(get("/healthz"), "200 {\"status\":\"ok\",\"last_seq\":3}\n");
}

TEST_F(RouterTest, QuarantineIsListedShownAndRetried) {
    post("{oops\n");
    EXPECT_TRUE(has(get("/api/v1/quarantine"), "[{\"n\":1,\"source\":\"http\",\"line\":1,"));
    EXPECT_EQ(send("GET", "/api/v1/quarantine/1", "", "text/plain"), "200 {oops\n");
    EXPECT_TRUE(get("/api/v1/quarantine/2").starts_with("404 "));
    EXPECT_TRUE(get("/api/v1/quarantine/one").starts_with("400 "));
    EXPECT_TRUE(has(send("POST", "/api/v1/quarantine/retry"), "\"quarantined\":1"));
}

TEST_F(RouterTest, RetryTakesWhatIsValidAndLeavesTheRestAsItIs) {
    Batch batch;
    batch.refused.push_back(
        {"f", 1, "an old rule", R"({"id":"late","kind":"thought","time":"2026-02-23T10:00:00Z"})"});
    ASSERT_TRUE(store_->append(batch));
    post(std::string(three));
    post(R"({"id":"aaa","kind":"thought","time":"2026-02-23T10:00:00Z"})");
    const std::string before = get("/api/v1/quarantine/2");
    EXPECT_TRUE(has(send("POST", "/api/v1/quarantine/retry"),
                    "\"accepted\":1,\"duplicates\":0,\"quarantined\":1"));
    EXPECT_TRUE(get("/api/v1/events/late").starts_with("200 "));
    EXPECT_EQ(get("/api/v1/quarantine/2"), before);
    EXPECT_FALSE(has(get("/api/v1/quarantine"), "an old rule"));
}

TEST_F(RouterTest, UnknownAddressAndWrongMethodSaySo) {
    EXPECT_TRUE(get("/api/v2").starts_with("404 {\"error\":{\"code\":\"not_found\""));
    EXPECT_TRUE(send("DELETE", "/api/v1/events").starts_with("405 "));
    EXPECT_TRUE(send("POST", "/api/v1/handover").starts_with("404 "));
}

TEST_F(RouterTest, LongTextIsReadAheadInOrder) {
    std::string text;
    for (int i = 0; i < 20'000; ++i) {
        text += R"({"id":"e)" + std::to_string(i) +
                R"(","kind":"thought","time":"2026-02-23T10:00:00Z","session":"s"})" + "\n";
        text += i == 11'111 ? "broken\n" : "";
    }
    const Result<Account> account = ingest(*store_, text, {.source = "big"});
    ASSERT_TRUE(account);
    EXPECT_EQ(account->accepted, 20'000U);
    EXPECT_EQ(account->last_seq, 20'000U);
    ASSERT_EQ(account->refused.size(), 1U);
    EXPECT_EQ(account->refused[0].line, 11'113U);
    EXPECT_EQ((*store_->find("e19999"))->seq(), 20'000U);
}

TEST(AccountTest, AccountSurvivesTheWayBack) {
    Account account{.accepted = 2, .quarantined = 1, .first_seq = 4, .last_seq = 5};
    account.assigned.push_back({7, "id"});
    account.refused.push_back({"f", 9, "why"});
    std::string json;
    account.append_json(json, true);
    std::string again;
    account_from_json(json)->append_json(again, true);
    EXPECT_EQ(again, json);
}

TEST(AccountTest, OnlyTheFirstThousandAssignedAreKept) {
    Account all;
    Account part;
    part.assigned.assign(600, {1, "x"});
    all.add(part);
    all.add(part);
    EXPECT_EQ(all.assigned.size(), Account::assigned_max);
    all.add(part);
    EXPECT_EQ(all.assigned.size(), Account::assigned_max);
}

TEST(LocalDoorTest, AnswerGoesToTheSinkAndAnErrorDoesNot) {
    const std::unique_ptr<Door> door = open_local_door(open_memory_store());
    std::string answer;
    const Sink sink = [&answer](std::string_view piece) -> Result<void> {
        answer.append(piece);
        return {};
    };
    EXPECT_EQ(door->send({.path = {"healthz"}}, sink)->exit_status, 0);
    EXPECT_EQ(answer, "{\"status\":\"ok\",\"last_seq\":0}\n");
    const Result<Reply> reply = door->send({.path = {"nowhere"}}, sink);
    EXPECT_EQ(reply->exit_status, 1);
    EXPECT_EQ(reply->refused->message, "there is no /nowhere here");
}

TEST(RemoteDoorTest, AddressMustBeOne) {
    EXPECT_FALSE(open_remote_door("http://"));
    EXPECT_FALSE(open_remote_door("http://host/path"));
    EXPECT_TRUE(open_remote_door("http://localhost:4318/"));
}

}  // namespace
}  // namespace hence
