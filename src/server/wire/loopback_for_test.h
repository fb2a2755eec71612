// A socket that listens on a free port of this machine, for tests.
#pragma once

#include <cstdint>

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "base/descriptor.h"

namespace hence {

struct LoopbackSocket {
    Descriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    std::uint16_t port = 0;
};

inline void listen_on_loopback(LoopbackSocket& on) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(::bind(on.socket.number(), reinterpret_cast<sockaddr*>(&address), size), 0);
    ASSERT_EQ(::listen(on.socket.number(), 512), 0);
    ::getsockname(on.socket.number(), reinterpret_cast<sockaddr*>(&address), &size);
    on.port = ntohs(address.sin_port);
}

}  // namespace hence
