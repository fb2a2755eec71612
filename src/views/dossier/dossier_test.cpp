#include "hence/dossier.h"

#include "model/json/json.h"
#include "views/cause/considered.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class DossierTest : public ToldLog {
protected:
    std::string json(std::string_view event) {
        const Result<Dossier> answer = dossier(*store_, {.event = std::string(event)});
        if (!answer) {
            return answer.error().message;
        }
        std::string out;
        EXPECT_TRUE(write_json(*answer, *store_, into(out)));
        return out;
    }

    std::string text(std::string_view event) {
        const Result<Dossier> answer = dossier(*store_, {.event = std::string(event)});
        std::string out;
        EXPECT_TRUE(answer && write_text(*answer, *store_, into(out)));
        return out;
    }

    std::string part(std::string_view event, std::string_view key) {
        const std::string answer = json(event);
        return std::string(Json(answer)[key].raw());
    }

    // One section of the page.
    std::string section(std::string_view event, const std::string& heading) {
        const std::string page = text(event);
        const std::size_t begin = page.find("\n## " + heading + "\n");
        EXPECT_NE(begin, std::string::npos) << page;
        const std::size_t end = std::min(page.find("\n## ", begin + 1), page.size());
        return page.substr(begin + heading.size() + 5, end - begin - heading.size() - 5);
    }

    std::string told_of(std::string_view event) {
        std::string ids;
        const std::string answer = json(event);
        Json(answer)["messages"].each_element([&](Json message) {
            ids += message["id"].string().value_or("?") + " ";
            return true;
        });
        return ids;
    }

    void send(int second, std::string_view rest, std::string_view fields) {
        tell(second, "message", fmt::format(R"({},"fields":{{{}}})", rest, fields));
    }
};

TEST_F(DossierTest, HasEveryKeyEvenOfAnEventThatSaysNothing) {
    tell(0, "thought");
    const std::string received = to_string(store_->find("e1")->value().received());
    EXPECT_EQ(
        json("e1"),
        R"({"event":"e1","decision":{"id":"e1","kind":"thought","time":"2026-02-23T10:00:00Z",)"
        R"("seq":1,"received":")" +
            received +
            R"("},"inputs":null,"alternatives":[],"rationale":null,"confidence":null,"chain":[)"
            R"({"event_id":"e1","kind":"thought","agent":null,"time":"2026-02-23T10:00:00Z",)"
            R"("summary":"Thought: unknown","rationale":null,"said":null,"via":null,)"
            R"("also":[]}],)"
            R"("messages":[],"outcome":null,"completeness":{"complete":true,)"
            R"("missing_parents":[],"cycles":[],"unresolved_refs":[],)"
            R"("uncaused":[],"truncated":0,"gaps":[]}})"
            "\n");
}

TEST_F(DossierTest, PartsAreTheBytesThatWereGiven) {
    tell(0, "decision",
         R"("parent":"gone","rationale":{"why":"w","confidence":0.90},)"
         R"("fields":{"inputs":{"b":1.10,"a":[]}})");
    tell(9, "outcome", R"("fields":{"of":"e1","correct":true})");
    EXPECT_EQ(part("e1", "inputs"), R"({"b":1.10,"a":[]})");
    EXPECT_EQ(part("e1", "rationale"), R"({"why":"w","confidence":0.90})");
    EXPECT_EQ(part("e1", "confidence"), "0.90");
    EXPECT_TRUE(part("e1", "outcome").starts_with(R"({"id":"e2","kind":"outcome",)"));
    EXPECT_TRUE(part("e1", "completeness")
                    .starts_with(
                        R"({"complete":false,"missing_parents":[{"event":"e1","parent":"gone"}])"));
}

TEST_F(DossierTest, AlternativesAreNamedOnceWithTheReasonSomebodyGave) {
    tell(0, "decision",
         R"("rationale":{"why":"w","alternatives":[{"option":"C","rejected_because":"late"},)"
         R"({"option":"A","rejected_because":"slow"},{"option":"C",)"
         R"("rejected_because":"again"}]},"fields":{"alternatives":["A","B","A",1]})");
    EXPECT_EQ(part("e1", "alternatives"),
              R"([{"option":"A","rejected_because":"slow"},{"option":"B","rejected_because":null},)"
              R"({"option":"C","rejected_because":"late"}])");
}

