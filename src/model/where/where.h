// A condition on one event, `fields.tool_name = "Read" and duration_ms > 100`, compiled once and
// then asked of many events.
//
// The expression becomes a list of comparisons and a list of steps on one truth value, with jumps
// for `and` and `or`. A tree of nodes would be recursive, and an expression from outside could nest
// deep enough to use up the stack. Values are compared as JSON, without conversions (only `time`
// and `received` compare as instants): different types and a missing path make every comparison
// false except `!=`, which is true.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/time.h"
#include "model/event_names.h"

namespace hence {

inline constexpr std::size_t where_bytes_max = std::size_t{64} * 1024;

// Where in an event a value stands: a key of the event, then members and elements below it.
struct WherePath {
    struct Step {
        std::string name;
        std::optional<std::size_t> index;  // An element; else the member `name`.
    };
    EventKey key = EventKey::id;
    std::vector<Step> steps;
};

enum class WhereOperator : std::uint8_t {
    equal,
    not_equal,
    less,
    less_or_equal,
    greater,
    greater_or_equal,
    holds,
    exists,
};

struct WhereComparison {
    WherePath path;
    WhereOperator op = WhereOperator::exists;
    std::string literal;       // JSON without insignificant white space.
    std::string text;          // Of a string literal, unescaped.
    std::optional<Time> time;  // Of a literal that reads as one, against `time` and `received`.
};

// The expression works on one truth value. A jump looks at it, and goes on at `argument`.
struct WhereStep {
    enum class Action : std::uint8_t { compare, negate, jump_if_true, jump_if_false };
    Action action = Action::compare;
    std::size_t argument = 0;  // Of compare: which comparison.
};

// A path alone, as it stands in an expression. Fails as Where::parse does.
Result<WherePath> parse_where_path(std::string_view text);

// What stands at a path, to be compared and shown: a string as it is, anything else as its JSON.
// Nothing where the path is missing, or null.
std::optional<std::string> text_at_path(const Event& event, const WherePath& path);

// Immutable; may be asked from many threads at once.
class Where {
public:
    // Fails with invalid, naming the character, what was expected there and a remedy; with limit
    // when the expression is longer than where_bytes_max.
    static Result<Where> parse(std::string_view expression);

    // Paths go over the event as it prints. A missing path and different types make a comparison
    // false, and != true.
    bool matches(const Event& event) const;

private:
    std::vector<WhereStep> steps_;
    std::vector<WhereComparison> comparisons_;
};

}  // namespace hence
