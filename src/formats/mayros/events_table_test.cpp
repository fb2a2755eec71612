#include "formats/mayros/events_table.h"

#include <gtest/gtest.h>

#include "formats/common/reading_for_test.h"

namespace hence {
namespace {

TEST(MayrosTableTest, ARowIsAnEvent) {
    const Reading reading = read_detected(
        "| Timestamp | Type | Agent | Detail | Duration |\n"
        "|-----------|------|-------|--------|----------|\n"
        "| 2026-02-23 10:30:00Z | tool_call | main | read\\|file | 42ms |\n"
        "| 2026-02-23 10:30:01Z | llm_call | main | gpt-5 (450tok) | - |\n"
        "broken\n");
    ASSERT_EQ(reading.events.size(), 2U);
    EXPECT_NE(reading.events[0].find(R"("kind":"tool_call","time":"2026-02-23T10:30:00Z",)"
                                     R"("agent":"main","duration_ms":42,)"
                                     R"("fields":{"tool_name":"read|file"})"),
              std::string::npos)
        << reading.events[0];
    EXPECT_NE(reading.events[1].find(R"("fields":{"model":"gpt-5","total_tokens":450})"),
              std::string::npos)
        << reading.events[1];
    EXPECT_EQ(reading.refused, (std::vector<std::string>{"5 it is no row of five cells"}));
}

}  // namespace
}  // namespace hence