TEST_F(DossierTest, MessagesThatNameTheEventAreListedWhereverTheyStand) {
    tell(5, "decision", R"("correlation":"c")");
    send(4, R"("session":"elsewhere","parent":"e1")", R"("from":"x","to":["y"])");
    send(6, R"("causes":["e1","e1"],"parent":"e1")", R"("from":"x")");
    tell(7, "message", R"("rationale":{"why":"w","refs":["e1"]})");
    tell(8, "thought", R"("parent":"e1")");
    EXPECT_EQ(told_of("e1"), "e2 e3 e4 ");
}

TEST_F(DossierTest, TheAgentTellsOfADecisionUntilItsNextOne) {
    const std::string here = R"("agent":"a","correlation":"c")";
    send(0, here, R"("from":"a","to":["b"])");
    tell(1, "decision", here);  // e2
    send(2, here, R"("from":"a","to":["b"])");
    send(3, R"("agent":"b","correlation":"c")", R"("from":"b","to":["a"])");
    send(3, R"("agent":"bus","correlation":"c")", R"("from":"a","to":["b"])");
    send(4, R"("agent":"a","correlation":"other")", R"("from":"a","to":["b"])");
    send(5, here, R"("from":"a")");          // Told nobody.
    send(5, here, R"("from":"a","to":[])");  // Nor did this.
    send(5, here, R"("to":["b"])");          // Sent by whoever recorded it.
    tell(6, "decision", R"("agent":"b","correlation":"c")");
    send(7, here, R"("from":"a","to":["b"])");
    tell(8, "decision", here);  // e12
    send(9, here, R"("from":"a","to":["b"])");
    EXPECT_EQ(told_of("e2"), "e3 e5 e9 e11 ");
    EXPECT_EQ(told_of("e12"), "e13 ");
    EXPECT_EQ(told_of("e4"), "");
}

TEST_F(DossierTest, WithoutACorrelationTheSessionIsTheThread) {
    tell(1, "decision", R"("agent":"a","run":"r")");
    tell(1, "thought", R"("session":"s","run":"r")");
    send(2, R"("agent":"a","session":"s")", R"("from":"a","to":["b"])");
    send(3, R"("agent":"a","session":"t")", R"("from":"a","to":["b"])");
    EXPECT_EQ(told_of("e1"), "e3 ");
    tell(4, "decision", R"("agent":"lonely")");
    EXPECT_EQ(told_of("e5"), "");
}

TEST_F(DossierTest, UnknownAndAmbiguousEventsAreRefused) {
    tell(0, "thought");
    tell(0, "thought");
    EXPECT_EQ(dossier(*store_, {.event = "x"}).error().code, Code::not_found);
    EXPECT_EQ(dossier(*store_, {.event = "e"}).error().code, Code::invalid);
}

TEST_F(DossierTest, PageHasItsHeadingsInOrder) {
    tell(0, "thought");
    const std::string page = text("e1");
    std::string headings;
    for (std::size_t at = page.find("\n## "); at != std::string::npos;
         at = page.find("\n## ", at + 1)) {
        headings += page.substr(at + 4, page.find('\n', at + 1) - at - 4) + "; ";
    }
    EXPECT_EQ(headings,
              "What was decided; By whom; When; On which inputs; What else was considered; Why; "
              "What led to it; Who was told; What came of it; What is missing; ");
}

