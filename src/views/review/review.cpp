// The decisions of an agent that turned out wrong, newest first, and those that nobody has judged
// yet. Decisions and outcomes are kept by number and read again when the review is written.
#include "hence/review.h"

#include <memory>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "views/cause/considered.h"
#include "views/cause/outcomes.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

struct Made {
    std::string id;
    std::uint64_t seq;
    bool high_confidence;
    bool made;  // Neither declined nor deferred.
};

bool was_made(const Event& decision) {
    const std::string status = text_field(decision, "status");
    return status.empty() || status == "made";
}

// Newest first.
Result<std::vector<Made>> decisions_of(const Store& store, const std::string& agent, double high) {
    std::vector<Made> found;
    const std::unique_ptr<Cursor> events =
        TRY(store.scan({Space::agent, agent}, {.direction = Direction::backward}));
    for (;;) {
        const std::optional<Event> event = TRY(events->next());
        if (!event) {
            return found;
        }
        if (event->kind() == Kind::decision) {
            const std::optional<double> confidence = confidence_given(*event);
            found.push_back({std::string(event->id()), event->seq(),
                             confidence && *confidence >= high, was_made(*event)});
        }
    }
}

}  // namespace

Result<Review> review(const Store& store, const ReviewRequest& request) {
    if (!(request.high >= 0 && request.high <= 1)) {
        return Error{Code::invalid, "high is no confidence", "choose from 0 to 1, such as 0.8"};
    }
    Review answer;
    answer.high = request.high;
    answer.agent = TRY(resolve_name(store, Space::agent, request.agent));
    std::vector<Made> decisions = TRY(decisions_of(store, answer.agent, request.high));
    Outcomes outcomes;
    for (const Made& decision : decisions) {
        outcomes.want(decision.id);
    }
    TRY(outcomes.find(store));
    for (Made& decision : decisions) {
        const std::optional<Outcomes::Known>& outcome = outcomes.of(decision.id);
        if (outcome && outcome->correct == false) {
            answer.items.push_back({decision.seq, outcome->seq, decision.high_confidence});
        } else if (!outcome && decision.made) {
            answer.without_outcome.push_back(std::move(decision.id));
        }
    }
    return answer;
}

}  // namespace hence
