// A table of text that fits the reader's terminal (views/write/layout.h).
//
// Numbers stand to the right and always stay whole. Where the table is too wide, the columns of
// text give way, the last one first, down to a few characters each; without a width nothing is cut.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace hence {

class Grid {
public:
    enum class Align : std::uint8_t { text, number };
    struct Heading {
        std::string name;
        Align align = Align::text;
    };
    explicit Grid(std::vector<Heading> headings) : headings_(std::move(headings)) {}

    // One cell for each heading, printable already.
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
    bool empty() const { return rows_.empty(); }

    // The heading and all rows, each line behind `indent` spaces.
    void append_to(std::string& out, std::size_t indent = 0) const;

private:
    std::vector<std::size_t> widths(std::size_t room) const;
    void append_row(std::string& out, const std::vector<std::string>& cells,
                    const std::vector<std::size_t>& columns) const;

    std::vector<Heading> headings_;
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace hence
