#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/otlp/decode/json_values.h"
#include "model/json/json_number.h"

namespace hence {
namespace {

// Digits as JSON writes an integer: then the text is one, whoever spelled it.
bool is_integer(std::string_view text) {
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos &&
           (digits.size() == 1 || digits.front() != '0');
}

Result<Json> integer_json(Json value, Arena& arena) {
    const std::string_view text = number_text(value);
    if (is_integer(text)) {
        return Json(text);
    }
    const Json number = number_in(text);
    const std::optional<std::int64_t> integer =
        number.present() ? integer_value(number.raw()) : std::nullopt;
    if (!integer) {
        return Error{Code::invalid, " holds an intValue that is no integer"};
    }
    return Json(arena.keep(std::to_string(*integer)));
}

Result<Json> double_json(Json value) {
    if (value.is_number()) {
        return value;
    }
    const std::string_view text = value.is_string() ? inside_quotes(value.raw()) : "";
    if (text == "NaN" || text == "Infinity" || text == "-Infinity") {
        return value;
    }
    const Json number = number_in(text);
    if (!number.present()) {
        return Error{Code::invalid, " holds a doubleValue that is no number"};
    }
    return number;
}

Result<Json> boolean_json(Json value) {
    const std::string_view text = number_text(value);
    if (text != "true" && text != "false") {
        return Error{Code::invalid, " holds a boolValue that is neither true nor false"};
    }
    return Json(text);
}

// What an AnyValue is: the name of its one member that is known, and what that holds.
struct AnyMember {
    std::string_view name = {};
    Json value = {};
};

Result<AnyMember> any_member(Json any_value) {
    AnyMember found;
    if (any_value.raw().empty() || any_value.raw() == "null") {
        return found;
    }
    if (!any_value.is_object()) {
        return Error{Code::invalid, " is no object such as {\"stringValue\":\"…\"}"};
    }
    MemberReader reader(any_value.raw());
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        for (const std::string_view name : {"stringValue", "intValue", "doubleValue", "boolValue",
                                            "arrayValue", "kvlistValue", "bytesValue"}) {
            if (Json(value).present() && token_spells(token, name)) {
                found = {name, Json(value)};
            }
        }
    }
    return found;
}

bool is_container(const AnyMember& member) {
    return member.name == "arrayValue" || member.name == "kvlistValue";
}

// A value that holds no others.
Result<Json> scalar_json(const AnyMember& member, Arena& arena) {
    if (member.name.empty()) {
        return Json("null");
    }
    if (member.name == "intValue") {
        return integer_json(member.value, arena);
    }
    if (member.name == "doubleValue") {
        return double_json(member.value);
    }
    if (member.name == "boolValue") {
        return boolean_json(member.value);
    }
    if (!member.value.is_string()) {
        return Error{Code::invalid, fmt::format(" holds a {} that is no text", member.name)};
    }
    return member.value;
}

struct Pair {
    Json key = {};
    Json value = {};
};

Result<Pair> pair_in(Json key_value) {
    if (!key_value.is_object()) {
        return Error{Code::invalid, " is no object of a key and a value"};
    }
    Pair pair;
    MemberReader reader(key_value.raw());
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        if (token_says(token, "key")) {
            pair.key = Json(value);
        } else if (token_says(token, "value")) {
            pair.value = Json(value);
        }
    }
    if (pair.key.present() && !pair.key.is_string()) {
        return Error{Code::invalid, ".key is no text"};
    }
    return pair;
}

// A list or object whose elements are being written.
struct Open {
    ElementReader elements;
    bool object = false;
    bool first = true;
};

// Writes a list or an object with all that it holds. Keeps a stack of its own, for the nesting is
// whatever somebody sent.
class ContainerWriter {
public:
    explicit ContainerWriter(Arena& arena) : arena_(arena) {}

    Result<std::string> write(const AnyMember& container) {
        TRY(open(container));
        while (!open_.empty()) {
            Open& innermost = open_.back();
            std::string_view element;
            if (!innermost.elements.next(element)) {
                out_ += innermost.object ? '}' : ']';
                open_.pop_back();
                continue;
            }
            TRY(arena_.admit());
            const AnyMember value = TRY(next_value(innermost, Json(element)));
            if (is_container(value)) {
                TRY(open(value));
                continue;
            }
            const Json scalar = TRY(scalar_json(value, arena_));
            out_ += scalar.raw();
        }
        return std::move(out_);
    }

private:
    Result<void> open(const AnyMember& container) {
        if (open_.size() == attribute_depth_max) {
            return Error{Code::limit,
                         fmt::format(" nests deeper than {} levels", attribute_depth_max)};
        }
        const Json values = container.value["values"];
        if (!container.value.is_object() || (values.present() && !values.is_array())) {
            return Error{Code::invalid,
                         fmt::format(" has no list of values in its {}", container.name)};
        }
        const bool object = container.name == "kvlistValue";
        out_ += object ? '{' : '[';
        open_.push_back({ElementReader(values.present() ? values.raw() : "[]"), object});
        return {};
    }

    // Writes what stands before it: a comma, a name.
    Result<AnyMember> next_value(Open& innermost, Json element) {
        if (!innermost.first) {
            out_ += ',';
        }
        innermost.first = false;
        if (!innermost.object) {
            return any_member(element);
        }
        const Pair pair = TRY(pair_in(element));
        out_ += pair.key.present() ? pair.key.raw() : R"("")";
        out_ += ':';
        return any_member(pair.value);
    }

    Arena& arena_;
    std::string out_;
    std::vector<Open> open_;
};

Result<void> take_attribute(Json key_value, Arena& arena, std::vector<Attribute>& attributes) {
    TRY(arena.admit());
    const Pair pair = TRY(pair_in(key_value));
    const Json key = pair.key.present() ? pair.key : Json(R"("")");
    const Result<Json> value = json_value(pair.value, arena);
    if (!value) {
        return Error{value.error().code, ".value" + value.error().message};
    }
    const std::string_view name = TRY(json_text(key, arena));
    attributes.push_back({name, *value});
    return {};
}

}  // namespace

Result<Json> json_value(Json any_value, Arena& arena) {
    const AnyMember member = TRY(any_member(any_value));
    if (!is_container(member)) {
        return scalar_json(member, arena);
    }
    const std::string json = TRY(ContainerWriter(arena).write(member));
    return Json(arena.keep(json));
}

Result<Attributes> json_attributes(Json list, Arena& arena) {
    std::vector<Attribute> attributes;
    TRY(take_elements(list, [&](Json pair) { return take_attribute(pair, arena, attributes); }));
    return Attributes(std::move(attributes));
}

}  // namespace hence
