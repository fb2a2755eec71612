// What stands right before an event in its session, read backwards from the event.
//
// SessionTurns answers every question about turns, and reads the whole session for it. An answer
// about causes mostly asks of a few events, each of which has its answer within one turn: in a
// session of a million events the table would take seconds, and a look at the turn takes
// microseconds. So Links asks here first. NearTurns says "not known" where the answer lies farther
// away than a few hundred events, where a session was forked or rewound, and once it has read so
// much that the table is cheaper; the caller then asks the table. Where NearTurns answers, it must
// say what SessionTurns says; a property test holds one against the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/store.h"
#include "views/find/session_events.h"

namespace hence {

// For one answer; `sessions` must outlive it. Every event that it is asked about belongs to a
// session or names a run.
class NearTurns {
public:
    // How far one question looks, and how much all of them may read.
    static constexpr std::uint64_t window = 256;
    static constexpr std::uint64_t reads_max = 4'096;

    explicit NearTurns(Sessions& sessions) : sessions_(sessions) {}

    // What is known of a place: where it is, or that there is none.
    struct Place {
        std::optional<Position> at;
    };

    // As the functions of SessionTurns of these names; nothing where the answer is not known here.
    Result<std::optional<std::vector<Position>>> new_to(const Event& model_call);
    Result<std::optional<Place>> model_call_before(const Event& event);
    Result<std::optional<Place>> step_before(const Event& event);

    // Always known.
    Result<bool> is_first(const Event& event);

private:
    enum class Step : std::uint8_t { go_on, stop };
    enum class End : std::uint8_t { stopped, beginning, unknown };

    // Calls `look(event)`, which answers Result<Step>, for what stands before `event`, the nearest
    // first.
    template <class Look>
    Result<End> walk_back(const Event& event, const Look& look);
    // A lane is an agent in a run. The call that an observation ends, and the observation that ends
    // a call, are found by the call_id in the order of the session.
    Result<std::optional<bool>> is_result_in_lane(const Event& event, const Event& of_lane);
    Result<std::unique_ptr<Cursor>> events_of(const Event& event, const Scan& scan);
    // What first_ knows the session or the run of an event by.
    static std::string name_of(const std::string& session, const Event& event);

    Sessions& sessions_;
    std::uint64_t reads_ = 0;
    ByText<std::optional<Position>> first_;  // By session, or by run behind a zero.
};

}  // namespace hence
