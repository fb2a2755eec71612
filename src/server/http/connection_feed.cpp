// A connection whose answer has no end. A thread is taken only to ask the feed for a piece; while
// that goes out, and while there is none, the feed costs nothing but its socket.
#include <exception>
#include <utility>

#include <boost/asio/post.hpp>

#include "server/http/connection.h"

namespace hence {
namespace {

constexpr std::size_t feed_drained_max = 1 << 20;

Result<std::string> next_of(Feed& feed) {
    try {
        return feed.next();
    } catch (const std::exception& thrown) {
        return Error{Code::corrupt, std::string("internal error: ") + thrown.what()};
    }
}

}  // namespace

void Connection::begin_feed(const AnswerTerms& terms, Response response) {
    if (stage_ == Stage::closed) {
        return;
    }
    outbox_.reset();
    terms_ = terms;
    feed_ = std::move(response.feed);
    ++hall_->feeds;
    stage_ = Stage::feeding;
    feed_stage_ = FeedStage::sending;
    sending_.push_back(feed_head(terms_, response));
    set_patience(hall_->limits.feed_patience);
    // The read side tells when the peer goes away.
    wait_readable();
    if (hall_->stopping) {
        end_feed(Farewell::stopping);
    } else {
        pump();
    }
}

void Connection::ask_feed() {
    feed_stage_ = FeedStage::asking;
    feed_ready_ = false;
    set_deadline(Clock::time_point::max());
    const bool taken =
        hall_->feeders.resume([self = shared_from_this(), feed = feed_, &io = hall_->io] {
            Result<std::string> piece = next_of(*feed);
            if (piece && piece->empty()) {
                feed->wait([weak = std::weak_ptr<Connection>(self)] {
                    if (const std::shared_ptr<Connection> ready = weak.lock()) {
                        boost::asio::post(ready->hall_->io, [ready] {
                            ready->guarded([&ready] { ready->on_feed_ready(); });
                        });
                    }
                });
            }
            boost::asio::post(io, [self, piece = std::move(piece)]() mutable {
                self->guarded([&] { self->take_piece(std::move(piece)); });
            });
        });
    if (!taken) {
        close();
    }
}

void Connection::take_piece(Result<std::string> piece) {
    if (stage_ != Stage::feeding) {
        return;
    }
    if (!piece) {
        // The chunks end without their last one: it does not look like an end.
        close();
    } else if (hall_->stopping) {
        end_feed(Farewell::stopping);
    } else if (!piece->empty()) {
        feed_stage_ = FeedStage::sending;
        set_patience(hall_->limits.feed_patience);
        send(feed_piece(terms_, *piece));
    } else if (feed_ready_) {
        ask_feed();
    } else {
        feed_stage_ = FeedStage::waiting;
        set_patience(hall_->limits.feed_heartbeat);
    }
}

void Connection::on_feed_ready() {
    feed_ready_ = true;
    if (stage_ == Stage::feeding && feed_stage_ == FeedStage::waiting && sending_.empty()) {
        ask_feed();
    }
}

void Connection::on_feed_sent() {
    switch (feed_stage_) {
        case FeedStage::sending: ask_feed(); return;
        case FeedStage::waiting:
            // A heartbeat has gone out.
            if (feed_ready_) {
                ask_feed();
            } else {
                set_patience(hall_->limits.feed_heartbeat);
            }
            return;
        case FeedStage::over:
            drop_feed();
            part(feed_drained_max);
            return;
        case FeedStage::asking: return;
    }
}

void Connection::on_feed_deadline() {
    if (feed_stage_ == FeedStage::over) {
        close();
    } else if (!sending_.empty()) {
        end_feed(Farewell::too_slow);
    } else if (feed_stage_ == FeedStage::waiting) {
        set_patience(hall_->limits.feed_patience);
        send(feed_piece(terms_, feed_->heartbeat()));
    }
}

void Connection::end_feed(Farewell reason) {
    feed_stage_ = FeedStage::over;
    set_patience(hall_->limits.write_patience);
    send(feed_piece(terms_, feed_->farewell(reason)) + feed_end(terms_));
}

void Connection::drop_feed() {
    if (feed_) {
        feed_.reset();
        --hall_->feeds;
    }
}

}  // namespace hence
