// The language of `events --where`: paths, operators, literals and messages.
#include "model/where/where.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

const Event& told() {
    static const Event event =
        Event::parse(R"({"id":"e2","kind":"tool_call","time":"2026-02-23T10:00:01.000Z",
            "agent":"\u006frchestrator","session":"s1","run":"r1","parent":"e1",
            "causes":["e0","\u0065\ud800"],
            "correlation":"c-1","iteration":1,"duration_ms":45.50,
            "rationale":{"why":"needs fresh data","refs":["obs:1"],"confidence":0.9},
            "fields":{"tool_name":"Read","input":{"path":"/a","list":[1,[2],"x\ty",null]},
                "big":12345678901234567890.1,"yes":true,"none":null,"a b":"sp\u0061ce","x.y":1,
                "and":"word","empty":"","when":"2026-02-23T10:00:01Z","":7}})")
            .take()
            .with_source("native")
            .with_flag(Flag::parent_derived)
            .stored_as(12, *parse_time("2026-02-23T10:00:02Z"));
    return event;
}

// "yes" or "no", or why the question makes no sense.
std::string ask(const std::string& expression) {
    const Result<Where> where = Where::parse(expression);
    return !where ? where.error().message : where->matches(told()) ? "yes" : "no";
}

std::string hint(const std::string& expression) {
    const Result<Where> where = Where::parse(expression);
    return where ? "none" : where.error().hint;
}

TEST(Where, AnswersTheExampleOfTheManual) {
    EXPECT_EQ(ask(R"(fields.tool_name = "Read" and duration_ms > 45)"), "yes");
    EXPECT_EQ(ask(R"(fields.tool_name = "Read" and duration_ms > 100)"), "no");
}

TEST(Where, ReachesEveryKeyOfAnEvent) {
    for (const std::string each :
         {R"(id = "e2")", R"(kind = "tool_call")", R"(time = "2026-02-23T10:00:01Z")",
          R"(agent = "orchestrator")", R"(session = "s1")", R"(run = "r1")", R"(parent = "e1")",
          R"(causes = ["e0","e\ud800"])", R"(correlation = "c-1")", "iteration = 1",
          "duration_ms = 45.5", R"(rationale.why = "needs fresh data")",
          R"(fields.input.path = "/a")", "seq = 12", R"(received = "2026-02-23T10:00:02Z")",
          R"(source = "native")", R"(flags = ["parent_derived"])"}) {
        EXPECT_EQ(ask(each), "yes") << each;
        EXPECT_EQ(ask("not " + each), "no") << each;
    }
}

TEST(Where, WhatTheStoreDidNotAddYetIsMissing) {
    const Event bare = *Event::parse(R"({"kind":"x","time":"2026-02-23T10:00:01Z"})");
    for (const std::string key :
         {"id", "agent", "session", "run", "parent", "causes", "correlation", "iteration",
          "duration_ms", "rationale", "fields", "seq", "received", "source", "flags"}) {
        EXPECT_FALSE(Where::parse(key + " exists")->matches(bare)) << key;
        EXPECT_FALSE(Where::parse(key + " = null")->matches(bare)) << key;
        EXPECT_TRUE(Where::parse(key + " != null")->matches(bare)) << key;
    }
    EXPECT_TRUE(Where::parse("kind exists and time exists")->matches(bare));
}

TEST(Where, PathGoesThroughMembersAndElements) {
    EXPECT_EQ(ask("fields.input.list[0] = 1"), "yes");
    EXPECT_EQ(ask("fields.input.list[1][0] = 2"), "yes");
    EXPECT_EQ(ask(R"(fields.input.list[2] = "x\ty")"), "yes");
    EXPECT_EQ(ask("fields.input.list[4] exists"), "no");
    EXPECT_EQ(ask("fields.input[0] exists"), "no");
    EXPECT_EQ(ask("fields.input.list.0 exists"), "no");
    EXPECT_EQ(ask("fields.tool_name.x exists"), "no");
    EXPECT_EQ(ask("kind.x exists or kind[0] exists"), "no");
    EXPECT_EQ(ask(R"(causes[0] = "e0" and causes[1] = "\u0065\ud800")"), "yes");
    EXPECT_EQ(ask(R"(flags[0] = "parent_derived")"), "yes");
}

TEST(Where, NamesAreQuotedWhereNeeded) {
    EXPECT_EQ(ask(R"(fields."a b" = "space")"), "yes");
    EXPECT_EQ(ask(R"(fields."x.y" = 1)"), "yes");
    EXPECT_EQ(ask(R"(fields.x.y = 1)"), "no");
    EXPECT_EQ(ask(R"("fields"."tool\u005fname" = "Read")"), "yes");
    EXPECT_EQ(ask(R"(fields."" = 7)"), "yes");
}

