#include "intake/once/told.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include "base/try.h"
#include "formats/common/event_made.h"
#include "model/event_names.h"
#include "model/event_rules.h"
#include "model/json/json_slices.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr std::string_view told_name = "told";

void append_member(std::string& out, std::string_view name, std::string_view json) {
    out += out.empty() ? '{' : ',';
    append_token(out, name);
    out += ':';
    out += json;
}

// Whether every name is spelled without an escape and stands there once. False also where there are
// too many to compare.
bool names_are_plain(std::span<const ObjectMembers::Member> members) {
    constexpr std::size_t compared_max = 64;
    if (members.size() > compared_max) {
        return false;
    }
    for (auto member = members.begin(); member != members.end(); ++member) {
        const auto same = [&](const auto& before) { return before.name == member->name; };
        if (member->is_spelled() || std::any_of(members.begin(), member, same)) {
            return false;
        }
    }
    return true;
}

std::string quoted(std::string_view text) {
    std::string json;
    append_token(json, text);
    return json;
}

std::string closed(std::string object) {
    object += object.empty() ? "{}" : "}";
    return object;
}

// What was told of whatever is changed. `fields`: of the fields among it, without the last brace.
std::string told_before(const AsTold& told, const Change& change, const std::string& fields) {
    std::string kept;
    if (change.kind) {
        append_member(kept, "kind", quoted(told.kind()));
    }
    if (change.agent) {
        append_member(kept, "agent", quoted(told.agent()));
    }
    if (change.session) {
        append_member(kept, "session",
                      told.session_derived() ? std::string("null") : quoted(told.session()));
    }
    if (!change.rationale.empty()) {
        append_member(kept, "rationale", told.rationale().empty() ? "null" : told.rationale());
    }
    if (!fields.empty()) {
        append_member(kept, "fields", closed(fields));
    }
    return kept;
}

// `fields` of the changed event: told fields that are not changed, then the changed ones.
std::string changed_fields(const Event& event, const AsTold& told, const Change& change) {
    std::string fields;
    std::string told_fields;
    std::set<std::string, std::less<>> written;
    Json(event.fields()).each_member([&](std::string_view name, Json) {
        if (name == told_name || !written.emplace(name).second ||
            change.fields.contains(std::string(name))) {
            return true;
        }
        const Json value = told.field(name);
        if (!value.raw().empty()) {
            append_member(fields, name, value.raw());
        }
        return true;
    });
    for (const auto& [name, value] : change.fields) {
        append_member(fields, name, value);
        const Json before = told.field(name);
        append_member(told_fields, name, before.raw().empty() ? "null" : before.raw());
    }
    std::string kept = told_before(told, change, told_fields);
    if (!kept.empty()) {
        append_member(fields, told_name, closed(std::move(kept)));
    }
    return closed(std::move(fields));
}

// The same where no field is changed and none was: nothing but what was told of its place.
std::optional<std::string> fields_moved(const AsTold& told, const Change& change) {
    const std::optional<std::string_view> rest = told.fields_alone();
    if (!rest || !change.fields.empty()) {
        return std::nullopt;
    }
    std::string kept = told_before(told, change, {});
    std::string fields;
    fields.reserve(rest->size() + kept.size() + told_name.size() + 8);
    fields = *rest;
    if (!kept.empty()) {
        append_member(fields, told_name, closed(std::move(kept)));
    }
    return closed(std::move(fields));
}

// The changed event, made without printing and parsing it: settling changes most events in nothing
// but whose step it is. Nothing where a part must be looked at more closely.
std::optional<Event> amended_at_once(const AsTold& told, const Change& change) {
    const Event& event = told.event();
    EventBody parts = event.body();
    const std::string kind = change.kind.value_or(told.kind());
    const std::string agent = change.agent.value_or(told.agent());
    const bool derived = told.session_derived() && !change.session;
    const std::string session =
        change.session.value_or(derived ? std::string(event.run()) : told.session());
    if (told.rationale().data() != event.rationale().data() || !change.rationale.empty() ||
        parts.erased || kind == Kind::outcome || !is_kind(kind)) {
        return std::nullopt;
    }
    bool plain = true;
    const auto set = [&plain](Text& place, const std::string& text) {
        if (place.text != text || !place.raw.empty()) {
            plain = plain && text.size() <= name_size_max && needs_no_escape(text);
            place = {text, {}};
        }
    };
    set(parts.agent, agent);
    set(parts.session, session);
    parts.kind = kind;
    std::optional<std::string> fields = fields_moved(told, change);
    if (plain && !fields) {
        Result<std::string> valid = minify(changed_fields(event, told, change), fields_depth_max);
        fields = valid ? std::optional(std::move(valid).take()) : std::nullopt;
    }
    if (!plain || !fields) {
        return std::nullopt;
    }
    parts.fields = *fields == "{}" ? std::string_view() : std::string_view(*fields);
    if (!surely_fits(parts)) {
        return std::nullopt;
    }
    constexpr auto derived_bit = static_cast<std::uint8_t>(Flag::session_derived);
    const auto flags = static_cast<std::uint8_t>((event.flags() & ~derived_bit) |
                                                 static_cast<std::uint8_t>(Flag::settled) |
                                                 (derived ? derived_bit : 0));
    return made_event(parts, event.source(), flags);
}

}  // namespace

