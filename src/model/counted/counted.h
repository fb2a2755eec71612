// What figures count of an event, and what calibration weighs: the few facts that they need of it.
//
// An event is some hundred bytes of JSON, and figures over a store need twenty of them. A store may
// keep these apart (store/format/sheet.h), so that figures over millions of events read no event.
// One place decides what counts, so that an answer from kept facts and one from events are the
// same. When an event gets other facts than before, index_version in store/format/layout.h must
// rise, else old sheets would count differently.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hence/event.h"
#include "hence/store.h"
#include "hence/tokens.h"
#include "model/counted/name_table.h"
#include "model/json/json.h"

namespace hence {

// What a model call used, or an end states for the whole.
struct CountedAmounts {
    std::optional<double> prompt = {};  // As stated.
    std::optional<double> completion = {};
    std::optional<double> usd = {};
    TokenUse tokens = {};
};

// Names are numbers of a NameTable.
struct Counted {
    Position place = {};
    std::uint32_t kind = NameTable::none;
    std::uint32_t agent = NameTable::none;
    std::uint32_t session = NameTable::none;
    std::uint32_t run = NameTable::none;
    std::uint32_t tool = NameTable::none;  // Of a tool call.
    bool timed = true;                     // False: its time only says the order.
    bool is_work = false;                  // It has an end: see end_of in model/extent.h.
    bool session_is_run = false;           // Its session was derived from its run.
    bool rationale_given = false;
    bool failed = false;       // A call that failed, or the end of one.
    bool whole = false;        // A tool call to which an end would add nothing.
    bool replaceable = false;  // Another event may take its place.
    bool has_amounts = false;
    std::optional<double> duration_ms = {};
    std::string_view call_id = {};  // Of an observation, and of a tool call that needs it.
    std::string_view error = {};    // What an error, a failed call or a failed end says.
    CountedAmounts amounts = {};    // Of a model call or a session_end.

    std::optional<Time> time() const { return timed ? std::optional(place.time) : std::nullopt; }
};

// Counts one event after the other. The table must outlive it.
class Counting {
public:
    explicit Counting(NameTable& names) : names_(names) {}
    // Lives until the next call.
    const Counted& of(const Event& event);

private:
    void add_tool_call(const Event& event);
    void add_observation(const Event& event);
    void add_model_call(const Event& event);
    void add_session_end(const Event& event);
    void take_error(Json error, Json result);

    NameTable& names_;
    Counted counted_;
    std::string call_id_;
    std::string error_;
};

// A decision whose maker said how sure it was, or an outcome.
struct Decided {
    Position place = {};
    bool is_outcome = false;
    bool replaceable = false;
    std::string_view decision = {};              // The id of the decision, also of an outcome.
    std::uint32_t agent = NameTable::none;       // Of a decision.
    std::uint32_t type = NameTable::none;        // Of a decision.
    double confidence = 0;                       // Of a decision.
    std::optional<bool> correct = std::nullopt;  // Of an outcome; nothing: nobody knows.
};

// The same for what calibration weighs.
class Deciding {
public:
    explicit Deciding(NameTable& names) : names_(names) {}
    // Null for an event that is neither. Lives until the next call, and no longer than the event.
    const Decided* of(const Event& event);

private:
    NameTable& names_;
    Decided decided_;
    std::string text_;
};

}  // namespace hence
