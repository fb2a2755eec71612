#include "formats/common/foreign.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/try.h"
#include "formats/common/event_made.h"
#include "model/event_rules.h"
#include "model/ids.h"
#include "model/json/json_slices.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

constexpr double ms_max = 253'402'300'799'999.0;  // The end of the year 9999.
constexpr double ms_min = -62'135'596'800'000.0;  // The beginning of the year 1.

// The depth of a member of `fields`.
constexpr std::size_t field_depth_max = fields_depth_max - 1;
constexpr std::size_t kind_bytes_max = 64;

// As text, but so that half a surrogate pair stays what it is: two ids must not become one.
void add_exactly(ObjectWriter& object, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        object.token(name, text);
    }
}

std::string exact_list(const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) {
        list += list.empty() ? '[' : ',';
        append_token(list, text);
    }
    return list.empty() ? list : list + ']';
}

// The event of a draft without printing and parsing all of it: most have nothing but plain texts
// and fields. Nothing where a part must be looked at more closely, or is not as it must be.
std::optional<Event> finished_at_once(const EventDraft& draft, const std::string& fields,
                                      Json lasted, std::string_view format) {
    if (!draft.causes.empty() || draft.iteration || !draft.rationale.empty() ||
        draft.kind == "outcome" || !is_kind(draft.kind)) {
        return std::nullopt;
    }
    const Result<Time> time = parse_time(draft.time);
    if (!time) {
        return std::nullopt;
    }
    EventBody parts;
    parts.kind = draft.kind;
    parts.time = *time;
    bool plain = true;
    const auto set = [&plain](Text& place, const std::string& text, std::size_t size_max) {
        plain = plain && text.size() <= size_max && needs_no_escape(text);
        place.text = text;
    };
    set(parts.id, draft.id, id_size_max);
    set(parts.agent, draft.agent, name_size_max);
    set(parts.session, draft.session, name_size_max);
    set(parts.run, draft.run, name_size_max);
    set(parts.parent, draft.parent, id_size_max);
    set(parts.correlation, draft.correlation, name_size_max);
    const Result<std::string> number = minify(lasted.raw(), 0);
    if (lasted.number().value_or(-1) >= 0) {
        plain = plain && number && !number->starts_with('-');
        parts.duration_ms = number ? std::string_view(*number) : std::string_view();
        parts.duration_value = lasted.number();
    }
    const Result<std::string> valid =
        fields.empty() ? Result<std::string>(std::string()) : minify(fields, fields_depth_max);
    if (!plain || !valid) {
        return std::nullopt;
    }
    parts.fields = *valid;
    if (!surely_fits(parts)) {
        return std::nullopt;
    }
    std::uint8_t flags = 0;
    for (const Flag flag : draft.flags) {
        flags |= static_cast<std::uint8_t>(flag);
    }
    return made_event(parts, format, flags);
}

}  // namespace

void Fields::text(std::string_view name, std::string_view text) {
    if (!text.empty() && names_.insert(std::string(name)).second) {
        add_exactly(object_, name, text);
    }
}

void Fields::value(std::string_view name, Json value) {
    if (value.present() && names_.insert(std::string(name)).second) {
        object_.raw(name, value.raw());
    }
}

void Fields::list(std::string_view name, const std::vector<std::string>& texts) {
    if (!texts.empty() && names_.insert(std::string(name)).second) {
        object_.raw(name, exact_list(texts));
    }
}

void Fields::unpacked(std::string_view name, Json text, JsonText which) {
    const std::string held = text.string().value_or("");
    const std::string_view inner = trimmed_front(held);
    const bool may_be = inner.starts_with('{') || inner.starts_with('[');
    const Result<std::string> json =
        may_be ? minify(held, field_depth_max) : Result<std::string>(std::string());
    const bool is = json && !json->empty() && (which == JsonText::any || *json == held);
    value(name, is ? Json(*json) : text);
}

Result<std::string> Fields::take() && {
    return std::move(object_).take();
}

Json Foreign::take(std::string_view name) {
    taken_.insert(std::string(name));
    return object_[name];
}

std::string Foreign::text(std::string_view name) {
    const Json value = object_[name];
    if (!value.present() || value.is_object() || value.is_array()) {
        return {};
    }
    taken_.insert(std::string(name));
    return value.is_string() ? value.string().value_or("") : std::string(value.raw());
}

