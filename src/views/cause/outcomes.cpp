#include "views/cause/outcomes.h"

#include <memory>

#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "views/cause/outcome_of.h"

namespace hence {
namespace {

// A look-up takes about as long as to read so many outcomes in a row.
constexpr std::uint64_t outcomes_per_look_up = 16;

}  // namespace

void Outcomes::take(const Event& outcome) {
    const std::uint32_t at = wanted_.find(text_field(outcome, "of"));
    if (at != TextNumbers::none) {
        known_[at] = Known{outcome.seq(), field(outcome, "correct").boolean()};
    }
}

// A few events are looked up one by one, and of many all outcomes are read. Nobody knows how many
// outcomes there are: so they are read for as long as looking up would have taken.
Result<void> Outcomes::find(const Store& store) {
    const std::unique_ptr<Cursor> outcomes =
        TRY(store.scan({Space::kind, std::string(name_of(Kind::outcome))}));
    std::uint64_t left = wanted_.size() * outcomes_per_look_up;
    std::optional<Event> outcome;
    for (; left > 0; --left) {
        outcome = TRY(outcomes->next());
        if (!outcome) {
            return {};
        }
        take(*outcome);
    }
    for (std::uint32_t number = 0; number < known_.size(); ++number) {
        if (!known_[number]) {
            outcome = TRY(outcome_of(store, wanted_.text(number)));
            if (outcome) {
                take(*outcome);
            }
        }
    }
    return {};
}

}  // namespace hence
