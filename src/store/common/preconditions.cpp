#include "store/common/preconditions.h"

#include <fmt/format.h>

namespace hence {

Result<void> must_have_rows(Space space) {
    if (space == Space::session || space == Space::run || space == Space::agent ||
        space == Space::correlation || space == Space::loose_run) {
        return {};
    }
    return Error{Code::invalid,
                 fmt::format("space {} has no summary rows", static_cast<int>(space)),
                 "ask for session, run, agent, correlation or loose_run"};
}

Result<void> must_have_ids(const Batch& batch) {
    for (const Incoming& incoming : batch.events) {
        if (incoming.event.id().empty()) {
            return Error{Code::invalid, "an event has no id", "assign one before it is appended"};
        }
    }
    return {};
}

}  // namespace hence
