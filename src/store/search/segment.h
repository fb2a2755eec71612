// A segment of the search index: which of 65,536 consecutive events have a word.
//
// New events go to a SegmentBuilder in memory, which can be asked at any time. A full one is cut
// into blocks of some 8 KiB, each a run of words in byte order with the events that have them, and
// is never changed again. Small postings for each commit, as the other index has them, would cost
// a write for each word of each event.
//
//     block = until the end, for each word: varint bytes that it shares with the word before, its
//             other bytes with their size, and the postings with their size
//     postings = varints: the first event's place, then each place less the one before
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "model/words/word_query.h"
#include "model/words/words.h"
#include "store/search/matches.h"
#include "store/search/rows_builder.h"

namespace hence {

// Tells which events of one segment have a word, or a word that begins so.
class TermSource {
public:
    virtual ~TermSource() = default;
    virtual Result<void> add_docs(std::string_view term, DocSet& docs) const = 0;
    virtual Result<void> add_docs_of_prefix(std::string_view prefix, DocSet& docs) const = 0;
};

// Certain matches, and those that must be looked up.
struct Evaluation {
    DocSet certain;
    DocSet candidates;
};
Result<Evaluation> evaluate(const WordQuery& query, const TermSource& terms);

// Adds the events of one term's postings. Fails with corrupt.
Result<void> add_postings(std::string_view postings, DocSet& docs);

// Reads the words of a block in turn.
class TermReader {
public:
    explicit TermReader(std::string_view block) : rest_(block) {}
    // False at the end. Fails with corrupt.
    Result<bool> next();
    const std::string& term() const { return term_; }
    std::string_view postings() const { return postings_; }

private:
    std::string_view rest_;
    std::string term_;
    std::string_view postings_;
};

class SegmentBuilder final : public TermSource {
public:
    // `docs_max` is smaller in tests only.
    explicit SegmentBuilder(std::uint64_t first_seq, std::size_t docs_max = segment_docs_max);

    const MatchRowsBuilder& rows() const { return rows_; }
    std::uint64_t next_seq() const { return rows_.first_seq() + rows_.size(); }
    // Becomes the empty segment that begins with this event. Its memory is used again.
    void restart(std::uint64_t first_seq);
    // Also where its words take much memory, so that long events stay affordable.
    bool is_full() const;
    // The event must have `next_seq`.
    void add(const Event& event);

    Result<void> add_docs(std::string_view term, DocSet& docs) const override;
    Result<void> add_docs_of_prefix(std::string_view prefix, DocSet& docs) const override;

    // Hands out the blocks in order, each with its first word.
    void each_block(const std::function<void(std::string_view, const std::string&)>& visit) const;
    // Takes a segment back into memory, to go on with it. Blocks must come in order.
    void take_rows(MatchRowsBuilder rows) { rows_ = std::move(rows); }
    Result<void> take_block(std::string_view block);

private:
    // The postings of a word stand in slices of `pool_`, each larger than the one before. A full
    // slice ends with the place of the next one.
    struct Term {
        std::uint32_t text_at = 0;
        std::uint32_t text_size = 0;
        std::uint32_t last_doc = 0;
        std::uint32_t postings_at = 0;    // The first slice.
        std::uint32_t postings_size = 0;  // Bytes in all slices; none before the first posting.
        std::uint32_t slice_at = 0;       // Where the next byte goes.
        std::uint32_t slice_end = 0;      // Where the link of the last slice stands.
        std::uint32_t slice_size = 0;     // Of the last slice.
    };

    std::string_view text_of(const Term& term) const {
        return std::string_view(texts_).substr(term.text_at, term.text_size);
    }
    void put_postings(Term& term, std::string_view bytes);
    void begin_slice(Term& term);
    std::string postings_of(const Term& term) const;
    // A place in the table: a part of the hash, and the number of the term and one; 0 is free.
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t term = 0;
    };
    // A word of the event that is added, which waits to be noted with others.
    struct Waiting {
        std::size_t hash = 0;
        std::size_t text_at = 0;
        std::size_t text_size = 0;
    };
    const Term* find(std::string_view text) const;
    Term& find_or_add(std::string_view text, std::size_t hash);
    void wait(std::string_view folded, std::uint32_t doc);
    void note_waiting(std::uint32_t doc);
    void note(Term& term, std::uint32_t doc);
    void grow();

    std::size_t docs_max_;
    MatchRowsBuilder rows_;
    std::string texts_;  // Of all terms, one behind the other.
    std::string pool_;   // The slices of all postings.
    std::vector<Term> terms_;
    std::vector<Slot> table_;
    Word word_;
    std::vector<Waiting> waiting_;
    std::string waiting_texts_;
    std::string posting_;  // Of one event, while it is put.
};

}  // namespace hence
