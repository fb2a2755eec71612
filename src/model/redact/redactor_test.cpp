#include "model/redact/redactor.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/json/json.h"
#include "model/redact/samples_for_test.h"

namespace hence {
namespace {

constexpr std::string_view event_begin =
    R"({"id":"e1","kind":"thought","time":"2026-02-23T10:00:00Z","fields":{"text":)";

const std::string aws_key = "AKIA" + repeated("Q7ZK2MXW5RTB", 16);

Event event_with(std::string_view text) {
    std::string json(event_begin);
    append_token(json, text);
    return std::move(Event::parse(json + "}}")).take();
}

std::string text_of(const Event& event) {
    return Json(event.fields())["text"].string().value_or("?");
}

std::string closed(std::string text, const RedactKey& key = {}) {
    close_marks(text, key);
    return text;
}

TEST(Redactor, PutsAMarkInPlaceOfASecret) {
    std::string text = "the key " + aws_key + ", twice: " + aws_key;
    EXPECT_EQ(Redactor().redact(text), 2U);
    EXPECT_EQ(text.find(aws_key), std::string::npos);
    const std::string shown = closed(text);
    const std::string mark = shown.substr(8, shown.find(']') - 7);
    EXPECT_EQ(mark.substr(0, 28), "[redacted aws_access_key_id ");
    EXPECT_EQ(mark.size(), 33U);
    EXPECT_EQ(shown, "the key " + mark + ", twice: " + mark);
}

TEST(Redactor, FlagsAnEventAndChangesNothingElse) {
    Event event = event_with("a\n" + aws_key + " \"b\"");
    const Event before = event;
    EXPECT_EQ(*Redactor().redact(event), 1U);
    EXPECT_EQ(*close_marks(event, RedactKey{}), 1U);
    EXPECT_EQ(text_of(event).substr(0, 12), "a\n[redacted ");
    EXPECT_TRUE(text_of(event).ends_with("] \"b\""));
    EXPECT_TRUE(event.to_json().ends_with(R"("flags":["redacted"]})"));
    EXPECT_EQ(event.id(), before.id());
    const Result<Event> read = Event::parse(event.to_json());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->to_json(), event.to_json());
    EXPECT_EQ(*Redactor().redact(event), 0U);
}

TEST(Redactor, LeavesAnEventWithoutSecretsAlone) {
    Event event = event_with("nothing to see");
    EXPECT_EQ(*Redactor().redact(event), 0U);
    EXPECT_EQ(event.to_json().find("flags"), std::string::npos);
}

TEST(Redactor, SeesASecretInEveryPartOfAnEvent) {
    for (const std::string_view key : {"id", "agent", "session", "run", "parent", "correlation"}) {
        Event event = *Event::parse(R"({"kind":"thought","time":"2026-02-23T10:00:00Z",")" +
                                    std::string(key) + "\":\"x " + aws_key + "\"}");
        EXPECT_EQ(*Redactor().redact(event), 1U) << key;
        EXPECT_EQ(event.to_json().find(aws_key), std::string::npos) << key;
    }
    Event why =
        *Event::parse(R"({"kind":"thought","time":"2026-02-23T10:00:00Z","rationale":{"why":")" +
                      aws_key + R"("},"causes":[")" + aws_key + R"("]})");
    EXPECT_EQ(*Redactor().redact(why), 2U);
}

TEST(Redactor, RefusesAnEventThatIsTooLongWithoutItsSecrets) {
    Event event = *Event::parse(R"({"kind":"thought","time":"2026-02-23T10:00:00Z","id":")" +
                                std::string(235, 'x') + " " + aws_key + "\"}");
    const Result<std::size_t> redacted = Redactor().redact(event);
    ASSERT_FALSE(redacted);
    EXPECT_EQ(redacted.error().code, Code::invalid);
}

TEST(Redactor, MarksDependOnTheKeyAndTheSecret) {
    std::string text = aws_key;
    Redactor().redact(text);
    RedactKey other{};
    other[0] = 1;
    EXPECT_NE(closed(text), closed(text, other));
    EXPECT_EQ(closed(closed(text), other), closed(text));
    std::string another = "AKIA" + repeated("Z7QK2MXW5RTB", 16);
    Redactor().redact(another);
    EXPECT_NE(closed(text), closed(another));
}

