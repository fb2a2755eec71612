#include "formats/common/parts.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string told(std::string_view text, std::uint64_t first_line = 1) {
    TextParts parts(text, first_line);
    std::string told;
    std::string all;
    while (const std::optional<TextPart> part = parts.next()) {
        told += std::to_string(part->line) + ":" + std::to_string(part->text.size()) + " ";
        all += part->text;
    }
    EXPECT_TRUE(all == text);
    return told;
}

TEST(TextPartsTest, SmallTextIsOnePart) {
    EXPECT_EQ(told(""), "");
    EXPECT_EQ(told("a\nb"), "1:3 ");
    EXPECT_EQ(told("a\nb", 7), "7:3 ");
}

TEST(TextPartsTest, PartEndsWithTheLineThatFillsIt) {
    const std::string line(TextParts::part_bytes - 1, 'x');
    EXPECT_EQ(told(line + "\n"), "1:4194304 ");
    EXPECT_EQ(told(line + "\ny\nz"), "1:4194304 2:3 ");
    EXPECT_EQ(told(line + "x\ny\n"), "1:4194305 2:2 ");
    EXPECT_EQ(told(line + "xx"), "1:4194305 ");
}

TEST(TextPartsTest, DocumentIsOnePart) {
    const std::string text = "[\n" + std::string(TextParts::part_bytes, ' ') + "\n]\n";
    EXPECT_EQ(told(text), "1:4194309 ");
    EXPECT_EQ(told(text, 2), "2:4194307 4:2 ");
}

}  // namespace
}  // namespace hence
