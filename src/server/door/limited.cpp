// A patience for each wait does not bound an exchange: a peer that sends a byte now and then is
// waited for, for ever. So a second thread ends the connection when the time is over, and the
// exchange fails where it stands.
#include "server/door/limited.h"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>

#include "base/try.h"
#include "server/door/client.h"
#include "server/wire/authority.h"
#include "server/wire/socket.h"

namespace hence {
namespace {

constexpr std::uint16_t http_port = 80;

// Ends a connection at the end of its time, unless it is gone before.
class EndOfTime {
public:
    EndOfTime(int socket, std::chrono::milliseconds time)
        : thread_([this, socket, time] { wait(socket, time); }) {}
    EndOfTime(const EndOfTime&) = delete;
    EndOfTime& operator=(const EndOfTime&) = delete;
    ~EndOfTime() {
        {
            const std::lock_guard lock(mutex_);
            done_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

    bool has_come() {
        const std::lock_guard lock(mutex_);
        return over_;
    }

private:
    void wait(int socket, std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait_for(lock, time, [this] { return done_; })) {
            over_ = true;
            ::shutdown(socket, SHUT_RDWR);
        }
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    bool done_ = false;
    bool over_ = false;
    std::thread thread_;
};

}  // namespace

Result<std::string> ask_within(const std::string& address, const Request& request,
                               const AnswerLimits& limits) {
    constexpr std::string_view scheme = "http://";
    const std::string host = address.starts_with(scheme) ? address.substr(scheme.size()) : "";
    std::optional<Authority> authority = parse_authority(host);
    if (!authority) {
        return Error{Code::invalid, fmt::format("\"{}\" is no server's address", address),
                     "write http://host:port"};
    }
    authority->port = authority->port.value_or(http_port);
    const std::string place = to_string(*authority);
    Descriptor socket = TRY(connect_to(place));
    Stream stream(std::move(socket), limits.time);
    EndOfTime end(stream.number(), limits.time);
    std::string body;
    const Exchange exchanged =
        exchange(stream, request, place, [&](std::string_view piece) -> Result<void> {
            if (body.size() + piece.size() > limits.bytes) {
                return Error{Code::io, fmt::format("{} answers with more than {} bytes", address,
                                                   limits.bytes)};
            }
            body += piece;
            return {};
        });
    // A body without a length looks whole when its connection ends.
    if (end.has_come()) {
        return Error{Code::io,
                     fmt::format("{} did not answer within {} ms", address, limits.time.count())};
    }
    const Reply reply = TRY(exchanged.reply);
    return reply.refused ? Result<std::string>(*reply.refused) : Result<std::string>(body);
}

}  // namespace hence
