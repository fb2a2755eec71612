// Lets Beast read and write a Stream. Heavy: for the client's source only, since Beast's headers
// take long to compile. The adapter adds no buffer and no thread; a wait that takes too long is an
// error of the Stream.
#pragma once

#include <cerrno>

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/beast/core/error.hpp>
#include <boost/system/error_code.hpp>

#include "server/wire/socket.h"

namespace hence {

// What Beast calls a SyncStream, over a Stream that outlives it.
class BeastStream {
public:
    explicit BeastStream(Stream& stream) : stream_(stream) {}

    template <class Buffers>
    std::size_t read_some(const Buffers& buffers, boost::system::error_code& error) {
        for (auto at = boost::asio::buffer_sequence_begin(buffers);
             at != boost::asio::buffer_sequence_end(buffers); ++at) {
            const boost::asio::mutable_buffer buffer(*at);
            if (buffer.size() == 0) {
                continue;
            }
            int number = 0;
            const std::size_t got =
                stream_.read_some(static_cast<char*>(buffer.data()), buffer.size(), number);
            error = number != 0
                        ? boost::system::error_code(number, boost::system::system_category())
                    : got == 0 ? boost::system::error_code(boost::asio::error::eof)
                               : boost::system::error_code();
            return got;
        }
        error = {};
        return 0;
    }

    template <class Buffers>
    std::size_t write_some(const Buffers& buffers, boost::system::error_code& error) {
        for (auto at = boost::asio::buffer_sequence_begin(buffers);
             at != boost::asio::buffer_sequence_end(buffers); ++at) {
            const boost::asio::const_buffer buffer(*at);
            if (buffer.size() == 0) {
                continue;
            }
            int number = 0;
            const std::size_t put =
                stream_.write_some(static_cast<const char*>(buffer.data()), buffer.size(), number);
            error = boost::system::error_code(number, boost::system::system_category());
            return put;
        }
        error = {};
        return 0;
    }

    // Required by the concept; we use the forms that return their errors.
    template <class Buffers>
    std::size_t read_some(const Buffers& buffers) {
        boost::system::error_code ignored;
        return read_some(buffers, ignored);
    }
    template <class Buffers>
    std::size_t write_some(const Buffers& buffers) {
        boost::system::error_code ignored;
        return write_some(buffers, ignored);
    }

private:
    Stream& stream_;
};

}  // namespace hence
