// Tells readers which events arrive: server-sent events, resumable by seq.
//
// A reader keeps a position in the log and no queue: a slow reader costs nothing, and a reader that
// comes back with the last id that it saw goes on behind it, without a gap and without a
// repetition. An append announces the newest seq and never waits for a reader. The number of
// readers is bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "hence/query.h"
#include "hence/store.h"
#include "server/wire/feed.h"

namespace hence {

inline constexpr std::size_t live_readers_max = 256;

// What a reader wants to be told.
struct LiveRequest {
    std::optional<std::uint64_t> after_seq = {};  // Nothing, or beyond the end: from now on.
    // Its limit, newest and cursor play no part. An event without a session is told when its run
    // belongs to the session at the moment at which it is read.
    EventQuery filter = {};
};

// Knows how far the log has come, and wakes those who wait for more. All calls may be made from
// many threads at once; none waits for a reader.
class LiveHub {
public:
    explicit LiveHub(std::size_t readers_max = live_readers_max);
    ~LiveHub();
    LiveHub(const LiveHub&) = delete;
    LiveHub& operator=(const LiveHub&) = delete;

    // The log has come to here. Those who wait are woken by a thread of the hub's own, at most
    // once in some milliseconds.
    void announce(std::uint64_t last_seq);

    // A feed of what stands behind the seq that is asked for. Store and hub must outlive it. Fails
    // with invalid or limit (a filter that makes no sense), busy (too many readers, or the end is
    // near) or io.
    //
    // A feed that is destroyed, or told to wait anew, waits for a `ready` that is being called
    // just then, unless it is that `ready` which does so.
    Result<std::shared_ptr<Feed>> open(const Store& store, const LiveRequest& request = {});

    std::size_t readers() const;

    // The server is about to end: there will be no further reader, and it is no longer ready.
    void close();
    bool closed() const;

private:
    struct Shared;
    class Reader;
    std::shared_ptr<Shared> shared_;
};

}  // namespace hence
