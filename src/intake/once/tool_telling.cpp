#include "intake/once/tool_telling.h"

#include <array>
#include <string_view>

#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr auto taken_fields = std::to_array<std::string_view>(
    {"call_id", "input", "output", "status", "error", "mcp_server"});

}  // namespace

ByTextView<std::vector<std::size_t>> calls_by_tool(const Settlement& settlement,
                                                   const std::vector<std::size_t>& calls,
                                                   Teller teller) {
    ByTextView<std::vector<std::size_t>> by_tool;
    for (const std::size_t call : calls) {
        if (settlement.at(call).teller == teller) {
            by_tool[settlement.at(call).tool].push_back(call);
        }
    }
    return by_tool;
}

bool is_moment_of(const Telling& inner, const Telling& around) {
    return inner.scope == around.scope && inner.start_ns == inner.end_ns && !inner.tool_named &&
           inner.call_id.empty() && inner.teller == Teller::span;
}

void take_from_telling(const Telling& from, Telling& counting) {
    const AsTold& own = counting.told;
    const AsTold& other = from.told;
    for (const std::string_view name : taken_fields) {
        const std::string key(name);
        const Json value = other.field(name);
        const bool failure = name == "status" || name == "error";
        // Messages say of a failed call what was said of it to the model.
        if (failure && from.teller == Teller::messages && own.field("status").present()) {
            continue;
        }
        // An object says more of the input than one of its values.
        const bool fuller = name == "input" && value.is_object() && !own.field(name).is_object() &&
                            !Json(counting.change.fields[key]).is_object();
        if (counting.change.fields[key].empty()) {
            counting.change.fields.erase(key);
        }
        if (value.present() &&
            (fuller || (!own.field(name).present() && !counting.change.fields.contains(key)))) {
            counting.change.fields.insert_or_assign(key, std::string(value.raw()));
        }
    }
}

void withdraw_delegations(Settlement& settlement, const std::vector<std::size_t>& group) {
    bool made = false;
    for (const std::size_t member : group) {
        for (const std::size_t child : settlement.children(member)) {
            Telling& telling = settlement.at(child);
            if (telling.kind == Kind::delegation && telling.event.has(Flag::derived)) {
                telling.withdrawn = made;
                made = true;
            }
        }
    }
}

void make_tool_call(Telling& span, const std::string& tool, const std::string& call_id,
                    const std::string& input) {
    span.change.kind = "tool_call";
    span.change.fields["tool_name"] = json_text(tool);
    span.change.fields["call_id"] = json_text(call_id);
    if (!input.empty()) {
        span.change.fields["input"] = input;
    }
    const Json output = span.told.field("attributes")["output.value"];
    if (output.present()) {
        span.change.fields["output"] = std::string(output.raw());
    }
}

}  // namespace hence
