#include "server/watch/live_filter.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/try.h"
#include "views/find/query_match.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

constexpr std::size_t owners_max = 1'000;  // Beyond, they are worked out anew.

bool same_or_any(std::string_view filter, std::string_view value) {
    return filter.empty() || filter == value;
}

}  // namespace

LiveFilter::LiveFilter(const Store& store, EventQuery asked)
    : store_(&store), asked_(std::move(asked)) {}

Result<LiveFilter> LiveFilter::from(const Store& store, const EventQuery& asked) {
    // What `events` would refuse is refused here in the same words.
    TRY(matching(store, {.kinds = asked.kinds, .where = asked.where}, {}));
    EventQuery whole = TRY(with_whole_names(store, asked, UnknownName::kept));
    LiveFilter filter(store, std::move(whole));
    if (!asked.where.empty()) {
        filter.where_ = TRY(Where::parse(asked.where));
    }
    if (!asked.text.empty()) {
        filter.text_ = TRY(TextSearch::from(asked.text));
    }
    return filter;
}

Result<bool> LiveFilter::lets_pass(const Event& event) {
    if (!same_or_any(asked_.agent, event.agent()) || !same_or_any(asked_.run, event.run()) ||
        !same_or_any(asked_.correlation, event.correlation())) {
        return false;
    }
    if (!asked_.kinds.empty() &&
        std::find(asked_.kinds.begin(), asked_.kinds.end(), event.kind()) == asked_.kinds.end()) {
        return false;
    }
    if ((asked_.from && event.time() < *asked_.from) || (asked_.to && event.time() > *asked_.to)) {
        return false;
    }
    if (!asked_.session.empty()) {
        const bool inside = TRY(in_session(event));
        if (!inside) {
            return false;
        }
    }
    return (!where_ || where_->matches(event)) && (!text_ || text_->found_in(event));
}

// A run without a session may be long. Whether the session has the run at all is one look-up, so
// only runs that it has are walked to their first session, and each of them once.
Result<bool> LiveFilter::in_session(const Event& event) {
    if (!event.session().empty() || event.run().empty()) {
        return event.session() == asked_.session;
    }
    const std::string run(event.run());
    const auto known = owners_.find(run);
    if (known != owners_.end()) {
        return known->second == asked_.session;
    }
    const std::optional<Summary> shared = TRY(store_->summary(Space::run, run, asked_.session));
    if (!shared) {
        return false;  // Perhaps later: this is not remembered.
    }
    std::string owner = TRY(Sessions(*store_).owner(run));
    if (owners_.size() >= owners_max) {
        owners_.clear();
    }
    return owners_.emplace(run, std::move(owner)).first->second == asked_.session;
}

}  // namespace hence
