// Who was written to, who was heard from, and which answers lost the thread.
//
// An agent that was written to and recorded nothing in the thread is silent. A message without a
// correlation is in no thread, so it cannot be found by walking through one: the times in which an
// answer was to be expected are collected as windows, and messages of the whole store within these
// windows are looked at.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/store.h"
#include "views/gaps/list.h"

namespace hence {

// To be given every event of the thread, in order; then `settle`. The store must outlive it.
class MessageGaps {
public:
    explicit MessageGaps(const Store& store) : store_(store) {}

    void add(const Event& event);

    // Silent agents, and messages that an agent sent without a correlation soon after it had got
    // one with it. Such a message is looked for in the whole store, since it is in no thread.
    Result<void> settle(GapList& gaps);

private:
    // Times in which an answer may have been sent.
    struct Window {
        Position after;
        Time to;
    };

    void receive(const Event& message, const std::string& agent);
    const GapPlace* received_before(const Event& message, const std::string& sender) const;
    void check_sent(const Event& message, GapList& gaps);
    Result<void> look_through_windows(GapList& gaps);
    void report_checks(GapList& gaps) const;

    const Store& store_;
    Texts heard_;                                 // Who recorded or sent anything in the thread.
    std::map<std::string, GapPlace> written_to_;  // By agent: the first message.
    ByText<std::vector<GapPlace>> received_;      // With a correlation, in order.
    std::vector<Window> windows_;                 // In order, apart.
    std::uint64_t messages_ = 0;
    std::uint64_t answers_ = 0;  // Messages that were sent soon after one was received.
};

}  // namespace hence
