#include "hence/knew.h"

#include <algorithm>
#include <random>

#include "views/knew/lanes.h"
#include "views/knew/messages.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class KnewTest : public ToldLog {
protected:
    Knew ask(const std::string& event, std::uint64_t limit = 65'536, std::string search = {}) {
        Result<Knew> answer =
            knew(*store_, {.event = event, .limit = limit, .search = std::move(search)});
        EXPECT_TRUE(answer);
        return std::move(answer).take();
    }
    // "model_call<-previous: steps"
    std::string calls(const std::string& event) {
        const Knew answer = ask(event);
        std::string out = answer.model_call ? std::string(answer.model_call->id()) : "none";
        out += "<-" + (answer.previous ? std::string(answer.previous->id()) : "none") + ":";
        for (const KnewStep& step : answer.steps) {
            out += " " + step.id + (step.status.empty() ? "" : "=" + step.status);
        }
        return out;
    }
    std::string call(int second, std::string_view messages, std::string_view names = run_names) {
        return tell(second, "llm_call",
                    fmt::format(R"({},"fields":{{"model":"m","messages":{}}})", names, messages));
    }
    std::string json(const std::string& event, std::uint64_t limit = 65'536) {
        std::string out;
        EXPECT_TRUE(write_json(ask(event, limit), *store_, into(out)));
        return out;
    }
    std::string text(const std::string& event) {
        std::string out;
        EXPECT_TRUE(write_text(ask(event), *store_, into(out)));
        return out;
    }

    // What came in: "prompt p: go", one a line, + before what is new, > before what came after.
    std::string items(const std::string& event, const std::string& search = {}) {
        std::string out;
        for (const KnewItem& item : ask(event, 0, search).items) {
            out += fmt::format("{}{} {}[{}] {}\n",
                               item.after_call ? ">"
                               : item.is_new   ? "+"
                                               : " ",
                               item.event, item.source, item.from, item.text);
        }
        return out;
    }
    void tell_in(int second, std::string_view kind, std::string_view fields,
                 std::string_view names = run_names) {
        tell(second, kind, fmt::format(R"({},"fields":{{{}}})", names, fields));
    }

    static constexpr std::string_view run_names = R"("session":"s","run":"r","agent":"a")";
};

TEST_F(KnewTest, TheLatestModelCallOfTheAgentInItsRunCounts) {
    call(1, "[]");                                             // e1
    call(2, "[]", R"("session":"s","run":"r","agent":"b")");   // e2
    call(3, "[]", R"("session":"s","run":"r2","agent":"a")");  // e3
    call(4, "[]", R"("session":"t","run":"r","agent":"a")");   // e4
    tell(5, "thought", run_names);                             // e5
    call(6, "[]");                                             // e6
    tell(7, "thought", run_names);                             // e7
    call(8, "[]");                                             // e8
    EXPECT_EQ(calls("e5"), "e1<-none: e1");
    EXPECT_EQ(calls("e7"), "e6<-e1: e5 e6");
    EXPECT_EQ(calls("e6"), "e6<-e1: e5");
    EXPECT_EQ(calls("e1"), "e1<-none:");
}

TEST_F(KnewTest, WithoutAnAgentOrARunTheWiderOneIsAsked) {
    call(1, "[]");
    call(2, "[]", R"("session":"s","run":"r2","agent":"a")");
    tell(3, "thought", R"("session":"s","run":"r")");
    tell(4, "thought", R"("session":"s","agent":"a")");
    tell(5, "thought", R"("session":"s")");
    tell(6, "thought");
    EXPECT_EQ(calls("e3"), "e1<-none: e1");
    EXPECT_EQ(calls("e4"), "e2<-e1: e2");
    EXPECT_EQ(calls("e5"), "e2<-e1: e2 e3 e4");
    EXPECT_EQ(calls("e6"), "none<-none:");
}

