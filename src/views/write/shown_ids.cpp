#include "views/write/shown_ids.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "model/summary/summary_text.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t short_size = 8;
constexpr std::size_t whole_size_max = 16;
constexpr std::size_t remembered_max =
    100'000;  // Longer lists are for programs, which ask for JSON.

// Whether these characters look drawn by lot, so that no other id is expected to have them.
bool looks_random(std::string_view text) {
    constexpr std::size_t different_min = 4;
    return text.size() == short_size && std::ranges::all_of(text, is_hex) &&
           (std::ranges::any_of(text, is_letter) ||
            std::set<char>(text.begin(), text.end()).size() >= different_min);
}

// What may stand for an id, the shortest first. Only ASCII is cut: a character must stay whole.
std::vector<std::string> forms_of(std::string_view id) {
    const bool random = looks_random(short_id(id.substr(0, id.rfind('~'))));
    std::vector<std::string> forms = {short_id(id)};
    if (std::ranges::all_of(id, [](char c) { return c > ' ' && c < '\x7f'; })) {
        const std::string_view begin = id.substr(0, whole_size_max);
        const std::string_view end = id.substr(id.size() - std::min(id.size(), short_size));
        forms.emplace_back(random ? end : begin);
        forms.emplace_back(random ? begin : end);
    }
    forms.push_back(printable(id));
    return forms;
}

}  // namespace

std::string ShownIds::of(std::string_view id) {
    if (const auto known = by_id_.find(id); known != by_id_.end()) {
        return known->second;
    }
    const std::vector<std::string> forms = forms_of(id);
    if (by_id_.size() == remembered_max) {
        return forms.front();
    }
    for (const std::string& form : forms) {
        if (used_.insert(form).second) {
            return by_id_.emplace(id, form).first->second;
        }
    }
    return forms.back();
}

}  // namespace hence
