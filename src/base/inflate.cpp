// One Engine for zlib (gzip and deflate) and one for zstd; the base class holds the limits, so that
// no engine can forget them.
#include "base/inflate.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "base/try.h"

namespace hence {

// What both libraries are to us: something that turns a little of the input into a little output.
class Inflater::Engine {
public:
    explicit Engine(const InflateLimits& limits) : limits_(limits) {}
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    Result<void> take(std::string_view piece, std::string& out) {
        if (failed_) {
            return *failed_;
        }
        taken_ += piece.size();
        Result<void> done = inflate_piece(piece, out);
        if (!done) {
            failed_ = done.error();
        }
        return done;
    }

    Result<void> finish() const {
        if (failed_) {
            return *failed_;
        }
        if (!whole()) {
            return Error{Code::invalid, "the compressed text is cut off"};
        }
        return {};
    }

protected:
    virtual Result<void> inflate_piece(std::string_view piece, std::string& out) = 0;
    // Whether the text may end here.
    virtual bool whole() const = 0;

    // Room for the output of one step: no more than this is made before the limits are checked.
    std::array<char, 32 << 10>& room() { return room_; }

    Result<void> give(std::size_t size, std::string& out) {
        given_ += size;
        if (given_ > limits_.bytes_max) {
            return Error{Code::limit, fmt::format("the text is larger than {} bytes when inflated",
                                                  limits_.bytes_max)};
        }
        // Divided first, so that nothing can overflow.
        const std::uint64_t ratio_max = std::max<std::uint64_t>(limits_.ratio_max, 1);
        if (given_ > limits_.ratio_from && given_ / ratio_max >= taken_ &&
            given_ > ratio_max * taken_) {
            return Error{
                Code::limit,
                fmt::format("the text inflates to more than {} times its size", limits_.ratio_max)};
        }
        out.append(room_.data(), size);
        return {};
    }

private:
    InflateLimits limits_;
    std::uint64_t taken_ = 0;
    std::uint64_t given_ = 0;
    std::optional<Error> failed_;
    std::array<char, 32 << 10> room_ = {};
};

namespace {

const Error no_memory{Code::limit, "no memory is left to inflate with"};

}  // namespace

// gzip and deflate. What HTTP calls deflate is zlib's format, but there have always been senders of
// bare deflate under that name: the first two bytes tell them apart.
class Inflater::ZlibEngine : public Engine {
public:
    ZlibEngine(Coding coding, const InflateLimits& limits) : Engine(limits), coding_(coding) {}
    ~ZlibEngine() override {
        if (begun_) {
            ::inflateEnd(&stream_);
        }
    }

private:
    static constexpr int window_bits = 15;
    static constexpr int gzip_format = 16;

    bool whole() const override { return ended_; }

    Result<void> inflate_piece(std::string_view piece, std::string& out) override {
        if (!begun_) {
            head_.append(piece);
            if (head_.size() < 2) {
                return {};
            }
            TRY(begin());
            const std::string head = std::exchange(head_, {});
            return inflate_text(head, out);
        }
        return inflate_text(piece, out);
    }

    Result<void> begin() {
        const auto first = static_cast<unsigned char>(head_[0]);
        const auto second = static_cast<unsigned char>(head_[1]);
        const bool zlib_format = (first & 15) == Z_DEFLATED && (first * 256 + second) % 31 == 0;
        const int bits = coding_ == Coding::gzip ? window_bits + gzip_format
                         : zlib_format           ? window_bits
                                                 : -window_bits;
        if (::inflateInit2(&stream_, bits) != Z_OK) {
            return no_memory;
        }
        begun_ = true;
        return {};
    }

    Result<void> inflate_text(std::string_view text, std::string& out) {
        while (!text.empty()) {
            if (ended_) {
                // One gzip member may follow another.
                if (coding_ != Coding::gzip || ::inflateReset(&stream_) != Z_OK) {
                    return Error{Code::invalid, "bytes follow the end of the compressed text"};
                }
                ended_ = false;
            }
            const std::size_t part = std::min<std::size_t>(text.size(), 1U << 30);
            const std::size_t left = TRY(inflate_part(text.substr(0, part), out));
            text.remove_prefix(part - left);
        }
        return {};
    }

    // How much of the part is left, behind the end of a member.
    Result<std::size_t> inflate_part(std::string_view part, std::string& out) {
        // zlib does not write to its input, but its older interface does not say so.
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
        stream_.avail_in = static_cast<uInt>(part.size());
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(room().data());
            stream_.avail_out = static_cast<uInt>(room().size());
            const int status = ::inflate(&stream_, Z_NO_FLUSH);
            TRY(give(room().size() - stream_.avail_out, out));
            if (status == Z_STREAM_END) {
                ended_ = true;
                return stream_.avail_in;
            }
            if (status == Z_MEM_ERROR) {
                return no_memory;
            }
            if (status != Z_OK && status != Z_BUF_ERROR) {
                return Error{Code::invalid,
                             fmt::format("the body is not {}",
                                         coding_ == Coding::gzip ? "gzip" : "deflate")};
            }
        } while (stream_.avail_out == 0 || stream_.avail_in > 0);
        return 0;
    }

    Coding coding_;
    z_stream stream_ = {};
    std::string head_;
    bool begun_ = false;
    bool ended_ = false;
};

class Inflater::ZstdEngine : public Engine {
public:
    explicit ZstdEngine(const InflateLimits& limits)
        : Engine(limits), stream_(::ZSTD_createDCtx()) {
        if (stream_ != nullptr) {
            ::ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, window_log_max);
        }
    }
    ~ZstdEngine() override { ::ZSTD_freeDCtx(stream_); }

private:
    // 8 MiB, which every reader should bear (RFC 8878) and no usual writer goes beyond. The window
    // is memory that a few bytes could otherwise make us take.
    static constexpr int window_log_max = 23;

    bool whole() const override { return ended_; }

    Result<void> inflate_piece(std::string_view piece, std::string& out) override {
        if (stream_ == nullptr) {
            return no_memory;
        }
        ZSTD_inBuffer in{piece.data(), piece.size(), 0};
        bool full = false;
        while (in.pos < in.size || full) {
            ZSTD_outBuffer to{room().data(), room().size(), 0};
            const std::size_t status = ::ZSTD_decompressStream(stream_, &to, &in);
            if (::ZSTD_isError(status) != 0) {
                return refusal_of(status);
            }
            TRY(give(to.pos, out));
            ended_ = status == 0;
            full = to.pos == to.size && !ended_;
        }
        return {};
    }

    static Error refusal_of(std::size_t status) {
        if (::ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
            return {Code::limit, "the zstd frame wants a window of more than 8 MiB"};
        }
        return {Code::invalid,
                fmt::format("the body is not zstd: {}", ::ZSTD_getErrorName(status))};
    }

    ZSTD_DCtx* stream_;
    bool ended_ = false;
};

Inflater::Inflater(Coding coding, const InflateLimits& limits) {
    if (coding == Coding::zstd) {
        engine_ = std::make_unique<ZstdEngine>(limits);
    } else {
        engine_ = std::make_unique<ZlibEngine>(coding, limits);
    }
}

Inflater::~Inflater() = default;

Result<void> Inflater::take(std::string_view piece, std::string& out) {
    return engine_->take(piece, out);
}

Result<void> Inflater::finish() {
    return engine_->finish();
}

Result<std::string> inflate(Coding coding, std::string_view text, const InflateLimits& limits) {
    std::string out;
    Inflater inflater(coding, limits);
    TRY(inflater.take(text, out));
    TRY(inflater.finish());
    return out;
}

}  // namespace hence
