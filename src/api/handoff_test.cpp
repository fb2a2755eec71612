#include "hence/handoff.h"

#include <algorithm>

#include "api/recorder_for_test.h"

namespace hence {
namespace {

// "invalid: message", or what was read, written again.
std::string parsed(std::string_view text) {
    const Result<Handoff> handoff = Handoff::parse(text);
    return handoff ? handoff->to_string() : handoff.error().message;
}

TEST(Handoff, ComesBackAsItWasSent) {
    const Handoff sent{.agent = "a b",
                       .session = "s;=%\n\xFF",
                       .run = std::string("\0", 1),
                       .correlation = "обмен",
                       .parent = "0195e0c4-6a5e-7cc3-98c4-dc0c0c07398f",
                       .iteration = -1};
    const std::string text = sent.to_string();
    EXPECT_TRUE(std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c < 0x7F; }));
    const Result<Handoff> received = Handoff::parse(text);
    ASSERT_TRUE(received);
    EXPECT_EQ(*received, sent);
}

TEST(Handoff, IsReadable) {
    EXPECT_EQ((Handoff{.agent = "coder", .session = "a/b", .iteration = 2}).to_string(),
              "hence1;agent=coder;session=a/b;iteration=2");
    EXPECT_EQ(Handoff{}.to_string(), "hence1");
}

TEST(Handoff, TheLongestNamesFit) {
    const std::string name(1024, '\xFF');
    const Handoff longest{name, name, name, name, std::string(256, '\xFF'), 1};
    EXPECT_TRUE(Handoff::parse(longest.to_string()));
    EXPECT_EQ(parsed("hence1;run=" + std::string(16 * 1024, 'x')),
              "this is no handoff: it is longer than any");
}

TEST(Handoff, UnknownPartsArePassedOver) {
    EXPECT_EQ(parsed("hence1;mood=calm;run=r"), "hence1;run=r");
}

TEST(Handoff, DamageIsNamed) {
    EXPECT_EQ(parsed(""), "this is no handoff: it is empty");
    EXPECT_EQ(parsed("run=r"), "this is no handoff: it does not begin as one");
    EXPECT_EQ(parsed("hence1;run"), "this is no handoff: a part has no value");
    EXPECT_EQ(parsed("hence1;run=%4"), "this is no handoff: it has half an escape");
    EXPECT_EQ(parsed("hence1;run=%4x"), "this is no handoff: it has half an escape");
    EXPECT_EQ(parsed("hence1;run=a;run=b"), "this is no handoff: it says run twice");
    EXPECT_EQ(parsed("hence1;iteration=two"), "this is no handoff: its iteration is no number");
    EXPECT_EQ(Handoff::parse("hence2;run=r").error().code, Code::unsupported);
}

TEST_F(RecorderTest, AChildGoesOnWhereItsParentLeftOff) {
    const Step child = story.correlation("c").delegate("reviewer", "code review");
    const Handoff received = *Handoff::parse(child.handoff().to_string());
    EXPECT_EQ(fields(child), R"({"parent_id":"coder","child_id":"reviewer","task":"code review",)"
                             R"("run_id":")" +
                                 received.run + R"("})");
    EXPECT_EQ(event(child).run(), "r");

    const Recorder other(store, {.agent = "somebody"});
    const Event first = event(other.resume(received).thought("looks fine"));
    EXPECT_EQ(first.agent(), "reviewer");
    EXPECT_EQ(first.session(), "s");
    EXPECT_EQ(first.run(), received.run);
    EXPECT_EQ(first.correlation(), "c");
    EXPECT_EQ(first.parent(), child.id());
}

TEST_F(RecorderTest, AChildMayHaveARunAndASessionOfItsOwn) {
    const Step child =
        story.iteration(4).delegate({.child_id = "reviewer", .run = "r7", .session = "s7"});
    EXPECT_EQ(child.handoff().run, "r7");
    EXPECT_EQ(child.handoff().session, "s7");
    EXPECT_EQ(child.handoff().iteration, std::nullopt);
    EXPECT_EQ(event(child).session(), "s");
    EXPECT_EQ(event(child).iteration(), 4);
}

TEST_F(RecorderTest, AHandoffWithoutAnAgentIsTheRecorders) {
    EXPECT_EQ(event(recorder.resume({.session = "s"}).thought("x")).agent(), "coder");
}

}  // namespace
}  // namespace hence
