// The rows of a query as a table for a person.
//
// The width of a column is known once its cells are, so the first thousand rows are held back to
// find it; later rows go by the same widths. On a terminal, columns are narrowed until the table
// fits, the widest first; each cell that was cut ends with an ellipsis, and the last line counts
// them. In a pipe nothing is cut.
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "model/text.h"
#include "sql/answer.h"
#include "views/write/columns.h"
#include "views/write/layout.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

constexpr std::size_t held_rows_max = 1'000;
constexpr std::size_t held_bytes_max = std::size_t{4} * 1024 * 1024;
constexpr std::size_t padding_max = 60;  // In a pipe: one long cell must not pad all others.
constexpr std::size_t column_min = 6;
constexpr std::string_view gap = "  ";

struct TextCell {
    std::string text;
    bool number = false;
};
using TextRow = std::vector<TextCell>;

class SqlTable {
public:
    SqlTable(SqlAnswer::State& state, const Sink& sink) : state_(state), pieces_(sink) {}

    Result<void> write() {
        bool more = TRY(hold_first_rows());
        choose_widths();
        write_line(heading());
        for (const TextRow& row : held_) {
            write_line(row);
            TRY(pieces_.pass_on());
        }
        held_.clear();
        while (more) {
            write_line(row_of_query());
            TRY(pieces_.pass_on());
            more = TRY(state_.next());
        }
        write_end();
        return pieces_.finish();
    }

private:
    // Whether there is a row behind those that were held back; the query stands on it.
    Result<bool> hold_first_rows() {
        std::size_t bytes = 0;
        bool more = TRY(state_.next());
        while (more && held_.size() < held_rows_max && bytes < held_bytes_max) {
            held_.push_back(row_of_query());
            for (const TextCell& cell : held_.back()) {
                bytes += cell.text.size();
            }
            more = TRY(state_.next());
        }
        return more;
    }

    TextRow row_of_query() const {
        TextRow row;
        for (std::size_t i = 0; i < state_.query->columns().size(); ++i) {
            const sqlite::Value value = state_.query->value(i);
            const bool number =
                value.type == sqlite::ValueType::integer || value.type == sqlite::ValueType::real;
            const bool null = value.type == sqlite::ValueType::null;
            row.push_back({null ? "NULL" : printable(spelled_out(value)), number});
        }
        return row;
    }

    TextRow heading() const {
        TextRow row;
        for (std::size_t i = 0; i < state_.query->columns().size(); ++i) {
            row.push_back({printable(state_.query->columns()[i]), numbers_[i]});
        }
        return row;
    }

    void choose_widths() {
        const std::size_t count = state_.query->columns().size();
        widths_.assign(count, 0);
        numbers_.assign(count, !held_.empty());
        for (const TextRow& row : held_) {
            for (std::size_t i = 0; i < count; ++i) {
                widths_[i] = std::max(widths_[i], width(row[i].text));
                numbers_[i] = numbers_[i] && (row[i].number || row[i].text == "NULL");
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            widths_[i] = std::max(widths_[i], width(printable(state_.query->columns()[i])));
        }
        columns_ = text_layout().columns;
        if (columns_ > 0) {
            narrow();
        } else {
            for (std::size_t& each : widths_) {
                each = std::min(each, padding_max);
            }
        }
    }

    // Lowers the widest columns to one width, the largest with which all fit.
    void narrow() {
        const std::size_t gaps = gap.size() * (widths_.size() - 1);
        const std::size_t room = columns_ > gaps ? columns_ - gaps : 0;
        const auto taken = [this](std::size_t cap) {
            return std::accumulate(
                widths_.begin(), widths_.end(), std::size_t{0},
                [cap](std::size_t sum, std::size_t each) { return sum + std::min(each, cap); });
        };
        std::size_t cap = *std::ranges::max_element(widths_);
        while (cap > column_min && taken(cap) > room) {
            --cap;
        }
        for (std::size_t& each : widths_) {
            each = std::min(each, cap);
        }
    }

    void write_line(const TextRow& row) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const TextCell& cell = row[i];
            const bool cuts = columns_ > 0 && width(cell.text) > widths_[i];
            cells_cut_ += cuts ? 1 : 0;
            const std::string shown = cuts ? cut(cell.text, widths_[i]) : cell.text;
            line += i == 0 ? std::string_view() : gap;
            line += numbers_[i] ? right_aligned(shown, widths_[i]) : padded(shown, widths_[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        pieces_.text += line;
        pieces_.text += '\n';
    }

    void write_end() {
        const std::uint64_t rows = state_.query->rows();
        pieces_.text += fmt::format("({} {})\n", rows, rows == 1 ? "row" : "rows");
        if (cells_cut_ > 0) {
            pieces_.text += fmt::format("! {} {} cut to fit: --wide, --json and --csv do not cut\n",
                                        cells_cut_, cells_cut_ == 1 ? "cell is" : "cells are");
        }
        if (state_.query->stopped()) {
            pieces_.text +=
                fmt::format("! incomplete: {}: {}\n", stopped_text(state_), stopped_hint(state_));
        }
    }

    SqlAnswer::State& state_;
    Pieces pieces_;
    std::vector<TextRow> held_;
    std::vector<std::size_t> widths_;
    std::vector<bool> numbers_;
    std::size_t columns_ = 0;
    std::uint64_t cells_cut_ = 0;
};

}  // namespace

Result<void> write_sql_table(SqlAnswer::State& state, const Sink& sink) {
    return SqlTable(state, sink).write();
}

}  // namespace hence
