// Filling a store with made-up events, and questions about the sessions that are complete in it:
// what stores are compared by.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "generator.h"
#include "hence/store.h"

namespace hence::bench {

// From JSON text to acknowledged, as any door does it.
void append_text(Store& store, std::string_view text);

// What the questions are about: sessions that are complete, and an event of each.
struct Subjects {
    std::vector<std::string> sessions;
    std::vector<std::string> events;  // With 19 ancestors each.

    // After each event: notes the session that it completed, if it did.
    void note(const EventGenerator& generator);
    // At most so many, from all over.
    Subjects some(std::size_t count) const;
};

// Each ends the program when the answer is too small.
void ask_tree(const Store& store, const std::string& session);
void ask_explain(const Store& store, const std::string& id);

constexpr std::size_t explain_hops = 20;  // As `ask_explain` expects them.

// The median on the wall, over questions about different things.
double median_seconds(const std::vector<std::string>& subjects,
                      const std::function<void(const std::string&)>& ask);

}  // namespace hence::bench
