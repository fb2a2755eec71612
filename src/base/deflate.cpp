#include "base/deflate.h"

#include <algorithm>
#include <array>

#include <zlib.h>

namespace hence {

struct Deflater::Stream {
    z_stream zlib = {};
    bool ready = false;
    std::array<char, 16 << 10> room = {};

    void run(std::string_view piece, int flush, std::string& out) {
        zlib.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
        zlib.avail_in = static_cast<uInt>(piece.size());
        do {
            zlib.next_out = reinterpret_cast<Bytef*>(room.data());
            zlib.avail_out = static_cast<uInt>(room.size());
            ::deflate(&zlib, flush);
            out.append(room.data(), room.size() - zlib.avail_out);
        } while (zlib.avail_out == 0);
    }
};

Deflater::Deflater() : stream_(std::make_unique<Stream>()) {
    constexpr int window_bits = 15;
    constexpr int gzip_format = 16;
    constexpr int memory_level = 8;
    stream_->ready =
        ::deflateInit2(&stream_->zlib, Z_BEST_SPEED, Z_DEFLATED, window_bits + gzip_format,
                       memory_level, Z_DEFAULT_STRATEGY) == Z_OK;
}

Deflater::~Deflater() {
    if (stream_->ready) {
        ::deflateEnd(&stream_->zlib);
    }
}

bool Deflater::ready() const {
    return stream_->ready;
}

void Deflater::take(std::string_view piece, std::string& out) {
    while (!piece.empty()) {
        const std::size_t part = std::min<std::size_t>(piece.size(), 1U << 30);
        stream_->run(piece.substr(0, part), Z_NO_FLUSH, out);
        piece.remove_prefix(part);
    }
}

void Deflater::finish(std::string& out) {
    stream_->run({}, Z_FINISH, out);
}

}  // namespace hence
