// Where a session came from, and which of its events count no longer.
//
// A fork shows what its origin shows up to a point, and then its own events; the origin may be a
// fork in turn. A rewind goes back to an event: what came after that event is abandoned, and stays.
// Nothing is copied or removed for either. A lineage says it in two parts: the pieces of other
// sessions that come before a session's own events, and the lines of the session. A line is a
// stretch of events that a rewind began; it goes on behind one event of an earlier line. So the
// lines form a tree, and an event knows of those events only that lie on the way to the root.
//
// This is the one place that knows it: Sessions::events hands out the pieces, and every answer asks
// a lineage whether an event is inherited or abandoned.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"

namespace hence {

class Sessions;

// Immutable once it is read: may be asked by many threads.
class Lineage {
public:
    // A session that events are inherited from.
    struct Piece {
        std::string session;
        Position until;  // The last that is inherited.
    };

    // Reads the forks and rewinds of `session` and of those that it inherits from. A fork whose
    // point is not recorded yet, or whose origins lead back to itself, inherits nothing; a rewind
    // to an event that the session does not show changes nothing.
    static Result<Lineage> of(Sessions& sessions, std::string_view session);

    // Nearest origin first.
    const std::vector<Piece>& pieces() const { return pieces_; }
    // Whether it is neither a fork nor was ever rewound.
    bool is_plain() const { return !forked_ && lines_.size() <= 1; }
    bool is_fork() const { return forked_; }  // Also one whose origin is not known yet.
    bool is_rewound() const { return lines_.size() > 1; }

    bool has_piece(std::string_view session) const { return until_.contains(session); }
    // Whether an event of `owner`, another session, is part of this one.
    bool inherits(std::string_view owner, const Position& place) const;
    // Whether a rewind left the event at this place behind.
    bool is_abandoned(const Position& place) const;
    // Whether whoever did the later one had the earlier one behind it: no rewind lies between.
    bool leads_to(const Position& earlier, const Position& later) const;

    // The last of these sorted places that stands before `place` and leads to it.
    std::optional<Position> last_before(const std::vector<Position>& places,
                                        const Position& place) const;
    // Those of these sorted places that may be the first behind `place` on some line.
    std::vector<Position> first_behind(const std::vector<Position>& places,
                                       const Position& place) const;
    // Where the lines begin that lead on from `place`, a later one than its own.
    std::vector<Position> begins_behind(const Position& place) const;

private:
    struct Line {
        Position begin;            // Its events do not stand before this.
        Position to = {};          // The last event of the line before that it goes on from.
        std::uint32_t parent = 0;  // The first line is its own parent.
        std::uint32_t jump = 0;    // A line further up: ways are short, however deep the tree.
        std::uint32_t depth = 0;
    };
    struct Rewind {
        Position begin;  // Of what comes after it.
        Position to;
        Position told;  // The event itself.
    };
    // A stretch of the line that the session is on.
    struct Stretch {
        Position begin;
        std::optional<Position> end;
    };
    class Reader;

    std::uint32_t line_of(const Position& place) const;
    // The line on the way from `line` to the root that begins behind `place`, the nearest to the
    // root; `line` must begin behind it.
    std::uint32_t highest_behind(std::uint32_t line, const Position& place) const;
    void draw(std::vector<Rewind> rewinds);

    std::vector<Piece> pieces_;
    ByText<Position> until_;  // By session: of the pieces.
    bool forked_ = false;
    std::vector<Line> lines_;     // By begin; more than one when there was a rewind.
    std::vector<Stretch> stays_;  // In order: all that is not abandoned.
};

}  // namespace hence
