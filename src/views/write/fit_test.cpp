#include "views/write/fit.h"

#include <gtest/gtest.h>

#include "views/write/columns.h"

namespace hence {
namespace {

constexpr std::string_view row =
    "├─ [2026-02-23 10:00:01Z] Tool call: Read a/very/long/path/to/a/file.cpp (45ms)  (bbbbbbbb)";

TEST(FitTest, SummaryIsCutAndTheIdStays) {
    const std::string fitted = fitted_row(row, 60);
    EXPECT_EQ(fitted, "├─ [2026-02-23 10:00:01Z] Tool call: Read a/ver…  (bbbbbbbb)");
    EXPECT_EQ(width(fitted), 60U);
    EXPECT_EQ(fitted_row(row, 0), row);
    EXPECT_EQ(fitted_row(row, 200), row);
}

TEST(FitTest, GuidesOfADeepTreeGiveWay) {
    std::string deep;
    for (int level = 0; level < 40; ++level) {
        deep += "│  ";
    }
    const std::string fitted = fitted_row(deep + std::string(row), 80);
    EXPECT_EQ(width(fitted), 80U);
    EXPECT_TRUE(fitted.starts_with("…"));
    EXPECT_TRUE(fitted.ends_with("  (bbbbbbbb)"));
}

TEST(FitTest, OtherLinesPass) {
    const std::string prose(200, 'x');
    EXPECT_EQ(fitted_row(prose, 80), prose);
    EXPECT_EQ(fitted_row(prose + "  (abc)", 80), prose + "  (abc)");
}

TEST(FitTest, LinesMayComeInPieces) {
    std::string out;
    const Sink sink = [&out](std::string_view piece) -> Result<void> {
        out += piece;
        return {};
    };
    FittedRows rows(sink, 60);
    ASSERT_TRUE(rows.take(row.substr(0, 30)));
    ASSERT_TRUE(rows.take(std::string(row.substr(30)) + "\nend"));
    ASSERT_TRUE(rows.finish());
    EXPECT_EQ(out, fitted_row(row, 60) + "\nend");
}

}  // namespace
}  // namespace hence
