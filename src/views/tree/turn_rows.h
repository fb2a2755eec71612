// The rows of a tree as a person reads a session: turn by turn, instead of ever deeper.
//
// In the record each step of a conversation hangs on the one before it, so a session of a thousand
// steps is a thousand levels deep. A person reads it as a list of turns. So what opens a turn (a
// prompt, a model call, an end) is a heading: it stands beside the heading before it and not below
// it, as long as the agent is the same. The steps of a turn stand below its heading as the tree has
// them, except that a long chain of single steps stops indenting. No row is left out, and the
// tree itself, its depth and its JSON stay what they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hence/tree.h"

namespace hence {

struct TurnRow {
    std::size_t node = 0;     // In Tree::nodes.
    std::uint32_t level = 1;  // As it is shown.
    bool last = true;         // Among those that are shown beside it.
};

// So many single steps indent, one below the other; those behind them do not.
inline constexpr std::uint32_t single_steps_max = 2;

// Whether events of a kind open a turn.
bool opens_turn(std::string_view kind);

// All nodes of the tree, in the order in which they are shown.
std::vector<TurnRow> turn_rows(const Tree& tree);

}  // namespace hence
