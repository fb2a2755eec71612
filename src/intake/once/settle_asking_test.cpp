// Tests of what settling asks a store for.
#include "intake/once/settle.h"
#include "intake/once/settle_for_test.h"
#include "store/common/forwarding_store.h"

namespace hence::settle_for_test {
namespace {

// Says what it has nothing of, and counts the scans of runs and answers that find nothing.
class SayingStore final : public ForwardingStore {
public:
    SayingStore() : ForwardingStore(open_memory_store()) {}

    Result<std::vector<bool>> may_hold(const std::vector<Key>& keys) const override {
        std::vector<bool> held;
        for (const Key& key : keys) {
            held.push_back(holds(key));
        }
        return held;
    }
    Result<std::unique_ptr<Cursor>> scan(const Key& key, const Scan& scan) const override {
        const bool told = key.space == Space::run || key.space == Space::withdrawn ||
                          key.space == Space::response;
        vain_ += told && !holds(key) ? 1 : 0;
        return ForwardingStore::scan(key, scan);
    }
    int vain() const { return vain_; }

private:
    bool holds(const Key& key) const {
        const std::unique_ptr<Cursor> cursor = ForwardingStore::scan(key, {}).take();
        return cursor->next().take().has_value();
    }

    mutable int vain_ = 0;
};

TEST(SettleAskingTest, WhatTheStoreHasNothingOfIsNotScanned) {
    SayingStore store;
    SpanTold first = model_call("a", "", 0, R"(,"model":"m","response_id":"r")");
    SpanTold other = model_call("b", "", 2, R"(,"model":"m","response_id":"r")");
    other.run = "u";
    other.until = 8;
    send(store, {first, tool_call("t1", "a", 1, R"(,"tool_name":"add","call_id":"c1")")});
    send(store, {other});
    EXPECT_EQ(store.vain(), 1) << "the withdrawn events of the run that shares the answer";
    EXPECT_EQ(stored(store, "a"), "span for b");
    EXPECT_EQ(stored(store, "b"), "llm_call");
}

}  // namespace
}  // namespace hence::settle_for_test
