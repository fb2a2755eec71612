// What else a decision could have been, why it was made, and how sure its maker was: as the
// decision itself says. A rationale that an importer derived is not the maker's word, so it counts
// for neither the reason nor the confidence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hence/entries.h"
#include "hence/event.h"

namespace hence {

// The options of `fields.alternatives` and of the rationale, each once, in the order in which they
// are first named. Where nobody said why one was rejected, that is empty.
std::vector<Alternative> considered_by(const Event& decision);

// Why, as the decision itself says: the rationale, unless it was derived; else `reasoning`.
std::string reason_given(const Event& decision);

// How sure its maker was, unless the rationale was derived.
std::optional<double> confidence_given(const Event& decision);

}  // namespace hence
