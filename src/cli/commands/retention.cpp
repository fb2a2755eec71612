#include "cli/commands/retention.h"

#include <chrono>
#include <utility>

#include "cli/console/moment.h"
#include "server/door/door.h"
#include "server/router/erase_for.h"

namespace hence {
namespace {

constexpr std::chrono::hours retention_pause{24};

}  // namespace

Retention::Retention(const App& app, std::string age, Log& log)
    : app_(app), age_(std::move(age)), log_(log) {
    if (!age_.empty()) {
        thread_ = std::thread([this] { run(); });
    }
}

Retention::~Retention() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void Retention::run() {
    std::unique_lock lock(mutex_);
    while (!stopping_) {
        lock.unlock();
        apply();
        lock.lock();
        changed_.wait_for(lock, retention_pause, [this] { return stopping_; });
    }
}

void Retention::apply() {
    EraseRequest request;
    request.reason = "retention: older than " + age_;
    request.by = "hence serve --retain";
    const Result<Time> moment = parse_moment(age_, moment_now());
    if (!moment) {
        log_.say(LogLevel::error, "cannot apply the retention",
                 {{"reason", one_line(moment.error())}});
        return;
    }
    request.older_than = *moment;
    const Result<EraseAnswer> answer = erase_for(app_, request);
    if (!answer) {
        log_.say(LogLevel::error, "cannot apply the retention",
                 {{"reason", one_line(answer.error())}});
    } else if (answer->events > 0) {
        log_.say(LogLevel::info, "erased what was too old",
                 {{"events", std::to_string(answer->events)}, {"age", age_}});
    }
}

}  // namespace hence
