// Answers HTTP/1.1 on a listening socket: one thread waits on all connections, and others, as many
// as there is work for, answer what has arrived.
//
// So silent and slow peers cost no thread. There are three pools of threads: one for requests that
// record, one for questions, one for feeds. A question may take long, and recording must not wait
// for it. Everything a peer can use up is bounded (ListenerLimits): connections, requests, bytes of
// bodies, bytes of answers, and time at each stage. A limit that is reached is answered with a
// status and a message, and not with silence.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "server/wire/http.h"
#include "server/wire/socket.h"

namespace hence {

// What a listener bears. docs/SERVER.md names each of them.
struct ListenerLimits {
    std::size_t connections_max = 1'024;  // Beyond: 503.
    std::size_t requests_max = 64;        // Worked on at once; 4 times as many wait. Beyond: 503.
    std::size_t questions_max = 32;  // The same, of questions: they take none of the others' turns.
    std::uint64_t answer_bytes_max = 1ULL << 30;  // Held for all answers at once. Beyond: 503.
    std::uint64_t body_bytes_max = 64ULL << 20;   // After decompression. Beyond: 413.
    std::uint64_t inflation_max = 100;  // Times the size sent, from 1 MiB on. Beyond: 413.
    std::uint64_t in_flight_bytes_max = 256ULL << 20;   // Of all bodies at once. Beyond: 429.
    std::chrono::milliseconds header_patience{10'000};  // For a whole request line and header.
    std::chrono::milliseconds body_patience{10'000};    // For a body, and 1 s for each KiB of it.
    std::chrono::milliseconds idle_patience{60'000};    // Between two requests.
    std::chrono::milliseconds write_patience{30'000};   // For a piece of an answer.
    std::chrono::milliseconds room_patience{2'000};     // For others to leave an answer its room.
    std::chrono::milliseconds gone_patience{5'000};     // To answer a peer that sends no more.
    std::chrono::milliseconds farewell{10'000};         // How long stop() waits for slow readers.
    std::chrono::milliseconds feed_heartbeat{15'000};   // A quiet feed is heard from this often.
    std::chrono::milliseconds feed_patience{10'000};    // For a piece of a feed to be taken.
};

// Limits for a socket that only its own user can reach: a request may be as large as a file of
// events, and slow peers are waited for longer.
ListenerLimits local_limits();

// How a listener does at this moment.
struct ListenerGauges {
    std::size_t connections = 0;
    std::size_t feeds = 0;
    std::size_t requests_running = 0;
    std::size_t requests_waiting = 0;
    std::uint64_t in_flight_bytes = 0;
    std::uint64_t answer_bytes = 0;
    std::uint64_t refused_total = 0;  // Requests and connections turned away by a limit or a rule.
};

class Listener {
public:
    // Called from many threads at once.
    using Handler = std::function<Response(const Request&)>;
    // Asked before the body of a request is read, which is therefore empty. What it gives is the
    // answer, and the connection ends. Called from one thread, which it must not hold up.
    using Admit = std::function<std::optional<Response>(const Request&)>;

    // May put an answer by which the listener itself refuses a request into words that the asker
    // understands. The status stays. Called from many threads at once.
    using Restate = std::function<void(const Request&, Response&)>;

    // Whether a request only asks. That may take long and hold much, so nothing that records waits
    // for it, and it is given up when nobody waits for the answer. Called from one thread, which it
    // must not hold up.
    using Asks = std::function<bool(const Request&)>;

    // Without `asks`, whatever is a GET asks.
    Listener(Descriptor socket, Handler handler, const ListenerLimits& limits = {},
             Admit admit = {}, Restate restate = {}, Asks asks = {});
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    ~Listener();

    // Stops accepting, lets requests that have arrived be answered, and returns when no handler
    // runs. Not to be called from a handler.
    void stop();

    // May be called from any thread.
    ListenerGauges gauges() const;

private:
    class Core;
    std::unique_ptr<Core> core_;
};

}  // namespace hence
