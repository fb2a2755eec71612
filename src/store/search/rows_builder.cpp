#include "store/search/rows_builder.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

std::uint8_t flags_of(const Event& event) {
    const bool may_go = event.has(Flag::settled) || event.has(Flag::unfinished);
    const int flags = (may_go ? static_cast<int>(MatchFlag::replaceable) : 0) |
                      (event.has(Flag::time_derived) ? static_cast<int>(MatchFlag::untimed) : 0);
    return static_cast<std::uint8_t>(flags);
}

}  // namespace

Result<MatchRowsBuilder> MatchRowsBuilder::from(MatchRows& rows) {
    MatchRowsBuilder builder(rows.first_seq());
    for (std::size_t number = 0; number < match_columns; ++number) {
        const auto column = static_cast<MatchColumn>(number);
        for (std::size_t code = 0; code < rows.names(column); ++code) {
            const std::string_view name = TRY(rows.name(column, code));
            if (builder.number_of(builder.columns_[number], name) != code) {
                return Error{Code::corrupt, "a segment of the search index is damaged"};
            }
        }
    }
    for (std::size_t piece = 0; piece < rows.pieces().size(); ++piece) {
        const std::shared_ptr<const PieceCodes> codes = TRY(rows.codes(piece));
        const std::shared_ptr<const PieceTimes> times = TRY(rows.times(piece));
        for (std::size_t i = 0; i < times->times.size(); ++i) {
            builder.add_time(times->times[i], times->flags[i]);
        }
        for (std::size_t number = 0; number < match_columns; ++number) {
            Column& column = builder.columns_[number];
            const PackedNumbers of_piece = codes->of(static_cast<MatchColumn>(number));
            for (std::size_t i = 0; i < times->times.size(); ++i) {
                if (of_piece[i] >= column.names.size()) {
                    return Error{Code::corrupt, "a segment of the search index is damaged"};
                }
                column.codes.push_back(static_cast<std::uint16_t>(of_piece[i]));
            }
        }
    }
    return builder;
}

void MatchRowsBuilder::add_time(const Time& time, std::uint8_t flags) {
    if (size() % piece_docs == 0) {
        pieces_.push_back({time, time, flags, flags});
    }
    MatchPiece& piece = pieces_.back();
    piece.earliest = std::min(piece.earliest, time);
    piece.latest = std::max(piece.latest, time);
    piece.some |= flags;
    piece.all &= flags;
    times_.push_back(time);
    flags_.push_back(flags);
}

void MatchRowsBuilder::add(const Event& event) {
    add_time(event.time(), flags_of(event));
    const std::array<std::string, match_columns> texts = columns_of(event);
    for (std::size_t number = 0; number < match_columns; ++number) {
        put(columns_[number], texts[number]);
    }
}

std::uint16_t MatchRowsBuilder::number_of(Column& column, std::string_view text) {
    const auto known = column.numbers.find(text);
    if (known != column.numbers.end()) {
        return known->second;
    }
    const auto number = static_cast<std::uint16_t>(column.names.size());
    column.numbers.emplace(std::string(text), number);
    column.names.emplace_back(text);
    return number;
}

// Neighbours mostly have the same name.
void MatchRowsBuilder::put(Column& column, std::string_view text) {
    const bool again = !column.codes.empty() && column.names[column.codes.back()] == text;
    column.codes.push_back(again ? column.codes.back() : number_of(column, text));
}

ColumnsHead MatchRowsBuilder::head() const {
    ColumnsHead head;
    head.first_seq = first_seq_;
    head.count = size();
    for (std::size_t number = 0; number < match_columns; ++number) {
        head.names[number] = columns_[number].names.size();
    }
    head.pieces = pieces_;
    return head;
}

void MatchRowsBuilder::put_piece(std::size_t piece, const VisitPart& visit) const {
    const std::size_t first = piece * piece_docs;
    const std::size_t docs = std::min(piece_docs, size() - first);
    std::array<std::span<const std::uint16_t>, match_columns> codes;
    std::array<std::size_t, match_columns> names = {};
    for (std::size_t number = 0; number < match_columns; ++number) {
        codes[number] = std::span(columns_[number].codes).subspan(first, docs);
        names[number] = columns_[number].names.size();
    }
    visit(part_of_codes(piece), encode_codes(codes, names));
    visit(part_of_times(piece),
          encode_times(std::span(times_).subspan(first, docs),
                       std::span(flags_).subspan(first, docs), pieces_[piece]));
}

void MatchRowsBuilder::put_head_and_names(const VisitPart& visit) const {
    visit(part_of_head(), encode_head(head()));
    for (std::size_t number = 0; number < match_columns; ++number) {
        const std::span<const std::string> names = columns_[number].names;
        for (std::size_t at = 0; at < names.size(); at += names_together) {
            const std::size_t end = std::min(names.size(), at + names_together);
            visit(part_of_names(static_cast<MatchColumn>(number), at / names_together),
                  encode_names(names.subspan(at, end - at)));
        }
    }
}

void MatchRowsBuilder::each_part(const VisitPart& visit) const {
    put_head_and_names(visit);
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        put_piece(piece, visit);
    }
}

Result<std::unique_ptr<MatchRows>> MatchRowsBuilder::rows_of(const DocSet& docs) const {
    auto parts = std::make_shared<std::map<std::string, std::string>>();
    const auto keep = [&](const std::string& part, std::string bytes) {
        parts->emplace(part, std::move(bytes));
    };
    put_head_and_names(keep);
    for (std::size_t piece = 0; piece < pieces_.size(); ++piece) {
        if (docs.any_in(piece * piece_docs, (piece + 1) * piece_docs)) {
            put_piece(piece, keep);
        }
    }
    return MatchRows::of(first_seq_, std::move(parts));
}

}  // namespace hence
