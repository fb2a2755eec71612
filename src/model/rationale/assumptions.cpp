// Assumptions that a model states in plain words, without being asked to.
#include <array>

#include "base/ascii.h"
#include "model/rationale/rationale.h"
#include "model/rationale/tags.h"

namespace hence {
namespace {

bool is_space_or_tab(char c) {
    return c == ' ' || c == '\t';
}

// Passes over `word` and the blanks behind it, of which there must be one. False: it is not there.
bool pass_word(std::string_view& text, std::string_view word) {
    if (!begins_with_word(text, word) || text.size() == word.size() ||
        !is_space_or_tab(text[word.size()])) {
        return false;
    }
    text.remove_prefix(word.size());
    while (!text.empty() && is_space_or_tab(text.front())) {
        text.remove_prefix(1);
    }
    return true;
}

// Passes over "I assume", "I am assuming" or "I'm assuming", and "that".
bool pass_opening(std::string_view& text) {
    struct Opening {
        std::array<std::string_view, 3> words;
    };
    static constexpr std::array openings{
        Opening{{"i", "assume", ""}},
        Opening{{"i", "am", "assuming"}},
        Opening{{"i'm", "assuming", ""}},
        Opening{{"i’m", "assuming", ""}},
    };
    for (const Opening& opening : openings) {
        std::string_view rest = text;
        bool fits = true;
        for (const std::string_view word : opening.words) {
            fits = fits && (word.empty() || pass_word(rest, word));
        }
        if (fits) {
            text = rest;
            pass_word(text, "that");
            return true;
        }
    }
    return false;
}

// How much of `text` is the sentence that it begins with.
std::size_t sentence_size(std::string_view text) {
    // "3.5" and "config.json" go on; so does what has no full stop at all, to the end of its line.
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool stop =
            text[at] == '.' && (at + 1 == text.size() || !is_letter_or_digit(text[at + 1]));
        if (stop || text[at] == '\n' || text[at] == '\r') {
            return at;
        }
    }
    return text.size();
}

// Where " because " stands, or npos.
std::size_t because_in(std::string_view sentence) {
    constexpr std::string_view word = "because";
    for (std::size_t at = 1; at + word.size() < sentence.size(); ++at) {
        if (is_space_or_tab(sentence[at - 1]) && begins_with_word(sentence.substr(at), word) &&
            is_space_or_tab(sentence[at + word.size()])) {
            return at;
        }
    }
    return sentence.npos;
}

StatedAssumption assumption_of(std::string_view sentence) {
    const std::size_t because = because_in(sentence);
    std::string_view assumption = trimmed(sentence.substr(0, because), all_white_space);
    StatedAssumption stated;
    if (because != sentence.npos) {
        const std::string_view why = trimmed(sentence.substr(because + 7), all_white_space);
        if (!why.empty()) {
            stated.why = why;
        }
        while (assumption.ends_with(',')) {
            assumption = trimmed(assumption.substr(0, assumption.size() - 1), all_white_space);
        }
    }
    stated.assumption = assumption;
    return stated;
}

}  // namespace

std::vector<StatedAssumption> stated_assumptions(std::string_view text) {
    const std::string plain = without_rationale_blocks(text);
    std::vector<StatedAssumption> stated;
    std::string_view rest = plain;
    bool within_word = false;
    while (!rest.empty() && stated.size() < assumptions_max) {
        std::string_view sentence = rest;
        if (!within_word && (rest.front() | 0x20) == 'i' && pass_opening(sentence)) {
            rest = sentence.substr(sentence_size(sentence));
            StatedAssumption found =
                assumption_of(sentence.substr(0, sentence.size() - rest.size()));
            if (!found.assumption.empty()) {
                stated.push_back(std::move(found));
            }
            within_word = false;
            continue;
        }
        within_word = is_letter_or_digit(rest.front());
        rest.remove_prefix(1);
    }
    return stated;
}

}  // namespace hence
