// Keeps what was worked out of a few sessions between requests: a least-recently-used cache.
//
// The cache has one mutex for its list and one mutex for each entry. Work is done under the entry's
// mutex only: requests for different sessions run side by side, and a second request for the same
// session waits for the first instead of doing the same work. Entries that were asked for longest
// ago go first when the sum of sizes or the number of sessions is too large. The entry that was
// used last always stays, even if it alone is beyond the limit. A value that was handed out stays
// valid after its entry has gone, since it is shared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/try.h"
#include "hence/result.h"

namespace hence {

// May be used from many threads at once; those that ask for the same name wait for one another.
// `Kept` is cheap to copy, and says its size().
template <class Kept>
class SessionCache {
public:
    struct Limits {
        std::uint64_t size = 0;  // Of all together.
        std::size_t sessions = 0;
    };

    explicit SessionCache(const Limits& limits) : limits_(limits) {}

    // What is kept under `name`, made when it is not there, and else brought up to date. What was
    // asked for longest ago goes first when there is too much. One that is beyond the limit alone
    // is kept until the next one.
    template <class Make, class Refresh>
    Result<Kept> get(const std::string& name, Make make, Refresh refresh) {
        const std::shared_ptr<Entry> entry = entry_of(name);
        std::optional<Kept> kept;
        {
            const std::lock_guard working(entry->working);
            kept = TRY(entry->kept ? refresh(*entry->kept) : make());
            entry->kept = kept;
        }
        const std::lock_guard guard(mutex_);
        entry->size = kept->size();
        shrink();
        return std::move(*kept);
    }

    // Drops everything. Whoever is given a value keeps it.
    void clear() {
        const std::lock_guard guard(mutex_);
        entries_.clear();
    }

    // Drops what nobody asked for since this was called last, and says of how many sessions.
    std::size_t drop_unasked() {
        const std::lock_guard guard(mutex_);
        const std::size_t dropped = std::erase_if(
            entries_, [](const std::shared_ptr<Entry>& each) { return !each->asked; });
        for (const std::shared_ptr<Entry>& each : entries_) {
            each->asked = false;
        }
        return dropped;
    }

    std::size_t sessions_for_test() const {
        const std::lock_guard guard(mutex_);
        return entries_.size();
    }

private:
    struct Entry {
        std::string name;
        std::mutex working;
        std::optional<Kept> kept;  // Under `working`.
        std::uint64_t size = 0;    // Under the cache's mutex.
        bool asked = true;         // Likewise: since `drop_unasked`.
    };

    std::shared_ptr<Entry> entry_of(const std::string& name) {
        const std::lock_guard guard(mutex_);
        const auto known =
            std::ranges::find_if(entries_, [&](const auto& each) { return each->name == name; });
        if (known != entries_.end()) {
            entries_.splice(entries_.begin(), entries_, known);
            entries_.front()->asked = true;
        } else {
            entries_.push_front(std::make_shared<Entry>());
            entries_.front()->name = name;
        }
        return entries_.front();
    }

    void shrink() {
        std::uint64_t size = 0;
        for (const std::shared_ptr<Entry>& each : entries_) {
            size += each->size;
        }
        while (entries_.size() > 1 && (size > limits_.size || entries_.size() > limits_.sessions)) {
            size -= entries_.back()->size;
            entries_.pop_back();
        }
    }

    Limits limits_;
    mutable std::mutex mutex_;
    std::list<std::shared_ptr<Entry>> entries_;  // The one asked for last in front.
};

}  // namespace hence
