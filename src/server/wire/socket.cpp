#include "server/wire/socket.h"

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/process.h"
#include "base/try.h"

namespace hence {
namespace {

// A socket's address holds 107 bytes, and a store may lie deeper than that. So the address goes by
// way of the open directory: /proc/self/fd/N/hence.sock is short wherever N points.
Result<sockaddr_un> address_in(const Descriptor& directory) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = fmt::format("/proc/self/fd/{}/{}", directory.number(), socket_name);
    if (path.size() >= sizeof address.sun_path) {
        return Error{Code::io, "the socket's address is too long"};
    }
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

Result<Descriptor> open_directory(const std::filesystem::path& directory) {
    Descriptor opened{::open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)};
    if (!opened) {
        return system_error(fmt::format("open {}", directory.string()));
    }
    return opened;
}

Result<Descriptor> unix_socket() {
    Descriptor socket{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (!socket) {
        return system_error("make a socket");
    }
    return socket;
}

// A host that drops what is sent to it is not waited for as long as the system would.
constexpr timeval connect_patience{10, 0};
// How often a peer that does not answer is looked at.
constexpr std::chrono::milliseconds look_pause{200};

// 0 when ready, else an error number.
int wait_for(int socket, short events, std::chrono::milliseconds patience) {
    pollfd waiting{socket, events, 0};
    while (true) {
        const int ready = ::poll(&waiting, 1, static_cast<int>(patience.count()));
        if (ready > 0) {
            return 0;
        }
        if (ready == 0) {
            return ETIMEDOUT;
        }
        if (errno != EINTR) {
            return errno;
        }
    }
}

// The process at the other end of a Unix socket; 0 when it is not known.
int peer_of(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
}

}  // namespace

Result<Descriptor> listen_in(const std::filesystem::path& directory) {
    const Descriptor opened = TRY(open_directory(directory));
    const sockaddr_un address = TRY(address_in(opened));
    Descriptor socket = TRY(unix_socket());
    if (::unlink(address.sun_path) != 0 && errno != ENOENT) {
        if (errno == EROFS) {
            return Descriptor();
        }
        return system_error(fmt::format("replace the socket in {}", directory.string()));
    }
    // Nobody can connect before listen, so the mode is right before it matters.
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    if (::bind(socket.number(), generic, sizeof address) != 0 ||
        ::chmod(address.sun_path, S_IRUSR | S_IWUSR) != 0 ||
        ::listen(socket.number(), SOMAXCONN) != 0) {
        if (errno == EROFS || errno == ENOSPC || errno == EDQUOT) {
            return Descriptor();
        }
        return system_error(fmt::format("listen in {}", directory.string()));
    }
    return socket;
}

Result<Descriptor> connect_in(const std::filesystem::path& directory) {
    const Descriptor opened = TRY(open_directory(directory));
    const sockaddr_un address = TRY(address_in(opened));
    Descriptor socket = TRY(unix_socket());
    const auto* generic = reinterpret_cast<const sockaddr*>(&address);
    while (::connect(socket.number(), generic, sizeof address) != 0) {
        if (errno == ENOENT || errno == ECONNREFUSED || errno == EAGAIN || errno == ENOTSOCK) {
            return Error{Code::not_found, "nobody listens in " + directory.string()};
        }
        if (errno != EINTR) {
            return system_error(fmt::format("connect to the socket in {}", directory.string()));
        }
    }
    return socket;
}

Result<Descriptor> connect_to(const std::string& host_and_port) {
    const std::size_t colon = host_and_port.rfind(':');
    std::string host = host_and_port.substr(0, colon);
    const std::string port = colon == std::string::npos ? "80" : host_and_port.substr(colon + 1);
    if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int failed = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &found); failed != 0) {
        return Error{Code::io,
                     fmt::format("cannot find {}: {}", host_and_port, ::gai_strerror(failed))};
    }
    int number = 0;
    for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
        Descriptor socket{::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol)};
        if (socket) {
            ::setsockopt(socket.number(), SOL_SOCKET, SO_SNDTIMEO, &connect_patience,
                         sizeof connect_patience);
        }
        if (socket && ::connect(socket.number(), at->ai_addr, at->ai_addrlen) == 0) {
            ::freeaddrinfo(found);
            const int yes = 1;
            ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
            return socket;
        }
        number = errno == EINPROGRESS ? ETIMEDOUT : errno;
    }
    ::freeaddrinfo(found);
    Error error = system_error("connect to " + host_and_port, number);
    error.hint = "is the server running there?";
    return error;
}

// The peer is looked at only in a wait that lasts, so that a quick answer costs nothing more.
int Stream::wait(short events) {
    using Clock = std::chrono::steady_clock;
    if (stopped_patience_ == for_ever) {
        return wait_for(socket_.number(), events, patience_);
    }
    const Clock::time_point began = Clock::now();
    std::optional<Clock::time_point> stopped;
    int error = ETIMEDOUT;
    while (error == ETIMEDOUT && (patience_ == for_ever || Clock::now() - began < patience_)) {
        error = wait_for(socket_.number(), events, look_pause);
        const int peer = error == ETIMEDOUT ? peer_of(socket_.number()) : 0;
        if (peer == 0 || !is_stopped(peer)) {
            stopped.reset();
        } else if (!stopped) {
            stopped = Clock::now();
        } else if (Clock::now() - *stopped >= stopped_patience_) {
            stopped_peer_ = peer;
            break;
        }
    }
    return error;
}

std::size_t Stream::read_some(char* into, std::size_t size, int& error) {
    while ((error = wait(POLLIN)) == 0) {
        const ssize_t got = ::recv(socket_.number(), into, size, MSG_DONTWAIT);
        if (got >= 0) {
            return static_cast<std::size_t>(got);
        }
        if (errno != EAGAIN && errno != EINTR) {
            error = errno;
            break;
        }
    }
    return 0;
}

std::size_t Stream::write_some(const char* from, std::size_t size, int& error) {
    while ((error = wait(POLLOUT)) == 0) {
        const ssize_t put = ::send(socket_.number(), from, size, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (put >= 0) {
            return static_cast<std::size_t>(put);
        }
        if (errno != EAGAIN && errno != EINTR) {
            error = errno;
            break;
        }
    }
    return 0;
}

}  // namespace hence
