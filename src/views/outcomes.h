// What came of many events, found together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "hence/store.h"

namespace hence {

// Say `want` for each event, then `find`, then ask. Keeps an id and two numbers for each.
class Outcomes {
public:
    struct Known {
        std::uint64_t seq = 0;        // Of the outcome event.
        std::optional<bool> correct;  // Nothing: nobody knows.
    };

    void want(std::string_view id) { wanted_.try_emplace(std::string(id)); }
    Result<void> find(const Store& store);
    // Nothing when there is no outcome. The event must have been wanted.
    const std::optional<Known>& of(const std::string& id) const { return wanted_.at(id); }

private:
    void take(const Event& outcome);

    std::unordered_map<std::string, std::optional<Known>> wanted_;
};

}  // namespace hence
