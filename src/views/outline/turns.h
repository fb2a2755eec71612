// The tree of a session as a person reads it, turn by turn, worked out from the shape alone.
//
// The rule is that of views/tree/turn_rows.h: what opens a turn stands beside the heading before it
// and not below it, and a long chain of single steps stops indenting. Here it gives each event
// another event to hang on, so that a window of the rows can be cut like one of the recorded tree.
#pragma once

#include <cstdint>
#include <vector>

#include "views/shape/shape.h"

namespace hence {

struct TurnTree {
    std::vector<std::uint32_t> parents;  // By index, as SessionShape::parents.
    ShapeTree tree;
};

// Takes a few passes over the shape.
TurnTree turn_tree(const SessionShape& shape);

}  // namespace hence
