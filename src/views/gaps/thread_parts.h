// Which events of a thread have to do with each other: they share an agent, a session or a link.
//
// A correlation that falls into parts without any of these in common, long apart, was probably used
// twice, for two unrelated affairs. Parts that lie close together are one affair whose links nobody
// recorded: two agents that answer the same incident, say. A union-find structure joins events as
// they come; every agent, session and run name is an element of it, so sharing a name costs one
// join.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"

namespace hence {

// To be given every event of the thread, in order, and every link between two of them.
class ThreadParts {
public:
    // The next node. `session` is the one that it belongs to.
    void add(const Event& event, std::string_view session);

    void join(std::uint32_t a, std::uint32_t b) { join_elements(nodes_[a], nodes_[b]); }
    // Joins events that name the same one outside the thread.
    void join_outside(std::uint32_t node, std::string_view id);

    // A part that begins more than an hour behind the end of another, by their first events.
    struct Apart {
        std::uint32_t first;
        std::uint32_t other;
        Time other_end;
    };
    struct Parts {
        std::uint64_t count = 0;
        std::vector<Apart> apart = {};  // In order.
    };
    // What came of the thread. Times that were not recorded put nothing apart.
    Parts settle();

private:
    using Element = std::uint32_t;

    // What can be shared, besides events.
    enum class Sharing : char { agent = 'a', session = 's', run = 'r', event = 'e' };

    Element fresh();
    Element shared(Sharing sharing, std::string_view name);
    Element part_of(Element element);
    void join_elements(Element a, Element b);
    void join_shared(Element element, Sharing sharing, std::string_view name);
    void join_delegated_runs();
    struct Part {
        std::uint32_t first;
        std::optional<Time> begin = {};
        std::optional<Time> end = {};
    };
    std::vector<Part> parts();

    std::vector<Element> above_;              // By element; a part's own root is itself.
    std::vector<Element> nodes_;              // By node: its element.
    std::vector<std::optional<Time>> times_;  // By node; nothing where the time was derived.
    ByText<Element> shared_;                  // By what is shared and its name.
    ByText<Element> delegated_;               // By run: a delegation's element.
    ByText<std::uint32_t> runs_;              // The number of each name.
    std::vector<std::uint32_t> run_of_;       // By node; 0: none.
};

}  // namespace hence
