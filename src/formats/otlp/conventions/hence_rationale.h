// A rationale as attributes state it: as one JSON text, or part by part.
//
// Attributes cannot nest, so emitters write the same rationale in several ways. A part that is
// named by itself stands above the same part of the whole.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "model/json/json.h"

namespace hence {

struct StatedAlternatives {
    std::string json;   // A list of {option, rejected_because}. Empty when there are none.
    bool whole = true;  // Each element was understood.
};
// From a list of objects, of JSON texts of such objects, or of texts "option: because".
StatedAlternatives stated_alternatives(Json value);

// The options of such a list, as a list of texts. Empty unless each element is an object, or the
// JSON text of one.
std::string stated_options(Json value);

// A rationale in the making. Parts that are named stand above those of the whole.
class StatedRationaleParts {
public:
    // `part` is why, refs, alternatives or confidence, or empty for the whole. False when the value
    // cannot be that, or not all of it.
    bool read(std::string_view part, Json value);

    // Alternatives that were stated elsewhere, for where none are stated here.
    void offer_alternatives(std::string json) { offered_ = std::move(json); }

    // The rationale, with `reason` as its `why` where none is stated. Empty when there is no why.
    std::string json(std::string_view reason) const;

private:
    bool read_whole(Json value);

    // JSON, each empty when it is not stated.
    std::string why_;
    std::string refs_;
    std::string alternatives_;
    std::string confidence_;
    std::string offered_;
    std::string whole_;  // A rationale.
};

// The object or list that a text holds, or an object or list itself. Empty for anything else.
std::string held_json(Json value);

}  // namespace hence
