// Finds several members of one object in a single walk. Asking Json for each by itself would walk
// over a long `content` or `output` once for each name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {

// The members of `object` that go by these names, in one walk: content and output may be long.
template <std::size_t n>
std::array<Json, n> members(std::string_view object, const std::array<std::string_view, n>& names) {
    std::array<Json, n> found;
    MemberReader reader(object);
    std::string_view name;
    std::string_view value;
    while (reader.next(name, value)) {
        const auto at = std::find_if(names.begin(), names.end(),
                                     [&](std::string_view each) { return token_says(name, each); });
        if (at != names.end()) {
            found[static_cast<std::size_t>(at - names.begin())] = Json(value);
        }
    }
    return found;
}

// All members of one object, walked over once, for those who ask for many names. What was given
// must outlive it.
class ObjectMembers {
public:
    explicit ObjectMembers(std::string_view object) {
        MemberReader reader(object);
        std::string_view name;
        std::string_view value;
        members_.reserve(8);
        while (reader.next(name, value)) {
            members_.push_back({has_backslash(name) ? name : inside_quotes(name), value});
        }
    }

    // As Json does it: the last of a name counts.
    Json operator[](std::string_view name) const {
        for (auto member = members_.rbegin(); member != members_.rend(); ++member) {
            const bool spelled = member->name.starts_with('"');
            if (spelled ? token_says(member->name, name) : member->name == name) {
                return Json(member->value);
            }
        }
        return {};
    }

private:
    struct Member {
        std::string_view name;  // Or, where it has escapes or quotes of its own, its token.
        std::string_view value;
    };
    std::vector<Member> members_;
};

}  // namespace hence
