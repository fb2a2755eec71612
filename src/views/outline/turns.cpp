#include "views/outline/turns.h"

#include "model/kinds.h"
#include "views/shape/rows.h"
#include "views/tree/turn_rows.h"

namespace hence {
namespace {

constexpr std::uint32_t no_event = SessionShape::none;

}  // namespace

TurnTree turn_tree(const SessionShape& shape) {
    std::vector<bool> opens(shape.kind_names.size());  // By the number of the kind.
    for (std::uint32_t kind = 0; kind < opens.size(); ++kind) {
        opens[kind] = opens_turn(shape.kind_names.name(kind));
    }
    const ShapeTree& whole = shape.tree;
    std::vector<std::uint32_t> children(shape.size());  // By index, as what follows.
    for (std::size_t place = 0; place < whole.size(); ++place) {
        children[whole.events[place]] = whole.children[place];
    }
    TurnTree out;
    out.parents.assign(shape.size(), no_event);
    std::vector<std::uint32_t> headings(shape.size(), no_event);
    std::vector<std::uint32_t> chains(shape.size());
    // In the order of the tree, so that what is asked of a parent is known.
    for (const std::uint32_t event : whole.events) {
        const std::uint32_t parent = shape.parents[event];
        const std::uint32_t above = parent == no_event ? no_event : headings[parent];
        out.parents[event] = parent;
        headings[event] = above;
        if (opens[shape.kinds[event]]) {
            headings[event] = event;
            if (above != no_event && shape.agents[above] == shape.agents[event]) {
                out.parents[event] = out.parents[above];
            }
        } else if (parent != no_event && !opens[shape.kinds[parent]] && children[parent] == 1) {
            chains[event] = chains[parent] + 1;
            out.parents[event] = chains[event] > single_steps_max ? out.parents[parent] : parent;
        }
    }
    lay_out(out.parents, out.tree);
    return out;
}

}  // namespace hence
