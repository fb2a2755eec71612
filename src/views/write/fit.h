// Makes the rows of a text answer fit a terminal: trees, chains and lists of events.
//
// A row is a line with a time in brackets and the event's id in round ones at its end. The text
// between them is cut; the id stays whole, since it is what a person types next. Guides of a deep
// tree give way from the left. Other lines pass as they are: they hold recorded text that a
// terminal wraps by itself.
#pragma once

#include <string>
#include <string_view>

#include "hence/sink.h"

namespace hence {

// The line, without its newline, in at most `columns`, if it is a row; else as it is.
std::string fitted_row(std::string_view line, std::size_t columns);

// Hands text on line by line, fitted. `sink` must outlive it.
class FittedRows {
public:
    FittedRows(const Sink& sink, std::size_t columns) : sink_(sink), columns_(columns) {}

    Result<void> take(std::string_view piece);
    // What is left of an unfinished line, at the end.
    Result<void> finish();

private:
    const Sink& sink_;
    std::size_t columns_;
    std::string held_;
};

}  // namespace hence
