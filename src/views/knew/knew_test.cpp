#include "hence/knew.h"

#include <algorithm>
#include <random>

#include "views/knew/messages.h"
#include "views/testing/told_log_for_test.h"

namespace hence {
namespace {

class KnewTest : public ToldLog {
protected:
    Knew ask(const std::string& event, std::uint64_t limit = 65'536) {
        Result<Knew> answer = knew(*store_, {.event = event, .limit = limit});
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
              R"("recorded":true,"messages":{"total":3,"kept":1,"bytes":76,"added":[)"
              R"({"index":1,"role":"assistant","text":"new","bytes":3,"cut":false},)"
              R"({"index":2,"role":null,"text":"bare","bytes":4,"cut":false}],"dropped":[)"
              R"({"index":1,"role":"assistant","text":"old","bytes":3,"cut":false}],)"
              R"("compared":true},"steps":[],"more":false})"
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
              R"("recorded":false,"messages":null,"steps":[{"id":"e1","kind":"llm_call",)"
              R"-("time":"2026-02-23T10:00:01Z","summary":"LLM call: unknown )-"
              R"-((? tokens)","status":null}],)-"
              R"("more":false})"
              "\n");
    EXPECT_NE(text("e2").find("what the model was shown was not recorded\n"), std::string::npos);
    tell(0, "thought", run_names);
    EXPECT_NE(text("e3").find("no model call came before it\n"), std::string::npos);
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

}  // namespace
}  // namespace hence
