// Names as numbers: each text once, numbered in the order in which it comes.
//
// Figures over millions of events compare kinds, agents, sessions, runs and tools again and again.
// As numbers these cost nothing to compare, and what is known of a name stands in a vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"

namespace hence {

class NameTable {
public:
    static constexpr std::uint32_t none = 0;  // The number of the empty text.

    NameTable() { number_of({}); }
    NameTable(const NameTable&) = delete;  // Texts are told apart by where they lie.
    NameTable& operator=(const NameTable&) = delete;

    std::uint32_t number_of(std::string_view text) {
        const auto known = numbers_.find(text);
        if (known != numbers_.end()) {
            return known->second;
        }
        const auto number = static_cast<std::uint32_t>(texts_.size());
        texts_.push_back(&numbers_.emplace(text, number).first->first);
        return number;
    }
    // Lives as long as this table.
    const std::string& text(std::uint32_t number) const { return *texts_[number]; }
    std::size_t size() const { return texts_.size(); }

private:
    ByText<std::uint32_t> numbers_;
    std::vector<const std::string*> texts_;
};

}  // namespace hence
