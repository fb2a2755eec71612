#include "views/lists/listing_text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "model/extent.h"
#include "model/json/json.h"
#include "model/text.h"
#include "views/write/columns.h"

namespace hence {
namespace {

constexpr std::size_t table_columns = 100;
constexpr std::size_t name_columns_max = 36;  // A UUID stays whole.
constexpr std::size_t agents_columns_max = 20;
constexpr std::size_t goal_columns_min = 20;

struct Column {
    std::string heading;
    std::vector<std::string> cells;
    bool number = false;
};

std::string name_cell(const std::string& name) {
    return cut(printable(name), name_columns_max);
}

// "350ms", "12.5s", "3m 05s", "2h 10m", "4d 03h": two parts at most.
std::string took(double whole_ms) {
    const auto ms = static_cast<std::int64_t>(whole_ms);
    if (ms < 1000) {
        return fmt::format("{}ms", ms);
    }
    if (ms < 60'000) {
        return fmt::format("{}.{}s", ms / 1000, ms % 1000 / 100);
    }
    const std::int64_t minutes = ms / 60'000;
    if (minutes < 60) {
        return fmt::format("{}m {:02}s", minutes, ms / 1000 % 60);
    }
    if (minutes < 24 * 60) {
        return fmt::format("{}h {:02}m", minutes / 60, minutes % 60);
    }
    return fmt::format("{}d {:02}h", minutes / (24 * 60), minutes / 60 % 24);
}

std::string agents_cell(const Summary& row) {
    std::string names;
    for (const std::string& agent : row.agents) {
        names += names.empty() ? "" : ", ";
        names += printable(agent);
        if (names.size() > 4 * agents_columns_max) {
            break;  // It will be cut, whatever follows.
        }
    }
    return cut(names, agents_columns_max);
}

std::string tokens_cell(const Summary& row) {
    const std::optional<double> tokens = row.tokens_total();
    if (!tokens) {
        return "-";
    }
    std::string out;
    append_number(out, *tokens);
    return out;
}

template <class Cell>
void add_column(std::vector<Column>& columns, std::string heading, const std::vector<Summary>& rows,
                bool number, const Cell& cell) {
    Column column{std::move(heading), {}, number};
    bool says_something = false;
    for (const Summary& row : rows) {
        column.cells.push_back(cell(row));
        says_something |= !column.cells.back().empty();
    }
    if (says_something) {
        columns.push_back(std::move(column));
    }
}

std::string heading_of(Space space) {
    std::string word(plural(space));
    word.pop_back();
    std::transform(word.begin(), word.end(), word.begin(),
                   [](char letter) { return static_cast<char>(letter - 'a' + 'A'); });
    return word;
}

// "+2 -1 ?3": so many were correct, incorrect, and unknown.
std::string outcomes_cell(const OutcomeCounts& counts) {
    std::string cell;
    const auto add = [&cell](char mark, std::uint64_t count) {
        if (count > 0) {
            cell += fmt::format("{}{}{}", cell.empty() ? "" : " ", mark, count);
        }
    };
    add('+', counts.correct);
    add('-', counts.incorrect);
    add('?', counts.unknown);
    return cell;
}

std::vector<Column> columns_of(Space space, const std::vector<Summary>& rows,
                               const std::vector<OutcomeCounts>& outcomes) {
    std::vector<Column> columns;
    const auto text = [&](std::string heading, const auto& cell) {
        add_column(columns, std::move(heading), rows, false, cell);
    };
    const auto number = [&](std::string heading, const auto& cell) {
        add_column(columns, std::move(heading), rows, true, cell);
    };
    text(heading_of(space), [](const Summary& row) { return name_cell(row.id); });
    if (space == Space::run) {
        text("SESSION", [](const Summary& row) { return name_cell(row.session); });
    }
    text("FIRST", [](const Summary& row) {
        return row.begin ? to_text(*row.begin) : std::string("[no time]");
    });
    number("TOOK", [](const Summary& row) {
        const std::optional<double> ms = took_ms(row);
        return ms ? took(*ms) : std::string("-");
    });
    number("EVENTS", [](const Summary& row) { return std::to_string(row.events); });
    number("ERRORS", [](const Summary& row) { return std::to_string(row.errors); });
    number("TOKENS", tokens_cell);
    if (space == Space::correlation) {
        number("SESSIONS", [](const Summary& row) { return std::to_string(row.sessions.size()); });
    }
    if (space == Space::run || !outcomes.empty()) {
        text("STATUS", [](const Summary& row) {
            return row.status ? cut(printable(row.status->second), 12) : std::string();
        });
    }
    if (!outcomes.empty()) {
        text("OUTCOMES", [&](const Summary& row) {
            return outcomes_cell(outcomes[static_cast<std::size_t>(&row - rows.data())]);
        });
    }
    if (space != Space::agent) {
        text("AGENTS", agents_cell);
    }
    text("GOAL", [](const Summary& row) {
        return row.goal ? first_line(row.goal->second, table_columns) : std::string();
    });
    return columns;
}

std::size_t width_of(const Column& column) {
    std::size_t widest = column.heading.size();
    for (const std::string& cell : column.cells) {
        widest = std::max(widest, width(cell));
    }
    return widest;
}

void append_line(std::string& out, const std::vector<Column>& columns,
                 const std::vector<std::size_t>& widths, const std::size_t* row) {
    std::string line;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string cell = cut(row ? columns[i].cells[*row] : columns[i].heading, widths[i]);
        line += i == 0 ? "" : "  ";
        line += columns[i].number ? right_aligned(cell, widths[i]) : padded(cell, widths[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line;
    out += '\n';
}

}  // namespace

// Where all is of one instant and nothing took time, nobody said how long it took.
std::optional<double> took_ms(const Summary& row) {
    return row.begin && row.end && *row.begin < *row.end
               ? std::optional(ms_between(*row.begin, *row.end))
               : std::nullopt;
}

std::string_view plural(Space space) {
    return space == Space::run           ? "runs"
           : space == Space::agent       ? "agents"
           : space == Space::correlation ? "correlations"
                                         : "sessions";
}

void append_table(std::string& out, Space space, const std::vector<Summary>& rows,
                  const std::vector<OutcomeCounts>& outcomes) {
    const std::vector<Column> columns = columns_of(space, rows, outcomes);
    std::vector<std::size_t> widths;
    std::size_t taken = 0;
    for (const Column& column : columns) {
        widths.push_back(width_of(column));
        taken += widths.back() + 2;
    }
    // The goal comes last and gives way.
    if (columns.back().heading == "GOAL" && taken - 2 > table_columns) {
        const std::size_t others = taken - widths.back() - 2;
        const std::size_t room = table_columns > others ? table_columns - others : 0;
        widths.back() = std::min(widths.back(), std::max(goal_columns_min, room));
    }
    append_line(out, columns, widths, nullptr);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        append_line(out, columns, widths, &row);
    }
}

}  // namespace hence
