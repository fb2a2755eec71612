#include "model/words/word_query.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/try.h"
#include "model/words/text_search.h"

namespace hence {
namespace {

bool begins_word(std::string_view text, std::size_t at) {
    if (at >= text.size()) {
        return false;
    }
    Word word;
    return WordReader(text.substr(at)).next(word) && word.begin == 0;
}

QueryWord query_word(const Word& word) {
    QueryWord wanted;
    wanted.whole = term_of(word.folded);
    for (const WordPart& part : word.parts) {
        wanted.parts.emplace_back(term_of(part.folded));
    }
    if (wanted.parts.size() == 1) {
        // `_name` and `name` are one word to whoever looks for it.
        wanted.whole = wanted.parts.front();
    }
    return wanted;
}

// The words of a term, as a phrase. A star right behind the last word makes it a prefix.
QueryPhrase phrase_of(std::string_view text) {
    QueryPhrase phrase;
    WordReader words(text);
    Word word;
    std::size_t end = 0;
    while (words.next(word)) {
        phrase.words.push_back(query_word(word));
        end = word.end;
    }
    if (!phrase.words.empty() && end + 1 == text.size() && text[end] == '*') {
        phrase.words.back().prefix = true;
    }
    return phrase;
}

struct Term {
    std::string_view text;  // Without its dash and quotes.
    bool not_wanted = false;
};

Result<std::vector<Term>> terms_of(std::string_view text) {
    std::vector<Term> terms;
    for (std::size_t at = 0; at < text.size();) {
        if (is_space(text[at])) {
            ++at;
            continue;
        }
        Term term;
        const bool dash = text[at] == '-';
        if (dash && (begins_word(text, at + 1) || text.substr(at + 1).starts_with('"'))) {
            term.not_wanted = true;
            ++at;
        }
        if (text[at] == '"') {
            const std::size_t end = text.find('"', at + 1);
            if (end == std::string_view::npos) {
                return Error{Code::invalid,
                             fmt::format("the quote at character {} has no end", at + 1),
                             "close the phrase with another \""};
            }
            term.text = text.substr(at + 1, end - at - 1);
            at = end + 1;
        } else {
            std::size_t end = at;
            while (end < text.size() && !is_space(text[end]) && text[end] != '"') {
                ++end;
            }
            term.text = text.substr(at, end - at);
            at = end;
        }
        terms.push_back(term);
    }
    return terms;
}

bool same_term(std::string_view folded, std::string_view wanted, bool prefix) {
    const std::string_view term = term_of(folded);
    return prefix ? term.starts_with(wanted) : term == wanted;
}

// Which phrases were met in the texts seen so far.
class Met {
public:
    explicit Met(const std::vector<QueryPhrase>& phrases)
        : phrases_(phrases), met_(phrases.size()) {}

    void look(const WordText& text) {
        for (std::size_t i = 0; i < phrases_.size(); ++i) {
            met_[i] = met_[i] || text.has(phrases_[i]);
        }
    }
    bool all() const {
        return std::ranges::all_of(met_, [](bool met) { return met; });
    }
    bool any() const {
        return std::ranges::any_of(met_, [](bool met) { return met; });
    }

private:
    const std::vector<QueryPhrase>& phrases_;
    std::vector<bool> met_;
};

}  // namespace

Result<WordQuery> WordQuery::parse(std::string_view text) {
    if (text.size() > word_query_bytes_max) {
        return Error{Code::invalid,
                     fmt::format("the question is longer than {} bytes", word_query_bytes_max),
                     "look for a part of it"};
    }
    WordQuery query;
    const std::vector<Term> terms = TRY(terms_of(text));
    for (const Term& term : terms) {
        QueryPhrase phrase = phrase_of(term.text);
        if (!phrase.words.empty()) {
            (term.not_wanted ? query.none : query.all).push_back(std::move(phrase));
        }
    }
    if (query.all.empty()) {
        return Error{Code::invalid,
                     query.none.empty() ? "there is no word to look for"
                                        : "there are only words to leave out",
                     query.none.empty() ? "`hence events --text` finds signs, too"
                                        : "name a word that must be there, too"};
    }
    return query;
}

std::vector<WordQuery> WordQuery::fragment(std::string_view text) {
    const bool marked =
        text.find('"') != std::string_view::npos || text.find('*') != std::string_view::npos;
    const Result<std::vector<Term>> terms = terms_of(text);
    if (marked || !terms ||
        std::ranges::none_of(*terms, [](const Term& term) { return term.not_wanted; })) {
        return {};
    }
    WordQuery query;
    query.all.push_back(phrase_of(text));
    while (!text.empty() && is_space(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_space(text.back())) {
        text.remove_suffix(1);
    }
    query.literal = text;
    return {std::move(query)};
}

bool WordQuery::matches(const Event& event) const {
    Met wanted(all);
    Met unwanted(none);
    bool stands = literal.empty();
    Result<TextSearch> as_it_is = TextSearch::from(literal);
    each_text(event, [&](std::string_view text) {
        const WordText read(text);
        wanted.look(read);
        unwanted.look(read);
        stands = stands || (as_it_is && as_it_is->found_in(text));
    });
    return stands && wanted.all() && !unwanted.any();
}

WordText::WordText(std::string_view text) {
    WordReader words(text);
    Word word;
    while (words.next(word)) {
        wholes_.push_back({std::string(term_of(word.folded)), std::string(term_of(word.other)),
                           word.parts.size()});
        std::size_t number = wholes_.size() - 1;
        for (const WordPart& part : word.parts) {
            parts_.push_back({std::string(term_of(part.folded)), part.begin, part.end, number});
            number = no_word;
        }
    }
}

// How many parts the word takes from here; 0 when it does not stand here.
std::size_t WordText::match_word(const QueryWord& wanted, std::size_t part) const {
    const std::size_t number = parts_[part].word;
    if (number != no_word) {
        const Whole& whole = wholes_[number];
        if (same_term(whole.folded, wanted.whole, wanted.prefix) ||
            (!whole.other.empty() && same_term(whole.other, wanted.whole, wanted.prefix))) {
            return whole.parts;
        }
    }
    // userName in get_username.
    if (same_term(parts_[part].folded, wanted.whole, wanted.prefix)) {
        return 1;
    }
    const std::size_t count = wanted.parts.size();
    if (part + count > parts_.size()) {
        return 0;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const bool prefix = wanted.prefix && i + 1 == count;
        if (!same_term(parts_[part + i].folded, wanted.parts[i], prefix)) {
            return 0;
        }
    }
    return count;
}

std::size_t WordText::match_phrase(const QueryPhrase& phrase, std::size_t part) const {
    std::size_t taken = 0;
    for (const QueryWord& wanted : phrase.words) {
        const std::size_t more =
            part + taken < parts_.size() ? match_word(wanted, part + taken) : 0;
        if (more == 0) {
            return 0;
        }
        taken += more;
    }
    return taken;
}

bool WordText::has(const QueryPhrase& phrase) const {
    return !marks(phrase, 1).empty();
}

std::vector<WordText::Mark> WordText::marks(const QueryPhrase& phrase, std::size_t most) const {
    std::vector<Mark> found;
    for (std::size_t part = 0; part < parts_.size() && found.size() < most;) {
        const std::size_t taken = match_phrase(phrase, part);
        if (taken > 0) {
            found.push_back({parts_[part].begin, parts_[part + taken - 1].end});
        }
        part += std::max<std::size_t>(taken, 1);
    }
    return found;
}

}  // namespace hence
