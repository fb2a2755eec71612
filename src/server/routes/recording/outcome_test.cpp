#include <gtest/gtest.h>

#include "model/json/json.h"
#include "server/door/door.h"
#include "server/router/router.h"

namespace hence {
namespace {

class OutcomeRoutes : public testing::Test {
protected:
    OutcomeRoutes() {
        tell(R"({"id":"d1","kind":"decision","time":"2026-01-01T00:00:00Z","agent":"a",)"
             R"("session":"s",)"
             R"("correlation":"c","rationale":{"why":"w","confidence":0.9},)"
             R"("fields":{"decision_type":"t","chosen":"A"}})");
        tell(R"({"id":"d2","kind":"decision","time":"2026-01-01T00:00:01Z","agent":"a",)"
             R"("correlation":"c","fields":{"decision_type":"t"}})");
    }

    void tell(std::string_view json) {
        Batch batch;
        batch.events.push_back({*Event::parse(json)});
        ASSERT_TRUE(store_->append(batch));
    }

    Response send(std::string_view method, std::string_view target, std::string body = {},
                  const char* accept = "application/json") {
        Request request;
        request.method = method;
        EXPECT_TRUE(parse_target(target, request));
        request.headers["accept"] = accept;
        request.body = std::move(body);
        Response response = handle({*store_}, request);
        if (response.produce) {
            const Result<void> produced = response.produce([&](std::string_view piece) {
                response.body += piece;
                return Result<void>();
            });
            EXPECT_TRUE(produced);
        }
        return response;
    }

    // The status, and for errors what they say.
    std::string status(std::string_view target, std::string body) {
        const Response response = send("POST", target, std::move(body));
        const std::string message = Json(response.body)["error"]["message"].string().value_or("");
        return std::to_string(response.status) + (message.empty() ? "" : " " + message);
    }