TEST(Where, KeywordIsANameBehindADot) {
    EXPECT_EQ(ask(R"(fields.and = "word" and not fields.not exists)"), "yes");
}

TEST(Where, NumbersCompareByExactValue) {
    EXPECT_EQ(ask("fields.big = 12345678901234567890.10"), "yes");
    EXPECT_EQ(ask("fields.big > 12345678901234567890.09"), "yes");
    EXPECT_EQ(ask("fields.big < 12345678901234567890.11"), "yes");
    EXPECT_EQ(ask("duration_ms = 4.55e1"), "yes");
    EXPECT_EQ(ask("duration_ms >= 45.5 and duration_ms <= 45.5"), "yes");
    EXPECT_EQ(ask("duration_ms < 45.5 or duration_ms > 45.5"), "no");
    EXPECT_EQ(ask("iteration > -1"), "yes");
}

TEST(Where, TimesCompareByInstant) {
    EXPECT_EQ(ask(R"(time = "2026-02-23T12:00:01+02:00")"), "yes");
    EXPECT_EQ(ask(R"(time != "2026-02-23T12:00:01+02:00")"), "no");
    EXPECT_EQ(ask(R"(time < "2026-02-23T12:00:01.001+02:00")"), "yes");
    EXPECT_EQ(ask(R"(received > "2026-02-23T12:00:01.999+02:00")"), "yes");
    EXPECT_EQ(ask(R"(received <= "2026-02-23T10:00:02Z")"), "yes");
}

TEST(Where, TimesCompareAsTextWithWhatIsNoTime) {
    EXPECT_EQ(ask(R"(time > "2026-02")"), "yes");
    EXPECT_EQ(ask(R"(time ~ "2026-02-23")"), "yes");
    EXPECT_EQ(ask(R"(time ~ "2026-02-23T10:00:01.000Z")"), "yes");
    EXPECT_EQ(ask(R"(time ~ "2026-02-23T10:00:01Z")"), "no");
    EXPECT_EQ(ask("time > 5"), "no");
    EXPECT_EQ(ask(R"(fields.when = "2026-02-23T10:00:01.0Z")"), "no");
}

TEST(Where, StringsCompareByBytes) {
    EXPECT_EQ(ask(R"(kind < "tool_calm" and kind > "tool_ca")"), "yes");
    EXPECT_EQ(ask(R"(kind < "Zebra")"), "no");
    EXPECT_EQ(ask("kind < \"\xc3\xa9\""), "yes");
    EXPECT_EQ(ask(R"(fields.empty = "" and fields.empty exists)"), "yes");
}

TEST(Where, TildeFindsASubstringOrAnEqualElement) {
    EXPECT_EQ(ask(R"(kind ~ "ol_c")"), "yes");
    EXPECT_EQ(ask(R"(kind ~ "")"), "yes");
    EXPECT_EQ(ask(R"(kind ~ "OL")"), "no");
    EXPECT_EQ(ask(R"(rationale.refs ~ "obs:1")"), "yes");
    EXPECT_EQ(ask(R"(rationale.refs ~ "obs")"), "no");
    EXPECT_EQ(ask("fields.input.list ~ 1.0"), "yes");
    EXPECT_EQ(ask("fields.input.list ~ [2]"), "yes");
    EXPECT_EQ(ask("fields.input.list ~ null"), "yes");
    EXPECT_EQ(ask("fields.input.list ~ 2"), "no");
    EXPECT_EQ(ask(R"(fields.input ~ "path")"), "no");
    EXPECT_EQ(ask("duration_ms ~ 45.5"), "no");
    EXPECT_EQ(ask("kind ~ 1"), "no");
}

TEST(Where, ListsAndObjectsAreEqualOrNot) {
    EXPECT_EQ(ask(R"(fields.input = {"list":[1.0,[2],"x\u0009y",null],"path":"\/a"})"), "yes");
    EXPECT_EQ(ask(R"(fields.input != {"path":"/a"})"), "yes");
    EXPECT_EQ(ask("rationale.refs <= [\"obs:1\"]"), "no");
    EXPECT_EQ(ask("rationale.refs = [ \"obs:1\" ]"), "yes");
}

