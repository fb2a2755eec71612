#include <algorithm>

#include "hence/store.h"

namespace hence {
namespace {

// Nothing was counted in it. What was counted and taken back leaves its kind behind.
bool is_empty(const Summary& sum) {
    return sum.events == 0 && sum.kinds.empty();
}

// Of one instant spelled in two ways, the longer spelling: whichever row is added to which, the
// same bytes come out.
bool spelled_shorter(const Time& a, const Time& b) {
    return a == b && a.digits < b.digits;
}

void add_times(Summary& sum, const Summary& other) {
    if (is_empty(sum) || other.first < sum.first || spelled_shorter(sum.first, other.first)) {
        sum.first = other.first;
    }
    if (is_empty(sum) || other.last > sum.last || spelled_shorter(sum.last, other.last)) {
        sum.last = other.last;
    }
}

void keep_first(std::optional<Time>& first, const std::optional<Time>& other) {
    if (other && (!first || *other < *first || spelled_shorter(*first, *other))) {
        first = other;
    }
}

void keep_last(std::optional<Time>& last, const std::optional<Time>& other) {
    if (other && (!last || *other > *last || spelled_shorter(*last, *other))) {
        last = other;
    }
}

void add_amount(std::optional<double>& sum, const std::optional<double>& other) {
    if (other) {
        sum = sum.value_or(0) + *other;
    }
}

using Counts = std::map<std::string, std::uint64_t>;

void add_counts(Counts& counts, const Counts& others) {
    for (const auto& [name, count] : others) {
        counts[name] += count;
    }
}

void take_back_counts(Counts& counts, const Counts& others) {
    for (const auto& [name, count] : others) {
        counts[name] -= count;
    }
}

}  // namespace

void Summary::add(const Summary& other) {
    if (is_empty(other)) {
        return;
    }
    add_times(*this, other);
    if (id.empty()) {
        id = other.id;
    }
    if (session.empty()) {
        session = other.session;
    }
    events += other.events;
    with_parent += other.with_parent;
    add_counts(kinds, other.kinds);
    add_counts(agents, other.agents);
    add_counts(sessions, other.sessions);
    keep_first(begin, other.begin);
    keep_last(end, other.end);
    add_amount(tokens, other.tokens);
    add_amount(tokens_stated, other.tokens_stated);
    errors += other.errors;
    if (other.goal && (!goal || *other.goal < *goal)) {
        goal = other.goal;
    }
    if (other.status && (!status || *other.status > *status)) {
        status = other.status;
    }
}

// Counts are added up wherever they are merged, so that what is taken back is a count below zero,
// which wraps around and comes out right in the sum.
void Summary::take_back(const Summary& other) {
    events -= other.events;
    with_parent -= other.with_parent;
    take_back_counts(kinds, other.kinds);
    take_back_counts(agents, other.agents);
    take_back_counts(sessions, other.sessions);
    const auto less = [](std::optional<double>& sum, const std::optional<double>& amount) {
        if (amount) {
            sum = sum.value_or(0) - *amount;
        }
    };
    less(tokens, other.tokens);
    less(tokens_stated, other.tokens_stated);
    errors -= other.errors;
}

void Summary::forget_taken_back() {
    const auto none = [](const auto& entry) { return entry.second == 0; };
    std::erase_if(kinds, none);
    std::erase_if(agents, none);
    std::erase_if(sessions, none);
    if (!kinds.contains("llm_call")) {
        tokens.reset();
    }
    if (!kinds.contains("session_end")) {
        tokens_stated.reset();
    }
    // The kinds that state a goal (model/goal.h).
    if (!kinds.contains("session_start") && !kinds.contains("prompt") &&
        !kinds.contains("graph_node")) {
        goal.reset();
    }
}

}  // namespace hence
