// A way to the answers: in this process, through the owner of a directory, or over the network.
//
// A command builds a Request and sends it through a Door. It does not know which one: a store in
// memory, a directory that another process owns, and a server on another machine all answer alike.
// There are three: LocalDoor calls the router, DirectoryDoor (owner.h) calls the router or asks the
// owner, RemoteDoor speaks HTTP.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "hence/result.h"
#include "hence/sink.h"
#include "hence/store.h"
#include "server/wire/http.h"

namespace hence {

class Spool;

struct Reply {
    int exit_status = 0;
    std::string warning = {};           // About the store as a whole.
    std::optional<Error> refused = {};  // What the answer was instead, when there was none.
};

class Door {
public:
    virtual ~Door() = default;
    // Asks, and hands the answer to `sink` as it comes. Fails when no answer could be had, or when
    // it broke off.
    virtual Result<Reply> send(const Request& request, const Sink& sink) = 0;
    // The spool of the directory that this door owns and keeps; null: it keeps none.
    virtual Spool* spool() { return nullptr; }
};

// Answers from a store that this process alone has.
std::unique_ptr<Door> open_local_door(std::unique_ptr<Store> store);

// Answers from a standby what a standby may answer (router.h), and the rest from the primary, which
// is opened when it is first needed.
using OpenStore = std::function<Result<std::unique_ptr<Store>>()>;
std::unique_ptr<Door> open_standby_door(std::unique_ptr<Store> standby, OpenStore open_primary);

// Asks the server at "http://host:port", with that bearer token unless it is empty. A server that
// is busy is asked again, for a while. Fails with invalid when that is no such address, or no
// token.
Result<std::unique_ptr<Door>> open_remote_door(const std::string& address,
                                               const std::string& token = {});

// Turns an answer at hand into a reply, handing its body to `sink` unless it is an error.
Result<Reply> deliver(const Response& response, const Sink& sink);

// The error that error_response put into a body of that type.
Error error_in(std::string_view body, std::string_view content_type, int exit_status);

}  // namespace hence
