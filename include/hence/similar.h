// Answers "was this decided before, and was it right?": earlier decisions on like questions.
//
// Two decisions are alike when they share words: of the description, the alternatives, what was
// chosen, the inputs and the type. A word that few decisions have counts more than one that many
// have (its weight is the logarithm of how rare it is). Nothing is guessed: each row names the
// words that it shares, what was chosen then, and what came of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/entries.h"
#include "hence/event.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

inline constexpr std::uint64_t similar_rows = 10;  // Unless it is told otherwise.

struct SimilarRequest {
    std::string to;          // An event (its id may be shortened), or any text.
    std::string agent = {};  // Only decisions of this agent.
    std::uint64_t limit = similar_rows;
};

struct SimilarDecision {
    Event decision;
    std::string session;
    double score = 0;                 // 1: every word of the question is in it.
    std::vector<std::string> shared;  // Words, the rarest first.
    std::vector<Alternative> alternatives;
    std::optional<Event> outcome;  // What came of it.
    std::optional<bool> correct;   // Nothing: nobody knows.
};

struct Similar {
    std::string to;              // The text, or the id of the event.
    std::string text;            // The question that was compared.
    bool of_event = false;       // Only decisions before that event count.
    std::uint64_t compared = 0;  // With so many decisions.
    std::vector<SimilarDecision> rows;
    std::uint64_t right = 0;  // Of the rows.
    std::uint64_t wrong = 0;
    std::uint64_t unknown = 0;
};

// Fails with invalid when the text has no words, or the limit makes no sense.
Result<Similar> similar(const Store& store, const SimilarRequest& request);

// {"to","text","compared","right","wrong","unknown","rows":[...]}
Result<void> write_json(const Similar& answer, const Store& store, const Sink& sink);
Result<void> write_text(const Similar& answer, const Store& store, const Sink& sink);

}  // namespace hence
