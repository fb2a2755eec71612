// Bytes on their way from the thread that makes an answer to the one that sends it: never many.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

namespace hence {

class HttpOutbox {
public:
    // `wake` is called, from the maker's thread, when there is something to do for a sender that
    // has found nothing.
    explicit HttpOutbox(std::function<void()> wake) : wake_(std::move(wake)) {}
    HttpOutbox(const HttpOutbox&) = delete;
    HttpOutbox& operator=(const HttpOutbox&) = delete;

    // The maker's side. Waits while too much is unsent. False when nobody takes any more.
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
    void tell(std::unique_lock<std::mutex>& lock);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::string> pieces_;
    std::size_t unsent_ = 0;
    bool told_ = false;  // The sender knows, and will come.
    bool finished_ = false;
    bool keep_alive_ = false;
    bool closed_ = false;
};

}  // namespace hence
