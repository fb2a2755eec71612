// How a connection lives.
//
// Everything except the work on a request happens on the one thread that runs the listener's
// io_context, in short steps, so that nothing here is locked. A step begins when the socket is
// ready, when the deadline is over, or when a working thread has something to say; it reads or
// writes what can be without waiting, and says what it waits for next. There is one deadline at a
// time, and what it means depends on the stage.
//
//     reading -> answering -> reading ...     a request, its answer, and the next one
//                answering -> feeding         an answer without an end
//     any -> parting -> draining -> closed    last words; then what still comes in is dropped
#include "server/http/connection.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>

namespace hence {
namespace {

// In one step, so that others have their turn.
constexpr int reads_max = 8;
// Held for a body before it has come.
constexpr std::uint64_t early_bytes = 64 << 10;
// A stranger who is turned away may send this much more without missing the answer.
constexpr std::size_t stranger_drained_max = 4 << 20;
constexpr std::size_t drained_max = 256 << 20;
// A piece of a feed is soon read; how many wait for theirs is no matter.
constexpr std::size_t feeders_max = 8;

HttpRefusal too_large(std::uint64_t bytes_max) {
    const std::string size = bytes_max >= 1 << 20 ? fmt::format("{} MiB", bytes_max >> 20)
                                                  : fmt::format("{} bytes", bytes_max);
    return {413,
            {Code::limit, "the request is larger than " + size, "send it in several requests"}};
}

HttpRefusal too_slow(std::string_view what) {
    return {408, {Code::io, fmt::format("the {} of the request took too long", what)}};
}

WorkerLimits lane_of(std::size_t threads) {
    return {.threads_max = std::max<std::size_t>(threads, 1), .waiting_max = 4 * threads};
}

}  // namespace

Hall::Hall(const ListenerLimits& given_limits, Listener::Handler given_handler,
           Listener::Admit given_admit, Listener::Restate given_restate, Listener::Asks given_asks)
    : limits(given_limits),
      handler(std::move(given_handler)),
      admit(std::move(given_admit)),
      restate(std::move(given_restate)),
      asks(std::move(given_asks)),
      budget(given_limits.in_flight_bytes_max),
      answers(given_limits.answer_bytes_max),
      recorders(lane_of(given_limits.requests_max)),
      answerers(lane_of(given_limits.questions_max)),
      feeders(lane_of(feeders_max)) {}

Response Hall::refusal_of(const HttpRefusal& refusal, const Request& request, Form form) {
    ++refused;
    Response response = refusal_response(refusal, form);
    if (restate && !request.path.empty()) {
        restate(request, response);
    }
    return response;
}

Connection::Connection(std::shared_ptr<Hall> hall, Descriptor socket)
    : hall_(std::move(hall)),
      socket_(hall_->io, socket.release()),
      timer_(hall_->io),
      share_(hall_->budget) {}

void Connection::start() {
    ++hall_->connections;
    expect_request();
}

void Connection::turn_away(const HttpRefusal& refusal) {
    turned_away_ = true;
    ++hall_->turned_away;
    refuse(refusal);
}

void Connection::stop() {
    switch (stage_) {
        case Stage::reading:
            // What lies in the socket's buffer is still read, and then there is an end.
            ::shutdown(socket_.native_handle(), SHUT_RD);
            read_request();
            return;
        case Stage::feeding:
            if (feed_stage_ == FeedStage::sending || feed_stage_ == FeedStage::waiting) {
                end_feed(Farewell::stopping);
            }
            return;
        case Stage::draining: close(); return;
        case Stage::parting:
        case Stage::answering:
        case Stage::closed: return;
    }
}

void Connection::close() {
    if (stage_ == Stage::closed) {
        return;
    }
    const std::shared_ptr<Connection> self = shared_from_this();
    stage_ = Stage::closed;
    boost::system::error_code ignored;
    socket_.close(ignored);
    timer_.cancel(ignored);
    if (outbox_) {
        outbox_->close();
        outbox_.reset();
    }
    drop_feed();
    reader_.reset();
    share_.give_back();
    sending_.clear();
    if (turned_away_) {
        --hall_->turned_away;
    } else {
        --hall_->connections;
    }
    hall_->open.erase(self);
    if (hall_->stopping && hall_->open.empty()) {
        const std::lock_guard lock(hall_->mutex);
        hall_->empty = true;
        hall_->changed.notify_all();
    }
}

// Libraries may throw for want of memory; then this connection ends, and no other.
void Connection::guarded(const std::function<void()>& step) {
    try {
        step();
    } catch (const std::exception&) {
        close();
    }
}

void Connection::wait_readable() {
    if (std::exchange(waits_to_read_, true)) {
        return;
    }
    socket_.async_wait(boost::asio::posix::descriptor_base::wait_read,
                       [self = shared_from_this()](const boost::system::error_code& error) {
                           self->waits_to_read_ = false;
                           if (!error) {
                               self->guarded([&self] { self->on_readable(); });
                           }
                       });
}

void Connection::wait_writable() {
    if (std::exchange(waits_to_write_, true)) {
        return;
    }
    socket_.async_wait(boost::asio::posix::descriptor_base::wait_write,
                       [self = shared_from_this()](const boost::system::error_code& error) {
                           self->waits_to_write_ = false;
                           if (!error) {
                               self->guarded([&self] { self->pump(); });
                           }
                       });
}

void Connection::on_readable() {
    switch (stage_) {
        case Stage::reading: read_request(); return;
        case Stage::feeding:
        case Stage::parting:
        case Stage::draining: drain(); return;
        case Stage::answering: look_for_end(); return;
        case Stage::closed: return;
    }
}

void Connection::set_patience(std::chrono::milliseconds patience) {
    set_deadline(Clock::now() + patience);
}

// A deadline that moves away costs nothing: the timer looks at it when it goes off.
void Connection::set_deadline(Clock::time_point deadline) {
    deadline_ = deadline;
    if (deadline != Clock::time_point::max() && (!timer_armed_ || deadline < timer_.expiry())) {
        arm_timer();
    }
}

void Connection::arm_timer() {
    timer_armed_ = true;
    timer_.expires_at(deadline_);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code& error) {
        if (error || self->stage_ == Stage::closed) {
            return;
        }
        self->timer_armed_ = false;
        if (self->deadline_ == Clock::time_point::max()) {
            return;
        }
        if (Clock::now() < self->deadline_) {
            self->arm_timer();
        } else {
            self->guarded([&self] { self->on_deadline(); });
        }
    });
}

