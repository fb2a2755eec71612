#include "store/search/matches.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "store/search/rows_builder.h"

namespace hence {
namespace {

Error damaged_segment() {
    return {Code::corrupt, "a segment of the search index is damaged"};
}

std::string session_column(const Event& event) {
    const bool is_run = event.has(Flag::session_derived) && event.session() == event.run();
    if (is_run) {
        return 'd' + std::string(event.run());
    }
    if (event.session().empty() && !event.run().empty()) {
        return 'l' + std::string(event.run());
    }
    return 'n' + std::string(event.session());
}

// Whether no other event took its place.
Result<bool> still_stands(const Store& store, const Event& event) {
    if (!event.has(Flag::settled) && !event.has(Flag::unfinished)) {
        return true;
    }
    const std::optional<Event> found = TRY(store.find(event.id()));
    return found && found->seq() == event.seq();
}

}  // namespace

MatchRows::MatchRows(ReadPart read, ColumnsHead head)
    : read_(std::move(read)),
      head_(std::move(head)),
      codes_(head_.pieces.size()),
      times_(head_.pieces.size()) {
    for (std::size_t column = 0; column < match_columns; ++column) {
        names_[column].resize((head_.names[column] + names_together - 1) / names_together);
    }
}

Result<std::unique_ptr<MatchRows>> MatchRows::open(std::uint64_t first_seq, ReadPart read) {
    const std::string bytes = TRY(read(part_of_head()));
    ColumnsHead head = TRY(decode_head(bytes));
    if (head.first_seq != first_seq) {
        return damaged_segment();
    }
    return std::make_unique<MatchRows>(std::move(read), std::move(head));
}

Result<std::unique_ptr<MatchRows>> MatchRows::of(
    std::uint64_t first_seq, std::shared_ptr<const std::map<std::string, std::string>> parts) {
    return open(
        first_seq, [parts = std::move(parts)](const std::string& part) -> Result<std::string> {
            const auto found = parts->find(part);
            return found == parts->end() ? Result<std::string>(damaged_segment()) : found->second;
        });
}

std::size_t MatchRows::docs_in(std::size_t piece) const {
    return std::min(piece_docs, size() - piece * piece_docs);
}

Result<std::string_view> MatchRows::name(MatchColumn column, std::size_t code) {
    if (code >= names(column)) {
        return damaged_segment();
    }
    const std::size_t group = code / names_together;
    std::vector<std::string>& known = names_[static_cast<std::size_t>(column)][group];
    if (known.empty()) {
        const std::string bytes = TRY(read_(part_of_names(column, group)));
        known = TRY(
            decode_names(bytes, std::min(names_together, names(column) - group * names_together)));
    }
    return std::string_view(known[code % names_together]);
}

Result<std::shared_ptr<const PieceCodes>> MatchRows::codes(std::size_t piece) {
    if (codes_[piece] == nullptr) {
        std::string bytes = TRY(read_(part_of_codes(piece)));
        PieceCodes read = TRY(PieceCodes::decode(std::move(bytes), head_.names, docs_in(piece)));
        codes_[piece] = std::make_shared<const PieceCodes>(std::move(read));
    }
    return codes_[piece];
}

Result<std::shared_ptr<const PieceTimes>> MatchRows::times(std::size_t piece) {
    if (times_[piece] == nullptr) {
        const std::string bytes = TRY(read_(part_of_times(piece)));
        PieceTimes read = TRY(decode_times(bytes, docs_in(piece), head_.pieces[piece]));
        times_[piece] = std::make_shared<const PieceTimes>(std::move(read));
    }
    return times_[piece];
}

std::array<std::string, match_columns> columns_of(const Event& event) {
    return {session_column(event), std::string(event.run()), std::string(event.agent()),
            std::string(event.kind()), text_field(event, "tool_name")};
}

MatchSession session_in_column(std::string_view text) {
    const char how = text.empty() ? 'n' : text.front();
    MatchSession session;
    session.name = text.substr(text.empty() ? 0 : 1);
    session.how = how == 'd'   ? MatchSession::How::derived
                  : how == 'l' ? MatchSession::How::loose
                               : MatchSession::How::named;
    return session;
}

Result<void> Store::find_words(const WordQuery& query, const MatchVisitor& visit) const {
    return scan_for_words(*this, query, visit);
}

// A segment's worth of rows at a time, so that memory is bounded.
Result<void> scan_for_words(const Store& store, const WordQuery& query, const MatchVisitor& visit) {
    const std::unique_ptr<Cursor> events = TRY(store.read(1, store.last_seq()));
    std::optional<Event> event = TRY(events->next());
    while (event) {
        MatchRowsBuilder rows(event->seq());
        MatchBlock block;
        while (event && rows.size() < segment_docs_max) {
            const bool stands = TRY(still_stands(store, *event));
            if (stands && query.matches(*event)) {
                block.certain.add(rows.size());
            }
            rows.add(*event);
            event = TRY(events->next());
        }
        if (!block.certain.empty()) {
            block.rows = TRY(rows.rows_of(block.certain));
            TRY(visit(block));
        }
    }
    return {};
}

}  // namespace hence
