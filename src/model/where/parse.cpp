// Reads `events --where` from left to right into steps on one truth value.
//
// `a and b` becomes: a, jump to the end if false, b. Operators whose right side is still open wait
// on a stack of our own, so that neither parentheses nor `not` nest the parser. Each waiting
// operator is closed by the first token behind it that binds no tighter.
#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/text.h"
#include "model/where/where.h"

namespace hence {
namespace {

inline constexpr std::size_t shown_max = 24;  // Characters of what was found instead.

// Whether `c` may stand in a bare name: any printable character that is no sign of the language.
bool in_name(char c) {
    constexpr std::string_view signs = "()[]{}.\"'=!<>~,";
    return static_cast<unsigned char>(c) > ' ' && c != '\x7f' && signs.find(c) == signs.npos;
}

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    Result<void> read();
    Result<WherePath> read_only_path();
    std::vector<WhereStep> steps;
    std::vector<WhereComparison> comparisons;

private:
    enum class Waiting : std::uint8_t { parenthesis, disjunction, conjunction, negation };
    struct Pending {
        Waiting what;
        std::size_t at;  // Of a parenthesis its byte; of and, or the jump to be aimed.
    };

    // Each returns whether an operand comes next.
    Result<bool> read_operand();
    Result<bool> read_connective();

    Result<void> read_comparison();
    Result<WherePath> read_path();
    Result<WherePath::Step> read_index();
    Result<std::string> read_name();
    Result<std::string> read_quoted();
    Result<WhereOperator> read_operator();
    Result<void> read_literal(WhereComparison& comparison);
    std::string_view take_literal();

    void close(Waiting loosest);
    bool ended() const { return at_ == text_.size(); }
    bool sees(char c) const { return !ended() && text_[at_] == c; }
    bool take(std::string_view sign);
    void skip_space();
    std::string_view word() const;
    std::string_view take_string();

