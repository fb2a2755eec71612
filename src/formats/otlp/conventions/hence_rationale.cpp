#include "formats/otlp/conventions/hence_rationale.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "formats/common/foreign.h"
#include "formats/otlp/conventions/hence_fields.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

// The depth of what lies within a member of `fields`.
constexpr std::size_t held_depth_max = fields_depth_max - 2;

// "ask the user: too slow".
std::string alternative_in_words(std::string_view text) {
    constexpr std::string_view mark = ": ";
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos || at == 0 || at + mark.size() == text.size()) {
        return {};
    }
    std::string json = "{\"option\":";
    append_token(json, text.substr(0, at));
    json += ",\"rejected_because\":";
    append_token(json, text.substr(at + mark.size()));
    return json + "}";
}

// One alternative of ours, as lenient_rationale reads it.
std::string alternative_json(Json value) {
    const std::string held = held_json(value);
    if (held.empty()) {
        return value.is_string() ? alternative_in_words(value.string().value_or("")) : "";
    }
    const std::string rationale = fmt::format("{{\"why\":\"?\",\"alternatives\":[{}]}}", held);
    const std::string lenient = lenient_rationale(Json(rationale)).json;
    return std::string(Json(lenient)["alternatives"].at(0).raw());
}

std::string confidence_json(Json value) {
    const Json number = number_from(value);
    const bool is = number.present() && compare_numbers(number.raw(), "0") >= 0 &&
                    compare_numbers(number.raw(), "1") <= 0;
    return is ? std::string(number.raw()) : "";
}

std::string why_json(Json value) {
    const std::string text = spelled(value);
    std::string token;
    if (!text.empty()) {
        append_token(token, text);
    }
    return token;
}

}  // namespace

std::string held_json(Json value) {
    if (value.is_object() || value.is_array()) {
        return std::string(value.raw());
    }
    const std::string text = value.string().value_or("");
    const std::string_view inner = trimmed_front(text);
    if (!inner.starts_with('{') && !inner.starts_with('[')) {
        return {};
    }
    Result<std::string> json = minify(text, held_depth_max);
    return json ? std::move(*json) : std::string();
}

StatedAlternatives stated_alternatives(Json value) {
    const std::string held = held_json(value);
    StatedAlternatives made;
    const auto add = [&made](Json each) {
        const std::string json = alternative_json(each);
        made.whole = made.whole && !json.empty();
        made.json += json.empty() ? "" : (made.json.empty() ? "[" : ",") + json;
        return true;
    };
    if (Json(held).is_array()) {
        Json(held).each_element(add);
    } else {
        add(value);
    }
    made.json += made.json.empty() ? "" : "]";
    return made;
}

std::string stated_options(Json value) {
    const std::string held = held_json(value);
    std::string options;
    bool all = Json(held).is_array();
    Json(held).each_element([&](Json each) {
        const std::string alternative = held_json(each).empty() ? "" : alternative_json(each);
        all = !alternative.empty();
        options += options.empty() ? "[" : ",";
        options += Json(alternative)["option"].raw();
        return all;
    });
    return all && !options.empty() ? options + "]" : "";
}

bool StatedRationaleParts::read_whole(Json value) {
    const std::string held = held_json(value);
    if (held.empty()) {
        return value.is_string() && read("why", value);
    }
    LenientRationale lenient = lenient_rationale(Json(held));
    whole_ = std::move(lenient.json);
    return !whole_.empty() && lenient.whole;
}

bool StatedRationaleParts::read(std::string_view part, Json value) {
    if (part.empty()) {
        return read_whole(value);
    }
    if (part == "alternatives") {
        StatedAlternatives stated = stated_alternatives(value);
        alternatives_ = std::move(stated.json);
        return !alternatives_.empty() && stated.whole;
    }
    std::string* target = part == "why"          ? &why_
                          : part == "refs"       ? &refs_
                          : part == "confidence" ? &confidence_
                                                 : nullptr;
    if (target == nullptr) {
        return false;
    }
    *target = part == "why"    ? why_json(value)
              : part == "refs" ? texts_json(value)
                               : confidence_json(value);
    return !target->empty();
}

std::string StatedRationaleParts::json(std::string_view reason) const {
    const Json whole(whole_);
    const auto either = [&whole](const std::string& part, std::string_view name) {
        return part.empty() ? whole[name].raw() : std::string_view(part);
    };
    std::string_view why = either(why_, "why");
    why = why.empty() ? reason : why;
    if (why.empty()) {
        return {};
    }
    ObjectWriter rationale;
    rationale.raw("why", why);
    rationale.raw("refs", either(refs_, "refs"));
    const std::string_view alternatives = either(alternatives_, "alternatives");
    rationale.raw("alternatives", alternatives.empty() ? offered_ : alternatives);
    rationale.raw("confidence", either(confidence_, "confidence"));
    const Result<std::string> json = std::move(rationale).take();
    return json ? *json : std::string();
}

}  // namespace hence
