// A running server: HTTP and gRPC on their ports, before one store.
//
// The parts are joined here and nowhere else: addresses, access, listeners, the router, metrics and
// the log. All ports are taken before the first request is answered, so a server is there as a
// whole or not at all. A server that other machines can reach refuses to start without tokens.
// Stopping finishes every request that has arrived; no thread of the server runs afterwards.
#pragma once

#include <memory>
#include <string>

#include "hence/result.h"
#include "server/access/access.h"
#include "server/http/listener.h"
#include "server/router/router.h"
#include "server/wire/log.h"

namespace hence {

struct ServeOptions {
    std::string listen = "127.0.0.1:4318";  // "host:port"; port 0 takes a free one.
    std::string grpc = "127.0.0.1:4317";    // Empty: no gRPC.
    AccessOptions access = {};
    ListenerLimits limits = {};
    Log* log = nullptr;  // Must outlive the server.
};

class Server {
public:
    // Listens. Everything in `app` must outlive the server. Fails with invalid (another address
    // than loopback without tokens, a bad token file) or io (the port is taken).
    static Result<std::unique_ptr<Server>> start(const App& app, const ServeOptions& options);

    struct Parts;
    explicit Server(std::unique_ptr<Parts> parts);  // For start().
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;
    ~Server();

    // Where it listens, with the real port; of gRPC, empty when there is none.
    std::string http_address() const;
    std::string grpc_address() const;

    // Stops accepting, finishes what has arrived, and returns when nothing runs any more.
    void stop();

private:
    std::unique_ptr<Parts> parts_;
};

}  // namespace hence
