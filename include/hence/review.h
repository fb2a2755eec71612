// Answers "what should this agent think about again?": its decisions that turned out wrong, each
// with a question built from the record. The question quotes what was recorded and adds nothing;
// decisions that nobody has judged are listed apart, since silence is no success.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct ReviewRequest {
    std::string agent = {};  // Its name, or an unambiguous beginning or end of it.
    double high = 0.8;       // From this confidence on, an error is one of high confidence.
};

// A decision that turned out wrong. Kept by its number: the rest is read when it is written.
struct ReviewItem {
    std::uint64_t decision_seq = 0;
    std::uint64_t outcome_seq = 0;
    bool high_confidence = false;
};

struct Review {
    std::string agent;  // The whole name.
    double high = 0.8;
    std::vector<ReviewItem> items;             // Newest first.
    std::vector<std::string> without_outcome;  // Ids of decisions made, newest first.
};

// Fails with not_found when no event names such an agent, and with invalid when several fit, or
// when `high` is not between 0 and 1.
Result<Review> review(const Store& store, const ReviewRequest& request);

// {"agent","items":[{"event","question","outcome","chain"}],"high_confidence_errors",
//  "without_outcome"}
Result<void> write_json(const Review& answer, const Store& store, const Sink& sink);
Result<void> write_text(const Review& answer, const Store& store, const Sink& sink);

}  // namespace hence
