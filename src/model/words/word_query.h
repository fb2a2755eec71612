// What search is asked: words and phrases that must be there, and some that must not.
//
//     build failed            both words, in any order, in any texts of the event
//     "build failed"          the words side by side, in one text
//     src/store.cpp           a term with signs in it is a phrase of its words
//     build*                  words that begin so
//     -cache  -"no cache"     not where this is
//
// A term that begins with one dash is ambiguous: `rm -rf build` is a shell fragment, and
// `deploy -staging` leaves something out. `WordQuery::fragment` is the whole text where it can be
// read as a fragment; a caller looks for the fragment first, and takes the dash for a "not" where
// no event holds the text as it stands. A quote or a star in the text rules the fragment out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "model/words/words.h"

namespace hence {

inline constexpr std::size_t word_query_bytes_max = 1'024;

struct QueryWord {
    std::string whole;               // In lower case, cut as term_of cuts.
    std::vector<std::string> parts;  // Of a compound two or more; else the same as `whole`.
    bool prefix = false;             // Whatever follows the last part.

    bool is_compound() const { return parts.size() > 1; }
};

// Words that stand side by side in one text; mostly a single one.
struct QueryPhrase {
    std::vector<QueryWord> words;
};

struct WordQuery {
    std::vector<QueryPhrase> all;   // Each of these must be there; at least one.
    std::vector<QueryPhrase> none;  // None of these may be.
    // What must stand in one text as it is, but for the case of ASCII letters. Empty: nothing.
    std::string literal = {};

    // Fails with invalid, naming the place, when a quote has no end, when there is no word to look
    // for, or when the text is too long.
    static Result<WordQuery> parse(std::string_view text);
    // The text as a shell fragment, if it can be read as one.
    static std::vector<WordQuery> fragment(std::string_view text);

    bool matches(const Event& event) const;
};

// A text cut into words, to look for phrases in.
class WordText {
public:
    explicit WordText(std::string_view text);

    struct Mark {
        std::size_t begin = 0;  // Bytes of the text.
        std::size_t end = 0;
        friend bool operator==(const Mark&, const Mark&) = default;
        friend auto operator<=>(const Mark&, const Mark&) = default;
    };

    bool has(const QueryPhrase& phrase) const;
    // Where the phrase stands, at most `most` times.
    std::vector<Mark> marks(const QueryPhrase& phrase, std::size_t most) const;

private:
    struct Part {
        std::string folded;
        std::size_t begin = 0;
        std::size_t end = 0;
        std::size_t word = 0;  // The word that begins with this part, or `no_word`.
    };
    struct Whole {
        std::string folded;
        std::string other;
        std::size_t parts = 0;
    };
    static constexpr std::size_t no_word = static_cast<std::size_t>(-1);

    std::size_t match_word(const QueryWord& wanted, std::size_t part) const;
    std::size_t match_phrase(const QueryPhrase& phrase, std::size_t part) const;

    std::vector<Part> parts_;
    std::vector<Whole> wholes_;
};

}  // namespace hence
