// A rule of the user: what matches a regular expression is redacted.
//
// RE2 runs in time linear in the text, whatever the expression and the text are, and takes a fixed
// amount of memory. A library that backtracks would let one bad expression stop a recording.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "model/redact/forms.h"

namespace re2 {
class RE2;
}

namespace hence {

// What a secret that a rule found is called in its mark.
inline constexpr std::string_view rule_kind = "rule";

class RedactRule {
public:
    // Fails with invalid for an expression that RE2 cannot read, and for one that matches nothing
    // at all, which would be found everywhere.
    static Result<RedactRule> parse(const std::string& expression);

    // What matches, in the order of the text; of an expression with a group, the first group.
    std::vector<SecretSpan> find(std::string_view text) const;
    const std::string& expression() const;

private:
    explicit RedactRule(std::shared_ptr<const re2::RE2> expression);

    std::shared_ptr<const re2::RE2> expression_;
};

}  // namespace hence
