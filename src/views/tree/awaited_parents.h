// Hangs each event of a forest below its parent, though the parent may come later, or never.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "hence/store.h"
#include "views/tree/forest.h"

namespace hence {

// A node whose parent is not in the forest.
struct Orphan {
    std::uint32_t node;
    std::string parent;
};

class AwaitedParents {
public:
    // Puts `node`, which is `event`, below its parent. Where the parent was not met yet, it waits.
    void place(Forest& forest, std::uint32_t node, const Event& event);

    // Once every node is placed: puts those that waited below their parents. A parent that is not
    // in the forest belongs elsewhere, or was never recorded; returns the orphans of the latter
    // kind. With `matters`, only about nodes of which that holds.
    Result<std::vector<Orphan>> settle(
        Forest& forest, const Store& store,
        const std::function<bool(std::uint32_t node)>& matters = {}) const;

private:
    std::vector<Orphan> waiting_;
};

}  // namespace hence
