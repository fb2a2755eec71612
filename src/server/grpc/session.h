// One connection of gRPC, free of any socket: bytes come in, calls and bytes go out.
//
// Neither the socket nor the clock is asked for here: both are handed in, so that a test can play
// any order of bytes and times. nghttp2 speaks HTTP/2; this class decides what a stream may do and
// when it has taken too long. A peer that keeps cancelling calls (HTTP/2 rapid reset) is cut off:
// more than abandoned_max calls within abandoned_within end the connection. Every call that was
// delivered is answered once or cancelled, never both.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/grpc/call.h"

struct nghttp2_session;

namespace hence {

// What all connections share. It must outlive them.
struct GrpcHouse {
    const Access& access;
    ListenerLimits limits;
    ByteBudget budget;
};

// Used from one thread at a time. Instant is told, never asked for.
class GrpcSession {
public:
    using Instant = std::chrono::steady_clock::time_point;

    // Calls that have arrived whole go to `deliver`, from within receive().
    GrpcSession(GrpcHouse& house, std::function<void(GrpcCall call)> deliver, Instant now);
    GrpcSession(const GrpcSession&) = delete;
    GrpcSession& operator=(const GrpcSession&) = delete;
    ~GrpcSession();  // Cancels what was delivered and not answered.

    void receive(std::string_view bytes, Instant now);
    // Answers a call that was delivered; one that its caller gave up is passed over.
    void answer(std::int32_t id, const GrpcAnswer& answer, Instant now);
    // Appends to `out` what there is to send, until it holds `bytes_max` or a little more.
    void send(std::string& out, std::size_t bytes_max);
    // Ends what has taken too long. To be called every now and then.
    void look_at_the_clock(Instant now);
    // Takes no more calls. Those that have arrived whole are still answered.
    void finish(Instant now);

    // Nothing is to be received or sent any more.
    bool over() const;

    static constexpr std::uint32_t streams_max = 100;        // At once.
    static constexpr std::int32_t stream_window = 1 << 20;   // Bytes that a peer may send ahead,
    static constexpr std::int32_t session_window = 4 << 20;  // to a stream and in all.
    static constexpr std::size_t abandoned_max = 200;        // Calls given up before their answer,
    static constexpr std::chrono::seconds abandoned_within{10};  // within so long.

private:
    struct Stream;
    struct Http2;

    void begin(std::int32_t id);
    void admit(std::int32_t id);
    void take(std::int32_t id, std::string_view piece);
    void end(std::int32_t id);
    void close(std::int32_t id);
    void sent_all(std::int32_t id);
    void respond(std::int32_t id, const GrpcAnswer& answer);
    bool overdue(const Stream& stream) const;
    void count_abandoned();
    void submitted(int result);
    void terminate(std::uint32_t reason);
    Stream* find(std::int32_t id);

    GrpcHouse& house_;
    std::function<void(GrpcCall)> deliver_;
    std::unique_ptr<nghttp2_session, void (*)(nghttp2_session*)> session_;
    std::unordered_map<std::int32_t, Stream> streams_;
    std::deque<Instant> abandoned_;
    Instant now_;
    Instant quiet_since_;  // Since when no call is open.
    std::uint64_t received_ = 0;
    std::string last_words_;
    bool greeted_ = false;  // The peer has sent its settings.
    bool finishing_ = false;
    bool broken_ = false;
};

}  // namespace hence
