// One HTTP/1.1 connection, from its first request to its last answer. Heavy: for the listener's
// sources only.
//
// A connection is a state machine that runs on the listener's one I/O thread. It reads a request,
// hands it to a worker thread, and sends what the worker puts into the outbox. The I/O thread never
// runs a handler and never waits for a worker; a worker never touches the socket. The two meet in
// HttpOutbox only. http/connection.cpp draws the stages; http/connection_answer.cpp has the work on
// a request and the sending; http/connection_feed.cpp has answers without an end. A request that is
// refused before its body was read still gets its answer: the connection sends the answer, and then
// drains a bounded part of what still comes in, since closing a socket with unread bytes may
// destroy the answer on its way.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include "server/http/answer.h"
#include "server/http/budget.h"
#include "server/http/listener.h"
#include "server/http/outbox.h"
#include "server/http/reader.h"
#include "server/http/workers.h"
#include "server/wire/feed.h"
#include "server/wire/turns.h"

namespace hence {

class Connection;

// What all connections of a listener share. Plain members belong to the thread that runs `io`.
struct Hall {
    Hall(const ListenerLimits& limits, Listener::Handler handler, Listener::Admit admit,
         Listener::Restate restate, Listener::Asks asks);

    // What a request is told that is refused here.
    Response refusal_of(const HttpRefusal& refusal, const Request& request, Form form);

    ListenerLimits limits;
    Listener::Handler handler;
    Listener::Admit admit;
    Listener::Restate restate;
    Listener::Asks asks;
    HttpBudget budget;   // Of requests.
    HttpBudget answers;  // Of what is held for answers, on their way or in the making.
    Turns questions;
    // Each kind of work has threads of its own: none waits for another.
    HttpWorkers recorders;
    HttpWorkers answerers;  // Of questions.
    HttpWorkers feeders;
    boost::asio::io_context io{1};

    std::array<char, 64 << 10> scratch;
    std::set<std::shared_ptr<Connection>> open;
    std::size_t turned_away = 0;  // Of those that are open.

    std::atomic<std::size_t> connections = 0;  // Open and served.
    std::atomic<std::size_t> feeds = 0;
    std::atomic<std::uint64_t> refused = 0;
    std::atomic<bool> stopping = false;

    // Set when the last connection has gone while stopping.
    std::mutex mutex;
    std::condition_variable changed;
    bool empty = false;
};

// The answer to one request too many at once.
HttpRefusal too_many_bytes();
// The answer to one question too many at once.
HttpRefusal too_much_held();
// The answer when there are too many requests or connections.
HttpRefusal too_busy(std::string_view what);

class Connection : public std::enable_shared_from_this<Connection> {
public:
    Connection(std::shared_ptr<Hall> hall, Descriptor socket);

    // Serves it, or only tells it why not.
    void start();
    void turn_away(const HttpRefusal& refusal);

    // Answers what has arrived, and ends.
    void stop();
    // Ends at once.
    void close();

private:
    enum class Stage : std::uint8_t {
        reading,    // A request, or what may become one.
        answering,  // A thread works on it.
        feeding,    // The answer has no end.
        parting,    // The last words go out.
        draining,   // They have; what still comes in is dropped.
        closed,
    };
    enum class FeedStage : std::uint8_t {
        asking,   // A thread asks for the next piece.
        sending,  // A piece goes out.
        waiting,  // There was none.
        over,     // The last piece goes out.
    };
    struct Job;
    class Asker;
    using Clock = std::chrono::steady_clock;

    // Waiting.
    void guarded(const std::function<void()>& step);
    void wait_readable();
    void wait_writable();
    void on_readable();
    void set_deadline(Clock::time_point deadline);
    void set_patience(std::chrono::milliseconds patience);
    void arm_timer();
    void on_deadline();

    // Reading.
    void expect_request();
    void read_request();
    void take(std::string_view bytes);
    void advance();
    bool begin_request();
    bool begin_body();
    bool read_body(std::string_view& bytes);
    bool check_body();
    void refuse(const HttpRefusal& refusal);
    void part_with(Response response, std::size_t drained_max);

    // Working, on another thread.
    void dispatch();
    void work(Job& job, HttpOutbox& outbox);
    static void end_work(Job& job);
    std::optional<HttpRefusal> inflate_body(Job& job) const;

    // Sending.
    void send(std::string bytes);
    void pump();
    bool send_some();
    void wait_for_reader();
    void look_for_end();
    void on_sent();
    void wake();
    void end_answer();
    void part(std::size_t drained_max);
    void begin_draining();
    void drain();

    // Feeding.
    void begin_feed(const AnswerTerms& terms, Response response);
    void ask_feed();
    void take_piece(Result<std::string> piece);
    void on_feed_ready();
    void on_feed_sent();
    void on_feed_deadline();
    void end_feed(Farewell reason);
    void drop_feed();

    std::shared_ptr<Hall> hall_;
    boost::asio::posix::stream_descriptor socket_;
    boost::asio::steady_timer timer_;
    Clock::time_point deadline_ = Clock::time_point::max();
    bool timer_armed_ = false;
    bool waits_to_read_ = false;
    bool waits_to_write_ = false;
    bool turned_away_ = false;
    Stage stage_ = Stage::reading;

    std::string pending_;  // Has come and is not understood yet.
    std::unique_ptr<HttpReader> reader_;
    bool in_body_ = false;
    Clock::time_point body_began_;
    HttpBudget::Share share_;
    AnswerTerms terms_;

    std::deque<std::string> sending_;
    std::size_t sent_of_first_ = 0;
    bool pumping_ = false;
    std::shared_ptr<HttpOutbox> outbox_;
    std::uint64_t answer_sent_ = 0;                  // Of this answer.
    Clock::duration reader_took_{0};                 // For which it was waited so far,
    std::optional<Clock::time_point> reader_since_;  // and is being waited since.
    std::size_t drained_max_ = 0;
    Clock::time_point drained_until_;

    std::shared_ptr<Feed> feed_;
    FeedStage feed_stage_ = FeedStage::asking;
    bool feed_ready_ = false;
};

}  // namespace hence
