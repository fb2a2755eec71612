// Checks a mapping file and turns it into a Mapping.
#include "formats/mapping/mapping.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "base/nearest.h"
#include "base/try.h"
#include "formats/common/foreign.h"
#include "formats/common/records.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::size_t entries_max = 1'000;

// The keys of an event that a mapping may fill, besides kind, time and duration.
constexpr std::array<std::string_view, 7> event_keys = {
    "id", "session", "run", "agent", "parent", "correlation", "iteration"};
// Short names for members of `fields`.
struct FieldName {
    std::string_view key;
    std::string_view field;
};
constexpr std::array field_names = {
    FieldName{"text", "text"},
    FieldName{"tool", "tool_name"},
    FieldName{"input", "input"},
    FieldName{"output", "output"},
    FieldName{"error", "error"},
    FieldName{"status", "status"},
    FieldName{"call_id", "call_id"},
    FieldName{"model", "model"},
    FieldName{"provider", "provider"},
    FieldName{"prompt_tokens", "prompt_tokens"},
    FieldName{"completion_tokens", "completion_tokens"},
    FieldName{"total_tokens", "total_tokens"},
    FieldName{"cache_read_tokens", "cache_read_tokens"},
    FieldName{"cache_write_tokens", "cache_write_tokens"},
    FieldName{"reasoning_tokens", "reasoning_tokens"},
    FieldName{"cost_usd", "cost_usd"},
};
struct UnitName {
    std::string_view name;
    TimeUnit unit;
};
constexpr std::array units = {UnitName{"rfc3339", TimeUnit::rfc3339}, UnitName{"s", TimeUnit::s},
                              UnitName{"ms", TimeUnit::ms}, UnitName{"us", TimeUnit::us},
                              UnitName{"ns", TimeUnit::ns}};

std::vector<std::string> known_keys() {
    std::vector<std::string> keys = {"records", "kind", "time", "duration", "constants", "fields"};
    keys.insert(keys.end(), event_keys.begin(), event_keys.end());
    for (const FieldName& each : field_names) {
        keys.emplace_back(each.key);
    }
    return keys;
}

Error wrong(std::string_view key, std::string_view what) {
    return {Code::invalid, fmt::format("the mapping's {} {}", hence::quoted(key), what)};
}

Error unknown_key(std::string_view where, std::string_view name,
                  const std::vector<std::string>& known) {
    const std::optional<std::string> meant = nearest(name, known);
    return {Code::invalid, fmt::format("{} has no key {}", where, hence::quoted(name)),
            meant ? fmt::format("did you mean \"{}\"?", *meant)
                  : fmt::format("there are {}", fmt::join(known, ", "))};
}

// "a.b.0", or a list of names where a name has a dot in it.
Result<MappedPath> path_from(std::string_view key, Json json) {
    MappedPath path;
    bool texts = true;
    json.each_element([&](Json name) {
        texts = texts && name.is_string();
        path.push_back(name.string().value_or(""));
        return texts;
    });
    if (json.is_string()) {
        std::string text = json.string().value_or("");
        std::string_view rest(text);
        while (true) {
            const std::size_t dot = rest.find('.');
            path.emplace_back(rest.substr(0, dot));
            if (dot == std::string_view::npos) {
                break;
            }
            rest.remove_prefix(dot + 1);
        }
    }
    if (path.empty() || !texts || std::ranges::any_of(path, &std::string::empty)) {
        return wrong(key, "is no path: give \"a.b\", or [\"a\", \"b\"]");
    }
    return path;
}

// A path, or {"from", "value", ...}. The other members of the object are the caller's.
Result<MappedValue> value_from(std::string_view key, Json json,
                               std::initializer_list<std::string_view> besides) {
    MappedValue value;
    if (!json.is_object()) {
        MappedPath path = TRY(path_from(key, json));
        value.from.push_back(std::move(path));
        return value;
    }
    std::vector<std::string> known = {"from", "or", "value"};
    known.insert(known.end(), besides.begin(), besides.end());
    Result<void> checked;
    json.each_member([&](std::string_view name, Json) {
        if (std::ranges::find(known, name) == known.end()) {
            checked = unknown_key(fmt::format("the mapping's {}", hence::quoted(key)), name, known);
        }
        return static_cast<bool>(checked);
    });
    TRY(std::move(checked));
    for (const std::string_view name : {"from", "or"}) {
        if (json[name].present()) {
            MappedPath path = TRY(path_from(key, json[name]));
            value.from.push_back(std::move(path));
        }
    }
    value.constant = json["value"].present() ? json["value"].raw() : std::string_view();
    if (value.from.empty() && value.constant.empty()) {
        return wrong(key, "has neither \"from\" nor \"value\"");
    }
    return value;
}

