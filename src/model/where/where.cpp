// Where::matches: finds the value at each path of an event and compares it with the literal.
#include "model/where/where.h"

#include <utility>

#include <fmt/format.h>

#include "model/event_body.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

enum class Type : std::uint8_t { missing, null, boolean, number, string, list, object };

Type type_of(std::string_view json) {
    if (json.empty()) {
        return Type::missing;
    }
    switch (json.front()) {
        case 'n': return Type::null;
        case 't':
        case 'f': return Type::boolean;
        case '"': return Type::string;
        case '[': return Type::list;
        case '{': return Type::object;
        default: return Type::number;
    }
}

// What stands at a path. Of a string only `text` is filled, of anything else only `json`.
struct Value {
    Type type = Type::missing;
    std::string_view json = {};
    std::string_view text = {};
};

Value of_text(std::string_view text) {
    return text.empty() ? Value{} : Value{Type::string, {}, text};
}

// `held` keeps what had to be put together.
Value of_json(std::string_view json, std::string& held) {
    const Type type = type_of(json);
    if (type != Type::string) {
        return {type, json, {}};
    }
    if (!has_backslash(json)) {
        return {type, {}, inside_quotes(json)};
    }
    held = unescape(json);
    return {type, {}, held};
}

// Spelled as they were given: writing them anew would lose half a surrogate pair.
std::string causes_json(const EventBody& body) {
    std::string out = "[";
    for (std::size_t at = 0; at < body.causes.size(); ++at) {
        out += at == 0 ? "" : ",";
        const bool escaped = !body.causes_raw.empty() && !body.causes_raw[at].empty();
        out += escaped ? std::string(body.causes_raw[at]) : fmt::format("\"{}\"", body.causes[at]);
    }
    return out + "]";
}

std::string flags_json(const Event& event) {
    std::string out;
    each_flag_name(event, [&out](std::string_view name) {
        out += fmt::format("{}\"{}\"", out.empty() ? "[" : ",", name);
    });
    return out.empty() ? out : out + "]";
}

// Lists that an event does not keep as JSON are put together in `held`.
std::string_view json_of(const Event& event, EventKey key, std::string& held) {
    switch (key) {
        case EventKey::iteration: return event.body().iteration;
        case EventKey::duration_ms: return event.body().duration_ms;
        case EventKey::rationale: return event.rationale();
        case EventKey::fields: return event.fields();
        case EventKey::seq: return held = event.seq() == 0 ? "" : std::to_string(event.seq());
        case EventKey::causes:
            return held = event.causes().empty() ? "" : causes_json(event.body());
        case EventKey::flags: return held = flags_json(event);
        case EventKey::id:
        case EventKey::kind:
        case EventKey::time:
        case EventKey::agent:
        case EventKey::session:
        case EventKey::run:
        case EventKey::parent:
        case EventKey::correlation:
        case EventKey::received:
        case EventKey::source: break;
    }
    return {};
}

std::string_view text_of(const Event& event, EventKey key, std::string& held) {
    switch (key) {
        case EventKey::id: return event.id();
        case EventKey::kind: return event.kind();
        case EventKey::time: return held = to_string(event.time());
        case EventKey::agent: return event.agent();
        case EventKey::session: return event.session();
        case EventKey::run: return event.run();
        case EventKey::parent: return event.parent();
        case EventKey::correlation: return event.correlation();
        case EventKey::received: return held = event.seq() == 0 ? "" : to_string(event.received());
        case EventKey::source: return event.source();
        case EventKey::causes:
        case EventKey::iteration:
        case EventKey::duration_ms:
        case EventKey::rationale:
        case EventKey::fields:
        case EventKey::seq:
        case EventKey::flags: break;
    }
    return {};
}

Value value_at(const Event& event, const WherePath& path, std::string& held) {
    if (path.steps.empty()) {
        const std::string_view text = text_of(event, path.key, held);
        if (!text.empty()) {
            return of_text(text);
        }
    }
    Json json(json_of(event, path.key, held));
    for (const WherePath::Step& step : path.steps) {
        json = step.index ? json.at(*step.index) : json[step.name];
        if (json.raw().empty()) {
            return {};
        }
    }
    std::string text;
    const Value value = of_json(json.raw(), text);
    if (text.empty()) {
        return value;
    }
    held = std::move(text);
    return of_text(held);
}

