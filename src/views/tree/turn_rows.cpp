#include "views/tree/turn_rows.h"

#include <algorithm>

#include "model/kinds.h"

namespace hence {
namespace {

constexpr std::size_t none = SIZE_MAX;

// What is known of the nodes while their rows are worked out, one column each.
class Layout {
public:
    explicit Layout(const Tree& tree) : nodes_(tree.nodes), parent_(nodes_.size(), none) {
        children_.assign(nodes_.size(), 0);
        std::vector<std::size_t> open;  // The last node of each level.
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            open.resize(nodes_[i].level - 1);
            if (!open.empty()) {
                parent_[i] = open.back();
                ++children_[parent_[i]];
            }
            open.push_back(i);
        }
    }

    std::vector<TurnRow> rows() {
        place();
        std::vector<std::vector<std::size_t>> below(nodes_.size() + 1);  // The last: roots.
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            below[up_[i] == none ? nodes_.size() : up_[i]].push_back(i);
        }
        for (std::vector<std::size_t>& siblings : below) {
            std::ranges::sort(siblings, {}, [this](std::size_t i) { return nodes_[i].ordinal; });
        }
        std::vector<TurnRow> rows;
        rows.reserve(nodes_.size());
        std::vector<TurnRow> waiting;
        const auto push = [&](const std::vector<std::size_t>& siblings, std::uint32_t level) {
            for (std::size_t i = siblings.size(); i > 0; --i) {
                waiting.push_back({siblings[i - 1], level, i == siblings.size()});
            }
        };
        push(below.back(), 1);
        while (!waiting.empty()) {
            const TurnRow row = waiting.back();
            waiting.pop_back();
            rows.push_back(row);
            push(below[row.node], row.level + 1);
        }
        return rows;
    }

private:
    // Parents come before their children, so what is asked of a parent is known.
    void place() {
        up_.assign(nodes_.size(), none);
        heading_.assign(nodes_.size(), none);
        chain_.assign(nodes_.size(), 0);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const std::size_t parent = parent_[i];
            const std::size_t above = parent == none ? none : heading_[parent];
            up_[i] = parent;
            if (nodes_[i].opens_turn) {
                heading_[i] = i;
                if (above != none && nodes_[above].agent == nodes_[i].agent) {
                    up_[i] = up_[above];
                }
                continue;
            }
            heading_[i] = above;
            if (parent != none && !nodes_[parent].opens_turn && children_[parent] == 1) {
                chain_[i] = chain_[parent] + 1;
                up_[i] = chain_[i] > single_steps_max ? up_[parent] : parent;
            }
        }
    }

    const std::vector<TreeNode>& nodes_;
    std::vector<std::size_t> parent_;
    std::vector<std::uint32_t> children_;
    std::vector<std::size_t> up_;       // Below which node it is shown.
    std::vector<std::size_t> heading_;  // Of the turn that it belongs to.
    std::vector<std::uint32_t> chain_;  // Single steps above it, one below the other.
};

}  // namespace

bool opens_turn(std::string_view kind) {
    return kind == Kind::llm_call || kind == Kind::prompt || kind == Kind::session_start ||
           kind == Kind::session_end || kind == Kind::termination;
}

std::vector<TurnRow> turn_rows(const Tree& tree) {
    return Layout(tree).rows();
}

}  // namespace hence
