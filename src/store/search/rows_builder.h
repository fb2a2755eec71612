// Fills the columns of a segment, event by event.
#pragma once

#include <array>

#include "base/by_text.h"
#include "hence/event.h"
#include "store/search/matches.h"

namespace hence {

class MatchRowsBuilder {
public:
    explicit MatchRowsBuilder(std::uint64_t first_seq = 1) : rows_(first_seq) {}
    // Goes on where these rows end.
    explicit MatchRowsBuilder(MatchRows rows);

    const MatchRows& rows() const { return rows_; }
    // The event must have the next seq.
    void add(const Event& event);

private:
    void put(MatchColumn column, std::string_view text);

    MatchRows rows_;
    std::array<ByText<std::uint16_t>, match_columns> codes_;
};

}  // namespace hence
