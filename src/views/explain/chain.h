// What every way of explaining an event has in common. There are two: explain() for one event, and
// Explaining for many events of one session. Both use these functions, so that their answers agree
// byte for byte.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hence/explain.h"
#include "hence/store.h"
#include "views/cause/links.h"
#include "views/find/session_events.h"

namespace hence {

// The strongest cause of an event, and what is told of it besides.
struct CauseOf {
    std::optional<Event> cause = {};
    std::optional<Via> via = {};
    std::vector<Via> also = {};
    std::string said = {};
};
// What the event lacks goes to `lacks`: causes that were named and never recorded, and itself when
// no cause is known.
Result<CauseOf> cause_of(const Store& store, Links& links, const Event& effect,
                         Completeness& lacks);
Result<CauseOf> bare_cause_of(Links& links, const Event& effect, Completeness& lacks);

// Turns a chain that was walked from effect to cause, each link with the way to its own cause.
void turn_chain(Explanation& answer);

// The ids of a cycle, of which the members are given from cause to effect: it begins with the
// earliest.
std::vector<std::string> cycle_from_its_first(
    std::vector<std::pair<Position, std::string>> members);

// As write_json, for an answer among others that share `sessions`.
Result<void> write_json(const Explanation& answer, Sessions& sessions, const Sink& sink);

}  // namespace hence
