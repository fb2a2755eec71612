#include "formats/cortex/cortex.h"

#include <gtest/gtest.h>

#include "formats/common/reading_for_test.h"

namespace hence {
namespace {

const std::string call =
    R"({"id":"e1","event_type":"tool_call","agent_id":"a","timestamp":"2026-02-23T10:00:01Z",)"
    R"("session":"s1","parent_event":"e0","duration_ms":45,"fields":{"toolName":"Read"}})";
const std::string told_event =
    R"({"id":"e1","kind":"tool_call","time":"2026-02-23T10:00:01Z","agent":"a","session":"s1",)"
    R"("parent":"e0","duration_ms":45,"fields":)";

TEST(CortexTest, LineListAndAnswerGiveTheSameEvents) {
    for (const std::string& text :
         {call, "[" + call + "]", R"({"events":[)" + call + R"(],"total":1})"}) {
        const Reading reading = read_detected(text);
        ASSERT_EQ(reading.events.size(), 1U) << text;
        EXPECT_EQ(reading.events[0],
                  "1 " + told_event + R"({"tool_name":"Read"},"source":"cortex"})");
    }
}

TEST(CortexTest, NamespaceOfARequestIsKept) {
    const Reading reading = read_detected(R"({"namespace":"ns","events":[)" + call + ",{}]}");
    ASSERT_EQ(reading.events.size(), 1U);
    EXPECT_EQ(reading.events[0],
              "1 " + told_event + R"({"namespace":"ns","tool_name":"Read"},"source":"cortex"})");
    EXPECT_EQ(reading.refused, (std::vector<std::string>{"2 event_type is missing"}));
}

TEST(CortexTest, AnswerWithoutEventsIsKnown) {
    EXPECT_EQ(choose_format({}, R"({"events":[],"total":0})")->name, "cortex");
    EXPECT_EQ(choose_format({}, R"({"namespace":"ns","events":[]})")->name, "cortex");
    EXPECT_EQ(read_detected(R"({"events":[],"total":0})"), Reading());
}

TEST(CortexTest, FieldsMayBeSpelledInSnakeCase) {
    const Reading reading = read_detected(
        R"({"id":"e","event_type":"llm_call","agent_id":"a","timestamp":"2026-02-23T10:00:01Z",)"
        R"("fields":{"model":"m","prompt_tokens":"10","total_tokens":12}})");
    ASSERT_EQ(reading.events.size(), 1U);
    EXPECT_NE(reading.events[0].find(R"({"model":"m","prompt_tokens":10,"total_tokens":12})"),
              std::string::npos);
}

}  // namespace
}  // namespace hence
