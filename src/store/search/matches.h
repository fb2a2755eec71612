// What a store found for words: events by segments, with what lists and counts need of each.
//
// A question about words may match half of all events. So matches are handed out by segments of
// consecutive events, in columns: a count by agent then adds up small numbers and never reads an
// event. A match is certain, or a candidate: the words are there, but whether they stand side by
// side must be looked up in the event itself (WordQuery::matches).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"
#include "hence/time.h"
#include "model/words/word_query.h"
#include "store/search/doc_set.h"

namespace hence {

// What matches are counted by.
enum class MatchColumn : std::uint8_t { session, run, agent, kind, tool };
inline constexpr std::size_t match_columns = 5;

// The events of a segment in columns, by their place in the segment.
class MatchRows {
public:
    // Texts of one column, each once, and which of them each event has.
    struct Column {
        std::vector<std::string> names;
        std::vector<std::uint16_t> codes;
    };

    explicit MatchRows(std::uint64_t first_seq = 1) : first_seq_(first_seq) {}

    std::uint64_t first_seq() const { return first_seq_; }
    std::size_t size() const { return seconds_.size(); }
    std::uint64_t seq(std::size_t doc) const { return first_seq_ + doc; }
    Time time(std::size_t doc) const { return {seconds_[doc], nanos_[doc]}; }
    const Column& column(MatchColumn of) const { return columns_[static_cast<std::size_t>(of)]; }
    // Whether another event may have taken the place of this one.
    bool is_replaceable(std::size_t doc) const { return (flags_[doc] & replaceable) != 0; }
    // Whether its time was made up from the order of events.
    bool is_untimed(std::size_t doc) const { return (flags_[doc] & untimed) != 0; }

    std::string encode() const;
    static Result<MatchRows> decode(std::string_view bytes);

private:
    friend class MatchRowsBuilder;
    static constexpr std::uint8_t replaceable = 1;
    static constexpr std::uint8_t untimed = 2;

    std::uint64_t first_seq_;
    std::vector<std::int64_t> seconds_;
    std::vector<std::uint32_t> nanos_;
    std::vector<std::uint8_t> flags_;
    std::array<Column, match_columns> columns_;
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

// Matches of one segment.
struct MatchBlock {
    std::shared_ptr<const MatchRows> rows;
    DocSet certain;
    DocSet candidates;  // None of them is certain.
};

// Reads every event: for a store without a search index.
Result<void> scan_for_words(const Store& store, const WordQuery& query, const MatchVisitor& visit);

}  // namespace hence
