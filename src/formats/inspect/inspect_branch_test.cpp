#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/inspect/inspect_for_test.h"
#include "model/facts.h"

namespace hence {
namespace {

TEST(Inspect, ABranchFromAnAnchorIsARewind) {
    const ReadText read =
        read_inspect_events(inspect_event("anchor", 1, R"("anchor_id":"x")") + "," +
                            inspect_event("info", 2, R"("data":"left")") + "," +
                            inspect_event("branch", 3, R"("from_anchor":"x")"));
    const std::vector<Event> rewinds = read.of_kind("session_rewind");
    const std::vector<Event> marks = read.of_kind("session_checkpoint");
    ASSERT_EQ(rewinds.size(), 1U);
    ASSERT_EQ(marks.size(), 1U);
    EXPECT_EQ(text_field(rewinds[0], "to"), marks[0].id());
}

}  // namespace
}  // namespace hence
