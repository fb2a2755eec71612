#include "server/grpc/connection.h"

#include <cerrno>

#include <sys/socket.h>

namespace hence {

bool GrpcConnection::read(std::span<char> buffer, int turns, Instant now) {
    while (turns-- > 0 && wants_to_read()) {
        const ssize_t got = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
        if (got < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        if (got == 0) {
            return false;
        }
        if (!ended_at_) {
            session_.receive({buffer.data(), static_cast<std::size_t>(got)}, now);
        }
        if (!write(now)) {
            return false;
        }
    }
    return true;
}

bool GrpcConnection::write(Instant now) {
    while (true) {
        if (unsent() == 0) {
            outbox_.clear();
            sent_ = 0;
            session_.send(outbox_, outbox_bytes_max);
            moved_ = now;
        }
        if (outbox_.empty()) {
            break;
        }
        const ssize_t put =
            ::send(socket_.number(), outbox_.data() + sent_, unsent(), MSG_NOSIGNAL);
        if (put < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        sent_ += static_cast<std::size_t>(put);
        moved_ = now;
    }
    if (!ended_at_ && session_.over()) {
        // Closing at once could take the last words back, if the peer has sent more meanwhile.
        ::shutdown(socket_.number(), SHUT_WR);
        ended_at_ = now;
    }
    return true;
}

bool GrpcConnection::look_at_the_clock(const ListenerLimits& limits,
                                       std::chrono::milliseconds lingering, Instant now) {
    session_.look_at_the_clock(now);
    const bool stuck = unsent() > 0 && now - moved_ > limits.write_patience;
    const bool left = ended_at_ && now - *ended_at_ > lingering;
    return !stuck && !left && write(now);
}

}  // namespace hence
