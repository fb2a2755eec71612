#include "views/gaps/causes.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "model/kinds.h"

namespace hence {

Result<void> CauseGaps::add(const Event& event, Stands stands) {
    if (!event.parent().empty() || !event.causes().empty() || event.kind() == Kind::outcome) {
        ++checked_;
        return {};
    }
    if (stands == Stands::first_of_its_session) {
        return {};
    }
    const bool begins = TRY(links_.is_beginning(event));
    if (begins) {
        return {};
    }
    ++checked_;
    std::vector<MissingParent> missing;
    const std::optional<Link> cause = TRY(links_.first_cause(event, missing));
    if (!cause) {
        uncaused_.emplace_back(event.id());
    }
    return {};
}

void CauseGaps::settle(Completeness& completeness, GapList& gaps) {
    gaps.checked(gap_rule::uncaused, checked_, if_none(checked_, "no event needs a cause"));
    completeness.uncaused = std::move(uncaused_);
}

}  // namespace hence
