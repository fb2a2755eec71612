#include "model/event_rules.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "base/utf8.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

Error invalid(std::string message) {
    return {Code::invalid, std::move(message)};
}

bool longer_than(std::string_view token, std::size_t length_max) {
    // No character takes fewer bytes than UTF-16 units, escaped or not.
    if (token.size() - 2 <= length_max) {
        return false;
    }
    return utf16_length(has_backslash(token) ? unescape(token) : inside_quotes(token)) > length_max;
}

// `what` must be a string that is not empty.
Result<void> check_text(std::string_view what, Json value) {
    if (!value.present()) {
        return invalid(fmt::format("{} is missing: give a string that is not empty", what));
    }
    if (!value.is_string()) {
        return invalid(fmt::format("{} is {}: give a string", what, type_of(value.raw())));
    }
    if (value.raw() == "\"\"") {
        return invalid(fmt::format("{} is empty: give a string that is not empty", what));
    }
    return {};
}

Result<void> check_refs(Json refs) {
    if (!refs.present()) {
        return {};
    }
    if (!refs.is_array()) {
        return invalid(
            fmt::format("rationale.refs is {}: give a list of strings", type_of(refs.raw())));
    }
    ElementReader elements(refs.raw());
    std::string_view element;
    for (std::size_t i = 0; elements.next(element); ++i) {
        if (element.front() != '"') {
            return invalid(
                fmt::format("rationale.refs[{}] is {}: give a string", i, type_of(element)));
        }
    }
    return {};
}

// Whether all reasons keep to the published length.
Result<RationaleLength> check_alternatives(Json alternatives) {
    RationaleLength length = RationaleLength::as_published;
    if (!alternatives.present()) {
        return length;
    }
    if (!alternatives.is_array()) {
        return invalid(fmt::format(
            "rationale.alternatives is {}: give a list of objects with option and rejected_because",
            type_of(alternatives.raw())));
    }
    ElementReader elements(alternatives.raw());
    std::string_view element;
    for (std::size_t i = 0; elements.next(element); ++i) {
        const std::string where = fmt::format("rationale.alternatives[{}]", i);
        if (element.front() != '{') {
            return invalid(fmt::format("{} is {}: give an object with option and rejected_because",
                                       where, type_of(element)));
        }
        const Json because = Json(element)["rejected_because"];
        TRY(check_text(where + ".option", Json(element)["option"]));
        TRY(check_text(where + ".rejected_because", because));
        if (longer_than(because.raw(), rejected_because_length_max)) {
            length = RationaleLength::too_long;
        }
    }
    return length;
}

Result<void> check_confidence(Json confidence) {
    if (!confidence.present()) {
        return {};
    }
    if (!confidence.is_number()) {
        return invalid(fmt::format("rationale.confidence is {}: give a number from 0 to 1",
                                   type_of(confidence.raw())));
    }
    // Only a number that rounds to an end of the range needs to be compared exactly.
    const std::optional<double> rounded = confidence.number();
    if (rounded && *rounded > 0 && *rounded < 1) {
        return {};
    }
    if (compare_numbers(confidence.raw(), "0") < 0 || compare_numbers(confidence.raw(), "1") > 0) {
        return invalid("rationale.confidence is out of range: give a number from 0 to 1");
    }
    return {};
}

}  // namespace

bool is_kind(std::string_view text) {
    return !text.empty() && text.size() <= 64 && is_lower(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return is_lower(c) || c == '_' || is_digit(c); });
}

Result<void> check_size(std::string_view key, std::string_view text, std::size_t size_max) {
    if (text.empty()) {
        return invalid(fmt::format("{} is empty: give 1 to {} bytes", key, size_max));
    }
    if (text.size() > size_max) {
        return invalid(
            fmt::format("{} has {} bytes: give 1 to {} bytes", key, text.size(), size_max));
    }
    return {};
}

std::string_view type_of(std::string_view json) {
    switch (json.empty() ? '\0' : json.front()) {
        case '\0': return "nothing";
        case '{': return "an object";
        case '[': return "a list";
        case '"': return "a string";
        case 't':
        case 'f': return "a boolean";
        case 'n': return "null";
        default: return "a number";
    }
}

Result<RationaleLength> check_rationale(std::string_view json) {
    if (!json.starts_with('{')) {
        return invalid(fmt::format("rationale is {}: give an object with why", type_of(json)));
    }
    Json why;
    Json refs;
    Json alternatives;
    Json confidence;
    MemberReader members(json);
    std::string_view token;
    std::string_view value;
    while (members.next(token, value)) {
        const std::string unescaped = has_backslash(token) ? unescape(token) : std::string();
        const std::string_view name = unescaped.empty() ? inside_quotes(token) : unescaped;
        if (name == "why") {
            why = Json(value);
        } else if (name == "refs") {
            refs = Json(value);
        } else if (name == "alternatives") {
            alternatives = Json(value);
        } else if (name == "confidence") {
            confidence = Json(value);
        }
    }
    TRY(check_text("rationale.why", why));
    TRY(check_refs(refs));
    const RationaleLength length = TRY(check_alternatives(alternatives));
    TRY(check_confidence(confidence));
    return longer_than(why.raw(), why_length_max) ? RationaleLength::too_long : length;
}

std::string respelled_rationale(std::string_view json) {
    constexpr std::string_view theirs = "rejectedBecause";
    if (json.find(theirs) == std::string_view::npos || !json.starts_with('{')) {
        return {};
    }
    // The members of an object again, each with what `spell` makes of its name and value.
    const auto respelled = [](Json object, const auto& spell) {
        std::string out;
        object.each_member([&](std::string_view name, Json value) {
            out += out.empty() ? '{' : ',';
            const auto [spelled, text] = spell(name, value);
            append_token(out, spelled);
            out += ':';
            out += text;
            return true;
        });
        return out.empty() ? std::string("{}") : out + '}';
    };
    const auto alternative = [&](Json each) {
        const bool ours = each["rejected_because"].present();
        return respelled(each, [&](std::string_view name, Json value) {
            const bool renamed = name == theirs && !ours;
            return std::pair(renamed ? std::string_view("rejected_because") : name,
                             std::string(value.raw()));
        });
    };
    return respelled(Json(json), [&](std::string_view name, Json value) {
        if (name != "alternatives" || !value.is_array()) {
            return std::pair(name, std::string(value.raw()));
        }
        std::string list;
        value.each_element([&](Json each) {
            list += list.empty() ? "" : ",";
            list += each.is_object() ? alternative(each) : std::string(each.raw());
            return true;
        });
        return std::pair(name, "[" + list + "]");
    });
}

Result<void> check_outcome(std::string_view fields) {
    const Json of = Json(fields)["of"];
    if (!of.present()) {
        return invalid("fields.of is missing: an outcome names the id of the event it is about");
    }
    if (!of.is_string()) {
        return invalid(fmt::format("fields.of is {}: give the id of an event", type_of(of.raw())));
    }
    TRY(check_size("fields.of", *of.string(), id_size_max));
    const Json correct = Json(fields)["correct"];
    if (correct.present() && !correct.boolean()) {
        return invalid(
            fmt::format("fields.correct is {}: give true, false or null", type_of(correct.raw())));
    }
    return {};
}

}  // namespace hence