TEST_F(DossierTest, PageTellsEverything) {
    tell(0, "decision",
         R"("agent":"sizer","session":"s","run":"r","correlation":"c",)"
         R"("rationale":{"why":"1 % of equity","refs":["scratch:x"],"confidence":0.92,)"
         R"("alternatives":[{"option":"half","rejected_because":"unused risk"}]},)"
         R"("fields":{"description":"size","decision_type":"sizing","chosen":"all",)"
         R"("alternatives":["all"],"inputs":{"equity":1},"status":"made"})");
    send(1, R"("parent":"e1")", R"("from":"sizer","to":["risk"],"status":"sent")");
    tell(2, "outcome",
         R"("agent":"desk","fields":{"of":"e1","outcome":"too large","correct":false})");
    EXPECT_EQ(
        text("e1"),
        "# Decision: size -> all\n"
        "\n## What was decided\n\n"
        "- **Chosen**: all\n- **Description**: size\n- **Type**: sizing\n"
        "- **Status**: made\n- **Kind**: decision\n- **Event**: e1\n"
        "\n## By whom\n\nsizer\n"
        "\n## When\n\n- **Time**: 2026-02-23T10:00:00Z\n- **Session**: s\n- **Run**: r\n"
        "- **Correlation**: c\n"
        "\n## On which inputs\n\n```json\n{\"equity\":1}\n```\n"
        "\n## What else was considered\n\n- half: unused risk\n"
        "\n## Why\n\n- **Reason**: 1 % of equity\n- **Confidence**: 0.92\n"
        "- **Refers to**: scratch:x\n"
        "\n## What led to it\n\n```text\n"
        "   [2026-02-23 10:00:00Z] Decision: size -> all  (e1)\n"
        "     why: 1 % of equity (confidence 0.92; instead of: half, \"unused risk\"; rests on "
        "scratch:x)\n"
        "     Outcome: incorrect (too large)\n```\n"
        "\n## Who was told\n\n"
        "- 2026-02-23T10:00:01Z Message: sizer -> risk (sent) (e2)\n"
        "\n## What came of it\n\n- **Verdict**: incorrect\n- **Outcome**: too large\n"
        "- **Time**: 2026-02-23T10:00:02Z\n- **Said by**: desk\n- **Event**: e3\n"
        "\n## What is missing\n\nNothing.\n");
}

TEST_F(DossierTest, ArgumentsOfACallAreItsInputs) {
    tell(0, "tool_call",
         R"("agent":"desk","fields":{"tool_name":"Bash","input":{"command":"ls"}})");
    EXPECT_EQ(section("e1", "On which inputs"), "\n```json\n{\"command\":\"ls\"}\n```\n");
    EXPECT_EQ(section("e1", "What is missing").find("its inputs"), std::string::npos);
}

TEST_F(DossierTest, PageSaysWhatIsMissing) {
    tell(0, "decision", R"("parent":"gone","fields":{"reasoning":"felt right"})");
    EXPECT_EQ(section("e1", "By whom"), "\nNot recorded.\n");
    EXPECT_EQ(section("e1", "On which inputs"), "\nNot recorded.\n");
    EXPECT_EQ(section("e1", "What else was considered"), "\nNot recorded.\n");
    EXPECT_EQ(section("e1", "Why"), "\n- **Reasoning**: felt right\n");
    EXPECT_EQ(section("e1", "Who was told"), "\nNobody, as far as was recorded.\n");
    EXPECT_EQ(section("e1", "What came of it"), "\nNot recorded.\n");
    EXPECT_EQ(section("e1", "What is missing"),
              "\n- who decided\n- its inputs\n- what else was considered\n"
              "- a rationale given by whoever decided\n- an outcome\n"
              "\n! incomplete: parent gone of e1 was never recorded\n");
}

TEST_F(DossierTest, ADerivedReasonIsNotPassedOffAsGiven) {
    tell(0, "decision", R"("rationale":{"why":"w"},"flags":["rationale_derived","time_derived"])");
    EXPECT_EQ(section("e1", "Why"), "\n- **Reason, worked out by a rule**: w\n");
    EXPECT_EQ(section("e1", "When"), "\n- **Time**: at a time that nobody recorded\n");
    const std::string missing = section("e1", "What is missing");
    EXPECT_NE(missing.find("- a rationale given by whoever decided\n"), std::string::npos);
    EXPECT_NE(missing.find("- when it was decided\n"), std::string::npos);
    EXPECT_EQ(missing.find("- a confidence\n"), std::string::npos);
}

TEST_F(DossierTest, RecordedTextCannotBecomeMarkup) {
    tell(0, "decision",
         R"("agent":"# boss","fields":{"chosen":"a\n## Why\n[x](y) <b>","inputs":"```\n## no",)"
         R"("alternatives":["- *b*"]})");
    const std::string page = text("e1");
    EXPECT_NE(page.find("- **Chosen**: a ## Why \\[x\\](y) \\<b>\n"), std::string::npos) << page;
    EXPECT_EQ(section("e1", "By whom"), "\n\\# boss\n");
    EXPECT_EQ(section("e1", "On which inputs"), "\n```json\n\"```\\n## no\"\n```\n");
    EXPECT_EQ(section("e1", "What else was considered"), "\n- \\- \\*b\\*\n");
}

}  // namespace
}  // namespace hence
