// What came of many events, found together.
//
// For a few events one look-up each is best; for many it is better to read all outcomes in a row.
// Nobody knows beforehand how many outcomes there are. So outcomes are read for as long as the
// look-ups would have taken, and events that are still open after that are looked up one by one:
// the work is at most about twice that of the better way.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "views/find/text_numbers.h"

namespace hence {

// Say `want` for each event, then `find`, then ask. Keeps an id and two numbers for each.
class Outcomes {
public:
    struct Known {
        std::uint64_t seq = 0;        // Of the outcome event.
        std::optional<bool> correct;  // Nothing: nobody knows.
    };

    void want(std::string_view id) {
        wanted_.number_of(id);
        known_.resize(wanted_.size());
    }
    Result<void> find(const Store& store);
    // Nothing when there is no outcome. The event must have been wanted.
    const std::optional<Known>& of(std::string_view id) const { return known_[wanted_.find(id)]; }

private:
    void take(const Event& outcome);

    TextNumbers wanted_;                       // Ids.
    std::vector<std::optional<Known>> known_;  // By the number of the id.
};

}  // namespace hence
