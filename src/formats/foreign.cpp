#include "formats/foreign.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/try.h"
#include "model/ids.h"

namespace hence {
namespace {

constexpr double ms_max = 253'402'300'799'999.0;  // The end of the year 9999.
constexpr double ms_min = -62'135'596'800'000.0;  // The beginning of the year 1.

std::string refs_from(Json refs, bool& whole) {
    bool texts = refs.is_array();
    refs.each_element([&texts](Json ref) { return texts = ref.is_string(); });
    whole = whole && (texts || !refs.present());
    return texts ? std::string(refs.raw()) : std::string();
}

std::string alternatives_from(Json alternatives, bool& whole) {
    std::string json;
    whole = whole && (alternatives.is_array() || !alternatives.present());
    alternatives.each_element([&](Json each) {
        const Json camel = each["rejectedBecause"];
        const Json because = camel.present() ? camel : each["rejected_because"];
        const std::optional<std::string> option = each["option"].string();
        const std::optional<std::string> reason = because.string();
        if (!option || option->empty() || !reason || reason->empty()) {
            whole = false;
            return true;
        }
        json += fmt::format("{}{{\"option\":{},\"rejected_because\":{}}}", json.empty() ? "[" : ",",
                            each["option"].raw(), because.raw());
        return true;
    });
    return json.empty() ? json : json + ']';
}

bool only_known_members(Json rationale) {
    bool only = true;
    rationale.each_member([&only](std::string_view name, Json) {
        return only = name == "why" || name == "refs" || name == "alternatives" ||
                      name == "confidence";
    });
    return only;
}

}  // namespace

void Fields::text(std::string_view name, std::string_view text) {
    if (!text.empty() && names_.insert(std::string(name)).second) {
        object_.text(name, text);
    }
}

void Fields::value(std::string_view name, Json value) {
    if (value.present() && names_.insert(std::string(name)).second) {
        object_.raw(name, value.raw());
    }
}

void Fields::list(std::string_view name, const std::vector<std::string>& texts) {
    if (!texts.empty() && names_.insert(std::string(name)).second) {
        object_.list(name, texts);
    }
}

Result<std::string> Fields::take() && {
    return std::move(object_).take();
}

Json Foreign::take(std::string_view name) {
    taken_.insert(std::string(name));
    return object_[name];
}

std::string Foreign::text(std::string_view name) {
    const Json value = take(name);
    if (value.is_string()) {
        return value.string().value_or("");
    }
    const bool scalar = value.present() && !value.is_object() && !value.is_array();
    return scalar ? std::string(value.raw()) : std::string();
}

void Foreign::leave(Fields& fields, std::string_view format) const {
    object_.each_member([&](std::string_view name, Json value) {
        if (!taken_.contains(name)) {
            fields.value(fields.has(name) ? fmt::format("{}.{}", format, name) : std::string(name),
                         value);
        }
        return true;
    });
}

Result<Event> EventDraft::finish(std::string_view format) && {
    const std::string all_fields = TRY(std::move(fields).take());
    ObjectWriter event;
    event.text("id", id);
    event.text("kind", kind);
    event.text("time", time);
    event.text("agent", agent);
    event.text("session", session);
    event.text("run", run);
    event.text("parent", parent);
    event.list("causes", causes);
    event.text("correlation", correlation);
    event.number("iteration", iteration);
    const std::optional<double> duration = duration_ms.number();
    if (duration && *duration >= 0) {
        event.raw("duration_ms", duration_ms.raw());
    }
    event.raw("rationale", rationale);
    event.raw("fields", all_fields);
    const std::string json = TRY(std::move(event).take());
    Event made = TRY(Event::parse(json));
    for (const Flag flag : flags) {
        made = made.with_flag(flag);
    }
    return made.with_source(format);
}

ForeignRationale rationale_from(Json rationale) {
    const std::optional<std::string> why = rationale["why"].string();
    if (!why || why->empty()) {
        return {{}, !rationale.present()};
    }
    ForeignRationale made{"{\"why\":" + std::string(rationale["why"].raw()),
                          only_known_members(rationale)};
    if (const std::string refs = refs_from(rationale["refs"], made.whole); !refs.empty()) {
        made.json += ",\"refs\":" + refs;
    }
    const std::string alternatives = alternatives_from(rationale["alternatives"], made.whole);
    if (!alternatives.empty()) {
        made.json += ",\"alternatives\":" + alternatives;
    }
    const Json confidence = rationale["confidence"];
    const std::optional<double> value = confidence.number();
    if (value && *value >= 0 && *value <= 1) {
        made.json += ",\"confidence\":" + std::string(confidence.raw());
    } else if (confidence.present()) {
        made.whole = false;
    }
    made.json += '}';
    return made;
}

std::optional<std::string> time_from(Json value) {
    std::string text = value.string().value_or("");
    if (text.size() > 10 && text[10] == ' ') {
        text[10] = 'T';
    }
    const bool has_offset = text.size() > 19 && text.find_first_of("Zz+-", 19) != std::string::npos;
    if (text.size() >= 19 && !has_offset) {
        text += 'Z';
    }
    return parse_time(text) ? std::optional(text) : std::nullopt;
}

std::optional<std::string> time_from_ms(Json value) {
    const std::optional<double> ms = value.number();
    if (!ms || *ms < ms_min || *ms > ms_max) {
        return std::nullopt;
    }
    const double whole = std::floor(*ms);
    const auto count = static_cast<std::int64_t>(whole);
    const std::int64_t seconds = count >= 0 ? count / 1'000 : -((-count + 999) / 1'000);
    Time time;
    time.seconds = seconds;
    const auto rest = static_cast<std::int64_t>((*ms - whole) * 1e6);
    time.nanos = static_cast<std::uint32_t>((count - seconds * 1'000) * 1'000'000 + rest);
    time.digits = rest == 0 ? 3 : 9;
    return to_string(time);
}

std::string derived_id(std::string_view time, std::initializer_list<std::string_view> parts) {
    std::string place;
    for (const std::string_view part : parts) {
        place += std::to_string(part.size()) + ':';
        place += part;
    }
    const Hash hash = sha256(place);
    const Result<Time> parsed = parse_time(time);
    const Time at = parsed && parsed->seconds >= 0 ? *parsed : Time();
    UuidRandom bits{};
    std::copy_n(hash.begin(), bits.size(), bits.begin());
    return make_uuid7(at, bits);
}

}  // namespace hence