    std::unique_ptr<Store> store_ = open_memory_store();
};

TEST_F(OutcomeRoutes, AnOutcomeIsAnsweredWithTheRecordedEvent) {
    const Response response = send("POST", "/api/v1/events/d1/outcome",
                                   R"({"correct":true,"outcome":"fine","agent":"desk","id":"o"})");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, store_->find("o")->value().to_json() + "\n");
    EXPECT_EQ(Json(response.body)["fields"].raw(),
              R"({"of":"d1","outcome":"fine","correct":true})");
    EXPECT_EQ(Json(response.body)["agent"].raw(), "\"desk\"");
    EXPECT_EQ(Json(response.body)["session"].raw(), "\"s\"");
    EXPECT_EQ(Json(response.body)["source"].raw(), "\"native\"");
}

TEST_F(OutcomeRoutes, AsTextItIsOneLine) {
    EXPECT_EQ(
        send("POST", "/api/v1/events/d1/outcome", R"({"correct":null,"id":"o"})", "text/plain")
            .body,
        "recorded outcome o of d1: unknown\n");
}

TEST_F(OutcomeRoutes, ASecondOneIsAConflictThatNamesTheFirst) {
    status("/api/v1/events/d1/outcome", R"({"correct":true,"id":"first"})");
    const Response response =
        send("POST", "/api/v1/events/d1/outcome", R"({"correct":false,"id":"second"})");
    EXPECT_EQ(response.status, 409);
    EXPECT_EQ(response.exit_status, 1);
    EXPECT_NE(response.body.find("first"), std::string::npos);
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
}

TEST_F(OutcomeRoutes, TheLatestDecisionIsJudgedByItsCorrelation) {
    const Response response =
        send("POST", "/api/v1/outcomes",
             R"({"correlation":"c","decision_type":"t","correct":false,"outcome":"bad"})");
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(Json(response.body)["fields"]["of"].raw(), "\"d2\"");
    EXPECT_EQ(
        status("/api/v1/outcomes", R"({"correlation":"c","decision_type":"x","correct":true})")
            .substr(0, 3),
        "404");
}

TEST_F(OutcomeRoutes, AnIdMayStandInTheQuery) {
    EXPECT_EQ(status("/api/v1/events/outcome?id=d2", R"({"correct":true})"), "200");
}

TEST_F(OutcomeRoutes, ABodyThatMakesNoSenseIsRefusedByTheNameOfItsKey) {
    const std::string of = "/api/v1/events/d1/outcome";
    EXPECT_EQ(status(of, R"({"correct":"yes"})"),
              "400 \"correct\" in the body must be true, false or null");
    EXPECT_EQ(status(of, R"({"outcome":"x"})"),
              "400 \"correct\" in the body must be true, false or null");
    EXPECT_EQ(status(of, R"({"correct":true,"outcome":1})"),
              "400 \"outcome\" in the body must be a string");
    EXPECT_EQ(status(of, R"({"correct":true,"agent":[]})"),
              "400 \"agent\" in the body must be a string");
    EXPECT_EQ(status(of, R"({"correct":true,"correlation":"c"})"),
              "400 \"correlation\" is no key of this body");
    EXPECT_EQ(status(of, "[]"), "400 the body is no JSON object");
    EXPECT_EQ(status(of, "").substr(0, 23), "400 the body is no JSON");
    EXPECT_EQ(status("/api/v1/outcomes", R"({"decision_type":"t","correct":true})"),
              "400 \"correlation\" in the body must be the correlation of the decision");
    EXPECT_EQ(status("/api/v1/outcomes", R"({"correlation":"c","correct":true})"),
              "400 \"decision_type\" in the body must be the type of the decision");
    EXPECT_EQ(store_->last_seq(), 2U);
}

TEST_F(OutcomeRoutes, UnknownThingsAreNotFound) {
    EXPECT_EQ(status("/api/v1/events/nothing/outcome", R"({"correct":true})").substr(0, 3), "404");
    EXPECT_EQ(send("GET", "/api/v1/events/nothing/dossier").status, 404);
    EXPECT_EQ(send("GET", "/api/v1/review?agent=nobody").status, 404);
    EXPECT_EQ(send("GET", "/api/v1/review").status, 400);
}

TEST_F(OutcomeRoutes, ACheckThatFailsIsAnAnswerAllTheSame) {
    status("/api/v1/events/d1/outcome", R"({"correct":false})");
    const Response low = send("GET", "/api/v1/calibration?max_brier=0.5");
    const Response high = send("GET", "/api/v1/calibration?max_brier=0.9");
    EXPECT_EQ(low.status, 200);
    EXPECT_EQ(low.exit_status, 1);
    EXPECT_EQ(high.exit_status, 0);
    EXPECT_EQ(low.body, high.body);
}

TEST_F(OutcomeRoutes, ParametersAreChecked) {
    EXPECT_EQ(send("GET", "/api/v1/calibration?bins=0").status, 400);
    EXPECT_EQ(send("GET", "/api/v1/calibration?bins=1001").status, 400);
    EXPECT_EQ(send("GET", "/api/v1/calibration?bins=x").status, 400);
    EXPECT_EQ(send("GET", "/api/v1/calibration?max_brier=x").status, 400);
    EXPECT_EQ(send("GET", "/api/v1/review?agent=a&high=2").status, 400);
    EXPECT_EQ(send("GET", "/api/v1/review?agent=a&high=1").status, 200);
    EXPECT_EQ(send("GET", "/api/v1/calibration?decision_type=t&agent=a&bins=1").status, 200);
}

TEST_F(OutcomeRoutes, ADossierIsMarkdownWhereTextIsAskedFor) {
    EXPECT_TRUE(send("GET", "/api/v1/events/d1/dossier", {}, "text/plain")
                    .body.starts_with("# Decision: "));
    EXPECT_TRUE(send("GET", "/api/v1/events/d1/dossier").body.starts_with(R"({"event":"d1",)"));
}

}  // namespace
}  // namespace hence
