#include "model/summary/tool_argument.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

std::string argument(std::string_view tool, const char* input) {
    return tool_argument(tool, Json(input));
}

TEST(ToolArgumentTest, ShellsShowTheirCommand) {
    EXPECT_EQ(argument("Bash", R"({"command":"rm -rf build","description":"clean"})"),
              "`rm -rf build`");
    EXPECT_EQ(argument("shell", R"({"command":["bash","-lc","ls -la"],"workdir":"/a"})"),
              "`ls -la`");
    EXPECT_EQ(argument("shell", R"({"command":["git","status"]})"), "`git status`");
    EXPECT_EQ(argument("exec_command", R"({"cmd":"make\nmake test"})"), "`make`");
    EXPECT_EQ(argument("Bash", R"("ls")"), "`ls`");
    EXPECT_EQ(argument("local_shell", R"(["ls","-l"])"), "`ls -l`");
}

TEST(ToolArgumentTest, AShellShowsItsCommandBesideAPath) {
    EXPECT_EQ(argument("Bash", R"({"command":"npm test","path":"/shop"})"), "`npm test`");
    EXPECT_EQ(argument("editor", R"({"command":"create","path":"/shop/a"})"), "/shop/a");
}

TEST(ToolArgumentTest, ALongCommandKeepsWhatItDoesAndLosesTheWayThere) {
    const std::string place = "/data/me/a_folder_with_a_long_name/another_folder/and_one_more/shop";
    EXPECT_EQ(argument("Bash", (R"({"command":"cd )" + place + R"( && npm test cart"})").c_str()),
              "`cd …/and_one_more/shop && npm test cart`");
    EXPECT_EQ(
        argument("Bash", (R"({"command":"cd )" + place + R"(; make all tests\nmake"})").c_str()),
        "`cd …/and_one_more/shop; make all tests`");
    EXPECT_EQ(argument("Bash", R"({"command":"cd /shop/a_folder_with_a_name && npm test"})"),
              "`cd /shop/a_folder_with_a_name && npm test`");
    const std::string quoted = R"({"command":"cd \"/data/a b/)" + std::string(90, 'x') + R"(\""})";
    EXPECT_TRUE(argument("Bash", quoted.c_str()).starts_with("`cd \"/data/a b/xxx"));
}

TEST(ToolArgumentTest, APatchShowsItsFiles) {
    EXPECT_EQ(
        argument("apply_patch",
                 R"("*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** End Patch")"),
        "src/a.ts");
    EXPECT_EQ(argument("apply_patch",
                       R"({"input":"*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n)"
                       R"(*** End Patch"})"),
              "a, b");
    EXPECT_EQ(argument("say", R"("*** Begin Patch")"), "*** Begin Patch");
}

TEST(ToolArgumentTest, FilesShowTheirPathAndLines) {
    EXPECT_EQ(argument("Read", R"({"file_path":"src/main.cpp"})"), "src/main.cpp");
    EXPECT_EQ(argument("Read", R"({"file_path":"a.cpp","offset":10,"limit":30})"), "a.cpp:10-39");
    EXPECT_EQ(argument("Edit", R"({"file_path":"a.cpp","old_string":"x","new_string":"y"})"),
              "a.cpp");
    EXPECT_EQ(
        argument("str_replace_editor", R"({"command":"view","path":"/a","view_range":[1,9]})"),
        "/a:1-9");
    EXPECT_EQ(
        argument("str_replace_editor", R"({"command":"view","path":"/a","view_range":[11,-1]})"),
        "/a:11-");
    EXPECT_EQ(argument("view", R"({"path":"/a","view_range":[]})"), "/a");
}

