// The chain of a transcript: which event each line led to, so that later lines can name the event
// as their parent.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "base/by_text.h"

namespace hence {

// Lines of every type stand in the chain, also lines that give no event: such a line stands for the
// event before it. Only the latest lines are remembered.
class ClaudeChain {
public:
    static constexpr std::size_t nodes_max = 50'000;

    struct Node {
        std::string event;  // Empty: there is none up to here.
        std::string time;
        std::string lane;          // The agent whose line it is.
        std::string continued_by;  // The event that took the conversation on from here.
    };

    explicit ClaudeChain(std::size_t limit = nodes_max) : limit_(limit) {}

    // Nothing when it is not known, or not any more.
    Node* find(const std::string& uuid);
    void add(const std::string& uuid, Node node);
    std::size_t size() const { return nodes_.size(); }

private:
    std::size_t limit_;
    ByText<Node> nodes_;
    std::deque<const std::string*> order_;  // The keys, the earliest first.
};

}  // namespace hence