TEST(Redactor, TakesRulesOfTheUser) {
    const Result<Redactor> redactor = redactor_with(std::vector<std::string>{"ACME-[0-9]{6}"});
    ASSERT_TRUE(redactor);
    Event event = event_with("order \"ACME-123456\" and ACME-12");
    EXPECT_EQ(*redactor->redact(event), 1U);
    EXPECT_EQ(text_of(event).substr(0, 22), "order \"[redacted rule ");
    EXPECT_TRUE(text_of(event).ends_with("]\" and ACME-12"));
    const Result<Redactor> group = redactor_with(std::vector<std::string>{"pin: ([0-9]+)"});
    std::string text = "pin: 1234";
    EXPECT_EQ(group->redact(text), 1U);
    EXPECT_TRUE(text.starts_with("pin: [redacted rule "));
    for (const std::string_view bad : {"(", "", "a*", "(?=x)", "\\1"}) {
        const Result<Redactor> refused = redactor_with(std::vector<std::string>{std::string(bad)});
        ASSERT_FALSE(refused) << bad;
        EXPECT_EQ(refused.error().code, Code::invalid) << bad;
    }
}

TEST(Redactor, ARuleThatWouldBacktrackIsLinear) {
    const Result<Redactor> redactor = redactor_with(std::vector<std::string>{"(a+)+b"});
    std::string text(200'000, 'a');
    EXPECT_EQ(redactor->redact(text), 0U);
}

TEST(Redactor, KnowsAnEventThatWasStoredWithItsSecrets) {
    const Event stored = event_with("key " + aws_key);
    Event redacted = stored;
    ASSERT_EQ(*Redactor().redact(redacted), 1U);
    RedactKey lost{};
    lost[3] = 7;
    ASSERT_TRUE(close_marks(redacted, lost));
    EXPECT_TRUE(same_when_redacted(stored, redacted, Redactor()));
    EXPECT_FALSE(same_when_redacted(event_with("another"), redacted, Redactor()));
}

// As JSON, with some of its letters spelled as \u0041.
std::string spelled(const std::string& text, const std::vector<bool>& how) {
    std::string token = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto c = static_cast<unsigned char>(text[i]);
        const bool escapes = !how.empty() && how[i % how.size()];
        constexpr std::string_view hex = "0123456789abcdef";
        if (c < ' ' || c == '"' || c == '\\' || (escapes && c < 0x7f)) {
            token += "\\u00";
            token += hex[c >> 4];
            token += hex[c & 15];
        } else {
            token += static_cast<char>(c);
        }
    }
    return token + "\"";
}

// Whatever stands around a secret and however its letters are spelled: it goes, the event stays an
// event, and what stood around it stays.
RC_GTEST_PROP(RedactorProperty, NoSpellingHidesASecret,
              (const std::vector<std::string>& words, const std::vector<bool>& spelling)) {
    const std::vector<SecretSample> samples = secret_samples();
    const SecretSample& sample = samples[*rc::gen::inRange<std::size_t>(0, samples.size())];
    std::string around;
    for (const std::string& word : words) {
        for (const char c : word) {
            around += c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '-' ? c : ' ';
        }
    }
    const std::string plain =
        around + " " + sample.before + sample.secret + sample.after + " " + around;
    const std::string json = std::string(event_begin) + spelled(plain, spelling) + "}}";
    Event event = std::move(Event::parse(json)).take();
    RC_ASSERT(text_of(event) == plain);
    const Result<std::size_t> count = Redactor().redact(event);
    RC_ASSERT(bool(count));
    RC_ASSERT(*count >= 1U);
    const std::string text = text_of(event);
    RC_ASSERT(text.find(sample.secret) == std::string::npos);
    RC_ASSERT(text.ends_with(" " + around));
    RC_ASSERT(*Redactor().redact(event) == 0U);
}

}  // namespace
}  // namespace hence
