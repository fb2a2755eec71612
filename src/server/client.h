// Asks one thing over a connection, and hands on the answer as it comes.
#pragma once

#include <string>

#include "hence/result.h"
#include "hence/sink.h"
#include "server/door.h"
#include "server/socket.h"

namespace hence {

struct Exchange {
    bool began =
        false;  // Whether any part of an answer has come: then it is too late to ask again.
    Result<Reply> reply = Error{Code::io, "no answer"};
};

// Sends `request` and reads its answer. The connection is of no use afterwards.
Exchange exchange(Stream& stream, const Request& request, const std::string& host,
                  const Sink& sink);

}  // namespace hence
