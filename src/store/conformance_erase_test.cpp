// What every store does when it erases: a stub takes the event's place, and its words are gone.
#include <gtest/gtest.h>

#include "hence/erase.h"
#include "model/text.h"
#include "store/conformance_for_test.h"

namespace hence {
namespace {

class EraseTest : public StoreTest {
protected:
    // Erases these records. The announcement has the id "x" and says "leaked".
    Receipt erase_seqs(const std::vector<SeqRange>& seqs, const std::string& session = {}) {
        auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
        Result<Receipt> receipt = erasable->erase_all(
            {{Event::parse(event_json("x", "12:00:00Z",
                                      R"("kind":"erasure","fields":{"reason":"leaked","count":1})"))
                  .take(),
              seqs, session}});
        EXPECT_TRUE(receipt) << (receipt ? "" : receipt.error().message);
        return receipt ? *receipt : Receipt{};
    }
};

INSTANTIATE_TEST_SUITE_P(Backends, EraseTest, testing::ValuesIn(backends()), backend_name);

TEST_P(EraseTest, AStubKeepsWhoWhenAndWhereAndNothingThatWasSaid) {
    append({event_json("a", "10:00:00Z"),
            event_json("b", "10:00:01.50Z",
                       R"("kind":"tool_call","agent":"g","session":"s","run":"r","parent":"a",)"
                       R"("causes":["a"],"correlation":"c","iteration":2,"duration_ms":1.50,)"
                       R"("rationale":{"why":"because","refs":["obs:1"]},)"
                       R"("fields":{"tool_name":"Read","call_id":"c1","output":"words"})")});
    EXPECT_EQ(in_words(erase_seqs({{2, 2}})), "1 new");
    const std::string stub =
        R"({"id":"b","kind":"tool_call","time":"2026-02-23T10:00:01.50Z","agent":"g",)"
        R"("session":"s","run":"r","parent":"a","causes":["a"],"correlation":"c","iteration":2,)"
        R"("duration_ms":1.50,"fields":{"erased":"leaked","erasure":"x","call_id":"c1"},)"
        R"("flags":["erased"]})";
    EXPECT_EQ(found("b"), stub);
    EXPECT_EQ(summary(**store_->find("b")), "erased: leaked");
    EXPECT_EQ(ask(Space::session, "s"), "b");
    EXPECT_EQ(ask(Space::parent, "a"), "b");
    EXPECT_EQ(ask(Space::call, joined("s", "c1")), "b");
    EXPECT_EQ(ask(Space::ref, "obs:1"), "");
    EXPECT_EQ((*store_->summary(Space::session, "s"))->events, 1U);
    reopen();
    EXPECT_EQ(found("b"), stub);
    EXPECT_EQ(ask(Space::ref, "obs:1"), "");
    EXPECT_EQ(store_->last_seq(), 3U);
}

TEST_P(EraseTest, RowsAreThoseOfTheStubs) {
    append({event_json("a", "10:00:00Z",
                       R"("kind":"session_start","session":"s","fields":{"goal":"secret plan"})"),
            event_json("b", "10:00:01Z",
                       R"("kind":"llm_call","session":"s","fields":{"total_tokens":7})"),
            event_json("c", "10:00:02Z",
                       R"("kind":"llm_call","session":"s","fields":{"total_tokens":5})")});
    erase_seqs({{1, 2}});
    const Summary row = **store_->summary(Space::session, "s");
    EXPECT_FALSE(row.goal);
    EXPECT_EQ(row.tokens, 5);
    EXPECT_EQ(row.events, 3U);
}

TEST_P(EraseTest, WhatIsSentAgainStaysErasedAndIsKeptNowhere) {
    append({event_json("a", "10:00:00Z", R"("fields":{"text":"words"})")});
    erase_seqs({{1, 1}});
    EXPECT_EQ(tell({event_json("a", "10:00:00Z", R"("fields":{"text":"words"})")}),
              "0 new, 1 same");
    EXPECT_EQ(tell({event_json("a", "10:00:00Z", R"("fields":{"text":"other words"})")}),
              "0 new, 1 same");
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
    EXPECT_EQ(summary(**store_->find("a")), "erased: leaked");
}

TEST_P(EraseTest, RefusedLinesGoWithTheirEvent) {
    append({event_json("a", "10:00:00Z", R"("fields":{"text":"one"})"),
            event_json("b", "10:00:00Z", R"("session":"s","fields":{"text":"one"})"),
            event_json("c", "10:00:00Z", R"("fields":{"text":"one"})")});
    append({event_json("a", "10:00:00Z", R"("fields":{"text":"two"})"),
            event_json("b", "10:00:00Z", R"("session":"s","fields":{"text":"two"})"),
            event_json("c", "10:00:00Z", R"("fields":{"text":"two"})")});
    erase_seqs({{1, 1}}, "s");
    const std::vector<QuarantineRow> rows = *store_->quarantine(0, 10);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows.front().n, 3U);
    EXPECT_EQ(store_->quarantined(1)->bytes, "");
    EXPECT_EQ(store_->quarantined(2)->bytes, "");
    EXPECT_NE(store_->quarantined(3)->bytes, "");
    reopen();
    EXPECT_EQ(store_->quarantined(1)->bytes, "");
    EXPECT_EQ(store_->quarantine(0, 10)->size(), 1U);
}

TEST_P(EraseTest, RefusedLinesThatAreNoEventsGoToo) {
    append({event_json("a", "10:00:00Z", R"("session":"s","fields":{"text":"one"})"),
            R"({"id":"a","kind":"thought","tiem":"x","fields":{"text":"two"}})",
            R"({"kind":"hunter2 is no name","session":"s"})", R"({"id":"a","id":"b"})",
            R"({"id":"other","kind":"thought","session":"other"})", R"(a "session":"s")"});
    erase_seqs({{1, 1}}, "s");
    for (const std::uint64_t n : {1U, 2U, 3U}) {
        EXPECT_EQ(store_->quarantined(n)->bytes, "") << n;
        EXPECT_EQ(store_->quarantined(n)->reason, "erased") << n;
    }
    EXPECT_NE(store_->quarantined(4)->bytes, "");
    EXPECT_NE(store_->quarantined(5)->bytes, "");
    reopen();
    EXPECT_EQ(store_->quarantined(2)->reason, "erased");
    EXPECT_EQ(store_->quarantine(0, 10)->size(), 2U);
}

TEST_P(EraseTest, ARowOfTheQuarantineGoesAlone) {
    append({event_json("a", "10:00:00Z"), "a leaked line", "another line"});
    auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
    const Event announced =
        Event::parse(event_json("x", "12:00:00Z",
                                R"("kind":"erasure","fields":{"reason":"leaked","count":0})"))
            .take();
    const Result<Receipt> receipt = erasable->erase_all({{announced, {}, {}, {1}}});
    ASSERT_TRUE(receipt) << receipt.error().message;
    for (const char* const when : {"at once", "later"}) {
        EXPECT_EQ((*store_->quarantined(1)).bytes, "") << when;
        EXPECT_EQ((*store_->quarantine(0, 10)).size(), 1U) << when;
        EXPECT_EQ((*store_->quarantined(2)).bytes, "another line") << when;
        EXPECT_NE(found("a"), "none") << when;
        reopen();
    }
    EXPECT_EQ(tell({"a leaked line"}), "0 new, 1 refused");
    EXPECT_EQ((*store_->quarantined(3)).bytes, "a leaked line");
}

TEST_P(EraseTest, AnUnfinishedStateGoesByItsOwnNumber) {
    const auto state = [](const std::string& text, const std::string& flags) {
        return event_json("a", "10:00:00Z",
                          R"("kind":"llm_call","fields":{"completion":")" + text + "\"}" + flags);
    };
    append({state("be", R"(,"flags":["unfinished"])")});
    append({state("begun", "")});
    auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
    EXPECT_EQ(*erasable->replaced(), std::vector<std::uint64_t>{1});
    erase_seqs({{1, 2}});
    EXPECT_EQ(*erasable->replaced(), std::vector<std::uint64_t>{1});
    EXPECT_EQ(ids(store_->read(1, 2)), "a a");
    EXPECT_EQ(ask(Space::kind, "llm_call"), "a");
    EXPECT_EQ(tell({state("begun and ended", "")}), "0 new, 1 same");
}

