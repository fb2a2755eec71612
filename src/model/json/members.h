// Finds several members of one object in a single walk. Asking Json for each by itself would walk
// over a long `content` or `output` once for each name.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
    struct Member {
        std::string_view name;  // Or, where it is spelled with escapes, its token.
        Json value;

        bool is_spelled() const { return name.starts_with('"'); }
        bool says(std::string_view text) const {
            return is_spelled() ? token_says(name, text) : name == text;
        }
    };

    explicit ObjectMembers(std::string_view object) {
        MemberReader reader(object);
        std::string_view name;
        std::string_view value;
        while (reader.next(name, value)) {
            const bool escaped = has_backslash(name);
            const Member member{escaped ? name : inside_quotes(name), Json(value)};
            marks_ |= escaped ? ~std::uint64_t{0} : mark_of(member.name);
            add(member);
        }
    }

    // As Json does it: the last of a name counts.
    Json operator[](std::string_view name) const {
        if ((marks_ & mark_of(name)) == 0) {
            return {};
        }
        const std::span<const Member> members = all();
        for (auto member = members.rbegin(); member != members.rend(); ++member) {
            if (member->says(name)) {
                return member->value;
            }
        }
        return {};
    }

    // In their order, also those that are repeated.
    std::span<const Member> all() const {
        return more_.empty() ? std::span(few_.data(), count_) : std::span(more_);
    }

private:
    // An object mostly has no more, and then nothing is allocated.
    static constexpr std::size_t few_max = 8;

    // Most names that are asked for are not there, and have no mark in common with those that are.
    static std::uint64_t mark_of(std::string_view name) {
        const auto first = name.empty() ? 0U : static_cast<unsigned char>(name.front());
        return std::uint64_t{1} << ((first + 5 * name.size()) % 64);
    }

    void add(const Member& member) {
        if (count_ < few_max) {
            few_[count_++] = member;
            return;
        }
        if (more_.empty()) {
            more_.reserve(4 * few_max);
            more_.assign(few_.begin(), few_.end());
        }
        more_.push_back(member);
    }

    std::array<Member, few_max> few_;
    std::size_t count_ = 0;     // In `few_`.
    std::vector<Member> more_;  // All of them, where they are too many for that.
    std::uint64_t marks_ = 0;   // Of all names.
};

}  // namespace hence
