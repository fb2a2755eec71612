// Durations in the order of their events, some of which become known later, or never.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hence/stats.h"

namespace hence {

class Durations {
public:
    std::size_t add(std::optional<double> ms);
    void set(std::size_t place, double ms) { ms_[place] = ms; }
    CallStats figures() const;
    double sum() const;  // Of those that are known.

private:
    std::vector<double> ms_;  // Negative: not known.
};

}  // namespace hence
