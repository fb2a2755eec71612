// What model calls cost by a list of prices that somebody gave. No price is built in: prices change
// and differ by contract, and a sum of money that nobody can check is worse than none.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>

#include "hence/event.h"
#include "hence/stats.h"

namespace hence {

// Nothing when a class of which tokens were used has no price, or when only the total is known.
std::optional<double> cost_of(const TokenUse& tokens, const TokenPrices& prices);

// Adds up the model calls that state no cost of their own.
class Pricing {
public:
    explicit Pricing(Prices prices) : prices_(std::move(prices)) {}

    void add(const Event& model_call);
    ComputedCost cost() const;

private:
    Prices prices_;
    ComputedCost sum_;
    std::set<std::string> unpriced_;
};

}  // namespace hence
