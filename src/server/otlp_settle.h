// What becomes of spans and records beside each other and beside what is stored: each call counts
// once, and what one of them says of another is joined to it.
//
// A translation depends on its own span alone. Here it meets the others of its request and those
// in the store:
// - a span that is not over is dropped where the finished one is known;
// - a model call that merely wraps another one is plumbing, and so is whatever tells of a call that
//   another instrumentation, or a log record, has told of before;
// - a tool call has the rationale that a model stated for it;
// - a model call without content gets what came in records of its own;
// - what was reconstructed is dropped where the real thing is known.
// Something that was stored before is never made different by what came since: sent again, it
// stays the same, and counts as a duplicate.
#pragma once

#include <vector>

#include "hence/store.h"
#include "server/otlp_arrival.h"

namespace hence {

// Changes the arrivals of one request accordingly. Fails as the store does when it is read.
Result<void> settle(const Store& store, std::vector<Arrival>& arrivals);

}  // namespace hence
