#include "model/redact/rule.h"

#include <array>
#include <utility>

#include <re2/re2.h>

namespace hence {
namespace {

constexpr std::int64_t rule_memory_max = 8 << 20;
constexpr std::size_t rule_size_max = 4'096;

}  // namespace

RedactRule::RedactRule(std::shared_ptr<const re2::RE2> expression)
    : expression_(std::move(expression)) {}

Result<RedactRule> RedactRule::parse(const std::string& expression) {
    if (expression.empty() || expression.size() > rule_size_max) {
        return Error{Code::invalid, "a rule has 1 to 4096 bytes"};
    }
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(rule_memory_max);
    auto compiled = std::make_shared<const re2::RE2>(expression, options);
    if (!compiled->ok()) {
        return Error{Code::invalid,
                     "the rule is no regular expression: " + compiled->error() + ": " + expression,
                     "RE2 has no back-references and no look-around"};
    }
    if (re2::RE2::FullMatch("", *compiled)) {
        return Error{Code::invalid, "the rule matches the empty text: " + expression};
    }
    return RedactRule(std::move(compiled));
}

std::vector<SecretSpan> RedactRule::find(std::string_view text) const {
    std::vector<SecretSpan> found;
    const re2::StringPiece whole(text.data(), text.size());
    const int groups = expression_->NumberOfCapturingGroups() > 0 ? 2 : 1;
    std::size_t at = 0;
    while (at < text.size()) {
        std::array<re2::StringPiece, 2> matched;
        if (!expression_->Match(whole, at, text.size(), re2::RE2::UNANCHORED, matched.data(),
                                groups)) {
            break;
        }
        const auto begin = static_cast<std::size_t>(matched[0].data() - text.data());
        const re2::StringPiece& secret =
            groups == 2 && matched[1].data() != nullptr ? matched[1] : matched[0];
        const auto from = static_cast<std::size_t>(secret.data() - text.data());
        if (!secret.empty()) {
            found.push_back({from, from + secret.size()});
        }
        at = std::max(begin + matched[0].size(), at + 1);
    }
    return found;
}

const std::string& RedactRule::expression() const {
    return expression_->pattern();
}

}  // namespace hence
