// Reads a lineage: walks from fork to origin, checks each point, and draws the lines.
//
// Forks are recorded by anybody, in any order, so origins may be missing and may form circles. The
// walk ends at the first session that it meets twice. A point counts only if one of the sessions
// above has it.
#include "views/find/lineage.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "model/json/json.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

// The place right behind this one.
Position next_to(const Position& place) {
    return {place.time, place.seq + 1};
}

}  // namespace

class Lineage::Reader {
public:
    explicit Reader(Sessions& sessions) : sessions_(sessions) {}

    Result<Lineage> read(std::string_view session) {
        TRY(walk(session));
        drop_what_has_no_point();
        Lineage lineage;
        lineage.forked_ = levels_.front().forked;
        std::optional<Position> until;
        for (std::size_t i = 1; i < levels_.size(); ++i) {
            until = until ? std::min(*until, levels_[i].point) : levels_[i].point;
            lineage.pieces_.push_back({levels_[i].session, *until});
            lineage.until_.emplace(levels_[i].session, *until);
        }
        std::vector<Rewind> rewinds;
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            TRY(add_rewinds(i, lineage, rewinds));
        }
        lineage.draw(std::move(rewinds));
        return lineage;
    }

private:
    struct Level {
        std::string session;
        Position point = {};           // Up to where the level below shows this one.
        std::string point_owner = {};  // The session of the event there.
        std::vector<Event> rewinds = {};
        bool forked = false;
    };

    Result<void> walk(std::string_view session);
    Result<std::optional<Level>> origin_of(const Event& fork);
    void drop_what_has_no_point();
    Result<std::optional<Position>> place_in(std::size_t level, Json id);
    Result<void> add_rewinds(std::size_t level, const Lineage& lineage,
                             std::vector<Rewind>& rewinds);

    Sessions& sessions_;
    std::vector<Level> levels_;
    ByText<std::size_t> level_of_;  // By session.
};

Result<void> Lineage::Reader::walk(std::string_view session) {
    std::optional<Level> level = Level{.session = std::string(session)};
    while (level && level_of_.emplace(level->session, levels_.size()).second) {
        levels_.push_back(std::move(*level));
        level.reset();
        Level& here = levels_.back();
        const std::vector<Event> told = TRY(sessions_.lineage_events(here.session));
        for (const Event& event : told) {
            if (event.kind() == Kind::session_rewind) {
                here.rewinds.push_back(event);
            } else if (!here.forked) {
                here.forked = true;
                level = TRY(origin_of(event));
            }
        }
    }
    return {};
}

Result<std::optional<Lineage::Reader::Level>> Lineage::Reader::origin_of(const Event& fork) {
    const auto [origin, at] = members<2>(fork.fields(), {"origin", "at"});
    const std::optional<std::string> session = origin.string();
    const std::optional<Event> point =
        TRY(sessions_.store().find(at.string().value_or(std::string())));
    if (!session || session->empty() || !point) {
        return std::optional<Level>();
    }
    std::string owner = TRY(sessions_.of(*point));
    return std::optional<Level>(
        Level{.session = *session, .point = position_of(*point), .point_owner = std::move(owner)});
}

// From the top: a session that is dropped takes along the points that lie in it.
void Lineage::Reader::drop_what_has_no_point() {
    for (std::size_t i = levels_.size() - 1; i > 0; --i) {
        const auto owner = level_of_.find(levels_[i].point_owner);
        const bool known =
            owner != level_of_.end() && owner->second >= i && owner->second < levels_.size();
        if (!known) {
            levels_.resize(i);
        }
    }
    std::erase_if(level_of_, [&](const auto& each) { return each.second >= levels_.size(); });
}

// The place of an event that `level` shows; nothing when it shows none of that id.
Result<std::optional<Position>> Lineage::Reader::place_in(std::size_t level, Json id) {
    const std::string text = id.string().value_or("");
    const std::optional<Event> event =
        TRY(text.empty() ? std::optional<Event>() : sessions_.store().find(text));
    if (!event) {
        return std::optional<Position>();
    }
    const std::string session = TRY(sessions_.of(*event));
    const auto owner = level_of_.find(session);
    const bool shown = owner != level_of_.end() && owner->second >= level;
    return shown ? std::optional(position_of(*event)) : std::nullopt;
}

// What a rewind leaves behind ends with the event that was the last when it was made. Where it does
// not say which, it ends with the rewind itself: whoever makes one long after the fact, by the
// clock, says it, since what arrives later may have an earlier time.
Result<void> Lineage::Reader::add_rewinds(std::size_t level, const Lineage& lineage,
                                          std::vector<Rewind>& rewinds) {
    for (const Event& event : levels_[level].rewinds) {
        const auto [to_id, from_id] = members<2>(event.fields(), {"to", "from"});
        const std::optional<Position> to = TRY(place_in(level, to_id));
        const std::optional<Position> from = TRY(place_in(level, from_id));
        Rewind rewind{.begin = position_of(event), .to = {}, .told = position_of(event)};
        if (from && to && *from >= *to) {
            rewind.begin = next_to(*from);
        }
        const bool inside = level == 0 || rewind.begin <= lineage.pieces_[level - 1].until;
        if (to && *to < rewind.begin && inside) {
            rewind.to = *to;
            rewinds.push_back(rewind);
        }
    }
    return {};
}

