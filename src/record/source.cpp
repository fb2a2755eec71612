#include "record/source.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t read_bytes = 1 << 20;
// Compressed bytes that are inflated at a time: few, because zstd may make 40,000 times as many.
constexpr std::size_t inflate_bytes = 512;

// What lies on the user's own disk may be as large as it likes, since it is read in pieces.
constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr InflateLimits own_file{no_limit, no_limit, no_limit};

}  // namespace

Error unreadable(const std::string& file, int number) {
    return {Code::not_found,
            fmt::format("cannot read {}: {}", file, std::generic_category().message(number))};
}

Result<Descriptor> open_to_read(const std::string& file) {
    if (file == "-") {
        Descriptor input{::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)};
        return input ? Result<Descriptor>(std::move(input)) : unreadable(file, errno);
    }
    Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat status {};
    if (!opened || ::fstat(opened.number(), &status) != 0) {
        return unreadable(file, errno);
    }
    if (S_ISDIR(status.st_mode)) {
        return unreadable(file, EISDIR);
    }
    return opened;
}

Packing packing_of(std::string_view beginning) {
    if (beginning.starts_with("\x1f\x8b")) {
        return Packing::gzip;
    }
    if (beginning.starts_with("\x28\xb5\x2f\xfd")) {
        return Packing::zstd;
    }
    // The second is an archive without members.
    return beginning.starts_with("PK\x03\x04") || beginning.starts_with("PK\x05\x06")
               ? Packing::zip
               : Packing::none;
}

Packing packing_of(int descriptor) {
    std::array<char, packing_bytes> head{};
    const ssize_t got = ::pread(descriptor, head.data(), head.size(), 0);
    return packing_of({head.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0))});
}

void FileSource::restart() {
    ::lseek(file_.number(), 0, SEEK_SET);
    begun_ = false;
    inflater_.reset();
    packed_.clear();
    packed_at_ = 0;
    bytes_read_ = 0;
}

Result<Got> FileSource::read(std::string& out, int patience_ms) {
    if (begun_ && !inflater_) {
        return read_raw(out, patience_ms);
    }
    if (packed_at_ == packed_.size() || !begun_) {
        const Got got = TRY(read_raw(packed_, patience_ms));
        if (got == Got::end && begun_) {
            TRY(inflater_->finish());
        }
        if (got == Got::pause || (got == Got::end && (begun_ || packed_.empty()))) {
            return got;
        }
        if (got == Got::some && !begun_ && packed_.size() < packing_bytes) {
            return Got::pause;  // Too little to know what it is.
        }
    }
    if (!begun_) {
        TRY(begin(out));
    }
    TRY(inflate_some(out));
    return Got::some;
}

Result<void> FileSource::begin(std::string& out) {
    const Packing packing = packing_of(packed_);
    if (packing == Packing::zip) {
        return Error{Code::invalid, "a zip archive can only be read from a file by its name"};
    }
    begun_ = true;
    if (packing == Packing::none) {
        out += std::exchange(packed_, {});
    } else {
        inflater_ = std::make_unique<Inflater>(
            packing == Packing::gzip ? Coding::gzip : Coding::zstd, own_file);
    }
    return {};
}

Result<void> FileSource::inflate_some(std::string& out) {
    const std::size_t before = out.size();
    while (packed_at_ < packed_.size() && out.size() - before < read_bytes) {
        const std::string_view piece = std::string_view(packed_).substr(packed_at_, inflate_bytes);
        packed_at_ += piece.size();
        TRY(inflater_->take(piece, out));
    }
    if (packed_at_ == packed_.size()) {
        packed_.clear();
        packed_at_ = 0;
    }
    return {};
}

Result<Got> FileSource::read_raw(std::string& out, int patience_ms) {
    pollfd waiting{file_.number(), POLLIN, 0};
    const int ready = ::poll(&waiting, 1, patience_ms);
    if (ready == 0 || (ready < 0 && errno == EINTR)) {
        return Got::pause;
    }
    const std::size_t before = out.size();
    out.resize(before + read_bytes);
    const ssize_t got = ::read(file_.number(), out.data() + before, read_bytes);
    const int number = errno;
    out.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && number == EINTR) {
        return Got::pause;
    }
    if (got < 0) {
        return unreadable(name_, number);
    }
    bytes_read_ += static_cast<std::uint64_t>(got);
    return got == 0 ? Got::end : Got::some;
}

}  // namespace hence