TEST_F(KnewTest, StepsSayWhatBecameOfThem) {
    call(1, "[]");
    tell(2, "tool_call",
         fmt::format(R"({},"fields":{{"tool_name":"Read","call_id":"k"}})", run_names));
    tell(3, "observation",
         fmt::format(R"({},"duration_ms":7,"fields":{{"call_id":"k","status":"error"}})",
                     run_names));
    tell(4, "error", run_names);
    tell(5, "tool_call",
         fmt::format(R"({},"fields":{{"tool_name":"Read","output":1}})", run_names));
    tell(6, "thought", run_names);
    EXPECT_EQ(calls("e6"), "e1<-none: e1 e2=error e3=error e4=error e5=ok");
    EXPECT_EQ(ask("e6").steps[1].summary, "Tool call: Read FAILED (7ms)");
}

TEST_F(KnewTest, OfManyStepsTheNewestAreShownAndThatThereAreMore) {
    call(1, "[]");
    for (int i = 0; i < 250; ++i) {
        tell(2, "thought", run_names);
    }
    const Knew answer = ask("e251");
    EXPECT_EQ(answer.steps.size(), 200U);
    EXPECT_EQ(answer.steps.back().id, "e250");
    EXPECT_TRUE(answer.more);
    EXPECT_EQ(answer.model_call->id(), "e1");
    EXPECT_NE(text("e251").find("until then:\n…\n"), std::string::npos);
    EXPECT_FALSE(ask("e200").more);
}

TEST_F(KnewTest, MessagesThatBothBeginWithAreKept) {
    call(1, R"([{"role":"user","content":"go"},{"role":"assistant","content":"old"}])");
    call(2, R"([{"role":"user","content":"go"},{"role":"assistant","content":"new"},"bare"])");
    EXPECT_EQ(json("e2"),
              R"({"event":"e2","agent":"a","run":"r","model_call":"e2","previous":"e1",)"
              R"("recorded":true,"exact":true,"messages":{"total":3,"kept":1,"bytes":76,"added":[)"
              R"({"index":1,"role":"assistant","text":"new","bytes":3,"cut":false},)"
              R"({"index":2,"role":null,"text":"bare","bytes":4,"cut":false}],"dropped":[)"
              R"({"index":1,"role":"assistant","text":"old","bytes":3,"cut":false}],)"
              R"("compared":true},"search":null,"items":[],"items_total":0,"items_found":0,)"
              R"("steps":[],"more":false})"
              "\n");
    EXPECT_EQ(text("e2"),
              "[2026-02-23 10:00:02Z] LLM call: m (? tokens)  (e2)\n"
              "one before: [2026-02-23 10:00:01Z] LLM call: m (? tokens)  (e1)\n"
              "\n"
              "= 1 message kept (30 B)\n"
              "- assistant: old (3 B)\n"
              "+ assistant: new (3 B)\n"
              "+ -: bare (4 B)\n");
}

TEST_F(KnewTest, WhatWasNotRecordedIsSaidSo) {
    tell(1, "llm_call", run_names);
    tell(2, "thought", run_names);
    EXPECT_EQ(json("e2"),
              R"({"event":"e2","agent":"a","run":"r","model_call":"e1","previous":null,)"
              R"("recorded":false,"exact":false,"messages":null,"search":null,"items":[],)"
              R"("items_total":0,"items_found":0,"steps":[{"id":"e1","kind":"llm_call",)"
              R"-("time":"2026-02-23T10:00:01Z","summary":"LLM call: unknown )-"
              R"-((? tokens)","status":null}],)-"
              R"("more":false})"
              "\n");
    EXPECT_NE(text("e2").find("The messages of the model call were not recorded. Assembled from "
                              "the session:\n0 items\n"),
              std::string::npos);
    tell(0, "thought", run_names);
    EXPECT_NE(text("e3").find("No model call was recorded before it. Assembled from"),
              std::string::npos);
    call(3, R"([{"role":"user","content":"x"}])");
    EXPECT_EQ(ask("e4").messages->kept, 0U);
    EXPECT_FALSE(ask("e4").messages->compared);
    EXPECT_NE(text("e4").find("\nwhat the model was shown before was not recorded\n+ user: x"),
              std::string::npos);
    EXPECT_EQ(ask("e4").messages->added.size(), 1U);
    EXPECT_FALSE(knew(*store_, {.event = "nothing"}));
}