TEST(Where, MissingPathMakesEveryComparisonFalseButNotEqual) {
    for (const std::string op : {"=", "<", "<=", ">", ">=", "~"}) {
        EXPECT_EQ(ask("fields.gone " + op + " 1"), "no") << op;
        EXPECT_EQ(ask("fields.gone " + op + " null"), "no") << op;
    }
    EXPECT_EQ(ask("fields.gone != 1 and fields.gone != null"), "yes");
}

TEST(Where, DifferentTypesMakeEveryComparisonFalseButNotEqual) {
    for (const std::string op : {"=", "<", "<=", ">", ">=", "~"}) {
        EXPECT_EQ(ask("kind " + op + " 1"), "no") << op;
        EXPECT_EQ(ask("duration_ms " + op + " \"45.5\""), "no") << op;
        EXPECT_EQ(ask("fields.yes " + op + " \"true\""), "no") << op;
    }
    EXPECT_EQ(ask("kind != 1"), "yes");
}

TEST(Where, NullIsEqualToNullAndDoesNotExist) {
    EXPECT_EQ(ask("fields.none = null"), "yes");
    EXPECT_EQ(ask("fields.none != null"), "no");
    EXPECT_EQ(ask("fields.none exists"), "no");
    EXPECT_EQ(ask("fields.none <= null"), "no");
    EXPECT_EQ(ask("fields.none = false"), "no");
}

TEST(Where, TruthIsEqualOrNotAndHasNoOrder) {
    EXPECT_EQ(ask("fields.yes = true"), "yes");
    EXPECT_EQ(ask("fields.yes = false"), "no");
    EXPECT_EQ(ask("fields.yes != false"), "yes");
    EXPECT_EQ(ask("fields.yes >= true or fields.yes > false"), "no");
}

TEST(Where, NotBindsTighterThanAndWhichBindsTighterThanOr) {
    const std::string yes = "id exists";
    const std::string no = "fields.gone exists";
    EXPECT_EQ(ask(yes + " or " + no + " and " + no), "yes");
    EXPECT_EQ(ask("(" + yes + " or " + no + ") and " + no), "no");
    EXPECT_EQ(ask(no + " and " + no + " or " + yes), "yes");
    EXPECT_EQ(ask("not " + yes + " and " + no), "no");
    EXPECT_EQ(ask("not (" + yes + " and " + no + ")"), "yes");
    EXPECT_EQ(ask("not " + no + " or " + yes), "yes");
    EXPECT_EQ(ask("not not " + yes), "yes");
    EXPECT_EQ(ask("not(not(" + no + "))"), "no");
}

TEST(Where, SpaceIsNeededBetweenWordsOnly) {
    EXPECT_EQ(ask("(duration_ms>45)and(kind=\"tool_call\")"), "yes");
    EXPECT_EQ(ask("\t duration_ms\n>\r45 "), "yes");
    EXPECT_EQ(ask("duration_ms>45and kind exists"),
              "expected a JSON value at character 13 of the expression, found 45and");
}

TEST(Where, KeywordsAreLowerCase) {
    EXPECT_EQ(ask("kind exists AND id exists"),
              "expected and, or or the end at character 13 of the expression, found AND");
    EXPECT_EQ(ask("NOT kind exists"),
              R"("NOT" at character 1 of the expression is no key of an event)");
    EXPECT_EQ(ask("kind EXISTS"),
              "expected an operator at character 6 of the expression, found EXISTS");
}

TEST(Where, ErrorsNameTheCharacterAndWhatWasExpected) {
    const std::string at = " of the expression";
    EXPECT_EQ(ask(""), "expected a comparison at character 1" + at + ", it ends there");
    EXPECT_EQ(ask("kind = \"\xc3\xa9\" and "),
              "expected a comparison at character 16" + at + ", it ends there");
    EXPECT_EQ(ask("()"), "expected a comparison at character 2" + at + ", found )");
    EXPECT_EQ(ask("kind"), "expected an operator at character 5" + at + ", it ends there");
    EXPECT_EQ(ask("kind ="), "expected a JSON value at character 7" + at + ", it ends there");
    EXPECT_EQ(ask("kind = tool_call"),
              "expected a JSON value at character 8" + at + ", found tool_call");
    EXPECT_EQ(ask("kind = 'x'"), "expected a JSON value at character 8" + at + ", found '");
    EXPECT_EQ(ask("seq = 01"), "expected a JSON value at character 7" + at + ", found 01");
    EXPECT_EQ(ask("kind = \"x"), "expected a JSON value at character 8" + at + ", found \"");
    EXPECT_EQ(ask("kind = [1,{\"a\":2]"),
              "expected a JSON value at character 8" + at + ", found [");
    EXPECT_EQ(ask("((kind exists)"), "the parenthesis at character 1" + at + " is not closed");
    EXPECT_EQ(ask("kind exists)"),
              "expected no ) without its ( at character 12" + at + ", found )");
    EXPECT_EQ(ask("kind exists kind"),
              "expected and, or or the end at character 13" + at + ", found kind");
    EXPECT_EQ(ask("fields. = 1"), "expected a name at character 8" + at + ", found  ");
    EXPECT_EQ(ask("fields.\"a = 1"),
              "expected a name in double quotes at character 8" + at + ", found \"");
    for (const std::string index :
         {"[", "[]", "[-1]", "[\"a\"]", "[1", "[1.5]", "[99999999999999999999999]"}) {
        EXPECT_TRUE(ask("fields" + index + " = 1")
                        .starts_with("expected the number of an element and ] at character 8"))
            << index;
    }
}

