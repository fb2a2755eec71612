// Records what came of an event, once.
//
// An outcome may arrive days after the decision that it judges, from any process. The first one
// stands: a second is refused, from any writer and by any door. The check runs inside the commit,
// so two writers at the same time cannot both succeed. A request that is sent again under the same
// id gives the first answer again.
#pragma once

#include <optional>
#include <string>

#include "hence/entries.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct OutcomeRequest {
    // The event that it judges: its id, or an unambiguous beginning or end of it. Any event may
    // have an outcome.
    std::string event = {};
    // In place of `event`, both of these: the newest decision of that type in that correlation that
    // has no outcome.
    std::string correlation = {};
    std::string decision_type = {};

    Verdict verdict = Verdict::unknown;
    std::string text = {};   // What came of it, or empty.
    std::string agent = {};  // Who says so, or empty.
    // Absent: one is made. To send the same request again under the same id records nothing, and
    // gives the first answer again.
    std::string id = {};
    std::optional<Time> time = {};  // Absent: the machine's clock is asked.
};

// The outcome as it was stored: in the session, run and correlation that the judged event names.
// Fails with not_found when there is nothing to judge; with conflict, naming the one that stands,
// when there is an outcome already; and with invalid when the id is ambiguous or a text breaks a
// rule of events. Nothing that it refuses goes to quarantine. An active node of a decision graph
// that stands for the event is completed in the same append.
Result<Event> record_outcome(Store& store, const OutcomeRequest& request);

// "recorded outcome o1 of d1: correct (text)"
std::string outcome_line(const Event& outcome);

}  // namespace hence
