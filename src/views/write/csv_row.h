// One row of a CSV table, as RFC 4180 has it, safe for the spreadsheet that opens it.
//
// A cell that a spreadsheet would read as a formula gets a leading apostrophe (CSV injection):
// recorded text comes from agents, and must not run in the program that opens the file.
#pragma once

#include <string>
#include <string_view>

namespace hence {

// Appends to a text that somebody else owns.
class CsvRow {
public:
    explicit CsvRow(std::string& out) : out_(out) {}

    // Quoted where it needs to be, with an apostrophe before what looks like a formula.
    void cell(std::string_view text);
    // The same of recorded text: half a surrogate pair is no text, and is shown as U+FFFD.
    void text_cell(std::string_view recorded);
    // A number of ours, which may begin with a minus.
    void number_cell(std::string_view digits);
    void end() { out_ += '\n'; }

private:
    void separate();

    std::string& out_;
    bool first_ = true;
};

}  // namespace hence
