// Rationales in the text of models: blocks, objects beside calls, assumptions and checks.
#include "model/rationale/rationale.h"

#include <string>

#include <gtest/gtest.h>

namespace hence {
namespace {

// {call: rationale, ...} | text
std::string said(const RationalesOfCalls& found) {
    std::string out;
    for (const auto& [call, rationale] : found.by_call) {
        out += std::to_string(call) + rationale + " ";
    }
    return out + "| " + found.text;
}

std::string parsed(std::string_view text) {
    return said(rationales_in(text));
}

TEST(RationaleBlocks, GoToTheCallTheyName) {
    EXPECT_EQ(parsed("First.\n<rationale call=\"2\">{\"why\":\"b\"}</rationale>\nThen "
                     "<rationale call=\"1\">{\"why\":\"a\",\"confidence\":0.9}</rationale>done."),
              R"(1{"why":"a","confidence":0.9} 2{"why":"b"} | First.)"
              "\n\nThen done.");
}

TEST(RationaleBlocks, WithoutANumberGoByPosition) {
    EXPECT_EQ(
        parsed("<rationale>{\"why\":\"a\"}</rationale><rationale>{\"why\":\"b\"}</rationale>"),
        R"(1{"why":"a"} 2{"why":"b"} | )");
}

TEST(RationaleBlocks, ABadBlockTakesItsPosition) {
    const std::string good = "<rationale>{\"why\":\"b\"}</rationale>";
    for (const std::string bad : {"not json", "", "{}", "{\"why\":\"\"}", "{\"why\":1}", "[]",
                                  "{\"why\":\"a\"", "}{", "{\"why\":\"\xff\"}"}) {
        EXPECT_EQ(parsed("<rationale>" + bad + "</rationale>" + good), R"(2{"why":"b"} | )") << bad;
    }
}

TEST(RationaleBlocks, ABadBlockTakesNoNumber) {
    EXPECT_EQ(parsed("<rationale call=\"1\">x</rationale><rationale "
                     "call=\"1\">{\"why\":\"b\"}</rationale>"),
              R"(1{"why":"b"} | )");
}

TEST(RationaleBlocks, OnATakenNumberTakeTheNextFreeOne) {
    const auto block = [](std::string_view attribute, std::string_view why) {
        return "<rationale" + std::string(attribute) + ">{\"why\":\"" + std::string(why) +
               "\"}</rationale>";
    };
    EXPECT_EQ(
        parsed(block(" call=\"1\"", "a") + block(" call=\"1\"", "b") + block(" call=\"1\"", "c")),
        R"(1{"why":"a"} 2{"why":"b"} 3{"why":"c"} | )");
    EXPECT_EQ(
        parsed(block(" call=\"3\"", "a") + block(" call=\"2\"", "b") + block(" call=\"2\"", "c") +
               block(" call=\"1\"", "d") + block(" call=\"1\"", "e")),
        R"(1{"why":"d"} 2{"why":"b"} 3{"why":"a"} 4{"why":"c"} 5{"why":"e"} | )");
    EXPECT_EQ(parsed(block(" call=\"2\"", "a") + block("", "b")),
              R"(2{"why":"a"} 3{"why":"b"} | )");
}

TEST(RationaleBlocks, AreFoundInAnyCaseAndWithAnyQuotes) {
    for (const std::string tag : {"<RATIONALE CALL=\"7\">", "<rationale call='7'>",
                                  "<rationale call=7>", "<Rationale  call = \"7\" >",
                                  "<rationale\ncall=\"007\">", "<rationale x=\"1\" call=7>"}) {
        EXPECT_EQ(parsed(tag + "{\"why\":\"a\"}</Rationale >"), R"(7{"why":"a"} | )") << tag;
    }
}

TEST(RationaleBlocks, CountByPositionWhenTheNumberIsNone) {
    for (const std::string tag : {"<rationale call=\"x\">", "<rationale recall=\"7\">",
                                  "<rationale call=\"1234567890\">", "<rationale call>"}) {
        EXPECT_EQ(parsed(tag + "{\"why\":\"a\"}</rationale>"), R"(1{"why":"a"} | )") << tag;
    }
    EXPECT_EQ(parsed("<rationale call=\"123456789\">{\"why\":\"a\"}</rationale>"),
              R"(123456789{"why":"a"} | )");
}

TEST(RationaleBlocks, MayBeFencedOrStandInProse) {
    for (const std::string body : {"```json\n{\"why\":\"a\"}\n```", "```\n{\"why\":\"a\"}```",
                                   "Well: {\"why\":\"a\"} so.", "\n { \"why\" : \"a\" } \n"}) {
        EXPECT_EQ(parsed("<rationale call=\"1\">" + body + "</rationale>"), R"(1{"why":"a"} | )")
            << body;
    }
}

TEST(RationaleBlocks, OtherTagsAreText) {
    for (const std::string text :
         {"<rationales>{\"why\":\"a\"}</rationales>", "<other>x</other>", "a < b > c", "<rationale",
          "<rationale>{\"why\":\"a\"}", "The <rationale> tag"}) {
        EXPECT_EQ(parsed(text), "| " + text);
    }
}

TEST(RationaleBlocks, ATagInsideAReasonOpensNothing) {
    EXPECT_EQ(parsed("<rationale>{\"why\":\"the <rationale> tag\"}</rationale>"
                     "<rationale>{\"why\":\"b\"}</rationale>"),
              R"(1{"why":"the <rationale> tag"} 2{"why":"b"} | )");
}

TEST(RationaleBlocks, OneThatIsNeverClosedHidesNoneBehindIt) {
    EXPECT_EQ(rationale_blocks("<rationale call=\"1\">{\"why\":\"cut\n<rationale "
                               "call=\"2\">{\"why\":\"b\"}</rationale>")
                  .by_call,
              (std::map<std::uint64_t, std::string>{{2, R"({"why":"b"})"}}));
    EXPECT_EQ(rationale_blocks("<rationale>{\"why\n<rationale>{\"why\":\"b\"}</rationale>").by_call,
              (std::map<std::uint64_t, std::string>{{2, R"({"why":"b"})"}}));
}

TEST(RationaleBlocks, LeaveOutWhatBreaksARuleAndNothingElse) {
    EXPECT_EQ(
        parsed(R"(<rationale>{"why":"a","refs":["x",1,"y"],"alternatives":[)"
               R"({"option":"o","rejectedBecause":"r"},{"option":""},7,)"
               R"({"option":"p","rejected_because":"s","more":1}],"confidence":1.5}</rationale>)"),
        R"(1{"why":"a","refs":["x","y"],"alternatives":[{"option":"o","rejected_because":)"
        R"("r"},{"option":"p","rejected_because":"s"}]} | )");
    EXPECT_EQ(parsed(R"(<rationale>{"why":"a","refs":"x","alternatives":[1],"confidence":"0.5"})"
                     "</rationale>"),
              R"(1{"why":"a"} | )");
    EXPECT_EQ(parsed(R"(<rationale>{"why":"a","refs":[],"confidence":1}</rationale>)"),
              R"(1{"why":"a","refs":[],"confidence":1} | )");
}

TEST(RationaleBlocks, NeverCutAReason) {
    const std::string why(1'000, 'w');
    EXPECT_EQ(parsed("<rationale>{\"why\":\"" + why + "\"}</rationale>"),
              "1{\"why\":\"" + why + "\"} | ");
}

TEST(RationaleStrip, RemovesStrayTags) {
    EXPECT_EQ(without_rationale_blocks("Cut.\n</rationale>"), "Cut.");
    EXPECT_EQ(without_rationale_blocks("a </rationale> b"), "a  b");
    EXPECT_EQ(without_rationale_blocks("out <rationale call=\"1\">{\"why\":\"cut"),
              "out {\"why\":\"cut");
    EXPECT_EQ(without_rationale_blocks("a<rationale>b"), "a<rationale>b");
    EXPECT_EQ(without_rationale_blocks("a <rationale call=1> b <rationale call=2> c"), "a  b  c");
}

TEST(RationaleStrip, LeavesOneEmptyLineAndNoneAround) {
    EXPECT_EQ(without_rationale_blocks("\n\n a\n\n\n\nb\n\nc \n"), "a\n\nb\n\nc");
    EXPECT_EQ(without_rationale_blocks("a\n\n<rationale>x</rationale>\n\nb"), "a\n\nb");
    EXPECT_EQ(without_rationale_blocks(""), "");
}

TEST(RationaleStrip, SeesWhatClosesUpAroundATag) {
    for (const std::string text :
         {"</ratio</rationale>nale>", "<ratio<rationale>x</rationale>nale call=1>y",
          "</ratio<rationale call=1>nale>", "<rationale> </ratio<rationale call=1>nale>",
          "<rationale call=1</rationale>>{}</rationale>"}) {
        const std::string once = without_rationale_blocks(text);
        EXPECT_EQ(without_rationale_blocks(once), once) << text;
        EXPECT_EQ(once.find("</rationale"), once.npos) << once;
    }
}

TEST(RationaleStrip, IsLinearInHostileText) {
    const std::size_t many = 50'000;
    for (const std::string piece :
         {"<rationale", "<rationale>", "<rationale call=1>", "</rationale>", "<", ">", "{", "```\n",
          "<rationale call=\"1\">{\"why\":\"a\"}</rationale>", "I assume ", "I am ", "\n"}) {
        std::string text;
        for (std::size_t i = 0; i < many; ++i) {
            text += piece;
        }
        rationales_in(text);
        stated_assumptions(text);
    }
    std::string deep(many, '[');
    EXPECT_TRUE(rationales_in("<rationale>{\"why\":" + deep + "}</rationale>").by_call.empty());
    EXPECT_TRUE(rationales_in(deep).by_call.empty());
}

TEST(RationalesBesideCalls, AreCountedByTheCalls) {
    EXPECT_EQ(
        parsed(R"([{"name":"web_search","arguments":{"query":"AAPL"},"rationale":)"
               R"({"why":"needs fresh price data","refs":["scratch:goal"]}},)"
               R"({"name":"calculator","arguments":{}},)"
               R"({"name":"mail","arguments":{},"rationale":{"why":"asked to"}}])"),
        R"(1{"why":"needs fresh price data","refs":["scratch:goal"]} 3{"why":"asked to"} | )");
}

TEST(RationalesBesideCalls, OfAPlanAreThoseOfItsToolCalls) {
    const std::string steps =
        R"([{"title":"think","type":"analysis","rationale":{"why":"no call"}},)"
        R"({"title":"t","type":"tool_call","toolName":"list","toolArgs":{},)"
        R"("rationale":{"why":"raw data","confidence":0.95}}])";
    const std::string expected = R"(1{"why":"raw data","confidence":0.95} | )";
    EXPECT_EQ(parsed(steps), expected);
    EXPECT_EQ(parsed("{\"steps\":" + steps + "}"), expected);
    EXPECT_EQ(parsed("Here:\n```json\n" + steps + "\n```\nGo."), expected + "Here:\n\nGo.");
    EXPECT_EQ(parsed(R"({"toolName":"list","rationale":{"why":"one"}})"), R"(1{"why":"one"} | )");
}

TEST(RationalesBesideCalls, OtherJsonIsText) {
    for (const std::string text : {"[1,2]", "{\"why\":\"a\"}", "[", "[]"}) {
        EXPECT_EQ(parsed(text), "| " + text);
    }
}

TEST(RationalesBesideCalls, BlocksStandBeforeTheCallsTheyAreAbout) {
    EXPECT_EQ(parsed("<rationale call=\"1\">{\"why\":\"a\"}</rationale>\n"
                     "```json\n[{\"name\":\"x\",\"arguments\":{}}]\n```"),
              "1{\"why\":\"a\"} | ```json\n[{\"name\":\"x\",\"arguments\":{}}]\n```");
}

std::string assumed(std::string_view text) {
    std::string out;
    for (const StatedAssumption& stated : stated_assumptions(text)) {
        out += "[" + stated.assumption + "|" + stated.why.value_or("-") + "]";
    }
    return out;
}

TEST(StatedAssumptions, AreFoundWithTheirReason) {
    EXPECT_EQ(assumed("I assume the user wants USD because no currency given. Next."),
              "[the user wants USD|no currency given]");
    EXPECT_EQ(assumed("So I am assuming that it rains.\nI'm assuming A, because B"),
              "[it rains|-][A|B]");
    EXPECT_EQ(assumed("i’m ASSUMING THAT x BECAUSE y."), "[x|y]");
    EXPECT_EQ(assumed("(I assume X.)"), "[X|-]");
}

TEST(StatedAssumptions, EndAtAFullStopOrALineEnd) {
    EXPECT_EQ(assumed("I assume a price of 3.50 euros because 0.5 is too low. Then"),
              "[a price of 3.50 euros|0.5 is too low]");
    EXPECT_EQ(assumed("I assume 5. Then"), "[5|-]");
    EXPECT_EQ(assumed("I assume config.json is there.\n"), "[config.json is there|-]");
    EXPECT_EQ(assumed("I assume A\nbecause B."), "[A|-]");
    EXPECT_EQ(assumed("I assume A\r\nB"), "[A|-]");
    EXPECT_EQ(assumed("I assume A because ."), "[A|-]");
}

TEST(StatedAssumptions, AreThreeAtMost) {
    EXPECT_EQ(assumed("I assume A. I assume B. I assume C. I assume D."), "[A|-][B|-][C|-]");
}

TEST(StatedAssumptions, AreNotSeenInOtherWords) {
    for (const std::string_view text :
         {"I assumed A.", "We assume A.", "MI assume A.", "I will search.", "I assume.", "I assume",
          "I am assuming.", "I'm assume A.", "I assume ."}) {
        EXPECT_EQ(assumed(text), "") << text;
    }
}

TEST(StatedAssumptions, AreNotLookedForInBlocks) {
    EXPECT_EQ(assumed("<rationale>{\"why\":\"I assume A.\"}</rationale>I assume B."), "[B|-]");
}

std::string wrong(std::string_view json) {
    std::string out;
    for (const std::string& error : rationale_errors(Json(json))) {
        out += (out.empty() ? "" : "; ") + error;
    }
    return out;
}

TEST(RationaleErrors, NameTheKey) {
    EXPECT_EQ(wrong("[]"), "rationale must be an object with why");
    EXPECT_EQ(wrong("{}"), "why must be a non-empty string");
    EXPECT_EQ(wrong(R"({"why":""})"), "why must be a non-empty string");
    EXPECT_EQ(wrong(R"({"why":7})"), "why must be a non-empty string");
    EXPECT_EQ(wrong(R"({"why":"a","refs":"x"})"), "refs must be a list of strings");
    EXPECT_EQ(wrong(R"({"why":"a","refs":["x",1]})"), "refs must be a list of strings");
    EXPECT_EQ(wrong(R"({"why":"a","alternatives":{}})"),
              "alternatives must be a list of {option, rejected_because}");
    EXPECT_EQ(wrong(R"({"why":"a","alternatives":["x"]})"),
              "alternatives[0] must be an object with option and rejected_because");
    EXPECT_EQ(wrong(R"({"why":"a","alternatives":[{"option":"o","rejected_because":"r"},{}]})"),
              "alternatives[1].option must be a non-empty string; "
              "alternatives[1].rejected_because must be a non-empty string");
    for (const std::string number : {"1.0000000000000000001", "-0.1", "\"1\"", "null", "1e400"}) {
        EXPECT_EQ(wrong("{\"why\":\"a\",\"confidence\":" + number + "}"),
                  "confidence must be a number in [0,1]")
            << number;
    }
}

TEST(RationaleErrors, AreNoneWhereEveryRuleIsKept) {
    EXPECT_EQ(wrong(R"({"why":"a","refs":[],"alternatives":[{"option":"o","rejectedBecause":"r"}],)"
                    R"("confidence":1})"),
              "");
    EXPECT_EQ(wrong(R"({"why":"a","confidence":0})"), "");
}

TEST(RationaleErrors, LengthsAreCountedInUtf16) {
    std::string clefs;  // Two units each.
    for (int i = 0; i < 140; ++i) {
        clefs += "𝄞";
    }
    EXPECT_EQ(wrong("{\"why\":\"" + clefs + "\"}"), "");
    EXPECT_EQ(wrong("{\"why\":\"" + clefs + "x\"}"),
              "why must be at most 280 characters (got 281)");
    const std::string long_reason(160, 'r');
    const auto alternative = [](const std::string& because) {
        return R"({"why":"a","alternatives":[{"option":"o","rejected_because":")" + because +
               "\"}]}";
    };
    EXPECT_EQ(wrong(alternative(long_reason)), "");
    EXPECT_EQ(wrong(alternative(long_reason + "r")),
              "alternatives[0].rejected_because must be at most 160 characters (got 161)");
}

TEST(PlanErrors, ListTheToolCallsWithoutARationale) {
    const std::string plan =
        R"([{"type":"analysis","title":"think"},{"type":"tool_call","toolName":"list"},)"
        R"({"toolName":"send","rationale":{"why":""}},{"toolName":"ok","rationale":{"why":"w"}}])";
    const std::vector<std::string> expected{"step 2 (list): rationale is missing",
                                            "step 3 (send): why must be a non-empty string"};
    EXPECT_EQ(plan_errors(Json(plan)), expected);
    EXPECT_EQ(plan_errors(Json("{\"steps\":" + plan + "}")), expected);
    EXPECT_EQ(plan_errors(Json("[]")), std::vector<std::string>());
    EXPECT_EQ(plan_errors(Json("7")).size(), 1U);
    EXPECT_EQ(plan_errors(Json("{}")).size(), 1U);
}

TEST(LenientRationale, SaysWhetherAnythingWasLeftOut) {
    EXPECT_TRUE(lenient_rationale(Json(R"({"why":"a","refs":["x"],"confidence":0.5})")).whole);
    EXPECT_TRUE(lenient_rationale(Json()).whole);
    EXPECT_TRUE(lenient_rationale(Json("null")).whole);
    for (const std::string_view json :
         {R"({"refs":[]})", R"({"why":"a","refs":[1]})", R"({"why":"a","alternatives":[{}]})",
          R"({"why":"a","confidence":2})", R"({"why":"a","more":1})", R"("a")"}) {
        EXPECT_FALSE(lenient_rationale(Json(json)).whole) << json;
    }
}

TEST(RationaleSchema, IsJsonWithBothDefinitions) {
    const Result<std::string> json = minify(rationale_schema(), 64);
    ASSERT_TRUE(json) << json.error().message;
    EXPECT_TRUE(Json(*json)["$defs"]["rationale"].is_object());
    EXPECT_EQ(Json(*json)["$defs"]["plan_step"]["required"].raw(),
              R"(["type","toolName","rationale"])");
}

TEST(RationalePrompt, ShowsABlockThatParses) {
    for (const std::string_view prompt : {rationale_prompt(), rationale_reminder()}) {
        EXPECT_TRUE(rationale_blocks(prompt).by_call.contains(1)) << prompt;
    }
}

}  // namespace
}  // namespace hence
