#include "model/files/tool_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/files/patch_files.h"
#include "model/files/shell_files.h"

namespace hence {
namespace {

std::string line_of(const std::vector<NamedFile>& files) {
    std::string out;
    for (const NamedFile& file : files) {
        out += fmt::format("{}{}{} {}{}", out.empty() ? "" : "; ", file.assumed ? "~" : "",
                           to_string(file.deed), file.path,
                           file.moved.empty() ? "" : " (" + file.moved + ")");
    }
    return out;
}

std::string named(std::string_view tool, std::string_view input) {
    return line_of(tool_files(tool, Json(input)));
}

std::string shell(std::string_view command, std::string_view base = {}) {
    return line_of(shell_files(command, base));
}

TEST(ToolFilesTest, ToolsOfCodingAgentsNameTheirFiles) {
    EXPECT_EQ(named("Read", R"({"file_path":"/a/b.c","offset":3})"), "read /a/b.c");
    EXPECT_EQ(named("Edit", R"({"file_path":"b.c","old_string":"x","new_string":"y"})"),
              "edited b.c");
    EXPECT_EQ(named("MultiEdit", R"({"file_path":"b.c","edits":[]})"), "edited b.c");
    EXPECT_EQ(named("Write", R"({"file_path":"b.c","content":""})"), "written b.c");
    EXPECT_EQ(named("NotebookEdit", R"({"notebook_path":"n.ipynb","new_source":"1"})"),
              "edited n.ipynb");
    EXPECT_EQ(named("str_replace_editor", R"({"command":"view","path":"/a"})"), "read /a");
    EXPECT_EQ(named("str_replace_based_edit_tool", R"({"command":"create","path":"/a"})"),
              "written /a");
    EXPECT_EQ(named("developer__text_editor", R"({"command":"insert","path":"/a"})"), "edited /a");
    EXPECT_EQ(named("delete_file", R"({"target_file":"old.c"})"), "deleted old.c");
    EXPECT_EQ(named("StrReplaceFile", R"({"path":"a.c","edit":{}})"), "edited a.c");
    EXPECT_EQ(named("view_file", R"({"AbsolutePath":"/a.c"})"), "read /a.c");
    EXPECT_EQ(named("read_many_files", R"({"paths":["a","b","./a"]})"), "read a; read b");
    EXPECT_EQ(named("mcp__filesystem__move_file", R"({"source":"a","destination":"b"})"),
              "deleted a (b); written b (a)");
    EXPECT_EQ(named("read_file", R"("{\"path\":\"a.c\"}")"), "read a.c");
}

TEST(ToolFilesTest, OtherToolsNameNone) {
    EXPECT_EQ(named("Grep", R"({"pattern":"x","path":"src"})"), "");
    EXPECT_EQ(named("list_directory", R"({"path":"src"})"), "");
    EXPECT_EQ(named("create_directory", R"({"path":"src"})"), "");
    EXPECT_EQ(named("WebFetch", R"({"url":"https://example.org/a","prompt":"p"})"), "");
    EXPECT_EQ(named("read_file", R"({"path":"https://example.org/a"})"), "");
    EXPECT_EQ(named("TodoWrite", R"({"todos":[]})"), "");
    EXPECT_EQ(named("Read", "null"), "");
    EXPECT_EQ(named("Read", R"({"file_path":7})"), "");
}

TEST(ToolFilesTest, ANameThatFilesDoNotOwnAloneIsAssumed) {
    EXPECT_EQ(named("delete_record", R"({"path":"/users/1"})"), "~deleted /users/1");
    EXPECT_EQ(named("edit", R"({"replacement_text":"x","start_line":1})"), "~edited ");
}

// A JSON string of lines.
std::string lines(std::initializer_list<std::string_view> all) {
    return fmt::format(R"("{}")", fmt::join(all, R"(\n)"));
}

TEST(ToolFilesTest, PatchesNameTheirFiles) {
    const std::string patch =
        lines({"*** Begin Patch", "*** Add File: a.c", "+int a;", "*** Update File: b.c", "@@",
               "-x", "+y", "*** Delete File: c.c", "*** Update File: d.c", "*** Move to: e.c",
               "*** End Patch"});
    const std::string named_by_it =
        "written a.c; edited b.c; deleted c.c; deleted d.c (e.c); written e.c (d.c)";
    EXPECT_EQ(named("apply_patch", patch), named_by_it);
    EXPECT_EQ(named("apply_patch", fmt::format(R"({{"input":{}}})", patch)), named_by_it);
    const std::string command = lines(
        {"apply_patch <<'EOF'", "*** Begin Patch", "*** Delete File: x", "*** End Patch", "EOF"});
    EXPECT_EQ(
        named("shell", fmt::format(R"({{"command":["bash","-lc",{}],"workdir":"/w"}})", command)),
        "deleted /w/x");
    const std::string diff = lines({"--- a/x.c", "+++ b/x.c", "@@ -1 +1 @@", "-1", "+2",
                                    "--- /dev/null", "+++ b/y.c", "@@ -0,0 +1 @@", "+1", ""});
    EXPECT_EQ(named("patch", fmt::format(R"({{"diff":{}}})", diff)), "edited x.c; written y.c");
    EXPECT_EQ(file_change("apply_patch", Json(patch), "b.c").patch, "@@\n-x\n+y\n");
}

TEST(ToolFilesTest, AChangeHasWhatTheCallPutsIn) {
    const FileChange edit =
        file_change("MultiEdit",
                    Json(R"({"file_path":"a","edits":[{"old_string":"1","new_string":"2"},)"
                         R"({"old_string":"3","new_string":"4"}]})"),
                    "a");
    ASSERT_EQ(edit.replacements.size(), 2U);
    EXPECT_EQ(edit.replacements[1].before, "3");
    EXPECT_EQ(edit.replacements[1].after, "4");
    const FileChange whole = file_change("Write", Json(R"({"file_path":"a","content":"x"})"), "a");
    ASSERT_EQ(whole.replacements.size(), 1U);
    EXPECT_EQ(whole.replacements[0].before + whole.replacements[0].after, "x");
}

TEST(ShellFilesTest, WordsOfACommandSuggestFiles) {
    EXPECT_EQ(shell("cat a.c 'b c.h' | head -n 20"), "~read a.c; ~read b c.h");
    EXPECT_EQ(shell("cd /w && sed -n '1,200p' src/x.ts"), "~read /w/src/x.ts");
    EXPECT_EQ(shell("sed -i 's/a/b/' x.c"), "~edited x.c");
    EXPECT_EQ(shell("sed -i '' -e 's/a/b/' x.c"), "~edited x.c");
    EXPECT_EQ(shell("rm -rf build && cmake -B build"), "~deleted build");
    EXPECT_EQ(shell("rm -rf build", "/w"), "~deleted /w/build");
    EXPECT_EQ(shell("make > log.txt 2>&1; echo x >> all.log 2>/dev/null"),
              "~written log.txt; ~edited all.log");
    EXPECT_EQ(shell("mv a.c b.c; cp x y z dir"),
              "~deleted a.c (b.c); ~written b.c (a.c); ~read x; ~written dir/x; ~read y; "
              "~written dir/y; ~read z; ~written dir/z");
    EXPECT_EQ(shell("X=1 sudo touch /etc/x # rm y"), "~written /etc/x");
    EXPECT_EQ(shell("for f in *; do rm $f; done; git rm old.c"), "~deleted old.c");
    EXPECT_EQ(shell("cat <<'EOF' > out.txt\nrm all\nEOF\nrm one"),
              "~written out.txt; ~deleted one");
    EXPECT_EQ(shell("rm build/*.o"), "~deleted build/*.o");
    EXPECT_EQ(shell("echo \"rm x\"; grep -r rm ."), "");
}

TEST(NamedFileTest, APathIsShownOneWay) {
    EXPECT_EQ(clean_path("./a//b/../c"), "a/c");
    EXPECT_EQ(clean_path("../a"), "../a");
    EXPECT_EQ(clean_path("a", "/w"), "/w/a");
    EXPECT_EQ(clean_path("/a", "/w"), "/a");
    EXPECT_EQ(clean_path("file:///a"), "/a");
    EXPECT_EQ(clean_path("C:\\a\\..\\b"), "C:\\a\\..\\b");
    EXPECT_EQ(clean_path("two\nlines"), "");
    EXPECT_EQ(clean_path(""), "");
    EXPECT_EQ(clean_path(std::string(5'000, 'a')), "");
}

RC_GTEST_PROP(ToolFilesProperty, AnyTextIsReadToItsEnd, (const std::string& text)) {
    shell_files(text, "/w");
    patched_files(text);
    patched_files("*** Begin Patch\n*** Update File: " + text);
    patched_files("--- " + text + "\n+++ " + text);
}

}  // namespace
}  // namespace hence
