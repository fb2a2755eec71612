// Which events of a thread have no cause that was recorded or follows from the record.
//
// The rule for cause is that of explain (views/cause/links.h), without what is merely assumed from
// order and time. Most events name a parent or a cause. Such a link either leads to a recorded
// event or is reported as missing, so only the others are looked into: asking for every event would
// read the log once more for each. Of these, the calls and results whose call_id was met before are
// known to have a cause: whoever asked for the call.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hence/store.h"
#include "views/cause/links.h"
#include "views/find/noted_store.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/gaps/list.h"

namespace hence {

// To be given every event of the thread, in order; then `settle`. The store must outlive it.
class CauseGaps {
public:
    explicit CauseGaps(const Store& store)
        : store_(store), sessions_(store_), links_(store_, sessions_, Follow::known) {}

    // The first event of a session is a beginning, and known to be one when a session is read.
    enum class Stands : std::uint8_t { first_of_its_session, anywhere };
    // `session` is the one that the event belongs to.
    Result<void> add(const Event& event, std::string_view session, Stands stands);
    void settle(Completeness& completeness, GapList& gaps);

private:
    // Whether a call, or the request for it, was met before.
    bool was_asked_for(const Event& event, std::string_view session);
    void note_requests(const Event& model_call, std::string_view session);

    NotedStore store_;
    Sessions sessions_;
    Links links_;
    std::uint64_t checked_ = 0;
    bool asking_ = false;    // Some event names no cause, so the requests of calls may matter.
    TextNumbers requested_;  // joined(session, call_id), by model calls.
    TextNumbers called_;     // Likewise, by tool calls.
    std::vector<std::string> uncaused_;
};

}  // namespace hence
