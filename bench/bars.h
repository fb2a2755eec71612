// A table of figures, each with the bar that it must reach.
#pragma once

#include <cstdio>
#include <string_view>

#include <fmt/format.h>

namespace hence::bench {

// A row is printed as soon as its figure is known.
class Bars {
public:
    void row(std::string_view what, std::string_view figure, std::string_view bar, bool met) {
        fmt::print("| {} | {} | {} | {} |\n", what, figure, bar, met ? "yes" : "NO");
        note(met);
    }
    // With a column for what the figure is held against.
    void row(std::string_view what, std::string_view figure, std::string_view beside,
             std::string_view bar, bool met) {
        fmt::print("| {} | {} | {} | {} | {} |\n", what, figure, beside, bar, met ? "yes" : "NO");
        note(met);
    }

    bool all_met() const { return all_met_; }
    int status() const { return all_met_ ? 0 : 1; }  // Of the program.

private:
    void note(bool met) {
        all_met_ = all_met_ && met;
        std::fflush(stdout);
    }

    bool all_met_ = true;
};

}  // namespace hence::bench
