// OTLP over gRPC: three unary methods on HTTP/2, by nghttp2.
//
// OpenTelemetry's exporters for gRPC send to port 4317 by default. Three unary methods and a health
// check need no gRPC library: the protocol is written here, over nghttp2. One thread waits on all
// connections by epoll, and a few workers record. Limits are those of the HTTP listener.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/access/access.h"
#include "server/http/listener.h"
#include "server/otlp/otlp.h"
#include "server/wire/socket.h"

namespace hence {

// What a listener is busy with.
struct GrpcGauges {
    std::size_t connections = 0;
    std::size_t calls_running = 0;
    std::size_t calls_waiting = 0;  // Arrived whole, and not yet running.
    std::uint64_t in_flight_bytes = 0;
};

class GrpcListener {
public:
    // Called from many threads at once.
    using Handler = std::function<Result<OtlpReceipt>(OtlpSignal signal, std::string_view body)>;

    // Serves on a listening socket. `access` must outlive it.
    GrpcListener(Descriptor socket, Handler handler, const Access& access,
                 const ListenerLimits& limits = {});
    GrpcListener(const GrpcListener&) = delete;
    GrpcListener& operator=(const GrpcListener&) = delete;
    ~GrpcListener();

    // Stops accepting, answers what has arrived, and returns when no handler runs. Not to be called
    // from a handler.
    void stop();

    // May be called from any thread, before and after stop().
    GrpcGauges gauges() const;

private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace hence
