#include "intake/once/told.h"

#include <algorithm>
#include <array>
#include <set>

#include "base/try.h"
#include "model/event_names.h"
#include "model/json/json_slices.h"

namespace hence {
namespace {

constexpr std::string_view told_name = "told";

void append_member(std::string& out, std::string_view name, std::string_view json) {
    out += out.empty() ? '{' : ',';
    append_token(out, name);
    out += ':';
    out += json;
}

std::string quoted(std::string_view text) {
    std::string json;
    append_token(json, text);
    return json;
}

std::string closed(std::string object) {
    return object.empty() ? "{}" : object + '}';
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
    if (!told_fields.empty()) {
        append_member(kept, "fields", closed(told_fields));
    }
    if (!kept.empty()) {
        append_member(fields, told_name, closed(kept));
    }
    return closed(fields);
}

}  // namespace

AsTold::AsTold(const Event& event)
    : event_(event), now_(event.fields()), told_(now_[told_name]), fields_(told_["fields"]) {}

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

Result<Event> amended(const Event& event, const Change& change) {
    const AsTold told(event);
    if (!told.is_changed() && !change.any()) {
        return event.with_flag(Flag::settled);
    }
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

}  // namespace hence
