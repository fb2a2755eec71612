// What a server keeps between requests, so that the next answer need not work it out anew.
//
// Everything here is a cache over the log: each part remembers up to which number of the log it is
// complete, and is brought up to date when it is asked for. Dropping a part at any time changes no
// answer. The command line works without it.
#pragma once

#include <cstddef>

#include "views/lists/listing_derived.h"
#include "views/map/view.h"
#include "views/shape/cache.h"

namespace hence {

// May be used from many threads at once.
struct KeptAnswers {
    ShapeCache shapes = {};
    MapCache maps = {};
    DerivedCache derived = {};  // Names of sessions and runs, which an erasure leaves as they are.

    // Drops what was worked out of events: some of them were erased.
    void forget() {
        shapes.clear();
        maps.clear();
    }

    // Drops what nobody asked for since this was called last. True: there was something.
    bool drop_unasked() {
        const std::size_t dropped = shapes.drop_unasked() + maps.drop_unasked();
        return dropped > 0;
    }
};

}  // namespace hence
