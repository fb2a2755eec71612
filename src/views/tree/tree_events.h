// Hands out the events of a tree from the first node to the last: those that the tree kept, or, of
// a long session, each as it is read again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/try.h"
#include "hence/store.h"
#include "hence/tree.h"
#include "views/find/event_reader.h"

namespace hence {

// Both that it is made of must outlive it.
class TreeEvents {
public:
    TreeEvents(const Tree& tree, const Store& store)
        : tree_(tree),
          reader_(store, tree.events.empty() ? seqs_of(tree) : std::vector<std::uint64_t>()) {}

    // Good until the next one.
    Result<const Event*> next() {
        if (!tree_.events.empty()) {
            return &tree_.events[at_++];
        }
        read_ = TRY(reader_.next());
        return &*read_;
    }

private:
    static std::vector<std::uint64_t> seqs_of(const Tree& tree) {
        std::vector<std::uint64_t> seqs;
        seqs.reserve(tree.nodes.size());
        for (const TreeNode& node : tree.nodes) {
            seqs.push_back(node.seq);
        }
        return seqs;
    }

    const Tree& tree_;
    EventReader reader_;
    std::optional<Event> read_;
    std::size_t at_ = 0;
};

}  // namespace hence
