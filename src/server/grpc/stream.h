// The state of one call within a connection, and how a connection is put into nghttp2's terms. Only
// for the sources of GrpcSession. A stream passes through header, message, handling and answered,
// in this order; a refusal skips to answered.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "server/grpc/session.h"

namespace hence {

struct GrpcSession::Stream {
    enum class State : std::uint8_t { header, message, handling, answered };

    Stream(GrpcHouse& house, Instant now)
        : since(now), reader(house.limits.body_bytes_max, house.budget) {}

    State state = State::header;
    Instant since;       // Of the state.
    bool ended = false;  // The peer sends no more.
    std::unique_ptr<GrpcHeader> header = std::make_unique<GrpcHeader>();
    GrpcMethod method = GrpcMethod::unknown;
    GrpcCoding coding = GrpcCoding::none;
    std::optional<Instant> deadline = {};
    GrpcReader reader;
    std::shared_ptr<std::atomic<bool>> cancelled = {};
    GrpcAnswer answer = {};
    std::size_t body_sent = 0;
};

struct GrpcSession::Http2 {
    // A session that calls `self`, its settings ready to be sent. Null: out of memory.
    static nghttp2_session* open(GrpcSession& self);
    // Sends an answer to a stream. Gives a code of nghttp2.
    static int respond(nghttp2_session* session, std::int32_t id, const GrpcAnswer& answer);

    struct Callbacks;
};

}  // namespace hence
