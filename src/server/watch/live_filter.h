// Which of the events that arrive a reader wants: the filters of `events`, asked of one event at a
// time.
//
// The filters mean the same as in a list of events, and a filter that the list refuses is refused
// here in the same words. One difference cannot be avoided: the session of a loose event is the one
// that is known when the event is read.
#pragma once

#include <optional>
#include <string>

#include "base/by_text.h"
#include "hence/query.h"
#include "hence/result.h"
#include "hence/store.h"
#include "model/where/where.h"
#include "model/words/text_search.h"

namespace hence {

// For one reader, used from one thread at a time.
class LiveFilter {
public:
    // Fails as `query` does. Names are made whole from what is stored by then; one that fits
    // nothing stays as it is, and may yet come. The store must outlive the filter.
    static Result<LiveFilter> from(const Store& store, const EventQuery& asked);

    // Whether every filter lets this event pass.
    Result<bool> lets_pass(const Event& event);

private:
    LiveFilter(const Store& store, EventQuery asked);

    Result<bool> in_session(const Event& event);

    const Store* store_;
    EventQuery asked_;
    std::optional<Where> where_;
    std::optional<TextSearch> text_;
    ByText<std::string> owners_;  // By run: the session that has it.
};

}  // namespace hence
