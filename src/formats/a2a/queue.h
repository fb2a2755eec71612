// Events of A2A that wait until their time and their context are known.
//
// Only a status has a time, and a client's first message has no context yet: the answer names it.
// An event without a time takes the time of the last record before it that has one, or at the
// beginning of a text, of the first record behind it. It is flagged time_derived and keeps the
// order in which it came. The queue is bounded: beyond the limit the first event goes out without
// the parts that it waits for.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "hence/store.h"

namespace hence {

struct A2aWaiting {
    EventDraft draft;  // Without a time: it has none of its own.
    std::uint64_t line = 0;
    std::string bytes = {};  // Of the record, should it be refused.
    std::string asks = {};   // The request whose answer tells the context. Empty: it is known.
};

class A2aQueue {
public:
    // What may wait. Beyond, the first goes without what it waits for.
    struct Limits {
        std::size_t events_max = 1'000;
        std::size_t bytes_max = 32 << 20;
    };
    A2aQueue(std::string source, Limits limits) : source_(std::move(source)), limits_(limits) {}

    void add(A2aWaiting waiting, Batch& batch);
    // The request was answered, and this is where it belongs; either may be empty.
    void answer(std::string_view asks, const std::string& context, const std::string& task);
    // The time of the record that is being read.
    void note_time(const std::string& time);

    void flush(Batch& batch);   // What waits for nothing.
    void finish(Batch& batch);  // All.

    // The ids of the events given since this was last asked.
    std::vector<std::string> given() { return std::exchange(given_, {}); }

private:
    void release(Batch& batch);

    std::string source_;
    Limits limits_;
    std::deque<A2aWaiting> waiting_ = {};
    std::size_t bytes_ = 0;
    std::uint64_t index_ = 0;  // Of the first that waits, in the text.
    std::string time_ = {};    // The last that was noted.
    std::vector<std::string> given_ = {};
};

}  // namespace hence