TEST(ToolArgumentTest, SearchesShowPatternAndPlace) {
    EXPECT_EQ(argument("Grep", R"({"pattern":"FIND","path":"src","-n":true})"), "FIND in src");
    EXPECT_EQ(argument("Glob", R"({"pattern":"**/*.ts"})"), "**/*.ts");
    EXPECT_EQ(argument("search", R"({"query":"FIND","directory":"src"})"), "FIND in src");
    EXPECT_EQ(argument("WebSearch", R"({"query":"xterm.js scroll"})"), "xterm.js scroll");
    EXPECT_EQ(argument("WebFetch", R"({"url":"https://a.example","prompt":"what"})"),
              "https://a.example");
}

TEST(ToolArgumentTest, SubAgentsShowTheChild) {
    EXPECT_EQ(argument("Task", R"({"subagent_type":"Explore","description":"d","prompt":"p"})"),
              "Explore");
}

TEST(ToolArgumentTest, ElseTheOnlyTextOrTheArguments) {
    EXPECT_EQ(argument("get_weather", R"({"city":"Paris","days":3})"), "Paris");
    EXPECT_EQ(argument("book", R"({"from":"Paris","to":"Rome"})"),
              R"({"from":"Paris","to":"Rome"})");
    EXPECT_EQ(argument("add", R"({"a":1,"b":2})"), R"({"a":1,"b":2})");
    EXPECT_EQ(argument("say", R"("hello\nthere")"), "hello");
    EXPECT_EQ(argument("pack", R"("{\"city\":\"Oslo\"}")"), "Oslo");
    EXPECT_EQ(argument("pack", R"({"input":{"city":"Oslo"}})"), "Oslo");
    EXPECT_EQ(argument("pack", R"({"args":{"a":1},"b":2})"), R"({"args":{"a":1},"b":2})");
    EXPECT_EQ(argument("pack", R"({"args":[],"kwargs":{"city":"Oslo"}})"), "Oslo");
    EXPECT_EQ(argument("pack", R"({"args":["Oslo"],"kwargs":{}})"), "Oslo");
    EXPECT_EQ(argument("pack", R"({"args":["Oslo",2],"kwargs":{}})"),
              R"({"args":["Oslo",2],"kwargs":{}})");
    EXPECT_EQ(argument("pack", R"({"args":[],"kwargs":{}})"), R"({"args":[],"kwargs":{}})");
}

TEST(ToolArgumentTest, NothingRecordedShowsNothing) {
    for (const char* input : {"", "null", "{}", "[]", "\"\""}) {
        EXPECT_EQ(argument("Read", input), "") << input;
    }
}

TEST(ToolArgumentTest, LongAndHostileTextIsCutAndHarmless) {
    const std::string long_path = R"({"path":")" + std::string(200, 'a') + R"("})";
    EXPECT_EQ(argument("Read", long_path.c_str()), std::string(79, 'a') + "…");
    EXPECT_EQ(argument("Bash", R"({"command":"a\u001b[31m"})"), "`a\\x1b[31m`");
}

TEST(ToolArgumentTest, ALongPathIsToldByItsEnd) {
    const std::string folders = "/data/me/a_folder_with_a_long_name/another_folder/and_one_more";
    EXPECT_EQ(
        argument("Edit", (R"({"file_path":")" + folders + R"(/src/panel/NavUser.tsx"})").c_str()),
        "…/me/a_folder_with_a_long_name/another_folder/and_one_more/src/panel/NavUser.tsx");
    EXPECT_EQ(
        argument("Grep",
                 (R"({"pattern":"initials","path":")" + folders + R"(/src/panel/parts"})").c_str()),
        "initials in …/and_one_more/src/panel/parts");
    EXPECT_EQ(argument("Read", (R"({"path":")" + folders +
                                R"(/src/panel/NavUser.tsx","offset":3,"limit":2})")
                                   .c_str()),
              "…/another_folder/and_one_more/src/panel/NavUser.tsx:3-4");
}

TEST(ToolArgumentTest, AFileThatIsReadIsKnownByItsPath) {
    const auto path = [](std::string_view tool, std::string_view input) {
        return read_path(tool, Json(input));
    };
    EXPECT_EQ(path("Read", R"({"file_path":"/a","offset":3})"), "/a");
    EXPECT_EQ(path("read_file", R"({"path":"/a"})"), "/a");
    EXPECT_EQ(path("str_replace_based_edit_tool", R"({"command":"view","path":"/a"})"), "/a");
    EXPECT_EQ(path("str_replace_based_edit_tool", R"({"command":"create","path":"/a"})"), "");
    EXPECT_EQ(path("read_file", R"("{\"path\":\"/a\"}")"), "/a");
    EXPECT_EQ(path("Write", R"({"file_path":"/a"})"), "");
    EXPECT_EQ(path("Read", "{}"), "");
}

TEST(ToolArgumentTest, ACommandOfSeveralLinesIsToldByTheOneThatActs) {
    EXPECT_EQ(argument("Bash", R"({"command":"cd /srv/shop\nnpm test\necho done"})"),
              "`cd /srv/shop; npm test`");
    EXPECT_EQ(argument("Bash", R"({"command":"# look first\nexport PAGER=cat\n\ngit log -3"})"),
              "`git log -3`");
    EXPECT_EQ(argument("Bash", R"({"command":"cd /srv && ls\nrm -rf x"})"), "`cd /srv && ls`");
    EXPECT_EQ(argument("Bash", R"({"command":"export A=$(rm x)\nls"})"), "`export A=$(rm x)`");
    EXPECT_EQ(argument("Bash", R"({"command":"cd /srv\n"})"), "`cd /srv`");
    EXPECT_EQ(argument("Bash", R"({"command":"git commit -m \"a\nb\""})"), "`git commit -m \"a`");
}

TEST(ToolArgumentTest, AScriptIsToldByTheCallsInIt) {
    const auto script = [](std::string_view text) {
        std::string input;
        append_string(input, text);
        return argument("exec", input.c_str());
    };
    EXPECT_EQ(script(R"(const r = await tools.exec_command({"cmd":"ls -l","workdir":"/a"});)"),
              "`ls -l`");
    EXPECT_EQ(script("const r=await Promise.all([tools.exec_command({cmd:'ls',n:1,}),\n"
                     "  tools.web__run({search_query:[{q:'x'}]})]);"),
              "`ls` +1");
    EXPECT_EQ(script("await tools.web__run({search_query:[{q:\"a b\"},{q:\"c\"}]})"),
              "web__run a b, c");
    EXPECT_EQ(script("await tools.exec_command({cmd:made(), workdir:'/a'})"), "exec_command /a");
    EXPECT_EQ(script("const m = ALL_TOOLS.filter(x => x.name);"),
              "`const m = ALL_TOOLS.filter(x => x.name);`");
    EXPECT_EQ(argument("say", R"-("tools.run({cmd:'ls'})")-"), "tools.run({cmd:'ls'})");
    EXPECT_EQ(shell_command("exec", Json(R"-("tools.a({cmd:'ls'});tools.b({cmd:'pwd'})")-")),
              "ls\npwd");
}

TEST(ToolArgumentTest, AListOfQueriesIsToldInItsOrder) {
    EXPECT_EQ(argument("web.run", R"({"search_query":[{"q":"a"},{"q":"b"}],"length":"long"})"),
              "a, b");
    EXPECT_EQ(argument("web_search", R"({"type":"search","queries":["a","b"]})"), "a, b");
    EXPECT_EQ(argument("AskUserQuestion", R"({"questions":[{"question":"Which?","header":"h"}]})"),
              "Which?");
}

}  // namespace
}  // namespace hence
