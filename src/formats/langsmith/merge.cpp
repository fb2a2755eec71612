// A run is created by one message and finished by another, which repeats some of the first and
// leaves some of it empty.
#include <functional>
#include <map>
#include <string>

#include "formats/langsmith/run.h"
#include "formats/spans/span_draft.h"
#include "model/json/writer.h"

namespace hence {
namespace {

// By name, so that the result does not depend on their order.
using Members = std::map<std::string, Json, std::less<>>;

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

void append_merged(JsonWriter& json, Json first, Json second, int level) {
    Members later = members_of(second);
    json.begin_object();
    for (const auto& [name, value] : members_of(first)) {
        const auto found = later.find(name);
        const Json other = found == later.end() ? Json() : found->second;
        const bool inside = level < levels && (name == "extra" || name == "metadata");
        json.recorded_key(name);
        if (inside && value.is_object() && other.is_object()) {
            append_merged(json, value, other, level + 1);
        } else {
            json.value(says_empty(other) ? value : other);
        }
        if (found != later.end()) {
            later.erase(found);
        }
    }
    for (const auto& [name, value] : later) {
        json.recorded_key(name).value(value);
    }
    json.end_object();
}

}  // namespace

std::string merged_run(Json first, Json second) {
    std::string run;
    JsonWriter json(run);
    append_merged(json, first, second, 1);
    return run;
}

}  // namespace hence
