#include "cli/commands/letting_go.h"

#include <chrono>

#include <malloc.h>

#include "store/common/caching_store.h"

namespace hence {
namespace {

constexpr std::chrono::seconds round_pause{30};

}  // namespace

LettingGo::LettingGo(KeptAnswers& kept, Store& store)
    : kept_(kept), store_(store), thread_([this] { run(); }) {}

LettingGo::~LettingGo() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void LettingGo::run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, round_pause, [this] { return stopping_; })) {
        lock.unlock();
        const bool answers = kept_.drop_unasked();
        const bool read = drop_unasked(store_);
        if (answers || read) {
            ::malloc_trim(0);
        }
        lock.lock();
    }
}

}  // namespace hence
