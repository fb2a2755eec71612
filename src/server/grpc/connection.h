// A session of gRPC on its socket: neither waits for the other. Bytes go from the socket to the
// session and back as far as is possible without waiting. A peer that takes no answers is not read
// from, so unsent answers stay bounded.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "server/grpc/session.h"
#include "server/wire/socket.h"

namespace hence {

class GrpcConnection {
public:
    using Instant = GrpcSession::Instant;

    // `socket` must not block.
    GrpcConnection(Descriptor socket, GrpcHouse& house, std::function<void(GrpcCall)> deliver,
                   Instant now)
        : socket_(std::move(socket)), session_(house, std::move(deliver), now), moved_(now) {}

    // Takes what has come, as often as `turns`, through a buffer that is lent. False when there is
    // nobody to speak to any more.
    bool read(std::span<char> buffer, int turns, Instant now);
    // Sends what the socket takes. False as above.
    bool write(Instant now);
    // False when the peer does not take what it is sent, or has been left alone since `lingering`.
    bool look_at_the_clock(const ListenerLimits& limits, std::chrono::milliseconds lingering,
                           Instant now);

    bool wants_to_read() const { return unsent() < outbox_bytes_max; }
    bool wants_to_write() const { return unsent() > 0; }
    GrpcSession& session() { return session_; }
    int number() const { return socket_.number(); }

private:
    // A peer that takes no answers gives no more requests.
    static constexpr std::size_t outbox_bytes_max = 32'768;

    std::size_t unsent() const { return outbox_.size() - sent_; }

    Descriptor socket_;
    GrpcSession session_;
    std::string outbox_;
    std::size_t sent_ = 0;             // Of the outbox.
    Instant moved_;                    // When bytes last went out, or first had to.
    std::optional<Instant> ended_at_;  // Since when nothing more is sent.
};

}  // namespace hence
