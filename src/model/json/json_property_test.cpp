// Random JSON, spelled in random ways: what must hold for all of it.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/event.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"

namespace hence {
namespace {

// Writes one random tree, the same one for the same seed of values, in a spelling of its own: order
// of members, white space, escapes and the text of numbers follow another seed.
class Speller {
public:
    Speller(unsigned values, unsigned spelling) : values_(values), spelling_(spelling) {}

    std::string value(int depth) {
        switch (pick(values_, depth > 0 ? 7 : 5)) {
            case 0: return "null";
            case 1: return "true";
            case 2:
            case 3: return number();
            case 4: return string();
            case 5: return list(depth);
            default: return object(depth);
        }
    }
    std::string object(int depth) {
        std::vector<std::string> members;
        const unsigned count = pick(values_, 5);
        for (unsigned i = 0; i < count; ++i) {
            std::string member = spelled("k" + std::to_string(i)) + space() + ":" + space();
            member += value(depth - 1);
            members.push_back(member);
        }
        std::shuffle(members.begin(), members.end(), spelling_);
        return "{" + space() + joined(members) + "}";
    }
    std::string spelled(const std::string& ascii) {
        std::string out = "\"";
        for (const char c : ascii) {
            if (pick(spelling_, 3) == 0) {
                out +=
                    std::string("\\u00") + "0123456789abcdef"[c >> 4] + "0123456789ABCDEF"[c & 0xF];
            } else {
                out += c;
            }
        }
        return out + "\"";
    }

private:
    static unsigned pick(std::mt19937& random, unsigned count) {
        return static_cast<unsigned>(random() % count);
    }
    std::string space() {
        static const std::string spaces[] = {"", "", "", " ", "\n", "\t\r  "};
        return spaces[pick(spelling_, 6)];
    }
    std::string joined(const std::vector<std::string>& pieces) {
        std::string out;
        for (const std::string& piece : pieces) {
            out += (out.empty() ? "" : "," + space()) + piece + space();
        }
        return out;
    }
    std::string list(int depth) {
        std::vector<std::string> elements;
        const unsigned count = pick(values_, 5);
        for (unsigned i = 0; i < count; ++i) {
            elements.push_back(value(depth - 1));
        }
        return "[" + space() + joined(elements) + "]";
    }
    std::string number() {
        const std::string digits = std::to_string(1 + pick(values_, 100'000));
        switch (pick(spelling_, 4)) {
            case 0: return digits;
            case 1: return digits + ".0";
            case 2: return digits + "00e-2";
            default: return "0." + digits + "E" + std::to_string(digits.size());
        }
    }
    std::string string() {
        std::string text;
        const unsigned size = pick(values_, 40);
        for (unsigned i = 0; i < size; ++i) {
            text += static_cast<char>('a' + pick(values_, 26));
        }
        return spelled(text);
    }

    std::mt19937 values_;
    std::mt19937 spelling_;
};

std::string spell(unsigned values, unsigned spelling) {
    return Speller(values, spelling).object(5);
}

RC_GTEST_PROP(JsonProperty, MinifyingTwiceIsMinifyingOnce, (unsigned values, unsigned spelling)) {
    const std::string once = *minify(spell(values, spelling), 64);
    RC_ASSERT(*minify(once, 64) == once);
}

RC_GTEST_PROP(JsonProperty, AValueIsTheSameHoweverItIsSpelled, (unsigned values)) {
    const std::string spelled = spell(values, *rc::gen::arbitrary<unsigned>());
    RC_ASSERT(same_value(spelled, *minify(spelled, 64)));
    RC_ASSERT(same_value(spelled, spell(values, *rc::gen::arbitrary<unsigned>())));
}

RC_GTEST_PROP(JsonProperty, AnotherValueIsNotTheSame, (unsigned values, unsigned spelling)) {
    std::string changed = *minify(spell(values, spelling), 64);
    const std::string more = changed == "{}" ? "\"new\":1}" : ",\"new\":1}";
    changed.back() = more.front();
    changed += more.substr(1);
    RC_ASSERT(!same_value(spell(values, spelling), changed));
}

RC_GTEST_PROP(JsonProperty, AnEventIsPrintedAsItIsRead, (unsigned values, unsigned spelling)) {
    const std::string json = R"({"id":"a","kind":"x","time":"2026-02-23T10:00:00Z","fields":)" +
                             *minify(spell(values, spelling), 64) + "}";
    const Event event = *Event::parse(json);
    RC_ASSERT(event.to_json() == json);
    RC_ASSERT(Event::parse(event.to_json())->says_the_same_as(event));
}

RC_GTEST_PROP(JsonProperty, AnyBytesAsTextComeBack, (const std::string& bytes)) {
    std::string token;
    append_string(token, bytes);
    RC_ASSERT(*minify(token, 0) == token);
}

RC_GTEST_PROP(JsonProperty, AWrittenNumberReadsBackAsItself, (double value)) {
    std::string text;
    append_number(text, value);
    RC_ASSERT(Json(text).number() == value);
    RC_ASSERT(*minify(text, 0) == text);
}

RC_GTEST_PROP(JsonProperty, NumbersAreOrderedAsIntegersAre, (int a, int b, unsigned shift)) {
    const auto spelled = [shift](int value) {
        return std::to_string(value) + "e" + std::to_string(shift) + std::string(30, '0');
    };
    const int order = compare_numbers(spelled(a), spelled(b));
    RC_ASSERT(order == (a > b) - (a < b));
}

RC_GTEST_PROP(JsonProperty, ATokenSaysWhatItIsUnescapedTo, (unsigned values, unsigned spelling)) {
    Speller speller(values, spelling);
    const std::string one = speller.spelled("k1");
    for (const std::string_view text : {"k1", "k2", "k", "k1k", "", "\\u006b1"}) {
        RC_ASSERT(token_says(one, text) == (unescape(one) == text));
    }
}

RC_GTEST_PROP(JsonProperty, MembersAreThoseOfTheObject, (unsigned values, unsigned spelling)) {
    Speller speller(values, spelling);
    std::string object = *minify(speller.object(2), fields_depth_max);
    if (values % 3 == 0 && object != "{}") {
        object = "{\"k1\":\"first\"," + object.substr(1);
    }
    const ObjectMembers members(object);
    for (const std::string_view name : {"k0", "k1", "k2", "k3", "k4", "k", "", "k11"}) {
        RC_ASSERT(members[name].raw() == Json(object)[name].raw());
    }
}

}  // namespace
}  // namespace hence
