// One answer of a model: the tool calls that it asked for, and the reasons that it gave for them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "formats/reactive_agents/events.h"

namespace hence {

class ReactiveTurn {
public:
    ReactiveTurn() = default;
    explicit ReactiveTurn(const ReactiveRecord& exchange);

    bool empty() const { return rationales_.empty() && !lists_calls_; }

    // What the model said of a call.
    struct Asked {
        std::string by = {};         // The event of the answer that asked for it; empty: none did.
        std::string rationale = {};  // JSON; empty: it gave none.
    };
    // Of a call of that tool, which then counts as made.
    Asked asked(std::string_view tool, std::optional<std::int64_t> iteration);

private:
    void read_rationales(Json response);
    std::optional<std::uint64_t> number_of(std::string_view tool);

    std::string id_ = {};
    std::optional<std::int64_t> iteration_ = {};
    std::map<std::uint64_t, std::string> rationales_ = {};  // By the number of the call.
    // The numbers of the calls of each tool that are still to come, where the answer lists them.
    std::map<std::string, std::deque<std::uint64_t>, std::less<>> asked_for_ = {};
    bool lists_calls_ = false;
    std::uint64_t calls_ = 0;
};

}  // namespace hence