void Connection::on_deadline() {
    deadline_ = Clock::time_point::max();
    if (stage_ == Stage::feeding) {
        on_feed_deadline();
    } else if (stage_ == Stage::reading && reader_ && sending_.empty()) {
        refuse(too_slow(in_body_ ? "body" : "head"));
    } else {
        // Silent between two requests, or it does not take what it is sent.
        close();
    }
}

void Connection::expect_request() {
    stage_ = Stage::reading;
    set_patience(hall_->limits.idle_patience);
    wait_readable();
}

void Connection::read_request() {
    for (int reads = 0; reads < reads_max && stage_ == Stage::reading;) {
        const ssize_t got = ::recv(socket_.native_handle(), hall_->scratch.data(),
                                   hall_->scratch.size(), MSG_DONTWAIT);
        if (got > 0) {
            ++reads;
            take({hall_->scratch.data(), static_cast<std::size_t>(got)});
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got < 0 && errno == EAGAIN) {
            break;
        } else {
            close();
        }
    }
    if (stage_ == Stage::reading) {
        wait_readable();
    }
}

// A body goes straight to where it belongs; only what is not understood yet is kept here.
void Connection::take(std::string_view bytes) {
    if (!in_body_ || !pending_.empty()) {
        pending_.append(bytes);
        advance();
    } else if (read_body(bytes)) {
        pending_.assign(bytes);
        if (reader_->done()) {
            dispatch();
        }
    }
}

// Understands as much of what is pending as there is of one request.
void Connection::advance() {
    if (pending_.empty() || stage_ != Stage::reading) {
        return;
    }
    if (!reader_) {
        reader_ = std::make_unique<HttpReader>();
        terms_ = {};
        set_patience(hall_->limits.header_patience);
    }
    if (!in_body_ && !begin_request()) {
        return;
    }
    std::string_view rest = pending_;
    if (!read_body(rest)) {
        return;
    }
    pending_.erase(0, pending_.size() - rest.size());
    if (reader_->done()) {
        dispatch();
    }
}

// False while the head is not whole, or when it was refused.
bool Connection::begin_request() {
    std::size_t size = 0;
    if (std::optional<HttpRefusal> refusal = reader_->read_head(pending_, size)) {
        refuse(*refusal);
        return false;
    }
    if (size == 0) {
        return false;
    }
    pending_.erase(0, size);
    terms_ = AnswerTerms::of(reader_->head());
    return begin_body();
}

bool Connection::begin_body() {
    const HttpHead& head = reader_->head();
    if (std::optional<Response> turned = hall_->admit ? hall_->admit(head.request) : std::nullopt) {
        ++hall_->refused;
        part_with(std::move(*turned), stranger_drained_max);
        return false;
    }
    in_body_ = true;
    body_began_ = Clock::now();
    set_patience(hall_->limits.body_patience);
    if (!head.chunked && head.length > hall_->limits.body_bytes_max) {
        refuse(too_large(hall_->limits.body_bytes_max));
        return false;
    }
    if (!share_.fits(head.length) || !share_.grow_to(std::min(head.length, early_bytes))) {
        refuse(too_many_bytes());
        return false;
    }
    if (head.expects_continue && head.has_body()) {
        send("HTTP/1.1 100 Continue\r\n\r\n");
    }
    return stage_ == Stage::reading;
}

// Takes what belongs to the body off `bytes`. False when it was refused.
bool Connection::read_body(std::string_view& bytes) {
    if (std::optional<HttpRefusal> refusal = reader_->read_body(bytes)) {
        refuse(*refusal);
        return false;
    }
    return check_body();
}

bool Connection::check_body() {
    const HttpHead& head = reader_->head();
    const std::uint64_t received = reader_->body().size();
    if (received > hall_->limits.body_bytes_max) {
        refuse(too_large(hall_->limits.body_bytes_max));
        return false;
    }
    if (!share_.grow_to(head.chunked ? received : std::min(head.length, received + early_bytes))) {
        refuse(too_many_bytes());
        return false;
    }
    if (!reader_->done()) {
        // Who sends less than a KiB each second gets no further.
        set_deadline(body_began_ + hall_->limits.body_patience +
                     std::chrono::seconds(received >> 10));
    }
    return true;
}

// Nothing that comes after this is understood, so the connection ends with it.
void Connection::refuse(const HttpRefusal& refusal) {
    part_with(
        hall_->refusal_of(refusal, reader_ ? reader_->head().request : Request(), terms_.form),
        drained_max);
}

void Connection::part_with(Response response, std::size_t drained) {
    terms_.keep_alive = false;
    write_answer(terms_, std::move(response), [this](std::string bytes) {
        sending_.push_back(std::move(bytes));
        return true;
    });
    part(drained);
}

}  // namespace hence
