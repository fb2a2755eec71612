// What a store found for words: events by segments, with what lists and counts need of each.
//
// A question about words may match half of all events. So matches are handed out by segments of
// consecutive events, in columns: a count by agent then adds up small numbers and never reads an
// event. A match is certain, or a candidate: the words are there, but whether they stand side by
// side must be looked up in the event itself (WordQuery::matches).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "hence/time.h"
#include "model/words/word_query.h"
#include "store/search/columns.h"
#include "store/search/doc_set.h"

namespace hence {

// The events of a segment in columns, by their place in the segment. Its parts (columns.h) are read
// when they are asked for first, which fails with corrupt or with the error of the reading. For one
// thread, and only while its matches are visited.
class MatchRows {
public:
    using ReadPart = std::function<Result<std::string>(const std::string& part)>;
    static Result<std::unique_ptr<MatchRows>> open(std::uint64_t first_seq, ReadPart read);
    // Of parts in memory, by their names.
    static Result<std::unique_ptr<MatchRows>> of(
        std::uint64_t first_seq, std::shared_ptr<const std::map<std::string, std::string>> parts);

    MatchRows(ReadPart read, ColumnsHead head);

    std::uint64_t first_seq() const { return head_.first_seq; }
    std::size_t size() const { return head_.count; }
    std::uint64_t seq(std::size_t doc) const { return head_.first_seq + doc; }
    const std::vector<MatchPiece>& pieces() const { return head_.pieces; }
    std::size_t names(MatchColumn column) const {
        return head_.names[static_cast<std::size_t>(column)];
    }

    // The view lives as long as this.
    Result<std::string_view> name(MatchColumn column, std::size_t code);
    // Of the events from `piece * piece_docs` on.
    Result<std::shared_ptr<const PieceCodes>> codes(std::size_t piece);
    Result<std::shared_ptr<const PieceTimes>> times(std::size_t piece);

private:
    std::size_t docs_in(std::size_t piece) const;

    ReadPart read_;
    ColumnsHead head_;
    std::vector<std::shared_ptr<const PieceCodes>> codes_;
    std::vector<std::shared_ptr<const PieceTimes>> times_;
    std::array<std::vector<std::vector<std::string>>, match_columns> names_;  // By groups.
};

// An event's session as its column has it: the session that the event names, or what to ask for it.
struct MatchSession {
    enum class How : std::uint8_t {
        named,    // `name` is the session, or empty.
        derived,  // The session that the run `name` belongs to, else the run itself.
        loose,    // The session that the run `name` belongs to, if any.
    };
    How how = How::named;
    std::string name;
};
MatchSession session_in_column(std::string_view text);

// What the columns have of an event, in the order of MatchColumn.
std::array<std::string, match_columns> columns_of(const Event& event);

// Matches of one segment.
struct MatchBlock {
    std::unique_ptr<MatchRows> rows;
    DocSet certain;
    DocSet candidates;  // None of them is certain.
};

// Reads every event: for a store without a search index.
Result<void> scan_for_words(const Store& store, const WordQuery& query, const MatchVisitor& visit);

}  // namespace hence
