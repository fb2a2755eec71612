#include "intake/once/settle.h"

#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "intake/once/settle_for_test.h"
#include "store/common/forwarding_store.h"

namespace hence::settle_for_test {
namespace {

// Rationales.

TEST_F(SettleTest, ToolCallHasTheRationaleThatTheModelStated) {
    Arrival asking = model_call({span('a')}, {.call_ids = {"call_1"}});
    asking.told.rationales = {{"call_1", rationale("to know")}};
    send(tool_call({span('b')}, "call_1"), std::move(asking), tool_call({span('c')}, "call_2"));
    EXPECT_EQ(stored(span('b')), "tool_call because to know");
    EXPECT_EQ(stored(span('c')), "tool_call");
}

TEST_F(SettleTest, RationaleIsFoundInTheStore) {
    const std::string text =
        "<rationale call=\"1\">{\"why\":\"one\"}</rationale>"
        "<rationale call=\"2\">{\"why\":\"two\"}</rationale>";
    send(model_call({span('a')}, {.completion = text, .call_ids = {"call_1", "call_2"}}));
    send(tool_call({.id = span('b'), .session = "stated later"}, "call_2"),
         tool_call({span('c')}, "call_3"));
    EXPECT_EQ(stored(span('b')), "tool_call because two");
    EXPECT_EQ(stored(span('c')), "tool_call");
}

TEST_F(SettleTest, RationaleOfItsOwnStands) {
    Arrival asking = model_call({span('a')}, {.call_ids = {"call_1"}});
    asking.told.rationales = {{"call_1", rationale("the model's")}};
    Arrival asked = tool_call({span('b')}, "call_1");
    asked.told.main.rationale = rationale("its own");
    send(std::move(asking), std::move(asked));
    EXPECT_EQ(stored(span('b')), "tool_call because its own");
}

TEST_F(SettleTest, ToolCallSentAgainBehindItsRationaleIsADuplicate) {
    send(tool_call({span('b')}, "call_1"));
    Arrival asking = model_call({span('a')}, {.call_ids = {"call_1"}});
    asking.told.rationales = {{"call_1", rationale("to know")}};
    EXPECT_EQ(send(std::move(asking), tool_call({span('b')}, "call_1")), "1 new, 1 known");
    EXPECT_EQ(stored(span('b')), "tool_call");
}

// What was reconstructed.

TEST_F(SettleTest, ReconstructedCallGivesWayToTheRealOne) {
    Arrival asking = model_call({span('a')});
    asking.told.if_absent = {reconstructed("r1", "call_1"), reconstructed("r2", "call_2")};
    send(std::move(asking), tool_call({span('b')}, "call_1"));
    EXPECT_EQ(stored("r1"), "none");
    EXPECT_EQ(stored("r2"), "tool_call");
}

TEST_F(SettleTest, ReconstructedCallGivesWayToOneInTheStore) {
    send(tool_call({.id = span('b'), .session = "another"}, "call_1"));
    Arrival asking = model_call({span('a')});
    asking.told.if_absent = {reconstructed("r1", "call_1"), reconstructed("r2", "call_2")};
    send(asking);
    EXPECT_EQ(stored("r1"), "none");
    EXPECT_EQ(stored("r2"), "tool_call");
    EXPECT_EQ(send(asking), "0 new, 1 known");
}

TEST_F(SettleTest, ReconstructedCallIsMadeOnce) {
    Arrival first = model_call({span('a')});
    first.told.if_absent = {reconstructed("r1", "call_1")};
    Arrival later = model_call({span('b')});
    later.told.if_absent = {reconstructed("r1", "call_1"), reconstructed("r2", "call_1")};
    send(std::move(first), std::move(later));
    EXPECT_EQ(stored("r1"), "tool_call");
    EXPECT_EQ(stored("r2"), "none");
}

TEST_F(SettleTest, ReconstructedCallHasItsRationale) {
    Arrival asking = model_call({span('a')}, {.call_ids = {"call_1"}});
    asking.told.rationales = {{"call_1", rationale("to know")}};
    Arrival next = model_call({span('b')});
    next.told.if_absent = {reconstructed("r1", "call_1")};
    send(std::move(asking), std::move(next));
    EXPECT_EQ(stored("r1"), "tool_call because to know");
}

TEST_F(SettleTest, RealCallBehindAReconstructedOneIsPlumbing) {
    Arrival asking = model_call({span('a')});
    asking.told.if_absent = {reconstructed("r1", "call_1")};
    send(std::move(asking));
    send(tool_call({span('b')}, "call_1"));
    EXPECT_EQ(stored(span('b')), "span for r");
}

TEST_F(SettleTest, ErrorThatClimbsIsOne) {
    const auto failed = [](char letter) {
        Arrival arrival = plumbing({span(letter)});
        EventDraft error;
        error.id = "error-1";
        error.kind = "error";
        error.time = time_text(beginning + static_cast<std::uint64_t>(letter) * ms);
        error.run = trace;
        arrival.told.if_absent.push_back(std::move(error));
        return arrival;
    };
    EXPECT_EQ(send(failed('a'), failed('b')), "3 new");
    EXPECT_EQ(send(failed('c')), "1 new");
}

// Spans that are not over.

TEST_F(SettleTest, OpenSpanGivesWayToTheFinishedOne) {
    EXPECT_EQ(send(plumbing({span('a') + "~open"}), plumbing({span('a')})), "1 new");
    EXPECT_EQ(send(plumbing({span('a') + "~open"})), "0 new");
    EXPECT_EQ(send(plumbing({span('b') + "~open"})), "1 new");
    EXPECT_EQ(send(plumbing({span('b')})), "1 new");
    EXPECT_EQ(stored(span('a') + "~open"), "none");
    EXPECT_EQ(stored(span('b') + "~open"), "span");
}

// Content that comes in records.

std::string record_json(const std::string& id, int second, const std::string& fields) {
    return fmt::format(R"({{"id":"{}","kind":"log","time":"2026-02-02T02:40:{:02}Z","run":"{}",)"
                       R"("session":"{}","parent":"{}","fields":{}}})",
                       id, second, trace, trace, span('a'), fields);
}

Arrival silent_call() {
    Arrival arrival = arrival_of({span('a')}, "llm_call");
    arrival.told.model_call = true;
    arrival.told.lacks_content = true;
    return arrival;
}

TEST_F(SettleTest, ModelCallWithoutContentHasThatOfItsRecords) {
    tell(record_json("l2", 2, R"({"message":{"role":"user","content":"hi"}})"));
    tell(record_json("l1", 1, R"({"message":{"role":"system","content":"be kind"}})"));
    tell(record_json("l3", 3, R"({"completion":"hello","call_ids":["c1"]})"));
    tell(record_json("l4", 4, R"({"body":"something else"})"));
    EXPECT_EQ(send(silent_call()), "1 new");
    EXPECT_EQ(fields_of(span('a')),
              R"({"scope":{"name":"one"},"messages":[{"role":"system","content":"be kind"},)"
              R"({"role":"user","content":"hi"}],"completion":"hello","call_ids":["c1"],)"
              R"("content_from":["l1","l2","l3"]})");
    EXPECT_EQ(send(silent_call()), "0 new, 1 known");
}

TEST_F(SettleTest, MessagesOfOneRecordAreTakenWhole) {
    tell(record_json("l1", 1, R"({"messages":[{"role":"user","content":"hi"}]})"));
    send(silent_call());
    EXPECT_EQ(fields_of(span('a')),
              R"({"scope":{"name":"one"},"messages":[{"role":"user","content":"hi"}],)"
              R"("content_from":["l1"]})");
}

TEST_F(SettleTest, ModelCallWithContentKeepsItsOwn) {
    tell(record_json("l1", 1, R"({"completion":"another"})"));
    send(model_call({span('a')}, {.completion = "its own"}));
    EXPECT_EQ(fields_of(span('a')).find("another"), std::string::npos);
}

TEST_F(SettleTest, ModelCallBeforeItsRecordsStaysAsItIs) {
    EXPECT_EQ(send(silent_call()), "1 new");
    tell(record_json("l1", 1, R"({"completion":"late"})"));
    EXPECT_EQ(send(silent_call()), "0 new, 1 known");
}

// A store that counts what it is asked.
class CountingStore final : public ForwardingStore {
public:
    using ForwardingStore::ForwardingStore;
    Result<std::optional<Event>> find(std::string_view id) const override {
        ++asked;
        return ForwardingStore::find(id);
    }
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override {
        ++asked;
        return ForwardingStore::scan(key, scan);
    }
    Result<std::optional<Summary>> summary(Space space, std::string_view id,
                                           std::string_view session) const override {
        ++asked;
        return ForwardingStore::summary(space, id, session);
    }
    Result<std::vector<Summary>> rows_of_run(std::string_view run) const override {
        ++asked;
        return ForwardingStore::rows_of_run(run);
    }
    mutable std::size_t asked = 0;
};

TEST_F(SettleTest, RunThatIsUnknownIsAskedForOnce) {
    auto counting = std::make_unique<CountingStore>(std::move(store_));
    const CountingStore& counted = *counting;
    store_ = std::move(counting);
    std::vector<Arrival> request;
    for (int i = 0; i < 300; ++i) {
        request.push_back(model_call({fmt::format("{:016x}-{}", i, trace)}));
        request.push_back(
            tool_call({fmt::format("{:016x}-{}", 1'000 + i, trace)}, fmt::format("call_{}", i)));
    }
    EXPECT_EQ(send_all(std::move(request)), "600 new");
    EXPECT_EQ(counted.asked, 1U);
}

TEST_F(SettleTest, PlumbingAsksForNothing) {
    auto counting = std::make_unique<CountingStore>(std::move(store_));
    const CountingStore& counted = *counting;
    store_ = std::move(counting);
    send(plumbing({span('a')}), plumbing({span('b'), span('a')}));
    EXPECT_EQ(counted.asked, 0U);
}

}  // namespace
}  // namespace hence::settle_for_test
