// What one commit adds to the index, whatever engine keeps it.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "hence/event.h"
#include "store/format/layout.h"

namespace hence {

struct Stored {
    Event event;
    Place place;
};

struct Additions {
    std::vector<Stored> events;
    std::vector<Event> replaced;  // Settled events that stood until now, with their seqs.
    std::vector<std::pair<Hash, Place>> texts;                    // Only cluster and chunk count.
    std::vector<std::pair<std::string, std::uint64_t>> clusters;  // Name and number, new ones.
    std::uint64_t last_seq = 0;
};

}  // namespace hence
