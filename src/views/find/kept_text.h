// Texts in few large blocks instead of one allocation each.
//
// A context graph keeps several texts for each event. Blocks are reserved whole and never grow, so
// a view into a block stays valid while more text is added and when the object is moved. Nothing is
// freed before the whole object is.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hence {

// What it returns lives as long as it does, even if it is moved.
class KeptText {
public:
    std::string_view keep(std::string_view text) {
        if (text.empty()) {
            return {};
        }
        if (blocks_.empty() || blocks_.back().capacity() - blocks_.back().size() < text.size()) {
            // A block is far larger than what a string holds in itself, so that moving it moves no
            // text. A short answer takes a small one.
            const std::size_t size = block_size_min << std::min(blocks_.size(), doublings_max);
            blocks_.emplace_back().reserve(std::max(size, text.size()));
        }
        std::string& block = blocks_.back();
        block += text;
        return std::string_view(block).substr(block.size() - text.size());
    }

private:
    static constexpr std::size_t block_size_min = std::size_t{1} << 12;
    static constexpr std::size_t doublings_max = 6;
    std::vector<std::string> blocks_;  // Each reserved whole.
};

}  // namespace hence
