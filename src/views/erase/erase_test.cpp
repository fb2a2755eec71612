#include "hence/erase.h"

#include <memory>

#include <gtest/gtest.h>

namespace hence {
namespace {

class EraseRequestTest : public testing::Test {
protected:
    EraseRequestTest() : store_(open_memory_store()) {}

    void tell(const std::string& id, const std::string& members) {
        Batch batch;
        batch.events.push_back(
            {Event::parse(R"({"id":")" + id + R"(","kind":"thought",)" + members + "}").take()});
        ASSERT_TRUE(store_->append(batch));
    }

    // "2 of [1-2]", or the message.
    std::string erased(const EraseRequest& request) {
        const Result<EraseAnswer> answer = erase(*store_, request);
        if (!answer) {
            return answer.error().message;
        }
        std::string words = std::to_string(answer->events) + " of [";
        for (const SeqRange& range : answer->seqs) {
            words += (words.back() == '[' ? "" : " ") + std::to_string(range.first) + "-" +
                     std::to_string(range.last);
        }
        return words + "]";
    }

    std::unique_ptr<Store> store_;
};

constexpr const char* march = R"("time":"2026-03-01T09:00:00Z")";

TEST_F(EraseRequestTest, ASessionGoesWithTheEventsOfItsLooseRuns) {
    tell("a", std::string(march) + R"(,"session":"s","run":"r")");
    tell("b", std::string(march) + R"(,"run":"r")");
    tell("c", std::string(march) + R"(,"session":"t")");
    EXPECT_EQ(erased({.session = "s", .reason = "r"}), "2 of [1-2]");
    EXPECT_EQ(summary(**store_->find("b")), "erased: r");
    EXPECT_EQ(summary(**store_->find("c")), "Thought: unknown");
}

TEST_F(EraseRequestTest, ADryRunChangesNothing) {
    tell("a", march);
    EXPECT_EQ(erased({.event = "a", .reason = "r", .dry_run = true}), "1 of [1-1]");
    EXPECT_EQ(store_->last_seq(), 1U);
}

TEST_F(EraseRequestTest, TheAnnouncementDoesNotRepeatTheCondition) {
    tell("a", std::string(march) + R"(,"fields":{"text":"hunter2"})");
    tell("b", std::string(march) + R"(,"fields":{"text":"else"})");
    EXPECT_EQ(erased({.where = R"(fields.text = "hunter2")", .reason = "r", .by = "me"}),
              "1 of [1-1]");
    const std::unique_ptr<Cursor> last = store_->read(3, 3).take();
    const std::string announced = (*last->next())->to_json();
    EXPECT_NE(announced.find(R"("reason":"r","by":"me","scope":"where","count":1,"seqs":[[1,1]])"),
              std::string::npos)
        << announced;
    EXPECT_EQ(announced.find("hunter2"), std::string::npos);
}

TEST_F(EraseRequestTest, AMadeUpTimeIsNoAge) {
    tell("a", R"("time":"1970-01-01T00:00:00Z","flags":["time_derived"])");
    tell("b", R"("time":"1970-01-01T00:00:00Z")");
    EXPECT_EQ(erased({.older_than = parse_time("2026-01-01T00:00:00Z").take(), .reason = "r"}),
              "1 of [2-2]");
}

TEST_F(EraseRequestTest, ErasuresAndStubsStay) {
    tell("a", march);
    EXPECT_EQ(erased({.event = "a", .reason = "r"}), "1 of [1-1]");
    EXPECT_EQ(erased({.event = "a", .reason = "other"}), "0 of []");
    EXPECT_EQ(erased({.where = R"(kind = "erasure")", .reason = "r"}), "0 of []");
    EXPECT_EQ(store_->last_seq(), 2U);
}

TEST_F(EraseRequestTest, WhatMakesNoSenseIsRefused) {
    tell("a", march);
    EXPECT_EQ(erased({.event = "a"}), "no reason is given");
    EXPECT_EQ(erased({.reason = "r"}), "it is not said which events to erase");
    EXPECT_EQ(erased({.event = "a", .session = "s", .reason = "r"}),
              "an event, a session, a condition and a quarantine row exclude each other");
    EXPECT_EQ(erased({.event = "a", .reason = "a\nb"}), "the reason is not one line of plain text");
    EXPECT_EQ(erased({.event = "a", .reason = std::string(241, 'r')}),
              "the reason has 241 bytes: at most 240 are allowed");
}

}  // namespace
}  // namespace hence
