#include "views/cause/considered.h"

#include <utility>

#include "base/by_text.h"
#include "model/facts.h"

namespace hence {

std::vector<Alternative> considered_by(const Event& decision) {
    std::vector<Alternative> options;
    ByText<std::size_t> place;
    const auto add = [&](std::string option, std::string rejected_because) {
        if (option.empty()) {
            return;
        }
        const auto [at, first] = place.emplace(option, options.size());
        if (first) {
            options.push_back({std::move(option), {}});
        }
        std::string& because = options[at->second].rejected_because;
        if (because.empty()) {
            because = std::move(rejected_because);
        }
    };
    field(decision, "alternatives").each_element([&](Json option) {
        add(option.string().value_or(""), "");
        return true;
    });
    Json(decision.rationale())["alternatives"].each_element([&](Json option) {
        add(option["option"].string().value_or(""),
            option["rejected_because"].string().value_or(""));
        return true;
    });
    return options;
}

std::string reason_given(const Event& decision) {
    return rationale_given(decision) ? why_of(decision) : text_field(decision, "reasoning");
}

std::optional<double> confidence_given(const Event& decision) {
    return rationale_given(decision) ? confidence_of(decision) : std::nullopt;
}

}  // namespace hence
