#include <algorithm>

#include "hence/store.h"

namespace hence {
namespace {

// Of one instant spelled in two ways, the longer spelling: whichever row is added to which, the
// same bytes come out.
bool spelled_shorter(const Time& a, const Time& b) {
    return a == b && a.digits < b.digits;
}

void add_times(Summary& sum, const Summary& other) {
    if (sum.events == 0 || other.first < sum.first || spelled_shorter(sum.first, other.first)) {
        sum.first = other.first;
    }
    if (sum.events == 0 || other.last > sum.last || spelled_shorter(sum.last, other.last)) {
        sum.last = other.last;
    }
}

}  // namespace

void Summary::add(const Summary& other) {
    if (other.kinds.empty()) {
        return;  // Nothing was counted in it.
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
    for (const auto& [kind, count] : other.kinds) {
        kinds[kind] += count;
    }
    agents.insert(other.agents.begin(), other.agents.end());
    sessions.insert(other.sessions.begin(), other.sessions.end());
    tokens += other.tokens;
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
    for (const auto& [kind, count] : other.kinds) {
        kinds[kind] -= count;
    }
    tokens -= other.tokens;
    errors -= other.errors;
}

}  // namespace hence
