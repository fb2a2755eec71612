// Adds up the matches of a search: how many there are, by what, and which come first.
//
// Matches come segment by segment in columns (store/search/matches.h). What the columns can decide
// is decided here, without reading an event; what they cannot becomes a candidate, to be read. Of
// the columns only those parts are read that a match, a filter or a place in the list asks for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/query.h"
#include "hence/search.h"
#include "hence/store.h"
#include "store/search/matches.h"
#include "views/find/session_events.h"
#include "views/search/newest.h"

namespace hence {

class SearchTally {
public:
    // What is asked of every match. The filters must outlive the tally.
    struct Asked {
        const EventQuery* filters = nullptr;
        Texts origins = {};  // Sessions whose events the session of the filters may inherit.
        std::size_t rows_max = 0;
        std::size_t candidates_max = 0;
        std::optional<Position> after = {};
    };
    // Keeps the newest `rows_max` of those behind `after`, and the newest candidates.
    explicit SearchTally(Asked asked);

    // Fails when a part of the columns cannot be read.
    Result<void> add(const MatchBlock& block);
    // A candidate that turned out to match.
    void add(const Event& event);

    // Newest first.
    std::vector<Position> take_candidates() { return candidates_.take(); }
    std::vector<Position> take_rows() { return rows_.take(); }
    std::uint64_t matches() const { return matches_; }
    // Whether there were more candidates than `candidates_max`.
    bool candidates_left_out() const { return candidates_.left_out(); }
    // Counts by name. The store is asked for the sessions of events that name none.
    Result<void> count_into(const Store& store, SearchAnswer& answer) const;

private:
    enum class Fit : std::uint8_t { no, yes, ask };
    // What the columns say of the matches.
    struct Sifted {
        DocSet sure;
        DocSet candidates;
    };

    Fit fit_of(MatchColumn column, const std::string& name) const;
    bool asks_for(MatchColumn column) const;
    Result<void> sift_by_time(MatchRows& rows, Sifted& sifted) const;
    Result<void> sift_by(MatchColumn column, MatchRows& rows, Sifted& sifted) const;
    Result<void> count_days(MatchRows& rows, const DocSet& docs, std::size_t piece);
    Result<void> count(MatchRows& rows, const DocSet& docs);
    void count_day(const Time& time, std::uint64_t matches);

    Asked asked_;
    bool must_read_;  // A filter needs the event itself.
    std::uint64_t matches_ = 0;
    NewestPositions rows_;
    NewestPositions candidates_;
    std::array<ByText<std::uint64_t>, match_columns> counts_;  // By the names of columns.
    std::map<std::int64_t, std::uint64_t> days_;
    std::vector<std::uint32_t> by_code_;  // Of one column, while it is counted.
};

}  // namespace hence
