// Asks random questions about random events, twice: compiled, and by walking over the question as
// it was made, in the plainest way there is.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/json/json.h"
#include "model/where/where.h"

namespace hence {
namespace {

template <class T>
T any_of(std::vector<T> values) {
    return *rc::gen::elementOf(std::move(values));
}

// A question as a tree: a comparison, or what joins one or two others.
struct Question {
    std::string join;  // "and", "or", "not", or empty for a comparison.
    std::unique_ptr<Question> left;
    std::unique_ptr<Question> right;
    std::vector<std::string> path;  // Members; "[0]" is an element.
    std::string op;
    std::string literal;
};

std::string any_literal() {
    return any_of<std::string>({"1",
                                "2",
                                "-1",
                                "1.0",
                                "10e-1",
                                "\"a\"",
                                "\"b\"",
                                "\"ab\"",
                                "\"\"",
                                "true",
                                "false",
                                "null",
                                "[]",
                                "[1]",
                                "[\"a\"]",
                                "{}",
                                "{\"a\":1}",
                                "\"2026-01-01T00:00:00Z\"",
                                "\"2026-01-01T02:00:00.0+02:00\"",
                                "\"2027\"",
                                "\"\\u0061\""});
}

std::unique_ptr<Question> any_question(int depth) {
    auto question = std::make_unique<Question>();
    const int shape = depth == 0 ? 0 : *rc::gen::inRange(0, 5);
    if (shape >= 2) {
        question->join = shape == 2 ? "not" : shape == 3 ? "and" : "or";
        question->left = any_question(depth - 1);
        question->right = shape == 2 ? nullptr : any_question(depth - 1);
        return question;
    }
    question->path = any_of<std::vector<std::string>>({{"kind"},
                                                       {"agent"},
                                                       {"time"},
                                                       {"seq"},
                                                       {"causes"},
                                                       {"causes", "[0]"},
                                                       {"duration_ms"},
                                                       {"fields"},
                                                       {"fields", "a"},
                                                       {"fields", "b"},
                                                       {"fields", "a", "[0]"},
                                                       {"fields", "a", "a"}});
    question->op = any_of<std::string>({"=", "!=", "<", "<=", ">", ">=", "~", "exists"});
    question->literal = any_literal();
    return question;
}

// How tightly it binds: or, and, not, comparison.
int strength(const Question& question) {
    return question.join == "or" ? 0 : question.join == "and" ? 1 : question.join == "not" ? 2 : 3;
}

std::string spell(const Question& question);

// With parentheses where it binds less tightly than `least`, and sometimes elsewhere.
std::string spell_within(const Question& question, int least) {
    const bool needed = strength(question) < least;
    const bool wanted = *rc::gen::inRange(0, 4) == 0;
    return needed || wanted ? "(" + spell(question) + ")" : spell(question);
}

std::string spell(const Question& question) {
    if (question.join == "not") {
        return "not " + spell_within(*question.left, 2);
    }
    if (!question.join.empty()) {
        const int own = strength(question);
        return spell_within(*question.left, own) + " " + question.join + " " +
               spell_within(*question.right, own);
    }
    std::string path = question.path.front();
    for (std::size_t at = 1; at < question.path.size(); ++at) {
        path += (question.path[at].front() == '[' ? "" : ".") + question.path[at];
    }
    return path + " " + question.op + (question.op == "exists" ? "" : " " + question.literal);
}

Json find(const Question& question, const std::string& event) {
    Json json(event);
    for (const std::string& part : question.path) {
        json = part == "[0]" ? json.at(0) : json[part];
    }
    return json;
}

// Negative, zero, positive, or nothing when there is no order.
std::optional<int> order(const Question& question, Json value) {
    const Json literal(question.literal);
    const auto sign = [](auto a, auto b) { return a < b ? -1 : b < a ? 1 : 0; };
    if (value.is_number() && literal.is_number()) {
        return sign(*value.number(), *literal.number());
    }
    if (!value.is_string() || !literal.is_string()) {
        return std::nullopt;
    }
    const Result<Time> time = parse_time(*literal.string());
    if (question.path.front() == "time" && time) {
        return sign(*parse_time(*value.string()), *time);
    }
    return sign(*value.string(), *literal.string());
}

bool compare(const Question& question, Json value) {
    const Json literal(question.literal);
    if (question.op == "exists") {
        return value.present();
    }
    const bool there = !value.raw().empty();
    const std::optional<int> sign = there ? order(question, value) : std::nullopt;
    if (question.op == "=" || question.op == "!=") {
        const bool same = there && (sign ? *sign == 0 : same_value(value.raw(), literal.raw()));
        return same == (question.op == "=");
    }
    if (question.op == "~") {
        bool found = value.is_string() && literal.is_string() &&
                     value.string()->find(*literal.string()) != std::string::npos;
        value.each_element([&](Json element) {
            found = found || same_value(element.raw(), literal.raw());
            return true;
        });
        return found;
    }
    return sign && ((*sign < 0 && question.op[0] == '<') || (*sign > 0 && question.op[0] == '>') ||
                    (*sign == 0 && question.op.size() == 2));
}

bool answer(const Question& question, const std::string& event) {
    if (question.join == "not") {
        return !answer(*question.left, event);
    }
    if (question.join == "and") {
        return answer(*question.left, event) && answer(*question.right, event);
    }
    if (question.join == "or") {
        return answer(*question.left, event) || answer(*question.right, event);
    }
    return compare(question, find(question, event));
}

Event any_event() {
    std::string json =
        R"({"kind":)" + any_of<std::string>({"\"a\"", "\"ab\"", "\"b\""}) + R"(,"time":)" +
        any_of<std::string>({"\"2026-01-01T00:00:00Z\"", "\"2026-01-01T00:00:00.1Z\"",
                             "\"2026-01-01T03:00:00.00+03:00\""});
    json += any_of<std::string>({"", R"(,"agent":"a")", R"(,"agent":"\u0061b")"});
    json += any_of<std::string>({"", R"(,"causes":["a"])", R"(,"causes":["b","\u0061"])"});
    json += any_of<std::string>({"", R"(,"duration_ms":1)", R"(,"duration_ms":2.0)"});
    json += R"(,"fields":{"a":)" + any_literal() + R"(,"b":)" + any_literal() + "}}";
    const Result<Event> event = Event::parse(json);
    RC_ASSERT(bool(event));
    return *rc::gen::arbitrary<bool>() ? *event : event->stored_as(1, event->time());
}

RC_GTEST_PROP(WhereProperty, CompiledAnswersAreThoseOfTheTree, ()) {
    const std::unique_ptr<Question> question = any_question(*rc::gen::inRange(0, 5));
    const std::string text = spell(*question);
    RC_LOG() << text << '\n';
    const Result<Where> where = Where::parse(text);
    RC_ASSERT(bool(where));
    for (int i = 0; i < 5; ++i) {
        const Event event = any_event();
        RC_LOG() << event.to_json() << '\n';
        RC_ASSERT(where->matches(event) == answer(*question, event.to_json()));
    }
}

RC_GTEST_PROP(WhereProperty, AnyTextIsAnsweredOrRefusedWithARemedy, ()) {
    const std::vector<std::string> words{
        "kind", "fields", ".", "[0]", "\"a\"", "=", "!=", "<", "~",  "exists", "and",  "or",  "not",
        "(",    ")",      " ", "1",   "[",     "]", "{",  "}", "\"", "\\",     "\xff", "null"};
    std::string text;
    for (const std::string& word :
         *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(words))) {
        text += word;
    }
    const Result<Where> where = Where::parse(text);
    // RC_ASSERT takes an expression apart, and so evaluates both sides of an ||.
    if (where) {
        where->matches(any_event());
    } else {
        RC_ASSERT(!where.error().message.empty());
        RC_ASSERT(!where.error().hint.empty());
    }
}

}  // namespace
}  // namespace hence