TEST_P(EraseTest, ALongTextStaysForThoseWhoStillNameIt) {
    const std::string shared(600, 's');
    const std::string own(600, 'o');
    const auto says = [](const char* id, const std::string& text) {
        return event_json(id, "10:00:00Z", R"("fields":{"text":")" + text + "\"}");
    };
    const auto talk = [](const char* id, const std::string& messages) {
        return event_json(id, "10:00:01Z",
                          R"("kind":"llm_call","fields":{"messages":[)" + messages + "]}");
    };
    const std::string first = R"({"m":")" + shared + "\"}";
    const std::string second = R"({"m":")" + own + "\"}";
    append({says("a", shared), talk("b", first)});
    append({talk("c", first + "," + second)});
    append({talk("d", first + "," + second + "," + R"({"m":"end"})"), says("e", own)});
    const std::string d = found("d");
    erase_seqs({{1, 3}});
    EXPECT_EQ(found("d"), d);
    EXPECT_NE(found("e").find(own), std::string::npos);
    append({says("f", shared)});
    reopen();
    EXPECT_EQ(found("d"), d);
    EXPECT_NE(found("f").find(shared), std::string::npos);
}

TEST_P(EraseTest, AnOutcomeThatWasErasedIsStillTheOnlyOne) {
    append({event_json("d", "10:00:00Z", R"("kind":"decision")"), outcome_json("o", "d")});
    erase_seqs({{2, 2}});
    EXPECT_EQ(tell({outcome_json("p", "d")}), "0 new, 1 refused: outcome_exists o");
}

TEST_P(EraseTest, AnErasureWithAKnownIdErasesNothing) {
    append({event_json("x", "10:00:00Z"), event_json("a", "10:00:00Z")});
    auto* const erasable = dynamic_cast<ErasableStore*>(store_.get());
    const Result<Receipt> receipt = erasable->erase_all(
        {{Event::parse(event_json("x", "12:00:00Z", R"("kind":"erasure")")).take(), {{2, 2}}, {}}});
    ASSERT_FALSE(receipt);
    EXPECT_EQ(receipt.error().code, Code::conflict);
    EXPECT_EQ(found("a").find("erased"), std::string::npos);
    EXPECT_TRUE(store_->quarantine(0, 10)->empty());
    EXPECT_EQ(append({event_json("b", "10:00:00Z"), "junk"}).last_seq, 3U);
    EXPECT_EQ(store_->quarantine(0, 10)->front().n, 1U);
}

}  // namespace
}  // namespace hence
