// A connection's other half: the work on a request, and the way of its answer to the peer.
#include <algorithm>
#include <array>
#include <cerrno>
#include <exception>
#include <thread>
#include <utility>

#include <boost/asio/post.hpp>
#include <malloc.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "server/http/connection.h"
#include "server/http/thread_rank.h"
#include "server/wire/asking.h"

namespace hence {
namespace {

// In one step, so that others have their turn.
constexpr int writes_max = 16;
constexpr std::size_t pieces_max = 16;
constexpr int drains_max = 16;
// Compressed bytes are inflated so many at a time, and what comes of them is counted each time.
constexpr std::size_t inflated_piece_bytes = 16 << 10;
constexpr std::size_t drained_max = 256 << 20;
constexpr std::chrono::milliseconds drain_patience{500};
constexpr std::chrono::milliseconds drain_patience_in_all{5'000};

Response answer_of(const Listener::Handler& handler, const Request& request) {
    try {
        return handler(request);
    } catch (const std::exception& thrown) {
        return error_response({Code::corrupt, std::string("internal error: ") + thrown.what()},
                              request.form());
    } catch (...) {
        return error_response({Code::corrupt, "internal error"}, request.form());
    }
}

}  // namespace

HttpRefusal too_many_bytes() {
    return {429,
            {Code::busy, "the requests that are being worked on hold too many bytes",
             "try again in a moment"}};
}

HttpRefusal too_much_held() {
    return {503,
            {Code::busy, "the answers that are being made hold too many bytes",
             "try again in a moment"}};
}

HttpRefusal too_busy(std::string_view what) {
    return {503, {Code::busy, "too many " + std::string(what), "try again in a moment"}};
}

// One request, on its way through a working thread.
struct Connection::Job {
    Request request;
    std::optional<Coding> coding;
    AnswerTerms terms;
    HttpBudget::Share share;
    std::shared_ptr<Asker> asker = {};  // Of a question.
};

// What is read between two pieces of an answer is taken as held until its end: an answer that
// streams reads little before it writes again, any other reads all and then writes. Where all hold
// too much, the question that came first goes on, so that one of them always does; the others wait
// a while, and are then told to come later.
class Connection::Asker final : public Asking {
public:
    Asker(Hall& hall, std::shared_ptr<HttpOutbox> outbox)
        : hall_(hall),
          share_(hall.answers),
          turn_(hall.questions.enter()),
          outbox_(std::move(outbox)) {}
    Asker(const Asker&) = delete;
    Asker& operator=(const Asker&) = delete;
    ~Asker() override { hall_.questions.leave(turn_); }

    // From the thread that will answer. Whether there is room for another question at all.
    bool begin() {
        began_ = thread_time();
        if (hall_.questions.size() > equals_max) {
            fall_behind();
        }
        return !make_room(held_at_least);
    }

    Result<void> has_read(std::uint64_t bytes) override {
        if (ended_) {
            return {};
        }
        unwritten_ += bytes;
        if (++reads_ % reads_between_looks == 0) {
            if (outbox_->closed()) {
                return nobody_waits();
            }
            if (!behind_ && thread_time() - began_ > time_as_equal) {
                fall_behind();
            }
        }
        // In steps, so that few of them cost more than an addition.
        if (unwritten_ > share_.bytes()) {
            if (const std::optional<Error> full = make_room(unwritten_ + held_at_least)) {
                return *full;
            }
        }
        return {};
    }

    void has_written() { unwritten_ = 0; }
    // A feed goes on without an end, and holds next to nothing.
    void end() {
        ended_ = true;
        share_.give_back();
        hall_.questions.leave(turn_);
    }
    bool held_much() const { return share_.bytes() >= worth_trimming; }

private:
    static constexpr std::uint64_t held_at_least = 1 << 20;
    static constexpr std::uint64_t worth_trimming = 32 << 20;
    static constexpr std::uint64_t reads_between_looks = 64;
    static constexpr std::chrono::milliseconds room_pause{10};
    // So many questions are equals of those who record, and each for so much processor time.
    static constexpr std::size_t equals_max = 4;
    static constexpr std::chrono::milliseconds time_as_equal{10};
    static constexpr int rank_behind = 10;

    static Error nobody_waits() { return {Code::io, "nobody waits for the answer any more"}; }

    void fall_behind() {
        behind_ = true;
        static_cast<void>(set_thread_rank(std::max(thread_rank(), rank_behind)));
    }

    std::optional<Error> make_room(std::uint64_t bytes) {
        const Clock::time_point until = Clock::now() + hall_.limits.room_patience;
        while (!share_.grow_to(bytes)) {
            if (hall_.questions.is_first(turn_)) {
                share_.take_up_to(bytes);
            } else if (outbox_->closed()) {
                return nobody_waits();
            } else if (Clock::now() >= until) {
                return too_much_held().error;
            } else {
                std::this_thread::sleep_for(room_pause);
            }
        }
        return std::nullopt;
    }