TEST(Where, ErrorsComeWithARemedy) {
    EXPECT_EQ(hint("kinds = 1"),
              "the nearest is kind; what a kind brings stands below fields: fields.kinds");
    EXPECT_EQ(hint("kind == \"x\""), "equality is a single =");
    for (const std::string wrong :
         {"", "(", "kind", "kind = x", "kind exists)", "fields.", "fields[", "fields.\"",
          "kind exists and", "a b", "(kind exists"}) {
        EXPECT_GT(hint(wrong).size(), 5U) << wrong;
    }
}

TEST(Where, ErrorsShowNoControlCharacters) {
    EXPECT_EQ(ask("\x1b[2J = 1").find('\x1b'), std::string::npos);
    EXPECT_EQ(ask("kind = \x1b").find('\x1b'), std::string::npos);
    EXPECT_EQ(ask("\"\\u001b\" = 1").find('\x1b'), std::string::npos);
}

TEST(Where, BytesThatAreNoTextAreRefusedInQuotes) {
    EXPECT_TRUE(ask("kind = \"\xff\"").starts_with("expected a JSON value"));
    EXPECT_TRUE(ask("fields.\"\xff\" = 1").starts_with("expected a name in double quotes"));
}

TEST(Where, LiteralsNestAsDeepAsFields) {
    const auto nested = [](std::size_t levels) {
        return "fields.x = " + std::string(levels, '[') + std::string(levels, ']');
    };
    EXPECT_EQ(ask(nested(64)), "no");
    EXPECT_TRUE(ask(nested(65)).starts_with("expected a JSON value"));
}

TEST(Where, TenThousandParenthesesAndNegationsAreAsked) {
    EXPECT_EQ(ask(std::string(10'000, '(') + "kind exists" + std::string(10'000, ')')), "yes");
    std::string nots;
    for (int i = 0; i < 10'001; ++i) {
        nots += "not ";
    }
    EXPECT_EQ(ask(nots + "kind exists"), "no");
    std::string nested;
    for (int i = 0; i < 3'000; ++i) {
        nested += "seq = 1 or(";
    }
    EXPECT_EQ(ask(nested + "kind exists" + std::string(3'000, ')')), "yes");
}

TEST(Where, ExpressionOf64KiBIsAskedAndALongerOneIsRefused) {
    std::string longest = "kind exists";
    longest.resize(where_bytes_max, ' ');
    EXPECT_EQ(ask(longest), "yes");
    const Result<Where> longer = Where::parse(longest + " ");
    ASSERT_FALSE(longer);
    EXPECT_EQ(longer.error().code, Code::limit);
    EXPECT_EQ(longer.error().message, "the expression has 65537 bytes, more than 65536");
}

TEST(Where, APathAloneFindsWhatStandsThere) {
    const auto at = [](const std::string& path) {
        const Result<WherePath> parsed = parse_where_path(path);
        return parsed ? text_at_path(told(), *parsed).value_or("nothing") : parsed.error().message;
    };
    EXPECT_EQ(at("fields.tool_name"), "Read");
    EXPECT_EQ(at(" agent "), "orchestrator");
    EXPECT_EQ(at("duration_ms"), "45.50");
    EXPECT_EQ(at("fields.input.list[1]"), "[2]");
    EXPECT_EQ(at("fields.yes"), "true");
    EXPECT_EQ(at("fields.\"a b\""), "space");
    EXPECT_EQ(at("fields.none"), "nothing");
    EXPECT_EQ(at("fields.nowhere.at.all"), "nothing");
    EXPECT_EQ(at("fields.x = 1").find("expected the end of the path"), 0U);
    EXPECT_FALSE(parse_where_path(""));
    EXPECT_FALSE(parse_where_path("tool_name"));
}

}  // namespace
}  // namespace hence