Json Foreign::amount(std::string_view name) {
    const Json number = number_from(object_[name]);
    if (number.number().value_or(-1) < 0) {
        return {};
    }
    taken_.insert(std::string(name));
    return number;
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
    // A session that is to be derived stands under the run's name, until the run states another.
    if (session.empty() && std::ranges::find(flags, Flag::session_derived) != flags.end()) {
        session = run;
    }
    const Json lasted = duration_ms.present() ? duration_ms : Json(duration);
    if (std::optional<Event> made = finished_at_once(*this, all_fields, lasted, format)) {
        return std::move(*made);
    }
    ObjectWriter event;
    add_exactly(event, "id", id);
    add_exactly(event, "kind", kind);
    add_exactly(event, "time", time);
    add_exactly(event, "agent", agent);
    add_exactly(event, "session", session);
    add_exactly(event, "run", run);
    add_exactly(event, "parent", parent);
    event.raw("causes", exact_list(causes));
    add_exactly(event, "correlation", correlation);
    event.number("iteration", iteration);
    if (lasted.number().value_or(-1) >= 0) {
        event.raw("duration_ms", lasted.raw());
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

EventDraft draft_beside(const EventDraft& main, std::string_view kind, std::string_view suffix) {
    EventDraft draft;
    draft.id = main.id;
    draft.id += suffix;
    draft.kind = kind;
    draft.time = main.time;
    draft.agent = main.agent;
    draft.session = main.session;
    draft.run = main.run;
    draft.parent = main.id;
    draft.correlation = main.correlation;
    draft.iteration = main.iteration;
    if (std::ranges::find(main.flags, Flag::session_derived) != main.flags.end()) {
        draft.flags.push_back(Flag::session_derived);
    }
    return draft;
}

void tell_assumption(EventDraft& draft, const StatedAssumption& stated) {
    draft.fields.text("assumption", stated.assumption);
    if (stated.why && !stated.why->empty()) {
        draft.rationale = "{\"why\":";
        append_token(draft.rationale, *stated.why);
        draft.rationale += '}';
    }
    draft.flags.push_back(Flag::derived);
}

Json number_from(Json value) {
    const std::string_view spelled = value.is_string() ? inside_quotes(value.raw()) : value.raw();
    const bool is = Json(spelled).is_number() && spelled.find(' ') == std::string_view::npos &&
                    (!value.is_string() || minify(spelled, 1)) && Json(spelled).number();
    return is ? Json(spelled) : Json();
}

std::string kind_from(std::string_view name) {
    std::string kind;
    for (const char c : name.substr(0, kind_bytes_max)) {
        kind += is_letter_or_digit(c) ? lower(c) : '_';
    }
    const std::size_t first = kind.find_first_of("abcdefghijklmnopqrstuvwxyz");
    return first == std::string::npos ? std::string() : kind.substr(first);
}

std::optional<std::string> time_from(Json value) {
    constexpr std::size_t seconds_end = 19;
    constexpr std::string_view utc = " UTC";
    std::string text = value.string().value_or("");
    if (text.size() > 10 && text[10] == ' ') {
        text[10] = 'T';
    }
    if (text.ends_with(utc)) {
        text.replace(text.size() - utc.size(), utc.size(), "Z");
    }
    const std::size_t offset = text.find_first_of("Zz+-", seconds_end);
    if (text.size() >= seconds_end && offset == std::string::npos) {
        text += 'Z';
    } else if (offset != std::string::npos && text[offset] != 'Z' && text[offset] != 'z') {
        // +02 and +0200 mean +02:00.
        if (text.size() == offset + 3) {
            text += ":00";
        } else if (text.size() == offset + 5) {
            text.insert(offset + 3, 1, ':');
        }
    }
    return parse_time(text) ? std::optional(text) : std::nullopt;
}

std::string time_of_index(std::uint64_t index) {
    constexpr std::uint64_t nanos_per_second = 1'000'000'000;
    Time time;
    time.seconds = static_cast<std::int64_t>(index / nanos_per_second);
    time.nanos = static_cast<std::uint32_t>(index % nanos_per_second);
    time.digits = 9;
    return to_string(time);
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

std::string derived_id(const Time& time, std::initializer_list<std::string_view> parts) {
    std::string place;
    for (const std::string_view part : parts) {
        place += std::to_string(part.size()) + ':';
        place += part;
    }
    const Hash hash = sha256(place);
    UuidRandom bits{};
    std::copy_n(hash.begin(), bits.size(), bits.begin());
    return make_uuid7(time.seconds < 0 ? Time() : time, bits);
}

std::string derived_id(std::string_view time, std::initializer_list<std::string_view> parts) {
    const Result<Time> parsed = parse_time(time);
    return derived_id(parsed ? *parsed : Time(), parts);
}

}  // namespace hence