    std::size_t character(std::size_t byte) const;
    Error expected(std::string_view what, std::string hint) const;

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Pending> waiting_;
};

Result<void> Parser::read() {
    bool operand = true;
    skip_space();
    while (operand || !ended()) {
        if (operand) {
            operand = TRY(read_operand());
        } else {
            operand = TRY(read_connective());
        }
        skip_space();
    }
    close(Waiting::disjunction);
    if (!waiting_.empty()) {
        return Error{Code::invalid,
                     fmt::format("the parenthesis at character {} of the expression is not closed",
                                 character(waiting_.back().at)),
                     "add a ) where it ends"};
    }
    return {};
}

Result<bool> Parser::read_operand() {
    if (sees('(')) {
        waiting_.push_back({Waiting::parenthesis, at_++});
        return true;
    }
    if (word() == "not") {
        at_ += word().size();
        waiting_.push_back({Waiting::negation, 0});
        return true;
    }
    TRY(read_comparison());
    close(Waiting::negation);
    return false;
}

Result<bool> Parser::read_connective() {
    if (sees(')')) {
        close(Waiting::disjunction);
        if (waiting_.empty()) {
            return expected("no ) without its (", "take it out, or add a ( where it begins");
        }
        waiting_.pop_back();
        ++at_;
        close(Waiting::negation);
        return false;
    }
    const bool conjunction = word() == "and";
    if (!conjunction && word() != "or") {
        return expected("and, or or the end", "join two comparisons by and or or");
    }
    at_ += word().size();
    const Waiting what = conjunction ? Waiting::conjunction : Waiting::disjunction;
    close(what);
    waiting_.push_back({what, steps.size()});
    steps.push_back(
        {conjunction ? WhereStep::Action::jump_if_false : WhereStep::Action::jump_if_true});
    return true;
}

// Ends what waits on top and binds at least as tightly, up to the nearest open parenthesis.
void Parser::close(Waiting loosest) {
    while (!waiting_.empty() && waiting_.back().what >= loosest) {
        if (waiting_.back().what == Waiting::negation) {
            steps.push_back({WhereStep::Action::negate});
        } else {
            steps[waiting_.back().at].argument = steps.size();
        }
        waiting_.pop_back();
    }
}

Result<void> Parser::read_comparison() {
    WhereComparison comparison;
    comparison.path = TRY(read_path());
    skip_space();
    comparison.op = TRY(read_operator());
    if (comparison.op != WhereOperator::exists) {
        skip_space();
        TRY(read_literal(comparison));
    }
    steps.push_back({WhereStep::Action::compare, comparisons.size()});
    comparisons.push_back(std::move(comparison));
    return {};
}

Result<WherePath> Parser::read_only_path() {
    skip_space();
    WherePath path = TRY(read_path());
    skip_space();
    if (!ended()) {
        return expected("the end of the path", "name members with dots between them");
    }
    return path;
}

Result<WherePath> Parser::read_path() {
    if (!sees('"') && word().empty()) {
        return expected("a comparison", "write one like kind = \"tool_call\" or parent exists");
    }
    const std::size_t begin = at_;
    const std::string name = TRY(read_name());
    const std::optional<EventKey> key = find_event_key(name);
    if (!key) {
        const std::string shown = first_line(name, shown_max);
        return Error{Code::invalid,
                     fmt::format("\"{}\" at character {} of the expression is no key of an event",
                                 shown, character(begin)),
                     fmt::format("the nearest is {}; what a kind brings stands below fields: "
                                 "fields.{}",
                                 nearest_event_key(name).name, shown)};
    }
    WherePath path;
    path.key = *key;
    while (sees('.') || sees('[')) {
        if (text_[at_++] == '[') {
            const WherePath::Step element = TRY(read_index());
            path.steps.push_back(element);
        } else {
            std::string member = TRY(read_name());
            path.steps.push_back({std::move(member), std::nullopt});
        }
    }
    return path;
}

Result<WherePath::Step> Parser::read_index() {
    std::size_t index = 0;
    const char* const end = text_.data() + text_.size();
    const auto [behind, failure] = std::from_chars(text_.data() + at_, end, index);
    if (failure != std::errc{} || behind == end || *behind != ']') {
        return expected("the number of an element and ]",
                        "count from 0: fields.items[0]; names that need it are quoted: "
                        "fields.\"a b\"");
    }
    at_ = static_cast<std::size_t>(behind - text_.data()) + 1;
    return WherePath::Step{{}, index};
}

Result<std::string> Parser::read_name() {
    if (sees('"')) {
        return read_quoted();
    }
    const std::string_view name = word();
    if (name.empty()) {
        return expected("a name",
                        "names are joined by dots, and quoted where needed: "
                        "fields.\"a b\"");
    }
    at_ += name.size();
    return std::string(name);
}

Result<std::string> Parser::read_quoted() {
    const std::size_t begin = at_;
    const Result<std::string> token = minify(take_string(), 1);
    if (!token) {
        at_ = begin;
        return expected("a name in double quotes", "quote it as JSON quotes a string");
    }
    return unescape(*token);
}

Result<WhereOperator> Parser::read_operator() {
    if (word() == "exists") {
        at_ += word().size();
        return WhereOperator::exists;
    }
    if (text_.substr(at_).starts_with("==")) {
        return expected("an operator", "equality is a single =");
    }
    // The longer sign first, where one begins like another.
    constexpr std::array<std::pair<std::string_view, WhereOperator>, 7> signs{{
        {"!=", WhereOperator::not_equal},
        {"<=", WhereOperator::less_or_equal},
        {">=", WhereOperator::greater_or_equal},
        {"=", WhereOperator::equal},
        {"<", WhereOperator::less},
        {">", WhereOperator::greater},
        {"~", WhereOperator::holds},
    }};
    for (const auto& [sign, op] : signs) {
        if (take(sign)) {
            return op;
        }
    }
    return expected("an operator", "one of = != < <= > >= ~ exists");
}

Result<void> Parser::read_literal(WhereComparison& comparison) {
    const std::size_t begin = at_;
    Result<std::string> literal = minify(take_literal(), fields_depth_max);
    if (!literal) {
        at_ = begin;
        return expected("a JSON value",
                        "a string stands in double quotes; else write a number, "
                        "true, false, null, [...] or {...}");
    }
    comparison.literal = std::move(literal).take();
    if (Json(comparison.literal).is_string()) {
        comparison.text = unescape(comparison.literal);
    }
    const EventKey key = comparison.path.key;
    if (comparison.path.steps.empty() && (key == EventKey::time || key == EventKey::received)) {
        const Result<Time> time = parse_time(comparison.text);
        comparison.time = time ? std::optional(*time) : std::nullopt;
    }
    return {};
}

// The bytes of the value that begins here; whether they are one is for others to say.
std::string_view Parser::take_literal() {
    const std::size_t begin = at_;
    std::size_t open = 0;
    do {
        if (sees('"')) {
            take_string();
        } else if (sees('[') || sees('{')) {
            ++open;
            ++at_;
        } else if (open > 0 && !ended()) {
            open -= sees(']') || sees('}') ? 1 : 0;
            ++at_;
        } else {
            while (!ended() && (in_name(text_[at_]) || text_[at_] == '.')) {
                ++at_;
            }
        }
    } while (open > 0 && !ended());
    return text_.substr(begin, at_ - begin);
}

// A string with its quotes, or what there is of one.
std::string_view Parser::take_string() {
    const std::size_t begin = at_++;
    while (!ended() && text_[at_] != '"') {
        at_ = std::min(at_ + (text_[at_] == '\\' ? 2 : 1), text_.size());
    }
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(begin, at_ - begin);
}

bool Parser::take(std::string_view sign) {
    const bool there = text_.substr(at_).starts_with(sign);
    at_ += there ? sign.size() : 0;
    return there;
}

void Parser::skip_space() {
    while (!ended() && is_space(text_[at_])) {
        ++at_;
    }
}

// The bare name that begins here; it is empty before a sign.
std::string_view Parser::word() const {
    std::size_t end = at_;
    while (end < text_.size() && in_name(text_[end])) {
        ++end;
    }
    return text_.substr(at_, end - at_);
}

// From 1, as a person counts.
std::size_t Parser::character(std::size_t byte) const {
    const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    const std::string_view before = text_.substr(0, byte);
    return static_cast<std::size_t>(std::count_if(before.begin(), before.end(), begins)) + 1;
}

Error Parser::expected(std::string_view what, std::string hint) const {
    std::string_view found = word();
    if (found.empty() && !ended()) {
        found = text_.substr(at_, 1);
    }
    const std::string instead =
        ended() ? "it ends there" : fmt::format("found {}", first_line(found, shown_max));
    return Error{Code::invalid,
                 fmt::format("expected {} at character {} of the expression, {}", what,
                             character(at_), instead),
                 std::move(hint)};
}

}  // namespace

Result<WherePath> parse_where_path(std::string_view text) {
    if (text.size() > where_bytes_max) {
        return Error{Code::limit, "the path is too long", "name a field of an event"};
    }
    return Parser(text).read_only_path();
}

Result<Where> Where::parse(std::string_view expression) {
    if (expression.size() > where_bytes_max) {
        return Error{Code::limit,
                     fmt::format("the expression has {} bytes, more than {}", expression.size(),
                                 where_bytes_max),
                     "ask in several steps"};
    }
    Parser parser(expression);
    TRY(parser.read());
    Where where;
    where.steps_ = std::move(parser.steps);
    where.comparisons_ = std::move(parser.comparisons);
    return where;
}

}  // namespace hence
