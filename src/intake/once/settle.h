// Settles spans and records of a request beside each other and beside the store: each call counts
// once, and what one span says of another is joined to it.
//
// A translation depends on its own span alone. Here it meets the others of its request and those
// in the store:
// - a span that is not over is dropped where the finished one is known;
// - a model call that merely wraps another one is plumbing, and so is a second report of a call by
//   another instrumentation or by a log record;
// - a tool call gets the rationale that a model stated for it;
// - a model call without content gets the content that came in records of its own;
// - a reconstructed event is dropped where the real one is known.
// Must never happen: an event that is stored becomes different by what came since. Sent again, it
// stays the same and counts as a duplicate.
#pragma once

#include <vector>

#include "hence/store.h"
#include "intake/once/arrival.h"

namespace hence {

// Changes the arrivals of one request accordingly. Fails as the store does when it is read.
Result<void> settle(const Store& store, std::vector<Arrival>& arrivals);

}  // namespace hence
