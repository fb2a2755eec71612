#include "views/review/question.h"

#include "model/facts.h"
#include "model/json/json.h"
#include "model/text.h"
#include "views/cause/considered.h"

namespace hence {
namespace {

std::string in_quotes(std::string_view text) {
    return "'" + printable(text) + "'";
}

// What was chosen, or as much as is known of what was decided.
std::string choice(const Event& decision) {
    if (const std::string chosen = text_field(decision, "chosen"); !chosen.empty()) {
        return "You chose " + printable(chosen);
    }
    if (const std::string what = text_field(decision, "description"); !what.empty()) {
        return "You decided on " + in_quotes(what);
    }
    if (const std::string type = text_field(decision, "decision_type"); !type.empty()) {
        return "You made a decision of type " + printable(type);
    }
    return "You made a decision";
}

std::string rivals(const Event& decision) {
    const std::string chosen = text_field(decision, "chosen");
    std::string out;
    for (const Alternative& option : considered_by(decision)) {
        if (option.option != chosen) {
            out += out.empty() ? " over " : ", ";
            out += printable(option.option);
        }
    }
    return out;
}

}  // namespace

std::string review_question(const Event& decision, const Event& outcome) {
    std::string out = choice(decision) + rivals(decision);
    if (const std::string why = reason_given(decision); !why.empty()) {
        out += " because " + in_quotes(why);
    }
    if (const std::optional<double> confidence = confidence_given(decision)) {
        out += " at confidence ";
        append_number(out, *confidence);
    }
    const std::string text = text_field(outcome, "outcome");
    out += "; the outcome was " + (text.empty() ? "incorrect" : in_quotes(text));
    return out + ". What do you see now?";
}

}  // namespace hence
