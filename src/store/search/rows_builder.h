// Collects the columns of a segment, event by event, and gives them out in parts (columns.h).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/result.h"
#include "store/search/columns.h"
#include "store/search/matches.h"

namespace hence {

class MatchRowsBuilder {
public:
    explicit MatchRowsBuilder(std::uint64_t first_seq = 1) : first_seq_(first_seq) {}
    // Goes on where these rows end. Fails with corrupt.
    static Result<MatchRowsBuilder> from(MatchRows& rows);

    std::uint64_t first_seq() const { return first_seq_; }
    std::size_t size() const { return times_.size(); }
    // The event must have the next seq.
    void add(const Event& event);

    using VisitPart = std::function<void(const std::string& part, std::string bytes)>;
    void each_part(const VisitPart& visit) const;
    // The rows as they are now, with the pieces of these events only.
    Result<std::unique_ptr<MatchRows>> rows_of(const DocSet& docs) const;

private:
    struct Column {
        std::vector<std::string> names;
        std::vector<std::uint16_t> codes;
        ByText<std::uint16_t> numbers;  // Of names.
    };

    void put(Column& column, std::string_view text);
    void add_time(const Time& time, std::uint8_t flags);
    std::uint16_t number_of(Column& column, std::string_view text);
    ColumnsHead head() const;
    void put_piece(std::size_t piece, const VisitPart& visit) const;
    void put_head_and_names(const VisitPart& visit) const;

    std::uint64_t first_seq_;
    std::vector<Time> times_;
    std::vector<std::uint8_t> flags_;
    std::vector<MatchPiece> pieces_;
    std::array<Column, match_columns> columns_;
};

}  // namespace hence
