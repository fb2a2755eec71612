#include "cli/program.h"

#include <gtest/gtest.h>

namespace hence {
namespace {

// What arguments lead to: "run" with what stood before the command, or "STATUS: text".
std::string told(const std::vector<std::string>& arguments) {
    std::string out;
    with_arguments(
        arguments,
        [&out](const Invocation& invocation) {
            out = "run store=" + invocation.globals.store + " file=" + invocation.globals.file +
                  (invocation.globals.json ? " json" : "");
            return 0;
        },
        [&out](const Printout& printout) {
            out = std::to_string(printout.exit_status) + ": " + printout.text;
            return 0;
        });
    return out;
}

TEST(ProgramTest, OptionsOfTheProgramStandBeforeOrBehindTheCommand) {
    EXPECT_EQ(told({"--store", "d", "--json", "sessions"}), "run store=d file= json");
    EXPECT_EQ(told({"sessions", "--store=d", "--json"}), "run store=d file= json");
    EXPECT_EQ(told({"tree", "s", "--file", "-"}), "run store= file=-");
    EXPECT_EQ(told({"events", "--file", "f"}), "run store= file=f");
    EXPECT_EQ(told({"--from", "f", "events"}), "run store= file=f");
}

TEST(ProgramTest, FromBehindEventsIsATime) {
    EXPECT_EQ(told({"--from", "f", "events", "--from", "2026-01-01T00:00:00Z"}),
              "run store= file=f");
}

TEST(ProgramTest, HelpIsACommand) {
    EXPECT_EQ(told({"help"}), told({"--help"}));
    EXPECT_EQ(told({"help", "tree"}), told({"tree", "--help"}));
    EXPECT_EQ(told({"help", "quarantine", "show"}), told({"quarantine", "show", "--help"}));
    EXPECT_EQ(told({"help", "tre"}), "2: hence: unknown command \"tre\"; did you mean tree?\n");
}

TEST(ProgramTest, HelpStandsUnderHeadings) {
    const std::string help = told({"--help"});
    for (const std::string heading : {"Why it happened:", "Recording:", "Serving:"}) {
        EXPECT_NE(help.find(heading), std::string::npos) << heading;
    }
    EXPECT_EQ(help.find("Subcommands:"), std::string::npos);
    EXPECT_NE(told({"sessions", "--help"}).find("--limit N"), std::string::npos);
    EXPECT_NE(told({"sessions", "--help"}).find("--from TIME"), std::string::npos);
}

TEST(ProgramTest, SessionMayBeCalledLikeACommand) {
    EXPECT_EQ(told({"tree", "tree"}), "run store= file=");
    EXPECT_EQ(told({"explain", "--", "--odd"}), "run store= file=");
}

TEST(ProgramTest, QuarantineListsUnlessTold) {
    EXPECT_EQ(told({"quarantine"}), "run store= file=");
    EXPECT_EQ(told({"quarantine", "show", "1"}), "run store= file=");
    EXPECT_EQ(told({"quarantine", "retry", "--json"}), "run store= file= json");
    EXPECT_TRUE(told({"quarantine", "show"}).starts_with("2: hence: "));
}

TEST(ProgramTest, UnknownWordsNameTheNearest) {
    EXPECT_EQ(told({"tre"}), "2: hence: unknown command \"tre\"; did you mean tree?\n");
    EXPECT_EQ(told({"zzzzzz"}), "2: hence: unknown command \"zzzzzz\"; hence --help lists them\n");
    EXPECT_EQ(told({"tree", "s", "--flt"}),
              "2: hence: unknown option \"--flt\"; did you mean --flat?\n");
    EXPECT_EQ(told({"--jsn", "sessions"}),
              "2: hence: unknown option \"--jsn\"; did you mean --json?\n");
    EXPECT_EQ(told({"serve", "--port", "1"}),
              "2: hence: unknown option \"--port\"; did you mean --listen?\n");
    EXPECT_TRUE(told({"tree", "a", "b"}).starts_with("2: hence: unexpected argument \"b\""));
}

TEST(ProgramTest, MissingArgumentIsWrongUsage) {
    EXPECT_TRUE(told({"tree"}).starts_with("2: hence: "));
    EXPECT_TRUE(told({"sessions", "--limit"}).starts_with("2: hence: "));
    EXPECT_TRUE(told({"--store"}).starts_with("2: hence: "));
}

TEST(ProgramTest, NoCommandPrintsHelpAndFails) {
    EXPECT_TRUE(told({}).starts_with("2: "));
    EXPECT_NE(told({}).find("record"), std::string::npos);
}

TEST(ProgramTest, EveryCommandHasHelpWithAnExample) {
    for (const std::string command :
         {"record", "quarantine", "sessions", "runs", "agents", "correlations", "events", "tree",
          "explain", "stats", "formats", "completion", "demo", "status", "open"}) {
        const std::string help = told({command, "--help"});
        EXPECT_TRUE(help.starts_with("0: ")) << command;
        EXPECT_NE(help.find("Example: "), std::string::npos) << command;
    }
    EXPECT_TRUE(told({"--help"}).starts_with("0: "));
}

TEST(ProgramTest, VersionNamesTheFormatAndTheBuild) {
    EXPECT_TRUE(told({"--version"}).starts_with("0: hence "));
    EXPECT_NE(version_line().find("store format "), std::string::npos);
}

}  // namespace
}  // namespace hence
