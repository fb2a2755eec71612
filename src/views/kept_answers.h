// What a server keeps between requests, so that the next answer need not work it out anew.
#pragma once

#include "views/listing_derived.h"
#include "views/map_view.h"
#include "views/shape_cache.h"

namespace hence {

// May be used from many threads at once.
struct KeptAnswers {
    ShapeCache shapes = {};
    MapCache maps = {};
    DerivedCache derived = {};
};

}  // namespace hence
