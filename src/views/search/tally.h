// Adds up the matches of a search: how many there are, by what, and which come first.
//
// Matches come segment by segment in columns (store/search/matches.h). What the columns can decide
// is decided here, without reading an event; what they cannot becomes a candidate, to be read.
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

namespace hence {

class SearchTally {
public:
    // What is asked of every match. The filters must outlive the tally.
    struct Asked {
        const EventQuery* filters = nullptr;
        Texts origins = {};  // Sessions whose events the session of the filters may inherit.
        std::size_t rows_max = 0;
        std::optional<Position> after = {};
    };
    // Keeps the newest `rows_max` of those behind `after`.
    explicit SearchTally(Asked asked);

    void add(const MatchBlock& block);
    // A candidate that turned out to match.
    void add(const Event& event);

    // Newest first.
    std::vector<Position> take_candidates();
    std::vector<Position> take_rows();
    std::uint64_t matches() const { return matches_; }
    // Whether there were more candidates than are kept.
    bool candidates_left_out() const { return candidates_left_out_; }
    // Counts by name. The store is asked for the sessions of events that name none.
    Result<void> count_into(const Store& store, SearchAnswer& answer) const;

private:
    enum class Fit : std::uint8_t { no, yes, ask };
    // What a filter says of each name in a column.
    using Fits = std::vector<Fit>;

    Fits fits(const MatchRows& rows, MatchColumn column) const;
    Fit fit_of(MatchColumn column, const std::string& name) const;
    void offer(const Position& position);
    void add_candidate(const Position& position);
    void count(const MatchRows& rows, const DocSet& docs);

    Asked asked_;
    bool must_read_;  // A filter needs the event itself.
    std::uint64_t matches_ = 0;
    std::vector<Position> rows_;  // A heap, the oldest first.
    std::vector<Position> candidates_;
    bool candidates_left_out_ = false;
    std::array<ByText<std::uint64_t>, match_columns> counts_;  // By the names of columns.
    std::map<std::int64_t, std::uint64_t> days_;
};

}  // namespace hence
