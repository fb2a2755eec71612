// The pieces of an event's texts that a search found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/search.h"
#include "model/words/word_query.h"

namespace hence {

// Three at most: texts that hold more of what was looked for come first.
std::vector<SearchSnippet> snippets_of(const Event& event, const WordQuery& query);

// How well an event fits, for `rank`: more occurrences, in shorter texts, and everything in one
// text. Only to be compared with other scores of the same query.
double score_of(const Event& event, const WordQuery& query);

}  // namespace hence