TEST_F(KnewTest, TextIsWhatAMessageSaysInWhateverShape) {
    const auto said = [this](std::string_view message) {
        return ask(call(1, fmt::format("[{}]", message))).messages->added.back().text;
    };
    EXPECT_EQ(said(R"({"role":"user","content":"a\nb"})"), "a\nb");
    EXPECT_EQ(said(R"({"content":[{"type":"text","text":"a"},{"type":"image","url":"u"},"c"]})"),
              "a\n{\"type\":\"image\",\"url\":\"u\"}\nc");
    EXPECT_EQ(said(R"({"role":"user","parts":[{"type":"text","content":"p"}]})"), "p");
    EXPECT_EQ(said(R"({"content":{"x":1}})"), R"({"x":1})");
    EXPECT_EQ(said(R"({"role":"assistant","content":null,"tool_calls":[1]})"),
              R"({"role":"assistant","content":null,"tool_calls":[1]})");
    EXPECT_EQ(said(R"({"content":"I look","tool_calls":[{"id":"k"}]})"),
              "I look\n[{\"id\":\"k\"}]");
    EXPECT_EQ(said("17"), "17");
    EXPECT_EQ(said("null"), "null");
    EXPECT_EQ(ask(call(1, R"("only a prompt")")).messages->added[0].text, "only a prompt");
    EXPECT_EQ(ask(call(1, R"({"role":"user","content":"one"})")).messages->total, 1U);
}

