// Asks a server of somebody else, which may be slow, silent or endless: within a time and a size.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "hence/result.h"
#include "server/wire/http.h"

namespace hence {

struct AnswerLimits {
    std::chrono::milliseconds time{10'000};  // For the whole exchange, once it is connected.
    std::size_t bytes = std::size_t{1} << 20;
};

// Sends `request` to the server at "http://host:port" and hands out the body of its answer. Nothing
// is asked twice. Fails with invalid when that is no such address, with io when there is no whole
// answer in time or it is too long, and as the server says when it refuses.
Result<std::string> ask_within(const std::string& address, const Request& request,
                               const AnswerLimits& limits = {});

}  // namespace hence
