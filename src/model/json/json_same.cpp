// Members in any order are compared by sorting both sides by name, so that a wide object costs
// n log n; nested values wait on a stack of our own, so that a deep one costs no call stack.
#include <algorithm>
#include <forward_list>
#include <string>
#include <utility>
#include <vector>

#include "model/json/json.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

using Pair = std::pair<std::string_view, std::string_view>;

struct Member {
    std::string_view name;  // Unescaped.
    std::string_view value;
};

// The members of an object by name. Names that had to be unescaped live in `unescaped`.
std::vector<Member> members_of(std::string_view object, std::forward_list<std::string>& unescaped) {
    std::vector<Member> members;
    MemberReader reader(object);
    std::string_view token;
    std::string_view value;
    while (reader.next(token, value)) {
        members.push_back(
            {has_backslash(token) ? unescaped.emplace_front(unescape(token)) : inside_quotes(token),
             value});
    }
    // Stable: of members of one name, the order does matter, since the last one counts.
    std::stable_sort(members.begin(), members.end(),
                     [](const Member& a, const Member& b) { return a.name < b.name; });
    return members;
}

bool pair_members(const Pair& objects, std::vector<Pair>& waiting) {
    std::forward_list<std::string> unescaped;
    const std::vector<Member> left = members_of(objects.first, unescaped);
    const std::vector<Member> right = members_of(objects.second, unescaped);
    if (left.size() != right.size()) {
        return false;
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].name != right[i].name) {
            return false;
        }
        waiting.emplace_back(left[i].value, right[i].value);
    }
    return true;
}

bool pair_elements(const Pair& lists, std::vector<Pair>& waiting) {
    ElementReader left(lists.first);
    ElementReader right(lists.second);
    for (;;) {
        Pair elements;
        const bool more = left.next(elements.first);
        if (right.next(elements.second) != more) {
            return false;
        }
        if (!more) {
            return true;
        }
        waiting.push_back(elements);
    }
}

// Whether two values can be the same, judged by themselves; what they contain goes to `waiting`.
bool same_so_far(const Pair& pair, std::vector<Pair>& waiting) {
    const Json a(pair.first);
    const Json b(pair.second);
    if (a.raw() == b.raw()) {
        return true;
    }
    if (a.is_object() && b.is_object()) {
        return pair_members(pair, waiting);
    }
    if (a.is_array() && b.is_array()) {
        return pair_elements(pair, waiting);
    }
    if (a.is_string() && b.is_string()) {
        return unescape(a.raw()) == unescape(b.raw());
    }
    return a.is_number() && b.is_number() && compare_numbers(a.raw(), b.raw()) == 0;
}

}  // namespace

bool same_value(std::string_view a, std::string_view b) {
    std::vector<Pair> waiting{{a, b}};
    while (!waiting.empty()) {
        const Pair pair = waiting.back();
        waiting.pop_back();
        if (!same_so_far(pair, waiting)) {
            return false;
        }
    }
    return true;
}

}  // namespace hence
