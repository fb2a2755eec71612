// From a foreign record to an event: members that are understood go where they belong, all others
// into `fields` under their own names.
//
// A reader takes members of a Foreign one by one and fills an EventDraft; `leave` then adds every
// member that nobody took. So no format can lose a member by forgetting it, and a newer version of
// an emitter keeps its new members. `finish` parses the draft as any other event: a reader cannot
// store what the rules forbid. Where a reader had to work something out (a time, a parent, a
// session), it sets the flag that says so; a derived value must never pass for a recorded one.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/time.h"
#include "model/json/json.h"
#include "model/json/object_writer.h"

namespace hence {

// When a text that holds JSON counts as what it holds. Only objects and lists do, ever.
enum class JsonText : std::uint8_t {
    any,      // However it is spelled.
    compact,  // Without white space, as a program writes it: then nothing is lost.
};

// `fields` in the making. A name counts once: the first value given stands.
class Fields {
public:
    void text(std::string_view name, std::string_view text);  // Empty: absent.
    void value(std::string_view name, Json value);            // Absent or null: left out.
    void list(std::string_view name, const std::vector<std::string>& texts);
    // The object or list that a text holds, or else the value as it is.
    void unpacked(std::string_view name, Json text, JsonText which);
    bool has(std::string_view name) const { return names_.contains(name); }

    Result<std::string> take() &&;

private:
    std::set<std::string, std::less<>> names_;
    ObjectWriter object_;
};

// The members of a foreign object. Each is taken at most once; what nobody took is left over.
class Foreign {
public:
    explicit Foreign(Json object) : object_(object) {}

    // The member, absent when there is none.
    Json take(std::string_view name);
    // Its text; of a number or a truth value, its spelling; empty when it is absent or neither. An
    // object or a list is not taken.
    std::string text(std::string_view name);
    // A number of at least 0, also if it is spelled as a text. Any other value is not taken.
    Json amount(std::string_view name);

    // Adds the members that were not taken, under their own names; where a name is in use, under
    // "FORMAT.NAME".
    void leave(Fields& fields, std::string_view format) const;

private:
    Json object_;
    std::set<std::string, std::less<>> taken_;
};

struct StatedAssumption;

struct EventDraft {
    std::string id = {};
    std::string kind = {};
    std::string time = {};  // RFC 3339.
    std::string agent = {};
    std::string session = {};
    std::string run = {};
    std::string parent = {};
    std::string correlation = {};
    std::vector<std::string> causes = {};
    std::optional<std::int64_t> iteration = {};
    Json duration_ms = {};
    std::string duration = {};   // The same, as a JSON number kept here: where the other is absent.
    std::string rationale = {};  // JSON, as lenient_rationale gives it.
    Fields fields = {};
    std::vector<Flag> flags = {};

    // The event, checked as any other. Fails with invalid or limit.
    Result<Event> finish(std::string_view format) &&;
};

// A draft that tells more of what `main` tells: its child, at the same time and place. The id is
// that of `main` with `suffix` behind it. Where the session of `main` is derived, so is this one's.
EventDraft draft_beside(const EventDraft& main, std::string_view kind, std::string_view suffix);

// Makes a draft tell what was assumed in a text, and why. Such an event is flagged derived.
void tell_assumption(EventDraft& draft, const StatedAssumption& stated);

// The number that a value is, or that a text spells. Absent for anything else.
Json number_from(Json value);

// A name as a kind: itself if it is one, else in small letters, with `_` for characters that a kind
// cannot hold. Empty when no letter is left.
std::string kind_from(std::string_view name);

// Times as others write them, as RFC 3339; nothing for what is no time. Text without an offset
// counts as UTC, as does one that ends in " UTC"; an offset may lack its colon or minutes, and a
// space may stand for the T. Numbers count from 1970.
std::optional<std::string> time_from(Json value);
std::optional<std::string> time_from_ms(Json value);

// The time of a record that has none: as many nanoseconds after the beginning of 1970 as `index`
// says. Such an event is flagged time_derived.
std::string time_of_index(std::uint64_t index);

// The same time and parts give the same id, others another: a UUID of version 7, as assigned ids
// are. As text, `time` is RFC 3339.
std::string derived_id(std::string_view time, std::initializer_list<std::string_view> parts);
std::string derived_id(const Time& time, std::initializer_list<std::string_view> parts);

}  // namespace hence
