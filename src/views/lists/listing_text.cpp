#include "views/lists/listing_text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/ascii.h"
#include "model/extent.h"
#include "model/json/json.h"
#include "model/text.h"
#include "views/lists/short_names.h"
#include "views/write/columns.h"
#include "views/write/layout.h"
#include "views/write/when.h"

namespace hence {
namespace {

constexpr std::size_t agents_columns_min = 10;
constexpr std::size_t goal_columns_min = 16;

// What a column may do where the table is too wide.
enum class Gives : std::uint8_t {
    nothing,
    id,    // Is shortened.
    text,  // Is cut.
};

struct Column {
    std::string heading;
    std::vector<std::string> cells;
    bool number = false;
    Gives gives = Gives::nothing;
    std::size_t widest = 0;
    std::size_t columns = 0;  // What it gets.
};

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
    for (const auto& [agent, count] : row.agents) {
        names += names.empty() ? "" : ", ";
        names += printable(agent);
    }
    return names;
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
    Column column;
    column.heading = std::move(heading);
    column.number = number;
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
    text(heading_of(space), [](const Summary& row) { return printable(row.id); });
    if (space == Space::run) {
        text("SESSION", [](const Summary& row) { return printable(row.session); });
    }
    text("FIRST", [](const Summary& row) {
        return row.begin ? time_text(*row.begin) : std::string("[no time]");
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
            return row.status ? printable(row.status->second) : std::string();
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
        return row.goal ? first_line(trimmed_front(row.goal->second), std::string::npos)
                        : std::string();
    });
    return columns;
}

void measure(Column& column) {
    column.widest = column.heading.size();
    for (const std::string& cell : column.cells) {
        column.widest = std::max(column.widest, width(cell));
    }
    column.columns = column.widest;
}

// The least that a column needs to say anything.
std::size_t least(const Column& column) {
    const std::size_t min = column.heading == "GOAL" ? goal_columns_min : agents_columns_min;
    return column.gives == Gives::text ? std::min(column.widest, min) : column.widest;
}

std::size_t least(const std::vector<Column>& columns) {
    std::size_t sum = 2 * (columns.size() - 1);
    for (const Column& column : columns) {
        sum += least(column);
    }
    return sum;
}

// Agents are named whole in every question, so their names stay whole here, too.
void say_what_gives(std::vector<Column>& columns) {
    for (Column& column : columns) {
        const std::string& heading = column.heading;
        if (heading == "SESSION" || heading == "RUN" || heading == "CORRELATION") {
            column.gives = Gives::id;
        } else if (heading == "AGENTS" || heading == "GOAL") {
            column.gives = Gives::text;
        }
    }
}

void shorten_ids(std::vector<Column>& columns) {
    for (Column& column : columns) {
        if (column.gives == Gives::id) {
            column.cells = short_names(column.cells);
            measure(column);
        }
    }
}

// Takes columns out until the rest fits, and names them.
std::string left_out(std::vector<Column>& columns, std::size_t room) {
    std::string names;
    for (const std::string_view heading :
         {"AGENTS", "TOKENS", "ERRORS", "SESSIONS", "OUTCOMES", "TOOK"}) {
        if (least(columns) <= room) {
            break;
        }
        if (std::erase_if(columns,
                          [heading](const Column& each) { return each.heading == heading; }) > 0) {
            names += fmt::format("{}{}", names.empty() ? "" : ", ", heading);
        }
    }
    return names;
}

// Shares what is left among the columns that were cut: the goal, which comes last, gets most.
void share(std::vector<Column>& columns, std::size_t room) {
    std::size_t spare = room - std::min(room, least(columns));
    for (auto column = columns.rbegin(); column != columns.rend(); ++column) {
        const std::size_t more = std::min(spare, column->widest - least(*column));
        column->columns = least(*column) + more;
        spare -= more;
    }
}

// Makes the table fit, and returns the headings of what did not.
std::string fit(std::vector<Column>& columns, std::size_t room) {
    if (room == 0) {
        return {};
    }
    if (least(columns) > room) {
        shorten_ids(columns);
    }
    std::string names = left_out(columns, room);
    share(columns, room);
    return names;
}

void append_line(std::string& out, const std::vector<Column>& columns, const std::size_t* row) {
    std::string line;
    for (const Column& column : columns) {
        const std::string cell = cut(row ? column.cells[*row] : column.heading, column.columns);
        line += line.empty() ? "" : "  ";
        line += column.number                ? right_aligned(cell, column.columns)
                : &column == &columns.back() ? cell
                                             : padded(cell, column.columns);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line;
    out += '\n';
}

}  // namespace

std::string totals_line(Space space, const ListingTotals& totals) {
    const auto counted = [](std::uint64_t count, std::string_view word) {
        return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
    };
    std::string_view row = plural(space);
    row.remove_suffix(1);
    std::string line =
        fmt::format("Total: {}, {}, {}", counted(totals.rows, row), counted(totals.events, "event"),
                    counted(totals.errors, "error"));
    if (totals.tokens) {
        line += ", ";
        append_number(line, *totals.tokens);
        line += " tokens";
    }
    return line + "\n";
}

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
    std::vector<Column> columns = columns_of(space, rows, outcomes);
    std::for_each(columns.begin(), columns.end(), measure);
    say_what_gives(columns);
    const std::string missing = fit(columns, text_layout().columns);
    append_line(out, columns, nullptr);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        append_line(out, columns, &row);
    }
    if (!missing.empty()) {
        out += fmt::format("Not shown: {} (--wide)\n", missing);
    }
}

}  // namespace hence