    Hall& hall_;
    HttpBudget::Share share_;
    std::uint64_t turn_;
    std::shared_ptr<HttpOutbox> outbox_;
    std::uint64_t unwritten_ = 0;
    std::uint64_t reads_ = 0;
    std::chrono::nanoseconds began_{};
    bool behind_ = false;  // Those who record go before the thread.
    bool ended_ = false;
};

void Connection::dispatch() {
    HttpHead& head = reader_->head();
    auto job =
        std::make_shared<Job>(Job{std::move(head.request), head.coding, terms_, std::move(share_)});
    job->request.body = std::move(reader_->body());
    reader_.reset();
    in_body_ = false;
    stage_ = Stage::answering;
    set_deadline(Clock::time_point::max());
    outbox_ =
        std::make_shared<HttpOutbox>([self = shared_from_this()] { self->wake(); }, hall_->answers);
    answer_sent_ = 0;
    reader_took_ = {};
    reader_since_.reset();
    const bool asks = hall_->asks ? hall_->asks(job->request) : job->request.method == "GET";
    if (asks) {
        job->asker = std::make_shared<Asker>(*hall_, outbox_);
        job->request.asking = job->asker;
        wait_readable();  // To see when the peer goes away.
    }
    const bool taken = (asks ? hall_->answerers : hall_->recorders)
                           .submit([self = shared_from_this(), job, outbox = outbox_] {
                               self->work(*job, *outbox);
                           });
    if (!taken) {
        const bool keep_alive = write_answer(
            job->terms, hall_->refusal_of(too_busy("requests"), job->request, job->terms.form),
            [this](std::string bytes) { return outbox_->push(std::move(bytes)); });
        outbox_->finish(keep_alive);
    }
}

// From a working thread.
void Connection::wake() {
    boost::asio::post(hall_->io,
                      [self = shared_from_this()] { self->guarded([&self] { self->pump(); }); });
}

void Connection::work(Job& job, HttpOutbox& outbox) {
    bool keep_alive = false;
    try {
        if (outbox.closed()) {
            return;
        }
        std::optional<HttpRefusal> refusal = inflate_body(job);
        if (!refusal && job.asker && !job.asker->begin()) {
            refusal = too_much_held();
        }
        Response response = refusal ? hall_->refusal_of(*refusal, job.request, job.terms.form)
                                    : answer_of(hall_->handler, job.request);
        if (!response.produce) {
            job.request = {};
            job.share.give_back();
        }
        if (hall_->stopping) {
            job.terms.keep_alive = false;
        }
        if (!response.feed) {
            keep_alive = write_answer(job.terms, std::move(response), [&](std::string bytes) {
                if (job.asker) {
                    job.asker->has_written();
                }
                return outbox.push(std::move(bytes));
            });
        } else if (job.terms.head) {
            outbox.push(feed_head(job.terms, response));
        } else {
            if (job.asker) {
                job.asker->end();
            }
            boost::asio::post(hall_->io, [self = shared_from_this(), terms = job.terms,
                                          feed = std::move(response)]() mutable {
                self->guarded([&] { self->begin_feed(terms, std::move(feed)); });
            });
            return;
        }
    } catch (const std::exception&) {
        // For want of memory, say. The answer breaks off, and does not look whole.
        keep_alive = false;
    }
    outbox.finish(keep_alive);
    end_work(job);
}

// What a large answer held goes back to the system: the next one may be long in coming, and other
// threads would not find it.
void Connection::end_work(Job& job) {
    if (job.asker && job.asker->held_much()) {
        job.request = {};
        job.asker.reset();
        ::malloc_trim(0);
    }
}

std::optional<HttpRefusal> Connection::inflate_body(Job& job) const {
    if (!job.coding || job.request.body.empty()) {
        return std::nullopt;
    }
    Inflater inflater(*job.coding, {.bytes_max = hall_->limits.body_bytes_max,
                                    .ratio_max = hall_->limits.inflation_max});
    std::string plain;
    std::string_view rest = job.request.body;
    Result<void> taken;
    while (taken && !rest.empty()) {
        const std::string_view piece = rest.substr(0, inflated_piece_bytes);
        rest.remove_prefix(piece.size());
        taken = inflater.take(piece, plain);
        if (!job.share.grow_to(job.request.body.size() + plain.size())) {
            return too_many_bytes();
        }
    }
    if (taken) {
        taken = inflater.finish();
    }
    if (!taken) {
        return HttpRefusal{http_status_of(taken.error().code), taken.error()};
    }
    job.request.body = std::move(plain);
    job.request.headers.erase("content-length");
    job.share.shrink_to(job.request.body.size());
    return std::nullopt;
}

void Connection::send(std::string bytes) {
    sending_.push_back(std::move(bytes));
    pump();
}

// Sends what can be sent without waiting.
void Connection::pump() {
    if (pumping_ || stage_ == Stage::closed) {
        return;
    }
    pumping_ = true;
    for (int writes = 0; stage_ != Stage::closed; ++writes) {
        if (sending_.empty() && (!outbox_ || !outbox_->take(sending_))) {
            break;
        }
        if (waits_to_write_) {
            break;
        }
        if (writes == writes_max || !send_some()) {
            break;
        }
    }
    pumping_ = false;
    if (stage_ == Stage::closed) {
        return;
    }
    if (sending_.empty()) {
        on_sent();
    } else if (!waits_to_write_) {
        wait_for_reader();
    }
}

// Each piece has its time, and so has the whole: who takes less than a KiB each second gets no
// further.
void Connection::wait_for_reader() {
    if (stage_ == Stage::answering || stage_ == Stage::parting) {
        const Clock::time_point now = Clock::now();
        reader_since_ = reader_since_.value_or(now);
        const Clock::duration left =
            hall_->limits.write_patience + std::chrono::seconds(answer_sent_ >> 10) - reader_took_;
        set_deadline(std::min(now + hall_->limits.write_patience, *reader_since_ + left));
    }
    wait_writable();
}

// What a peer sends early stays where it is. Its end may mean that it has gone, or only that it has
// nothing more to ask: so it is left some time to be answered.
void Connection::look_for_end() {
    char byte = 0;
    const ssize_t got =
        ::recv(socket_.native_handle(), &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
        wait_readable();
    } else if (got < 0) {
        close();
    } else if (got == 0 && answer_sent_ == 0 && sending_.empty()) {
        set_patience(hall_->limits.gone_patience);
    }
}

// False when the peer takes no more for now.
bool Connection::send_some() {
    std::array<iovec, pieces_max> pieces{};
    std::size_t n = 0;
    for (auto at = sending_.begin(); at != sending_.end() && n < pieces.size(); ++at, ++n) {
        const std::size_t from = n == 0 ? sent_of_first_ : 0;
        pieces[n] = {at->data() + from, at->size() - from};
    }
    msghdr message{};
    message.msg_iov = pieces.data();
    message.msg_iovlen = n;
    const ssize_t put = ::sendmsg(socket_.native_handle(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (put < 0) {
        const int reason = errno;
        if (reason != EAGAIN && reason != EINTR) {
            close();
        }
        return reason == EINTR;
    }
    if (outbox_) {
        outbox_->sent(static_cast<std::size_t>(put));
    }
    answer_sent_ += static_cast<std::uint64_t>(put);
    if (reader_since_) {
        reader_took_ += Clock::now() - *std::exchange(reader_since_, std::nullopt);
    }
    sent_of_first_ += static_cast<std::size_t>(put);
    while (!sending_.empty() && sent_of_first_ >= sending_.front().size()) {
        sent_of_first_ -= sending_.front().size();
        sending_.pop_front();
    }
    return true;
}

void Connection::on_sent() {
    switch (stage_) {
        case Stage::answering:
            if (answer_sent_ > 0) {
                set_deadline(Clock::time_point::max());
            }
            if (outbox_ && outbox_->finished()) {
                end_answer();
            }
            return;
        case Stage::feeding: on_feed_sent(); return;
        case Stage::parting: begin_draining(); return;
        case Stage::reading:
        case Stage::draining:
        case Stage::closed: return;
    }
}

void Connection::end_answer() {
    const bool keep_alive = outbox_->keep_alive() && !hall_->stopping;
    outbox_.reset();
    if (!keep_alive) {
        part(drained_max);
        return;
    }
    expect_request();
    if (pending_.empty()) {
        // An idle connection holds next to nothing.
        pending_.shrink_to_fit();
    } else {
        // Not at once: any number of requests may stand one behind another.
        boost::asio::post(hall_->io, [self = shared_from_this()] {
            self->guarded([&self] { self->advance(); });
        });
    }
}

void Connection::part(std::size_t drained) {
    stage_ = Stage::parting;
    drained_max_ = drained;
    reader_.reset();
    in_body_ = false;
    pending_.clear();
    share_.give_back();
    set_patience(hall_->limits.write_patience);
    pump();
}

// A close with bytes unread resets the connection, and the answer on its way may be lost with it.
// So what the peer still sends is read and dropped for a while.
void Connection::begin_draining() {
    stage_ = Stage::draining;
    ::shutdown(socket_.native_handle(), SHUT_WR);
    drained_until_ = Clock::now() + drain_patience_in_all;
    set_patience(drain_patience);
    drain();
    // When everything ends, only what has come already is waited for.
    if (hall_->stopping) {
        close();
    }
}

void Connection::drain() {
    for (int reads = 0; reads < drains_max; ++reads) {
        const ssize_t got = ::recv(socket_.native_handle(), hall_->scratch.data(),
                                   hall_->scratch.size(), MSG_DONTWAIT);
        if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
            break;
        }
        if (got <= 0) {
            // Who sends no more may still read the last words; nobody waits for more of a feed.
            if (stage_ != Stage::parting || got < 0) {
                close();
            }
            return;
        }
        if (stage_ != Stage::draining) {
            continue;
        }
        drained_max_ -= std::min(static_cast<std::size_t>(got), drained_max_);
        if (drained_max_ == 0) {
            close();
            return;
        }
        set_deadline(std::min(Clock::now() + drain_patience, drained_until_));
    }
    wait_readable();
}

}  // namespace hence