AsTold::AsTold(Event event)
    : event_(std::move(event)),
      now_(event_.fields()),
      told_(now_[told_name]),
      fields_(told_["fields"]) {}

std::string AsTold::kind() const {
    return told_["kind"].string().value_or(std::string(event_.kind()));
}

std::string AsTold::agent() const {
    return told_["agent"].string().value_or(std::string(event_.agent()));
}

// A session that is derived from the run counts as none, so that it is told by `null`.
std::string AsTold::session() const {
    if (!told_["session"].raw().empty()) {
        return told_["session"].string().value_or("");
    }
    return event_.has(Flag::session_derived) ? std::string() : std::string(event_.session());
}

bool AsTold::session_derived() const {
    return event_.has(Flag::session_derived) || told_["session"].raw() == "null";
}

std::string_view AsTold::rationale() const {
    const Json before = told_["rationale"];
    return before.raw().empty() ? event_.rationale()
                                : (before.present() ? before.raw() : std::string_view());
}

Json AsTold::field(std::string_view name) const {
    const Json before = fields_[name];
    if (!before.raw().empty()) {
        return before.present() ? before : Json();
    }
    return now_[name];
}

Change AsTold::change() const {
    Change change;
    const auto changed = [&](std::string_view name, std::string_view now) {
        return told_[name].raw().empty() ? std::optional<std::string>() : std::string(now);
    };
    change.kind = changed("kind", event_.kind());
    change.agent = changed("agent", event_.agent());
    change.session = changed("session", event_.session());
    if (!told_["rationale"].raw().empty()) {
        change.rationale = event_.rationale();
    }
    fields_.each_member([&](std::string_view name, Json) {
        change.fields.emplace(name, now_[name].raw());
        return true;
    });
    return change;
}

std::optional<std::string_view> AsTold::fields_alone() const {
    const std::string_view fields = event_.fields();
    if (!fields_.raw().empty() || !names_are_plain(now_.all())) {
        return std::nullopt;
    }
    if (told_.raw().empty()) {
        return fields.size() <= 2 ? std::string_view() : fields.substr(0, fields.size() - 1);
    }
    // A comma or the brace, the name in quotes, and a colon stand before the value.
    const auto value = static_cast<std::size_t>(told_.raw().data() - fields.data());
    const std::size_t begin = value - told_name.size() - 4;
    const bool last = value + told_.raw().size() + 1 == fields.size();
    return last ? std::optional(fields.substr(0, begin)) : std::nullopt;
}

Result<Event> amended_by_text(const Event& event, const Change& change) {
    const AsTold told(event);
    std::string out;
    const std::string line = event.to_json();
    Json(line).each_member([&](std::string_view name, Json value) {
        constexpr auto replaced = std::to_array<std::string_view>(
            {"kind", "agent", "session", "rationale", "fields", "flags", "seq", "received"});
        if (std::ranges::find(replaced, name) == replaced.end()) {
            append_member(out, name, value.raw());
        }
        return true;
    });
    const auto text = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) {
            append_member(out, name, quoted(value));
        }
    };
    text("kind", change.kind.value_or(told.kind()));
    text("agent", change.agent.value_or(told.agent()));
    const bool derived = told.session_derived() && !change.session;
    const std::string session = derived ? std::string(event.run()) : told.session();
    text("session", change.session.value_or(session));
    const std::string_view rationale =
        change.rationale.empty() ? told.rationale() : std::string_view(change.rationale);
    if (!rationale.empty()) {
        append_member(out, "rationale", rationale);
    }
    const std::string fields = changed_fields(event, told, change);
    if (fields != "{}") {
        append_member(out, "fields", fields);
    }
    Event made = TRY(Event::parse(closed(out)));
    for (const Flag flag : all_flags) {
        if (flag == Flag::session_derived ? derived : event.has(flag)) {
            made = made.with_flag(flag);
        }
    }
    made = event.body().redacted ? flagged_redacted(made) : made;
    return made.with_flag(Flag::settled);
}

Result<Event> amended(const AsTold& told, const Change& change) {
    const Event& event = told.event();
    if (!told.is_changed() && !change.any()) {
        return event.with_flag(Flag::settled);
    }
    if (std::optional<Event> made = amended_at_once(told, change)) {
        return std::move(*made);
    }
    return amended_by_text(event, change);
}

}  // namespace hence