TEST_F(KnewTest, LongTextsShareTheLimitAndShortOnesStayWhole) {
    const std::string longer(1'000, 'x');
    const std::string id = call(1, fmt::format(R"(["{0}","short","{0}é"])", longer));
    const Knew answer = ask(id, 105);
    const std::vector<KnewMessage>& added = answer.messages->added;
    EXPECT_EQ(added[0].text, std::string(50, 'x'));
    EXPECT_TRUE(added[0].cut);
    EXPECT_EQ(added[0].bytes, 1'000U);
    EXPECT_EQ(added[1].text, "short");
    EXPECT_FALSE(added[1].cut);
    EXPECT_EQ(ask(id, 0).messages->added[2].bytes, 1'002U);
    EXPECT_FALSE(ask(id, 0).messages->added[2].cut);
    // A character is never cut in two.
    const std::string accents = call(2, R"(["ééé"])", R"("session":"z")");
    EXPECT_EQ(ask(accents, 3).messages->added[0].text, "é");
    EXPECT_EQ(ask(accents, 1).messages->added[0].text, "");
}

TEST_F(KnewTest, SharesNeverExceedTheLimitAndWasteNothing) {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        std::string list = "[";
        std::uint64_t whole = 0;
        for (unsigned i = random() % 8; i > 0; --i) {
            const std::size_t size = random() % 60;
            whole += size;
            list += (list.size() > 1 ? ",\"" : "\"") + std::string(size, 'y') + "\"";
        }
        const std::uint64_t limit = 1 + random() % 200;
        const Event event = Event::parse(fmt::format(R"({{"kind":"llm_call","time":"{}","fields":)"
                                                     R"({{"messages":{}]}}}})",
                                                     time_at(1), list))
                                .take();
        const auto messages = compared_messages(event, std::nullopt, limit);
        ASSERT_TRUE(messages);
        std::uint64_t shown = 0;
        for (const KnewMessage& message : messages->added) {
            ASSERT_EQ(message.cut, message.text.size() < message.bytes);
            shown += message.text.size();
        }
        ASSERT_LE(shown, limit);
        ASSERT_GE(shown + messages->added.size(), std::min(whole, limit));
    }
}

TEST_F(KnewTest, TenThousandMessagesAreComparedInOneWalk) {
    std::string list = R"([{"role":"system","content":"begin"})";
    for (int i = 0; i < 10'000; ++i) {
        list += fmt::format(R"(,{{"role":"user","content":"message {}"}})", i);
    }
    call(1, list + "]");
    call(2, list + R"(,{"role":"user","content":"last"}])");
    const Knew answer = ask("e2");
    EXPECT_EQ(answer.messages->kept, 10'001U);
    ASSERT_EQ(answer.messages->added.size(), 1U);
    EXPECT_EQ(answer.messages->added[0].index, 10'001U);
    EXPECT_EQ(ask("e1").messages->added.size(), 10'001U);
}

TEST_F(KnewTest, WhatCameInStandsForMessagesThatWereNotRecorded) {
    tell_in(0, "session_start", R"("goal":"clean the build")");  // e1
    tell_in(1, "llm_call", R"("model":"m")");                    // e2
    tell_in(2, "tool_call", R"("tool_name":"Read","input":{"path":"/p"},"call_id":"k")");
    tell_in(3, "observation", R"("call_id":"k","content":"line one")");  // e4
    tell_in(4, "tool_call", R"("tool_name":"Bash","input":{"command":"ls"},"output":"profile")");
    tell_in(5, "message", R"("from":"boss","to":["a"],"payload":"hurry")",
            R"("session":"s","agent":"boss")");                       // e6
    tell_in(6, "llm_call", R"("model":"m")");                         // e7
    tell_in(7, "observation", R"("key":"obs:1","content":{"x":1})");  // e8
    tell_in(8, "decision", R"("description":"d")");                   // e9
    EXPECT_EQ(items("e2"), "+e1 prompt[] clean the build\n");
    EXPECT_EQ(items("e7"),
              " e1 prompt[] clean the build\n"
              "+e4 file[/p] line one\n"
              "+e5 tool[Bash `ls`] profile\n"
              "+e6 message[boss] hurry\n");
    EXPECT_EQ(items("e9"),
              " e1 prompt[] clean the build\n"
              "+e4 file[/p] line one\n"
              "+e5 tool[Bash `ls`] profile\n"
              "+e6 message[boss] hurry\n"
              ">e8 observation[obs:1] {\"x\":1}\n");
    EXPECT_FALSE(ask("e9").exact);
    EXPECT_EQ(items("e9", "PROFILE"), "+e5 tool[Bash `ls`] profile\n");
    EXPECT_EQ(ask("e9", 0, "profile").items_found, 1U);
    EXPECT_EQ(ask("e9", 0, "profile").items_total, 5U);
    EXPECT_EQ(items("e9", "never said"), "");
}

TEST_F(KnewTest, ACallThatHasNotEndedHasToldNothing) {
    tell_in(1, "llm_call", R"("model":"m")");
    tell(2, "tool_call",
         fmt::format(R"({},"duration_ms":9000,"fields":{{"tool_name":"slow","output":"late"}})",
                     run_names));
    tell_in(3, "tool_call", R"("tool_name":"quick","output":"soon")");
    tell_in(20, "llm_call", R"("model":"m")");
    EXPECT_EQ(items("e3"), "");
    EXPECT_EQ(items("e4"), "+e2 tool[slow] late\n+e3 tool[quick] soon\n");
}

TEST_F(KnewTest, AnAgentKnowsItsEarlierRunsAndNotThoseOfOthers) {
    const auto in = [](std::string_view run, std::string_view agent) {
        return fmt::format(R"("session":"s","run":"{}","agent":"{}")", run, agent);
    };
    tell_in(1, "prompt", R"("text":"first")", in("r1", "main"));
    tell_in(2, "llm_call", R"("model":"m")", in("r1", "main"));
    tell_in(3, "delegation", R"("parent_id":"main","child_id":"x","run_id":"sub","task":"look")",
            in("r1", "main"));
    tell_in(4, "tool_call", R"("tool_name":"t","output":"of the child")", in("sub", "x"));
    tell_in(5, "llm_call", R"("model":"m")", in("sub", "x"));
    tell_in(6, "prompt", R"("text":"second")", in("r2", "main"));
    tell_in(7, "llm_call", R"("model":"m")", in("r2", "main"));
    EXPECT_EQ(items("e5"), "+e3 task[main] look\n+e4 tool[t] of the child\n");
    EXPECT_EQ(items("e7"), " e1 prompt[] first\n+e6 prompt[] second\n");
}

TEST_F(KnewTest, AnExactAnswerListsWhatCameAfterAndFindsMessages) {
    tell_in(1, "prompt", R"("text":"go")");
    call(2, R"([{"role":"user","content":"go"},{"role":"user","content":"mind the profile"}])");
    tell_in(3, "tool_call", R"("tool_name":"t","output":"came after")");
    tell_in(4, "thought", R"("text":"x")");
    EXPECT_TRUE(ask("e4").exact);
    EXPECT_EQ(items("e4"), ">e3 tool[t] came after\n");
    EXPECT_EQ(items("e4", "profile"), "+e2 shown[user] mind the profile\n");
}

TEST_F(KnewTest, OfAGreatDealTheFirstAndTheNewestAreListed) {
    tell_in(0, "prompt", R"("text":"go")");
    for (int i = 0; i < 300; ++i) {
        tell_in(1, "tool_call", fmt::format(R"("tool_name":"t","output":"{}")", i));
    }
    const std::string last = tell(2, "llm_call", run_names);
    const Knew answer = ask(last);
    EXPECT_EQ(answer.items.size(), 200U);
    EXPECT_EQ(answer.items_total, 301U);
    EXPECT_EQ(answer.items.front().event, "e1");
    EXPECT_EQ(answer.items.back().event, "e301");
    EXPECT_NE(text(last).find("  … 101 items more (--items 0)\n"), std::string::npos);
    EXPECT_EQ(ask(last, 0, "299").items.size(), 1U);
}

TEST_F(KnewTest, TextFitsEightyColumnsAndSaysHowLongTheRestIs) {
    tell_in(0, "prompt", R"("text":"go")");
    tell_in(
        1, "tool_call",
        fmt::format(R"("tool_name":"Read","input":{{"path":"/{}"}},"output":"{}\n\nb\nc\nd\ne")",
                    std::string(200, 'p'), std::string(300, 'x')));
    const std::string last = tell(2, "llm_call", run_names);
    const std::string shown = text(last);
    EXPECT_NE(shown.find("      … 309 B in all\n"), std::string::npos) << shown;
    for (std::size_t at = shown.find("\n\n"); at < shown.size();) {
        const std::size_t end = std::min(shown.find('\n', at + 1), shown.size());
        EXPECT_LE(end - at, 90U) << shown.substr(at, end - at);  // An ellipsis has three bytes.
        at = end;
    }
}

// One walk for many answers, or one for each: the same answers.
TEST_F(KnewTest, LanesAnswerAsEachQuestionAlone) {
    std::mt19937 random(7);
    const auto any = [&](std::initializer_list<std::string_view> of) {
        return std::string(*(of.begin() + static_cast<std::ptrdiff_t>(random() % of.size())));
    };
    for (int i = 0; i < 300; ++i) {
        const std::string kind = any({"llm_call", "tool_call", "tool_call", "observation", "prompt",
                                      "message", "delegation", "thought"});
        std::string names = R"("session":"s")";
        names += any({"", R"(,"run":"r1")", R"(,"run":"r2")", R"(,"run":"r3")"});
        names += any({"", R"(,"agent":"a")", R"(,"agent":"b")"});
        const std::string call_id = any({"k1", "k2", "k3"});
        std::string fields =
            fmt::format(R"("text":"t","call_id":"{}","to":["{}"])", call_id, any({"a", "b"}));
        fields += any({"", R"(,"output":"o")", R"(,"content":"c")"});
        fields += any({"", R"(,"messages":["m"])", R"(,"child_id":"b")", R"(,"run_id":"r3")"});
        tell(static_cast<int>(random() % 200), kind,
             fmt::format(R"({},"duration_ms":{},"fields":{{{}}})", names, random() % 3000, fields));
    }
    Sessions sessions(*store_);
    KnewLanes lanes(sessions);
    for (int i = 1; i <= 300; ++i) {
        const KnewRequest request{.event = fmt::format("e{}", i), .items_max = 5};
        const Result<Knew> alone = knew(*store_, request);
        const Result<Knew> among = lanes.knew(request);
        ASSERT_TRUE(alone && among);
        std::string one;
        std::string other;
        ASSERT_TRUE(write_json(*alone, *store_, into(one)));
        ASSERT_TRUE(write_json(*among, *store_, into(other)));
        ASSERT_EQ(one, other);
    }
}

}  // namespace
}  // namespace hence
