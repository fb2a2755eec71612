#include "server/serve/answering.h"

#include <utility>

#include <fmt/format.h>

namespace hence {

Answering::Answering(const App& app, Log* log, const Request& request, const Route* route)
    : metrics_(app.metrics),
      log_(log != nullptr && log->speaks(LogLevel::debug) ? log : nullptr),
      method_(request.method),
      route_(route == nullptr ? "none" : route->pattern) {
    if (log_ != nullptr) {
        path_ = target_of({.path = request.path});
    }
}

void Answering::end() {
    if (std::exchange(ended_, true)) {
        return;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start_;
    if (metrics_ != nullptr) {
        metrics_->answered({method_, route_, status_, took.count()});
    }
    if (log_ != nullptr) {
        log_->say(LogLevel::debug, "answered",
                  {{"method", method_},
                   {"path", path_},
                   {"status", std::to_string(status_)},
                   {"ms", fmt::format("{:.3f}", took.count() * 1'000)}});
    }
}

}  // namespace hence