Result<Lineage> Lineage::of(Sessions& sessions, std::string_view session) {
    return Reader(sessions).read(session);
}

void Lineage::draw(std::vector<Rewind> rewinds) {
    std::ranges::sort(rewinds, [](const Rewind& a, const Rewind& b) {
        return std::pair(a.begin, a.told) < std::pair(b.begin, b.told);
    });
    if (rewinds.empty()) {
        return;
    }
    lines_.push_back({.begin = {Time{.seconds = INT64_MIN}, 0}});
    for (const Rewind& rewind : rewinds) {
        const std::uint32_t parent = line_of(rewind.to);
        const Line& above = lines_[parent];
        const Line& jumped = lines_[above.jump];
        // Two jumps of one length make one of twice the length.
        const bool twice = above.depth - jumped.depth == jumped.depth - lines_[jumped.jump].depth;
        lines_.push_back({.begin = rewind.begin,
                          .to = rewind.to,
                          .parent = parent,
                          .jump = twice ? jumped.jump : parent,
                          .depth = above.depth + 1});
    }
    auto line = static_cast<std::uint32_t>(lines_.size() - 1);
    stays_.push_back({lines_[line].begin, std::nullopt});
    for (; line != 0; line = lines_[line].parent) {
        stays_.push_back({lines_[lines_[line].parent].begin, lines_[line].to});
    }
    std::ranges::reverse(stays_);
}

std::uint32_t Lineage::line_of(const Position& place) const {
    const auto behind = std::ranges::upper_bound(lines_, place, {}, &Line::begin);
    return static_cast<std::uint32_t>(behind - lines_.begin()) - 1;
}

std::uint32_t Lineage::highest_behind(std::uint32_t line, const Position& place) const {
    while (lines_[lines_[line].parent].begin > place) {
        const std::uint32_t jump = lines_[line].jump;
        line = lines_[jump].begin > place ? jump : lines_[line].parent;
    }
    return line;
}

bool Lineage::inherits(std::string_view owner, const Position& place) const {
    const auto piece = until_.find(owner);
    return piece != until_.end() && place <= piece->second;
}

bool Lineage::is_abandoned(const Position& place) const {
    if (!is_rewound()) {
        return false;
    }
    const auto behind = std::ranges::upper_bound(stays_, place, {}, &Stretch::begin);
    const Stretch& stretch = *std::prev(behind);
    return stretch.end && place > *stretch.end;
}

bool Lineage::leads_to(const Position& earlier, const Position& later) const {
    if (!is_rewound() || earlier >= later) {
        return earlier < later;
    }
    const std::uint32_t line = line_of(later);
    return lines_[line].begin <= earlier || earlier <= lines_[highest_behind(line, earlier)].to;
}

std::optional<Position> Lineage::last_before(const std::vector<Position>& places,
                                             const Position& place) const {
    auto at = std::ranges::lower_bound(places, place);
    if (!is_rewound()) {
        return at == places.begin() ? std::nullopt : std::optional(*std::prev(at));
    }
    for (std::uint32_t line = line_of(place); at != places.begin();) {
        const Position& candidate = *std::prev(at);
        if (lines_[line].begin <= candidate) {
            return candidate;
        }
        line = highest_behind(line, candidate);
        if (candidate <= lines_[line].to) {
            return candidate;
        }
        at = std::ranges::upper_bound(places.begin(), at, lines_[line].to);
        line = lines_[line].parent;
    }
    return std::nullopt;
}

std::vector<Position> Lineage::begins_behind(const Position& place) const {
    std::vector<Position> begins;
    for (std::size_t i = is_rewound() ? line_of(place) + 1 : lines_.size(); i < lines_.size();
         ++i) {
        if (leads_to(place, lines_[i].begin)) {
            begins.push_back(lines_[i].begin);
        }
    }
    return begins;
}

std::vector<Position> Lineage::first_behind(const std::vector<Position>& places,
                                            const Position& place) const {
    std::vector<Position> found;
    const auto next = std::ranges::upper_bound(places, place);
    if (next != places.end()) {
        found.push_back(*next);
    }
    for (const Position& begin : begins_behind(place)) {
        const auto first = std::ranges::lower_bound(places, begin);
        if (first != places.end() && (found.empty() || *first != found.back())) {
            found.push_back(*first);
        }
    }
    return found;
}

}  // namespace hence
