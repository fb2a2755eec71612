// What a text says of decision graphs that has no effect, or only half of one.
//
// `record` stores changes of a graph as they come, because what they need may come later. A fold
// passes over an edge whose end was never recorded, and a node may say that it was superseded while
// no edge says by what. Neither is an error of the text, so neither is refused; but nobody would
// notice, so the receipt says so.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "hence/event.h"
#include "hence/result.h"
#include "hence/store.h"

namespace hence {

class GraphNotes {
public:
    // How many changes of one text are looked at. More than that is a bulk load.
    static constexpr std::size_t changes_max = 10'000;

    // Keeps what must be looked at when the whole text is stored.
    void see(const Event& event);
    // One line for each change that has no effect, or half of one.
    Result<std::vector<std::string>> look(const Store& store) const;

private:
    std::vector<Event> changes_;
};

}  // namespace hence
