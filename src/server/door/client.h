// Asks one thing over a connection, and hands on the answer as it comes.
//
// `began` says whether any part of an answer has come. Before that, a request may be sent again to
// another owner; afterwards its answer may be half printed. A server that fails in the middle of an
// answer says so in a trailer, and then exchange fails: an answer that broke off never counts as
// complete.
#pragma once

#include <string>

#include "hence/result.h"
#include "hence/sink.h"
#include "server/door/door.h"
#include "server/wire/socket.h"

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