Result<TimeUnit> unit_from(std::string_view key, Json json, TimeUnit fallback) {
    if (!json["unit"].present()) {
        return fallback;
    }
    const std::string name = json["unit"].string().value_or("");
    const auto found = std::ranges::find(units, name, &UnitName::name);
    if (found == units.end()) {
        return wrong(key, fmt::format("has the unit {}: there are rfc3339, s, ms, us, ns",
                                      hence::quoted(name)));
    }
    return found->unit;
}

Result<void> read_kind(Json json, Mapping& mapping) {
    mapping.kind = TRY(value_from("kind", json, {"values", "else"}));
    Result<void> checked;
    json["values"].each_member([&](std::string_view theirs, Json ours) {
        const std::string kind = ours.string().value_or("");
        if (kind.empty() || kind_from(kind) != kind) {
            checked = wrong("kind", fmt::format("gives {} the value {}, which is no kind",
                                                hence::quoted(theirs), ours.raw()));
        }
        mapping.kinds.push_back({std::string(theirs), kind});
        return static_cast<bool>(checked);
    });
    TRY(std::move(checked));
    mapping.kind_else = json["else"].string().value_or("");
    return {};
}

// {"name": VALUE, ...}
Result<void> read_entries(std::string_view key, Json json, std::vector<Mapping::Entry>& entries) {
    if (!json.is_object()) {
        return wrong(key, "is no object of names");
    }
    Result<void> checked;
    json.each_member([&](std::string_view name, Json value) {
        Result<MappedValue> mapped = MappedValue{.constant = std::string(value.raw())};
        if (key != "constants") {
            mapped = value_from(fmt::format("{}.{}", key, name), value, {});
        }
        if (!mapped) {
            checked = mapped.error();
            return false;
        }
        entries.push_back({std::string(name), std::move(mapped).take()});
        return entries.size() < entries_max;
    });
    return checked;
}

Result<void> read_member(std::string_view name, Json json, Mapping& mapping) {
    if (name == "kind") {
        return read_kind(json, mapping);
    }
    if (name == "records") {
        mapping.records = TRY(path_from(name, json));
        return {};
    }
    if (name == "time" || name == "duration") {
        const bool time = name == "time";
        (time ? mapping.time : mapping.duration) = TRY(value_from(name, json, {"unit"}));
        TimeUnit& unit = time ? mapping.time_unit : mapping.duration_unit;
        unit = TRY(unit_from(name, json, unit));
        return {};
    }
    if (name == "constants" || name == "fields") {
        return read_entries(name, json, mapping.fields);
    }
    const auto field = std::ranges::find(field_names, name, &FieldName::key);
    const bool key = std::ranges::find(event_keys, name) != event_keys.end();
    if (field == field_names.end() && !key) {
        return unknown_key("the mapping", name, known_keys());
    }
    MappedValue value = TRY(value_from(name, json, {}));
    if (key) {
        mapping.keys.push_back({std::string(name), std::move(value)});
    } else {
        mapping.fields.push_back({std::string(field->field), std::move(value)});
    }
    return {};
}

}  // namespace

Json mapped_value(const MappedValue& value, Json record) {
    for (const MappedPath& path : value.from) {
        Json at = record;
        for (const std::string& name : path) {
            const bool index = at.is_array() && name.size() < 10 &&
                               name.find_first_not_of("0123456789") == std::string::npos;
            at = index ? at.at(std::stoul(name)) : at[name];
        }
        if (at.present()) {
            return at;
        }
    }
    return Json(value.constant);
}

Result<Mapping> parse_mapping(std::string_view text) {
    const Result<std::string> json = minify(text, record_depth_max);
    if (!json || !Json(*json).is_object()) {
        return Error{Code::invalid, json ? "the mapping is no JSON object"
                                         : "the mapping is " + json.error().message};
    }
    Mapping mapping;
    Result<void> done;
    Json(*json).each_member([&](std::string_view name, Json value) {
        done = read_member(name, value, mapping);
        return static_cast<bool>(done);
    });
    TRY(std::move(done));
    if (mapping.kind.from.empty() && mapping.kind.constant.empty()) {
        return Error{Code::invalid, "the mapping has no \"kind\"",
                     R"(give "kind": {"from": "type", "values": {"THEIRS": "tool_call"}})"};
    }
    return mapping;
}

}  // namespace hence
