#include "model/rationale/rationale.h"

#include <fmt/format.h>

#include "base/utf8.h"
#include "model/event_rules.h"

namespace hence {
namespace {

bool is_text(Json value) {
    return value.is_string() && value.raw() != "\"\"";
}

// Ours, or as it is published.
Json rejected_because(Json alternative) {
    const Json ours = alternative["rejected_because"];
    return ours.present() ? ours : alternative["rejectedBecause"];
}

bool is_confidence(Json value) {
    return value.is_number() && compare_numbers(value.raw(), "0") >= 0 &&
           compare_numbers(value.raw(), "1") <= 0;
}

// The elements of a list that `spell` can spell, as a list again; nothing when all of several are
// left out, or when it is no list.
template <class Spell>
std::string lenient_list(Json list, bool& whole, const Spell& spell) {
    std::string json;
    bool any = false;
    whole = whole && (list.is_array() || !list.present());
    list.each_element([&](Json each) {
        any = true;
        const std::string spelled = spell(each);
        whole = whole && !spelled.empty();
        json += spelled.empty() ? "" : (json.empty() ? "" : ",") + spelled;
        return true;
    });
    return json.empty() && (any || !list.is_array()) ? "" : "[" + json + "]";
}

std::string lenient_alternative(Json alternative) {
    const Json because = rejected_because(alternative);
    if (!is_text(alternative["option"]) || !is_text(because)) {
        return {};
    }
    return fmt::format("{{\"option\":{},\"rejected_because\":{}}}", alternative["option"].raw(),
                       because.raw());
}

bool only_known_members(Json rationale) {
    bool only = true;
    rationale.each_member([&only](std::string_view name, Json) {
        return only = name == "why" || name == "refs" || name == "alternatives" ||
                      name == "confidence";
    });
    return only;
}

using Errors = std::vector<std::string>;

void check_text(const std::string& name, Json value, Errors& errors) {
    if (!is_text(value)) {
        errors.push_back(name + " must be a non-empty string");
    }
}

void check_length(const std::string& name, Json value, std::size_t length_max, Errors& errors) {
    const std::size_t length = utf16_length(value.string().value_or(""));
    if (length > length_max) {
        errors.push_back(
            fmt::format("{} must be at most {} characters (got {})", name, length_max, length));
    }
}

void check_refs(Json refs, Errors& errors) {
    bool texts = refs.is_array();
    refs.each_element([&texts](Json ref) { return texts = ref.is_string(); });
    if (!texts) {
        errors.emplace_back("refs must be a list of strings");
    }
}

void check_alternative(const std::string& name, Json alternative, Errors& errors) {
    if (!alternative.is_object()) {
        errors.push_back(name + " must be an object with option and rejected_because");
        return;
    }
    const Json because = rejected_because(alternative);
    check_text(name + ".option", alternative["option"], errors);
    check_text(name + ".rejected_because", because, errors);
    check_length(name + ".rejected_because", because, rejected_because_length_max, errors);
}

void check_alternatives(Json alternatives, Errors& errors) {
    if (!alternatives.is_array()) {
        errors.emplace_back("alternatives must be a list of {option, rejected_because}");
    }
    std::size_t index = 0;
    alternatives.each_element([&](Json each) {
        check_alternative(fmt::format("alternatives[{}]", index++), each, errors);
        return true;
    });
}

}  // namespace

LenientRationale lenient_rationale(Json rationale) {
    if (!is_text(rationale["why"])) {
        return {{}, !rationale.present()};
    }
    LenientRationale made{fmt::format("{{\"why\":{}", rationale["why"].raw()),
                          only_known_members(rationale)};
    const std::string refs = lenient_list(rationale["refs"], made.whole, [](Json ref) {
        return std::string(ref.is_string() ? ref.raw() : "");
    });
    const std::string alternatives =
        lenient_list(rationale["alternatives"], made.whole, lenient_alternative);
    made.json += refs.empty() ? "" : ",\"refs\":" + refs;
    made.json += alternatives.empty() ? "" : ",\"alternatives\":" + alternatives;
    const Json confidence = rationale["confidence"];
    if (is_confidence(confidence)) {
        made.json += fmt::format(",\"confidence\":{}", confidence.raw());
    } else if (confidence.present()) {
        made.whole = false;
    }
    made.json += '}';
    return made;
}

std::vector<std::string> rationale_errors(Json rationale) {
    if (!rationale.is_object()) {
        return {"rationale must be an object with why"};
    }
    Errors errors;
    check_text("why", rationale["why"], errors);
    check_length("why", rationale["why"], why_length_max, errors);
    if (const Json refs = rationale["refs"]; !refs.raw().empty()) {
        check_refs(refs, errors);
    }
    if (const Json alternatives = rationale["alternatives"]; !alternatives.raw().empty()) {
        check_alternatives(alternatives, errors);
    }
    const Json confidence = rationale["confidence"];
    if (!confidence.raw().empty() && !is_confidence(confidence)) {
        errors.emplace_back("confidence must be a number in [0,1]");
    }
    return errors;
}

}  // namespace hence
