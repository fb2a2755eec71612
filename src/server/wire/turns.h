// Turns in the order of arrival: which of the questions that are being answered came first.
//
// When the answers that are being made hold too much memory, all of them could wait for each other.
// The one that came first never waits (server/http/connection_answer.cpp), so that one of them
// always ends and gives back its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>

namespace hence {

// May be used from many threads at once.
class Turns {
public:
    std::uint64_t enter() {
        const std::lock_guard lock(mutex_);
        here_.insert(++last_);
        return last_;
    }
    void leave(std::uint64_t turn) {
        const std::lock_guard lock(mutex_);
        here_.erase(turn);
    }
    std::size_t size() const {
        const std::lock_guard lock(mutex_);
        return here_.size();
    }
    bool is_first(std::uint64_t turn) const {
        const std::lock_guard lock(mutex_);
        return !here_.empty() && *here_.begin() == turn;
    }

private:
    mutable std::mutex mutex_;
    std::set<std::uint64_t> here_;
    std::uint64_t last_ = 0;
};

}  // namespace hence
