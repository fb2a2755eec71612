// What a settled event says besides what its emitter told, and how one is got from the other.
//
// An event of telemetry is stored as it was told, plus a Change: another kind where another event
// stands for the same call, the agent and session of the span around it, and content that other
// spans or records told of the same call. `fields.told` holds the told value of everything that was
// changed, so that the change can be taken off again: the rules look at what was told alone, and
// the result does not depend on the order in which spans arrive.
// Must never happen: a told value is lost.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"
#include "model/json/members.h"

namespace hence {

struct Change {
    std::optional<std::string> kind = {};
    std::optional<std::string> agent = {};
    std::optional<std::string> session = {};
    std::string rationale = {};                      // JSON; empty: as told.
    std::map<std::string, std::string> fields = {};  // By name, as JSON.

    bool any() const { return *this != Change(); }
    friend bool operator==(const Change&, const Change&) = default;
};

// The names of fields that only a change sets.
inline constexpr std::string_view counted_by_field = "counted_by";
inline constexpr std::string_view also_told_by_field = "also_told_by";
inline constexpr std::string_view content_from_field = "content_from";

// Reads a settled event as it was told. The fields of the event are walked over once.
class AsTold {
public:
    explicit AsTold(Event event);

    const Event& event() const { return event_; }

    std::string kind() const;
    std::string agent() const;
    std::string session() const;  // Empty where it was derived from the run.
    bool session_derived() const;
    std::string_view rationale() const;
    // Absent where it was added.
    Json field(std::string_view name) const;
    // The same as the event has it now.
    Json field_now(std::string_view name) const { return now_[name]; }
    // What settling made of the event, and whether that is anything.
    Change change() const;
    bool is_changed() const { return !told_.raw().empty(); }
    // The fields as told, without their last brace, where they stand together: none was changed,
    // and no name is repeated or spelled with an escape.
    std::optional<std::string_view> fields_alone() const;

private:
    Event event_;
    ObjectMembers now_;  // The fields of the event.
    Json told_;
    Json fields_;  // Of told_: those that were changed, null where they were added.
};

// The event with a change made to what was told. Fails when the result is no event.
Result<Event> amended(const AsTold& told, const Change& change);
// The same by way of its JSON: slowly, and for every event.
Result<Event> amended_by_text(const Event& event, const Change& change);

}  // namespace hence
