#include "formats/cortex/triples.h"

#include <gtest/gtest.h>

#include "formats/common/reading_for_test.h"

namespace hence {
namespace {

std::string triple(const std::string& id, const std::string& predicate, const std::string& object) {
    return R"({"subject":"ns:event:)" + id + R"(","predicate":"ns:event:)" + predicate +
           R"(","object":)" + object + "}";
}

const std::string all_of_e1 =
    triple("e1", "type", R"("tool_call")") + "\n" + triple("e2", "type", R"("error")") + "\n" +
    triple("e1", "agent", R"({"node":"ns:agent:a"})") + "\n" +
    triple("e1", "timestamp", R"("2026-02-23T10:00:01Z")") + "\n" +
    triple("e1", "session", R"({"node":"<ns:session:s1>"})") + "\n" +
    triple("e1", "parent_event", R"({"node":"ns:event:e0"})") + "\n" +
    triple("e1", "duration_ms", "45") + "\n" + triple("e1", "toolName", R"("Read")") + "\n";

TEST(CortexTriplesTest, TriplesOfASubjectAreOneEvent) {
    const Reading reading = read_detected(all_of_e1);
    ASSERT_EQ(reading.events.size(), 1U);
    EXPECT_EQ(reading.events[0],
              R"(1 {"id":"e1","kind":"tool_call","time":"2026-02-23T10:00:01Z","agent":"a",)"
              R"("session":"s1","parent":"e0","duration_ms":45,)"
              R"("fields":{"namespace":"ns","tool_name":"Read"},"source":"cortex-triples"})");
    EXPECT_EQ(reading.refused, (std::vector<std::string>{"2 timestamp is missing"}));
}

TEST(CortexTriplesTest, ASubjectThatIsNoEventIsRefused) {
    const Reading reading = read_detected(
        all_of_e1 + R"({"subject":"ns:session:s1","predicate":"status","object":"forked"})" + "\n");
    EXPECT_EQ(reading.events.size(), 1U);
    ASSERT_EQ(reading.refused.size(), 2U);
    EXPECT_EQ(reading.refused[0], "9 the subject \"ns:session:s1\" is no event");
}

}  // namespace
}  // namespace hence
