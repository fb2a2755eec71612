#include "formats/claude_code/chain.h"

#include <utility>

namespace hence {

ClaudeChain::Node* ClaudeChain::find(const std::string& uuid) {
    const auto found = nodes_.find(uuid);
    return found == nodes_.end() ? nullptr : &found->second;
}

void ClaudeChain::add(const std::string& uuid, Node node) {
    const auto [at, is_new] = nodes_.insert_or_assign(uuid, std::move(node));
    if (!is_new) {
        return;
    }
    order_.push_back(&at->first);
    if (order_.size() > limit_) {
        const std::string earliest = *order_.front();
        order_.pop_front();
        nodes_.erase(earliest);
    }
}

}  // namespace hence