// An instant compares as one when the question names one, too.
std::optional<Time> instant_of(const Event& event, const WhereComparison& comparison) {
    if (!comparison.time || !comparison.path.steps.empty()) {
        return std::nullopt;
    }
    if (comparison.path.key == EventKey::time) {
        return event.time();
    }
    const bool received = comparison.path.key == EventKey::received && event.seq() != 0;
    return received ? std::optional(event.received()) : std::nullopt;
}

bool holds(const Value& value, const WhereComparison& comparison) {
    if (value.type == Type::string) {
        return type_of(comparison.literal) == Type::string &&
               value.text.find(comparison.text) != std::string_view::npos;
    }
    bool found = false;
    if (value.type == Type::list) {
        Json(value.json).each_element([&](Json element) {
            found = same_value(element.raw(), comparison.literal);
            return !found;
        });
    }
    return found;
}

bool equals(const Value& value, const WhereComparison& comparison) {
    if (value.type != type_of(comparison.literal)) {
        return false;
    }
    return value.type == Type::string ? value.text == comparison.text
                                      : same_value(value.json, comparison.literal);
}

// Nothing, when the two have no order.
std::optional<int> order_of(const Value& value, const WhereComparison& comparison) {
    if (value.type != type_of(comparison.literal)) {
        return std::nullopt;
    }
    if (value.type == Type::number) {
        return compare_numbers(value.json, comparison.literal);
    }
    if (value.type == Type::string) {
        return value.text.compare(comparison.text);
    }
    return std::nullopt;
}

bool in_order(int order, WhereOperator op) {
    switch (op) {
        case WhereOperator::equal: return order == 0;
        case WhereOperator::not_equal: return order != 0;
        case WhereOperator::less: return order < 0;
        case WhereOperator::less_or_equal: return order <= 0;
        case WhereOperator::greater: return order > 0;
        case WhereOperator::greater_or_equal: return order >= 0;
        case WhereOperator::holds:
        case WhereOperator::exists: break;
    }
    return false;
}

bool compare(const Event& event, const WhereComparison& comparison) {
    const std::optional<Time> instant = instant_of(event, comparison);
    if (instant && comparison.op < WhereOperator::holds) {
        const auto order = *instant <=> *comparison.time;
        return in_order(order < 0 ? -1 : order > 0 ? 1 : 0, comparison.op);
    }
    std::string held;
    const Value value = value_at(event, comparison.path, held);
    switch (comparison.op) {
        case WhereOperator::exists: return value.type != Type::missing && value.type != Type::null;
        case WhereOperator::holds: return holds(value, comparison);
        case WhereOperator::equal: return equals(value, comparison);
        case WhereOperator::not_equal: return !equals(value, comparison);
        case WhereOperator::less:
        case WhereOperator::less_or_equal:
        case WhereOperator::greater:
        case WhereOperator::greater_or_equal: break;
    }
    const std::optional<int> order = order_of(value, comparison);
    return order && in_order(*order, comparison.op);
}

}  // namespace

std::optional<std::string> text_at_path(const Event& event, const WherePath& path) {
    std::string held;
    const Value value = value_at(event, path, held);
    switch (value.type) {
        case Type::missing:
        case Type::null: return std::nullopt;
        case Type::string: return std::string(value.text);
        case Type::boolean:
        case Type::number:
        case Type::list:
        case Type::object: break;
    }
    return std::string(value.json);
}

bool Where::matches(const Event& event) const {
    bool truth = true;
    for (std::size_t at = 0; at < steps_.size(); ++at) {
        const WhereStep& step = steps_[at];
        switch (step.action) {
            case WhereStep::Action::compare:
                truth = compare(event, comparisons_[step.argument]);
                break;
            case WhereStep::Action::negate: truth = !truth; break;
            case WhereStep::Action::jump_if_true:
            case WhereStep::Action::jump_if_false:
                if (truth == (step.action == WhereStep::Action::jump_if_true)) {
                    at = step.argument - 1;
                }
                break;
        }
    }
    return truth;
}

}  // namespace hence
