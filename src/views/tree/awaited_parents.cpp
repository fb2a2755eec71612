#include "views/tree/awaited_parents.h"

#include <optional>

#include "base/by_text.h"
#include "base/try.h"

namespace hence {

void AwaitedParents::place(Forest& forest, std::uint32_t node, const Event& event) {
    if (event.parent().empty()) {
        return;
    }
    const std::optional<std::uint32_t> parent = forest.find(event.parent());
    if (parent) {
        forest.put_below(node, *parent);
    } else {
        waiting_.push_back({node, std::string(event.parent())});
    }
}

Result<std::vector<Orphan>> AwaitedParents::settle(
    Forest& forest, const Store& store,
    const std::function<bool(std::uint32_t node)>& matters) const {
    std::vector<Orphan> orphans;
    ByTextView<bool> recorded;
    for (const Orphan& child : waiting_) {
        const std::optional<std::uint32_t> parent = forest.find(child.parent);
        if (parent) {
            forest.put_below(child.node, *parent);
            continue;
        }
        if (matters && !matters(child.node)) {
            continue;
        }
        const auto [known, added] = recorded.try_emplace(child.parent, false);
        if (added) {
            const std::optional<Event> elsewhere = TRY(store.find(child.parent));
            known->second = elsewhere.has_value();
        }
        if (!known->second) {
            orphans.push_back(child);
        }
    }
    return orphans;
}

}  // namespace hence
