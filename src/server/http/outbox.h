// Bytes on their way from the thread that makes an answer to the one that sends it: never many.
//
// This is the back-pressure between a fast maker and a slow reader. The maker waits when about 1
// MiB is unsent, or when all outboxes together hold too much; the sender never waits. A first part
// of every outbox is not counted, so a short answer never waits for long ones. When the connection
// closes, push returns false, and the maker stops.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

#include "server/http/budget.h"

namespace hence {

class HttpOutbox {
public:
    // `wake` is called, from the maker's thread, when there is something to do for a sender that
    // has found nothing. What is unsent counts against `budget`, which must outlive this, but for
    // the little that any answer has.
    HttpOutbox(std::function<void()> wake, HttpBudget& budget)
        : wake_(std::move(wake)), share_(budget) {}
    HttpOutbox(const HttpOutbox&) = delete;
    HttpOutbox& operator=(const HttpOutbox&) = delete;

    // The maker's side. Waits while too much is unsent, here or in all outboxes together. False
    // when nobody takes any more.
    bool push(std::string bytes);
    // Nothing more will come. `keep_alive`: the connection may be used again.
    void finish(bool keep_alive);
    bool closed() const;

    // The sender's side. Moves all that is there behind `into`; false when that is nothing.
    bool take(std::deque<std::string>& into);
    // So many bytes have left.
    void sent(std::size_t bytes);
    // Nobody takes any more.
    void close();
    // Whether everything has been taken, and whether the connection may be used again.
    bool finished() const;
    bool keep_alive() const;

private:
    bool has_room_for(std::size_t bytes);
    void tell(std::unique_lock<std::mutex>& lock);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> pieces_;
    std::size_t unsent_ = 0;
    HttpBudget::Share share_;
    bool told_ = false;  // The sender knows, and will come.
    bool finished_ = false;
    bool keep_alive_ = false;
    bool closed_ = false;
};

}  // namespace hence
