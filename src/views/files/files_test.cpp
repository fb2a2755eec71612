#include "hence/session/files.h"

#include <gtest/gtest.h>

#include "views/files/line_diff.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class FilesTest : public ToldLog {
protected:
    Files ask(const FilesRequest& request) {
        Result<Files> answer = files_of(*store_, request);
        EXPECT_TRUE(answer) << answer.error().message;
        return std::move(answer).take();
    }

    // "a.c read 1 edited 2 failed 1, …"
    std::string files(const FilesRequest& request) {
        std::string out;
        for (const TouchedFile& file : ask(request).files) {
            out += out.empty() ? "" : ", ";
            out += (file.assumed ? "~" : "") + file.path;
            for (std::size_t i = 0; i < file_deeds; ++i) {
                if (file.counts[i] > 0) {
                    out +=
                        fmt::format(" {} {}", to_string(static_cast<FileDeed>(i)), file.counts[i]);
                }
            }
            out += file.failed > 0 ? fmt::format(" failed {}", file.failed) : "";
        }
        return out;
    }

    std::string call(std::string_view tool, std::string_view input, std::string_view rest = "") {
        return tell(told_, "tool_call",
                    fmt::format(R"("agent":"a","session":"s","fields":{{"tool_name":"{}",)"
                                R"("input":{}{}{}}})",
                                tool, input, rest.empty() ? "" : ",", rest));
    }
};

TEST_F(FilesTest, DeedsAreCountedByFileAndFailedCallsAreNot) {
    call("Read", R"({"file_path":"b.c"})", R"("output":"x")");
    call("Edit", R"({"file_path":"b.c","old_string":"x","new_string":"y"})", R"("output":"ok")");
    call("Edit", R"({"file_path":"b.c","old_string":"q","new_string":"z"})",
         R"("error":"not found")");
    call("Write", R"({"file_path":"a.c","content":"1"})");
    EXPECT_EQ(files({.session = "s"}), "a.c written 1, b.c read 1 edited 1 failed 1");
    EXPECT_EQ(files({.session = "s", .path = "b"}), "b.c read 1 edited 1 failed 1");
    const Files answer = ask({.session = "s"});
    EXPECT_EQ(answer.totals, (std::array<std::uint64_t, 4>{1, 1, 1, 0}));
    ASSERT_NE(answer.files[1].last_change(), nullptr);
    EXPECT_EQ(answer.files[1].last_change()->seq, 2U);
    EXPECT_EQ(answer.files[0].touches[0].ok, std::nullopt);
}

TEST_F(FilesTest, TheEndOfACallSaysWhetherItFailed) {
    call("Edit", R"({"file_path":"b.c","old_string":"x","new_string":"y"})", R"("call_id":"c1")");
    tell(told_, "observation",
         R"("session":"s","fields":{"call_id":"c1","status":"error","content":"denied"})");
    EXPECT_EQ(files({.session = "s"}), "b.c failed 1");
    EXPECT_EQ(files({.session = "s", .changed = true}), "");
}

TEST_F(FilesTest, WhatOnlyACommandNamesIsAssumed) {
    call("Bash", R"({"command":"rm -rf build; cat a.c"})", R"("output":"")");
    call("Read", R"({"file_path":"a.c"})", R"("output":"")");
    EXPECT_EQ(files({.session = "s"}), "a.c read 2, ~build deleted 1");
    EXPECT_EQ(ask({.session = "s"}).shell_calls, 1U);
}

TEST_F(FilesTest, AnEditorEditsTheFileThatItOpened) {
    call("open", R"({"path":"a.c"})", R"("output":"")");
    call("edit", R"({"replacement_text":"x","start_line":1,"end_line":1})", R"("output":"")");
    EXPECT_EQ(files({.session = "s"}), "a.c read 1 edited 1");
}

TEST_F(FilesTest, ASessionWithoutFilesIsEmptyAndAnUnknownOneAnError) {
    call("Bash", R"({"command":"uptime"})");
    EXPECT_EQ(files({.session = "s"}), "");
    EXPECT_EQ(files_of(*store_, {.session = "none"}).error().code, Code::not_found);
    EXPECT_EQ(files_of(*store_, {.session = "s", .path = "x"}).error().code, Code::not_found);
}

TEST(LineDiffTest, OnlyLinesNearAChangeAreShown) {
    std::string before;
    for (int i = 0; i < 20; ++i) {
        before += fmt::format("line {}\n", i);
    }
    std::string after = before;
    after.replace(after.find("line 10"), 7, "LINE 10");
    FileChange change;
    change.replacements.push_back({before, after});
    const LineDiff diff = line_diff(change);
    EXPECT_EQ(diff.text,
              " line 7\n line 8\n line 9\n-line 10\n+LINE 10\n line 11\n line 12\n line 13\n");
    EXPECT_EQ(diff.added, 1U);
    EXPECT_EQ(diff.removed, 1U);
}

TEST(LineDiffTest, ALongChangeIsCutAndSaysSo) {
    std::string text;
    for (std::size_t i = 0; i < diff_lines_max + 7; ++i) {
        text += "x\n";
    }
    FileChange change;
    change.replacements.push_back({"", text});
    const LineDiff diff = line_diff(change);
    EXPECT_EQ(diff.added, diff_lines_max + 7);
    EXPECT_EQ(diff.cut, 7U);
}

}  // namespace
}  // namespace hence
