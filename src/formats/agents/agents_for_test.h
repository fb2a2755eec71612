// Reads the transcript of an agent, whole and line by line, and names what came of it. For tests
// only.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "formats/agents/agents.h"
#include "formats/common/read_for_test.h"
#include "formats/formats.h"
#include "model/facts.h"

namespace hence {

// Each line in a text of its own, with its end: a blank line counts, too.
inline ReadText read_each_line(MakeReader make, std::string_view text) {
    const std::unique_ptr<Reader> reader = make({});
    ReadText read;
    Batch batch;
    for (std::uint64_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        reader->take(std::string(text.substr(0, end)), line, batch);
        text.remove_prefix(end);
    }
    read.pending = reader->finish(batch);
    read.add(batch);
    return read;
}

// Checks that the text is detected as that format, and that it does not matter how it is cut.
inline ReadText read_agent(std::string_view name, const std::string& text) {
    const Result<Format> format = choose_format({}, text);
    EXPECT_EQ(format->name, name);
    ReadText whole = read_whole(format->reader, text);
    if (!begins_as_document(text)) {
        EXPECT_EQ(whole.told(), read_each_line(format->reader, text).told());
    }
    return whole;
}

// "KIND KIND ...", of what is finished.
inline std::string kinds_of(const ReadText& read) {
    std::string kinds;
    for (const Event& event : read.events) {
        kinds += (kinds.empty() ? "" : " ") + std::string(event.kind());
    }
    return kinds;
}

// What every transcript of these tests tells: the task, the answer, the thought and the call.
inline void expect_gate(const ReadText& read) {
    EXPECT_TRUE(read.refused.empty()) << read.told();
    ASSERT_EQ(read.of_kind("session_start").size(), 1U) << read.told();
    EXPECT_EQ(text_field(read.of_kind("session_start")[0], "goal"), "mend the gate");
    ASSERT_FALSE(read.of_kind("llm_call").empty()) << read.told();
    const Event call = read.of_kind("llm_call")[0];
    ASSERT_EQ(read.of_kind("thought").size(), 1U) << read.told();
    EXPECT_EQ(text_field(read.of_kind("thought")[0], "text"), "a dry hinge");
    EXPECT_EQ(read.of_kind("thought")[0].parent(), call.id());
    ASSERT_EQ(read.of_kind("tool_call").size(), 1U) << read.told();
    const Event tool = read.of_kind("tool_call")[0];
    EXPECT_EQ(tool.parent(), call.id());
    EXPECT_EQ(text_field(tool, "output"), "oiled");
    EXPECT_EQ(field(tool, "input")["command"].string(), "oil");
}

}  // namespace hence
