// An answer without an end: a feed, such as the server-sent events of live.h.
//
// The connection pulls pieces from a feed, and the feed pushes nothing. A feed therefore has no
// queue, and a reader that lags costs no memory. While there is nothing to send, the connection
// gives a callback (`wait`) and takes no thread.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "hence/result.h"

namespace hence {

// Why a reader is sent away.
enum class Farewell : std::uint8_t {
    too_slow,  // It did not take what it was sent.
    stopping,  // The server ends.
};

// One reader's view of what arrives. It holds no more than one piece at a time, so that a reader
// that lags costs nothing. Used by one connection, from one thread at a time.
class Feed {
public:
    virtual ~Feed() = default;

    // What there is to send now, of bounded size; empty when there is nothing yet. May read from
    // disk.
    virtual Result<std::string> next() = 0;

    // Calls `ready` once, from any thread, as soon as next() would give something; at once if it
    // would now. Another call replaces the one before it, and the destructor revokes it.
    virtual void wait(std::function<void()> ready) = 0;

    // What is sent to a quiet reader, so that it knows that the connection lives.
    virtual std::string heartbeat() = 0;

    // The last words to a reader.
    virtual std::string farewell(Farewell reason) = 0;
};

}  // namespace hence
