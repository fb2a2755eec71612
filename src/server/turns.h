// Who came first among those who are still here.
#pragma once

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
