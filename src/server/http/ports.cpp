#include "server/http/ports.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <memory>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/try.h"
#include "model/text.h"

namespace hence {
namespace {

constexpr std::string_view default_host = "127.0.0.1";
constexpr int free_port_tries_max = 16;

// What to write instead of an address that is none.
Error no_address(const std::string& address) {
    Error error{Code::invalid, fmt::format("{} is no address to listen at", hence::quoted(address)),
                "write host:port, such as 127.0.0.1:4318 or [::1]:4318"};
    if (address.starts_with(':') && address.find_first_not_of("0123456789", 1) == address.npos) {
        error.hint = fmt::format(
            "write {}{} for this machine alone, or 0.0.0.0{} and --token-file for others",
            default_host, address, address);
    }
    return error;
}

bool is_loopback(const addrinfo& found) {
    if (found.ai_family == AF_INET) {
        sockaddr_in address{};
        std::memcpy(&address, found.ai_addr, sizeof address);
        return ntohl(address.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
    }
    sockaddr_in6 address{};
    std::memcpy(&address, found.ai_addr, sizeof address);
    const bool mapped = IN6_IS_ADDR_V4MAPPED(&address.sin6_addr) != 0;
    return IN6_IS_ADDR_LOOPBACK(&address.sin6_addr) != 0 ||
           (mapped && address.sin6_addr.s6_addr[12] == IN_LOOPBACKNET);
}

// A sockaddr of either family. Both have the port in the same place.
std::uint16_t port_of(const std::string& bytes) {
    sockaddr_in address{};
    std::memcpy(&address, bytes.data(), std::min(sizeof address, bytes.size()));
    return ntohs(address.sin_port);
}
void set_port(std::string& bytes, std::uint16_t port) {
    const std::uint16_t ordered = htons(port);
    std::memcpy(bytes.data() + offsetof(sockaddr_in, sin_port), &ordered, sizeof ordered);
}
static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));

sa_family_t family_of(const std::string& bytes) {
    sockaddr address{};
    std::memcpy(&address, bytes.data(), std::min(sizeof address, bytes.size()));
    return address.sa_family;
}

bool is_any_ipv6(const std::string& bytes) {
    sockaddr_in6 address{};
    std::memcpy(&address, bytes.data(), std::min(sizeof address, bytes.size()));
    return address.sin6_family == AF_INET6 && IN6_IS_ADDR_UNSPECIFIED(&address.sin6_addr) != 0;
}

std::vector<std::string> hosts_of(const std::string& host) {
    if (host == "localhost") {
        return {"127.0.0.1", "::1"};
    }
    return {host.starts_with('[') ? host.substr(1, host.size() - 2) : host};
}

}  // namespace

Result<ListenPlace> ListenPlace::find(const std::string& address) {
    const std::optional<Authority> authority = parse_authority(address);
    if (!authority || !authority->port) {
        return no_address(address);
    }
    ListenPlace place;
    place.authority_ = *authority;
    const std::string port = std::to_string(*authority->port);
    for (const std::string& host : hosts_of(authority->host)) {
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
        addrinfo* first = nullptr;
        if (const int failed = ::getaddrinfo(host.c_str(), port.c_str(), &hints, &first);
            failed != 0) {
            return Error{Code::invalid,
                         fmt::format("cannot find {}: {}", host, ::gai_strerror(failed)),
                         "write an address of this machine, such as 127.0.0.1:4318"};
        }
        const std::unique_ptr<addrinfo, void (*)(addrinfo*)> found(first, ::freeaddrinfo);
        for (const addrinfo* at = first; at != nullptr; at = at->ai_next) {
            place.addresses_.push_back(
                {std::string(reinterpret_cast<const char*>(at->ai_addr), at->ai_addrlen),
                 hence::is_loopback(*at)});
        }
    }
    return place;
}

bool ListenPlace::is_loopback() const {
    return std::ranges::all_of(addresses_, [](const Address& address) { return address.loopback; });
}

// Empty when it cannot, and errno says why.
Descriptor ListenPlace::listen_at(const Address& address) {
    std::string bytes = address.bytes;
    set_port(bytes, *authority_.port);
    Descriptor socket{::socket(family_of(bytes), SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (!socket) {
        return {};
    }
    const int yes = 1;
    ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (family_of(bytes) == AF_INET6) {
        const int alone = is_any_ipv6(bytes) ? 0 : 1;
        ::setsockopt(socket.number(), IPPROTO_IPV6, IPV6_V6ONLY, &alone, sizeof alone);
    }
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    const auto* generic = reinterpret_cast<const sockaddr*>(bytes.data());
    if (::bind(socket.number(), generic, static_cast<socklen_t>(bytes.size())) != 0 ||
        ::listen(socket.number(), SOMAXCONN) != 0 ||
        ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&bound), &size) != 0) {
        const int number = errno;
        socket = {};
        errno = number;
        return {};
    }
    authority_.port = port_of({reinterpret_cast<const char*>(&bound), size});
    return socket;
}

// `number` becomes errno's where it fails.
Result<std::vector<Descriptor>> ListenPlace::listen_everywhere(int& number) {
    std::vector<Descriptor> sockets;
    for (const Address& address : addresses_) {
        Descriptor socket = listen_at(address);
        number = errno;
        if (socket) {
            sockets.push_back(std::move(socket));
            continue;
        }
        // A machine without IPv6 still has a localhost.
        const bool absent = number == EADDRNOTAVAIL || number == EAFNOSUPPORT;
        if (authority_.host != "localhost" || sockets.empty() || !absent) {
            return system_error("listen on " + to_string(authority_), number);
        }
    }
    return sockets;
}

Result<std::vector<Descriptor>> ListenPlace::listen() {
    const std::uint16_t asked = *authority_.port;
    for (int tries = 1;; ++tries) {
        int number = 0;
        Result<std::vector<Descriptor>> sockets = listen_everywhere(number);
        if (sockets) {
            return sockets;
        }
        // A port that is free at one address may be taken at the next one.
        if (asked == 0 && number == EADDRINUSE && tries < free_port_tries_max) {
            authority_.port = asked;
            continue;
        }
        Error error = sockets.error();
        if (number == EADDRINUSE) {
            error.hint =
                "another program has this port, perhaps another hence serve: end that "
                "one, or choose another port with --listen or --grpc";
        } else if (number == EACCES) {
            error.hint = "choose a port above 1023";
        }
        return error;
    }
}

}  // namespace hence
