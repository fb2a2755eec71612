// The sockets that the doors speak through: the Unix socket in a store's directory, and TCP for the
// client.
//
// A read or a write waits at most as long as the stream's patience, so that a peer which stops does
// not hold a thread for ever. A process that is stopped (SIGSTOP, Ctrl-Z, a debugger) keeps its
// sockets open and says nothing, so at a Unix socket that is looked for, too. Errors are returned
// as numbers of errno; nothing throws.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/descriptor.h"
#include "hence/result.h"

namespace hence {

inline constexpr std::string_view socket_name = "hence.sock";

// Listens at DIRECTORY/hence.sock, mode 0600; what stood there is replaced, so the caller must hold
// the directory's lock. The path may be of any length. Empty on a disk that takes no socket, being
// full or read-only: others then wait for the lock.
Result<Descriptor> listen_in(const std::filesystem::path& directory);

// Connects to DIRECTORY/hence.sock. Fails with not_found when nobody listens there.
Result<Descriptor> connect_in(const std::filesystem::path& directory);

// Connects to "host:port". Fails with io.
Result<Descriptor> connect_to(const std::string& host_and_port);

// A connected socket with a patience: a wait that lasts longer fails with io.
class Stream {
public:
    static constexpr std::chrono::milliseconds for_ever{-1};

    Stream(Descriptor socket, std::chrono::milliseconds patience)
        : socket_(std::move(socket)), patience_(patience) {}

    // 0 at the end of what the peer sends. Errors are errno's numbers, ETIMEDOUT among them.
    std::size_t read_some(char* into, std::size_t size, int& error);
    std::size_t write_some(const char* from, std::size_t size, int& error);

    void patience(std::chrono::milliseconds patience) { patience_ = patience; }
    // Of a Unix socket: a wait also ends, with ETIMEDOUT, once the process at its other end has
    // been stopped for so long.
    void stopped_patience(std::chrono::milliseconds patience) { stopped_patience_ = patience; }
    // That process, when a wait ended because of it; else 0.
    int stopped_peer() const { return stopped_peer_; }
    int number() const { return socket_.number(); }

private:
    int wait(short events);

    Descriptor socket_;
    std::chrono::milliseconds patience_;
    std::chrono::milliseconds stopped_patience_ = for_ever;
    int stopped_peer_ = 0;
};

}  // namespace hence
