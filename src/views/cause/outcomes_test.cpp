#include "views/cause/outcomes.h"

#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class OutcomesTest : public ToldLog {
protected:
    void tell_outcome(std::string_view of, std::string_view correct) {
        tell(0, "outcome", fmt::format(R"("fields":{{"of":"{}","correct":{}}})", of, correct));
    }

    static std::string said(const Outcomes& outcomes, const std::string& id) {
        const std::optional<Outcomes::Known>& known = outcomes.of(id);
        if (!known) {
            return "none";
        }
        return fmt::format("{} {}", known->seq,
                           !known->correct   ? "unknown"
                           : *known->correct ? "right"
                                             : "wrong");
    }
};

TEST_F(OutcomesTest, AreFoundForThoseThatAreWanted) {
    tell_outcome("a", "true");
    tell_outcome("b", "false");
    tell_outcome("c", "null");
    tell_outcome("unwanted", "true");
    Outcomes outcomes;
    for (const std::string id : {"a", "b", "c", "d"}) {
        outcomes.want(id);
    }
    ASSERT_TRUE(outcomes.find(*store_));
    EXPECT_EQ(said(outcomes, "a"), "1 right");
    EXPECT_EQ(said(outcomes, "b"), "2 wrong");
    EXPECT_EQ(said(outcomes, "c"), "3 unknown");
    EXPECT_EQ(said(outcomes, "d"), "none");
}

TEST_F(OutcomesTest, AreFoundAmongManyMore) {
    tell_outcome("first", "true");
    for (int other = 0; other < 100; ++other) {
        tell_outcome(fmt::format("other-{}", other), "false");
    }
    tell_outcome("last", "false");
    Outcomes outcomes;
    for (const std::string id : {"first", "last", "none"}) {
        outcomes.want(id);
    }
    ASSERT_TRUE(outcomes.find(*store_));
    EXPECT_EQ(said(outcomes, "first"), "1 right");
    EXPECT_EQ(said(outcomes, "last"), "102 wrong");
    EXPECT_EQ(said(outcomes, "none"), "none");
}

TEST_F(OutcomesTest, OfNothingAreNone) {
    tell_outcome("a", "true");
    Outcomes outcomes;
    EXPECT_TRUE(outcomes.find(*store_));
}

}  // namespace
}  // namespace hence
