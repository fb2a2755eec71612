// Who says that one thing led to another in a context graph: an event, its ids, or order alone.
//
// Every edge that is painted carries a provenance, so that a map can tell a recorded link from a
// guess. The painter draws an edge first and asks here how well it is supported. An edge is never
// called stronger than the record: a parent that an importer worked out counts as derived, and an
// edge that only the order of events suggests counts as assumed. Of several reasons for the same
// edge the strongest one counts.
#pragma once

#include <cstdint>

#include "hence/explain.h"
#include "views/context/log.h"
#include "views/context/turns.h"

namespace hence {

// An event that names the other as its parent or among its causes says so itself, also through what
// lies between. A call_id, what a delegation names, a ref, and a result that was recorded with its
// call are derived. The rest is order.
class ContextLinks {
public:
    static constexpr std::uint32_t none = ContextLog::none;

    ContextLinks(const ContextLog& log, const ContextTurns& turns) : log_(log), turns_(turns) {}

    // From the turn, or from the incident where that is none, to the next turn.
    Provenance leads(std::uint32_t from, std::uint32_t to) const;
    Provenance calls(std::uint32_t turn, std::uint32_t call) const;
    // `end` is the observation, or none: the call has its own result.
    Provenance returns(std::uint32_t call, std::uint32_t end) const;
    // From an event to a turn.
    Provenance informs(std::uint32_t event, std::uint32_t turn) const;
    // From an event to the event that ended the session, or none.
    Provenance informs_end(std::uint32_t event, std::uint32_t end) const;
    Provenance executes(std::uint32_t turn, std::uint32_t end) const;
    Provenance delegates(std::uint32_t turn, std::uint32_t to) const;

private:
    template <class Is>
    Provenance named(std::uint32_t node, Is is) const;
    template <class Is>
    Provenance named_by_turn(std::uint32_t turn, Is is) const;

    const ContextLog& log_;
    const ContextTurns& turns_;
};

}  // namespace hence
