#include "views/write/grid.h"

#include <algorithm>

#include "views/write/columns.h"
#include "views/write/layout.h"

namespace hence {
namespace {

constexpr std::size_t text_columns_min = 8;
constexpr std::size_t between = 2;

}  // namespace

std::vector<std::size_t> Grid::widths(std::size_t room) const {
    std::vector<std::size_t> columns;
    std::size_t sum = between * (headings_.size() - 1);
    for (std::size_t i = 0; i < headings_.size(); ++i) {
        std::size_t widest = width(headings_[i].name);
        for (const std::vector<std::string>& row : rows_) {
            widest = std::max(widest, width(row[i]));
        }
        columns.push_back(widest);
        sum += widest;
    }
    for (std::size_t i = headings_.size(); room > 0 && sum > room && i-- > 0;) {
        if (headings_[i].align == Align::text && columns[i] > text_columns_min) {
            const std::size_t less = std::min(sum - room, columns[i] - text_columns_min);
            columns[i] -= less;
            sum -= less;
        }
    }
    return columns;
}

void Grid::append_row(std::string& out, const std::vector<std::string>& cells,
                      const std::vector<std::size_t>& columns) const {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = cut(cells[i], columns[i]);
        line += i == 0 ? "" : std::string(between, ' ');
        line += headings_[i].align == Align::number ? right_aligned(cell, columns[i])
                : i + 1 == cells.size()             ? cell
                                                    : padded(cell, columns[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line;
    out += '\n';
}

void Grid::append_to(std::string& out, std::size_t indent) const {
    const std::size_t all = text_layout().columns;
    const std::vector<std::size_t> columns = widths(all > indent ? all - indent : 0);
    std::vector<std::string> names;
    for (const Heading& heading : headings_) {
        names.push_back(heading.name);
    }
    out.append(indent, ' ');
    append_row(out, names, columns);
    for (const std::vector<std::string>& row : rows_) {
        out.append(indent, ' ');
        append_row(out, row, columns);
    }
}

}  // namespace hence
