// One request from its arrival to the end of its answer: counted, timed, and logged. A streamed
// answer is over when its last byte was handed on and not when the handler returned, so the object
// travels with the answer, and its destructor ends what was never produced.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/router/router.h"
#include "server/watch/metrics.h"
#include "server/wire/log.h"

namespace hence {

// An answer that is produced piece by piece takes it along; what is never produced ends with it.
class Answering {
public:
    // Both the metrics of `app` and `log` may be null, and must outlive it.
    Answering(const App& app, Log* log, const Request& request, const Route* route);
    Answering(const Answering&) = delete;
    Answering& operator=(const Answering&) = delete;
    ~Answering() { end(); }

    void status(int status) { status_ = status; }
    // Once; later calls do nothing.
    void end();

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    Metrics* metrics_;
    Log* log_;  // Null, too, where nobody wants to hear of each request.
    std::string method_;
    std::string_view route_;
    std::string path_;
    int status_ = 0;
    bool ended_ = false;
};

}  // namespace hence
