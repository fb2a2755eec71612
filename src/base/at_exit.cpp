#include "base/at_exit.h"

#include <cstdlib>
#include <map>
#include <mutex>
#include <utility>

#include "base/process.h"

namespace hence {
namespace {

struct Registered {
    // Recursive: what is ended may end something else that is registered.
    std::recursive_mutex mutex;
    std::uint64_t last = 0;
    std::map<std::uint64_t, std::pair<const AtExit*, std::function<void()>>> works;
};

void run_all() {
    auto& all = of_this_process<Registered>();
    const std::lock_guard lock(all.mutex);
    while (!all.works.empty()) {
        const auto latest = std::prev(all.works.end());
        const std::function<void()> work = std::move(latest->second.second);
        all.works.erase(latest);
        work();
    }
}

}  // namespace

AtExit::AtExit(std::function<void()> work) {
    auto& all = of_this_process<Registered>();
    static const bool hooked = std::atexit(run_all) == 0;
    static_cast<void>(hooked);
    const std::lock_guard lock(all.mutex);
    all.works.emplace(++all.last, std::pair(this, std::move(work)));
}

AtExit::~AtExit() {
    auto& all = of_this_process<Registered>();
    const std::lock_guard lock(all.mutex);
    std::erase_if(all.works, [this](const auto& entry) { return entry.second.first == this; });
}

}  // namespace hence
