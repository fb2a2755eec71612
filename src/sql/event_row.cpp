#include "sql/event_row.h"

#include "base/try.h"
#include "model/json/members.h"
#include "views/cause/call.h"
#include "views/cause/outcome_of.h"

namespace hence {

namespace {

// A call of one event says itself how it ended: the look-up for its end is left out.
bool may_have_an_end(const Event& event) {
    if (event.kind() != Kind::tool_call) {
        return false;
    }
    const auto [output, error, status] = members<3>(event.fields(), {"output", "error", "status"});
    return !event.duration_ms() || !(output.present() || error.present() || status.present());
}

}  // namespace

Result<const Event*> EventRow::end() {
    if (!end_known_) {
        if (may_have_an_end(event_)) {
            end_ = TRY(end_of_call(*sessions_, event_));
        }
        end_known_ = true;
    }
    return end_ ? &*end_ : nullptr;
}

Result<const Event*> EventRow::outcome() {
    if (!outcome_known_) {
        outcome_ = TRY(outcome_of(*store_, event_.id()));
        outcome_known_ = true;
    }
    return outcome_ ? &*outcome_ : nullptr;
}

std::vector<EventColumn> columns_of(const EventTableText& text) {
    std::vector<EventColumn> columns;
    for (const std::span<const EventColumn> part :
         {leading_columns(), text.columns, trailing_columns()}) {
        columns.insert(columns.end(), part.begin(), part.end());
    }
    return columns;
}

}  // namespace hence
