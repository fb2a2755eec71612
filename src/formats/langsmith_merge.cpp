// A run is created by one message and finished by another, which repeats some of the first and
// leaves some of it empty.
#include <functional>
#include <map>
#include <string>

#include "formats/langsmith_run.h"
#include "formats/span_draft.h"

namespace hence {
namespace {

// By name, so that the result does not depend on their order.
using Members = std::map<std::string, Json, std::less<>>;

void append_member(std::string& object, std::string_view name, std::string_view value) {
    object += object.empty() ? '{' : ',';
    append_token(object, name);
    object += ':';
    object += value;
}

Members members_of(Json object) {
    Members members;
    object.each_member([&](std::string_view name, Json value) {
        members[std::string(name)] = value;
        return true;
    });
    return members;
}

// How far down members are merged: a run, its `extra`, and the `metadata` in that.
constexpr int levels = 3;

std::string merged(Json first, Json second, int level) {
    Members later = members_of(second);
    std::string object;
    for (const auto& [name, value] : members_of(first)) {
        const auto found = later.find(name);
        const Json other = found == later.end() ? Json() : found->second;
        const bool inside = level < levels && (name == "extra" || name == "metadata");
        if (inside && value.is_object() && other.is_object()) {
            append_member(object, name, merged(value, other, level + 1));
        } else {
            append_member(object, name, says_empty(other) ? value.raw() : other.raw());
        }
        if (found != later.end()) {
            later.erase(found);
        }
    }
    for (const auto& [name, value] : later) {
        append_member(object, name, value.raw());
    }
    return object.empty() ? "{}" : object + '}';
}

}  // namespace

std::string merged_run(Json first, Json second) {
    return merged(first, second, 1);
}

}  // namespace hence
