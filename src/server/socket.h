// File descriptors that close themselves, and the sockets that the doors speak through.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/process.h"
#include "hence/result.h"

namespace hence {

// Owns a descriptor. Moved from, it is empty.
class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept
        : number_(std::exchange(other.number_, -1)), opened_in_(other.opened_in_) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        std::swap(opened_in_, other.opened_in_);
        return *this;
    }
    // Closes it, but not in a forked child: the number may stand for another file there.
    ~Descriptor();

    int number() const { return number_; }
    // Gives it away; it is empty afterwards.
    int release() { return std::exchange(number_, -1); }
    explicit operator bool() const { return number_ >= 0; }

private:
    int number_ = -1;
    ProcessMark opened_in_;
};

// "cannot WHAT: No space left on device", from errno.
Error system_error(std::string_view what);
// Likewise, of a stated error number.
Error system_error(std::string_view what, int number);

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
    // Wakes whoever waits in read_some, which then sees the end. Answers may still be written.
    void stop_reading();
    int number() const { return socket_.number(); }

private:
    Descriptor socket_;
    std::chrono::milliseconds patience_;
};

}  // namespace hence
