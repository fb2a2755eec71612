// How a peer is kept from filling memory:
//
// Windows are opened again as soon as bytes have been taken, and bytes are taken only into messages
// that the budget of the house has room for. A message that it has no room for is refused at once,
// rather than left waiting for others that wait in turn. What is refused is answered with a header
// that ends the stream, and a reset without an error tells the peer to stop sending.
#include "server/grpc/session.h"

#include <vector>

#include <fmt/format.h>
#include <nghttp2/nghttp2.h>

#include "base/ascii.h"
#include "server/grpc/stream.h"

namespace hence {
namespace {

constexpr std::size_t greeting_bytes = NGHTTP2_CLIENT_MAGIC_LEN;
constexpr std::size_t health_bytes_max = 4'096;

// For a client that mistook this port for the one of OTLP over HTTP.
std::string not_http2() {
    constexpr std::string_view why =
        "this port speaks OTLP over gRPC, which is HTTP/2; OTLP over HTTP has a port of its own, "
        "usually 4318\n";
    return fmt::format(
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n"
        "Connection: close\r\n\r\n{}",
        why.size(), why);
}

}  // namespace

GrpcSession::GrpcSession(GrpcHouse& house, std::function<void(GrpcCall)> deliver, Instant now)
    : house_(house),
      deliver_(std::move(deliver)),
      session_(nullptr, nghttp2_session_del),
      now_(now),
      quiet_since_(now) {
    session_.reset(Http2::open(*this));
    broken_ = session_ == nullptr;
}

GrpcSession::~GrpcSession() {
    for (auto& [id, stream] : streams_) {
        if (stream.cancelled) {
            *stream.cancelled = true;
        }
    }
}

void GrpcSession::receive(std::string_view bytes, Instant now) {
    now_ = now;
    if (broken_) {
        return;
    }
    const ssize_t taken = nghttp2_session_mem_recv(
        session_.get(), reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    received_ += bytes.size();
    if (taken < 0) {
        broken_ = true;
        const bool words = !bytes.empty() && is_upper(bytes[0]);
        if (taken == NGHTTP2_ERR_BAD_CLIENT_MAGIC && words) {
            last_words_ = not_http2();
        }
    }
}

void GrpcSession::answer(std::int32_t id, const GrpcAnswer& answer, Instant now) {
    now_ = now;
    const Stream* const stream = find(id);
    if (stream != nullptr && stream->state == Stream::State::handling) {
        respond(id, answer);
    }
}

void GrpcSession::send(std::string& out, std::size_t bytes_max) {
    out += last_words_;
    last_words_.clear();
    // A peer that does not greet as HTTP/2 does would not understand our settings either.
    while (!broken_ && received_ >= greeting_bytes && out.size() < bytes_max) {
        const std::uint8_t* bytes = nullptr;
        const ssize_t size = nghttp2_session_mem_send(session_.get(), &bytes);
        if (size <= 0) {
            broken_ = size < 0;
            return;
        }
        out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    }
}

void GrpcSession::look_at_the_clock(Instant now) {
    now_ = now;
    if (broken_) {
        return;
    }
    if (!greeted_ && now - quiet_since_ > house_.limits.header_patience) {
        broken_ = true;
        return;
    }
    std::vector<std::int32_t> late;
    for (const auto& [id, stream] : streams_) {
        if (stream.state == Stream::State::message && overdue(stream)) {
            late.push_back(id);
        }
        // A header that stops in the middle stops everything after it, and an answer that is not
        // taken is the peer's own doing: both end the connection.
        const bool stuck = (stream.state == Stream::State::header &&
                            now - stream.since > house_.limits.header_patience) ||
                           (stream.state == Stream::State::answered &&
                            now - stream.since > house_.limits.write_patience);
        if (stuck) {
            terminate(NGHTTP2_ENHANCE_YOUR_CALM);
            return;
        }
    }
    for (const std::int32_t id : late) {
        respond(id,
                grpc_refusal(GrpcCode::deadline_exceeded, "the message was too slow to arrive"));
    }
    if (streams_.empty() && now - quiet_since_ > house_.limits.idle_patience) {
        finish(now);
    }
}

void GrpcSession::finish(Instant now) {
    now_ = now;
    if (finishing_ || broken_) {
        return;
    }
    finishing_ = true;
    if (!greeted_) {
        broken_ = true;
        return;
    }
    std::vector<std::int32_t> waiting;
    for (const auto& [id, stream] : streams_) {
        if (stream.state == Stream::State::message) {
            waiting.push_back(id);
        } else if (stream.state == Stream::State::header) {
            submitted(nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, id,
                                                NGHTTP2_REFUSED_STREAM));
        }
    }
    for (const std::int32_t id : waiting) {
        respond(id, grpc_refusal(GrpcCode::unavailable, "the server is stopping"));
    }
    submitted(nghttp2_submit_goaway(session_.get(), NGHTTP2_FLAG_NONE,
                                    nghttp2_session_get_last_proc_stream_id(session_.get()),
                                    NGHTTP2_NO_ERROR, nullptr, 0));
}

bool GrpcSession::over() const {
    if (broken_) {
        return last_words_.empty();
    }
    return nghttp2_session_want_read(session_.get()) == 0 &&
           nghttp2_session_want_write(session_.get()) == 0;
}

GrpcSession::Stream* GrpcSession::find(std::int32_t id) {
    const auto found = streams_.find(id);
    return found == streams_.end() ? nullptr : &found->second;
}

void GrpcSession::begin(std::int32_t id) {
    streams_.try_emplace(id, house_, now_);
}

// The header is whole. Trailers after a message come here, too, and say nothing that matters.
void GrpcSession::admit(std::int32_t id) {
    Stream* const stream = find(id);
    if (stream == nullptr || stream->state != Stream::State::header) {
        return;
    }
    const std::unique_ptr<GrpcHeader> header = std::move(stream->header);
    stream->state = Stream::State::message;
    stream->since = now_;
    if (const auto refused = header->refusal(house_.access)) {
        respond(id, *refused);
        return;
    }
    stream->method = header->method();
    stream->coding = header->coding();
    if (const auto waits = header->timeout(); waits && *waits) {
        stream->deadline = now_ + **waits;
    }
}

void GrpcSession::take(std::int32_t id, std::string_view piece) {
    Stream* const stream = find(id);
    if (stream == nullptr || stream->state != Stream::State::message) {
        return;
    }
    if (const auto refused = stream->reader.take(piece)) {
        respond(id, *refused);
    } else if (stream->method == GrpcMethod::health &&
               stream->reader.received() > health_bytes_max) {
        respond(id, grpc_refusal(GrpcCode::resource_exhausted, "a question of health is short"));
    }
}

// Nothing more will come to this stream: the call is whole, or will never be.
void GrpcSession::end(std::int32_t id) {
    Stream* const stream = find(id);
    if (stream == nullptr) {
        return;
    }
    stream->ended = true;
    if (stream->state != Stream::State::message) {
        return;
    }
    auto refused = stream->reader.finish();
    if (!refused && stream->reader.compressed()) {
        refused = coding_refusal(stream->coding);
    }
    const std::optional<OtlpSignal> signal = signal_of(stream->method);
    if (refused || !signal) {
        respond(id, refused ? *refused : grpc_healthy());
        return;
    }
    stream->state = Stream::State::handling;
    stream->since = now_;
    stream->cancelled = std::make_shared<std::atomic<bool>>(false);
    deliver_({.stream = id,
              .signal = *signal,
              .coding = stream->reader.compressed() ? stream->coding : GrpcCoding::none,
              .message = stream->reader.take_message(),
              .hold = stream->reader.take_hold(),
              .deadline = stream->deadline,
              .cancelled = stream->cancelled});
}

void GrpcSession::respond(std::int32_t id, const GrpcAnswer& answer) {
    Stream* const stream = find(id);
    // What has arrived of a message is of no use any more.
    stream->reader = GrpcReader(0, house_.budget);
    stream->state = Stream::State::answered;
    stream->since = now_;
    stream->answer = answer;
    submitted(Http2::respond(session_.get(), id, answer));
}

// The answer is on its way. A peer that still sends is told to stop.
void GrpcSession::sent_all(std::int32_t id) {
    const Stream* const stream = find(id);
    if (stream != nullptr && !stream->ended) {
        submitted(
            nghttp2_submit_rst_stream(session_.get(), NGHTTP2_FLAG_NONE, id, NGHTTP2_NO_ERROR));
    }
}

void GrpcSession::close(std::int32_t id) {
    const auto found = streams_.find(id);
    if (found == streams_.end()) {
        return;
    }
    if (found->second.cancelled) {
        *found->second.cancelled = true;
    }
    const bool abandoned = found->second.state != Stream::State::answered;
    streams_.erase(found);
    if (streams_.empty()) {
        quiet_since_ = now_;
    }
    if (abandoned) {
        count_abandoned();
    }
}

// A peer that opens calls and resets them at once makes work for the server and none for itself
// (HTTP/2 rapid reset).
void GrpcSession::count_abandoned() {
    abandoned_.push_back(now_);
    while (now_ - abandoned_.front() > abandoned_within) {
        abandoned_.pop_front();
    }
    if (abandoned_.size() > abandoned_max) {
        terminate(NGHTTP2_ENHANCE_YOUR_CALM);
    }
}

bool GrpcSession::overdue(const Stream& stream) const {
    // A second more for each KiB that came: slow is fine, stalling is not.
    const auto earned = std::chrono::seconds(stream.reader.received() / 1'024);
    return now_ - stream.since > house_.limits.body_patience + earned ||
           (stream.deadline && now_ >= *stream.deadline);
}

void GrpcSession::terminate(std::uint32_t reason) {
    submitted(nghttp2_session_terminate_session(session_.get(), reason));
}

// Lack of memory ends the connection. Any other error concerns one stream, which ends by itself.
void GrpcSession::submitted(int result) {
    broken_ = broken_ || nghttp2_is_fatal(result) != 0;
}

}  // namespace hence
