#include "cli/block_reader.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/try.h"
#include "formats/beginning.h"

namespace hence {
namespace {

constexpr std::size_t read_bytes = 1 << 20;
constexpr std::size_t place_bytes = 256;
// How long an input may be silent before the lines that it gave are taken as they are.
constexpr int pause_ms = 50;

Error unreadable(const std::string& file, int number) {
    return {Code::not_found,
            fmt::format("cannot read {}: {}", file, std::generic_category().message(number))};
}

}  // namespace

Result<BlockReader> open_blocks(const std::string& file) {
    if (file == "-") {
        return BlockReader(Descriptor(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)), "-");
    }
    Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    struct stat status {};
    if (!opened || ::fstat(opened.number(), &status) != 0) {
        return unreadable(file, errno);
    }
    if (S_ISDIR(status.st_mode)) {
        return unreadable(file, EISDIR);
    }
    return BlockReader(std::move(opened), file);
}

void BlockReader::restart() {
    ::lseek(file_.number(), 0, SEEK_SET);
    buffer_.clear();
    whole_ = 0;
    line_ = 1;
    by_lines_ = false;
    looked_at_ = 0;
    bytes_read_ = 0;
    last_bytes_.clear();
}

bool BlockReader::rewritten() const {
    struct stat status {};
    if (::fstat(file_.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return false;
    }
    std::string there(last_bytes_.size(), '\0');
    const auto place = static_cast<off_t>(bytes_read_ - last_bytes_.size());
    const ssize_t got = ::pread(file_.number(), there.data(), there.size(), place);
    return got != static_cast<ssize_t>(there.size()) || there != last_bytes_;
}

Result<std::string> BlockReader::next(Tail tail) {
    while (true) {
        if (whole_ >= block_bytes && !in_document()) {
            return cut(whole_);
        }
        if (buffer_.size() > line_bytes_max) {
            return Error{
                Code::limit,
                fmt::format("{}, line {}: longer than {} MiB", name_, line_, line_bytes_max >> 20),
                "record events one to a line"};
        }
        const Got got = TRY(read_more());
        if (got == Got::end && tail == Tail::give) {
            return cut(buffer_.size());
        }
        const bool paused = got == Got::end || (got == Got::pause && whole_ > 0);
        const std::size_t size = paused ? ready() : 0;
        if (size > 0) {
            return cut(size);
        }
        if (paused && tail == Tail::hold) {
            return std::string();
        }
    }
}

// How much may be given of an input that has paused.
std::size_t BlockReader::ready() {
    if (line_ == 1 && buffer_.find_first_not_of(" \t\r\n") == std::string::npos) {
        return 0;  // A document may follow.
    }
    if (!in_document()) {
        return whole_;
    }
    if (looked_at_ != buffer_.size()) {
        looked_at_ = buffer_.size();
        if (document_part(buffer_) == DocumentPart::whole) {
            return buffer_.size();
        }
        // By whole lines, since a word like `true` that is cut looks like no JSON at all.
        by_lines_ =
            document_part(std::string_view(buffer_).substr(0, whole_)) == DocumentPart::none;
    }
    return by_lines_ ? whole_ : 0;
}

// The parts of a document need not stand on lines of their own, so no part of it is enough. What
// only begins like one must not be read whole: that is looked at once, when a block is full.
bool BlockReader::in_document() {
    if (line_ != 1 || by_lines_ || !begins_as_document(buffer_)) {
        return false;
    }
    if (whole_ >= block_bytes && looked_at_ == 0) {
        looked_at_ = whole_;
        by_lines_ =
            document_part(std::string_view(buffer_).substr(0, whole_)) == DocumentPart::none;
    }
    return !by_lines_;
}

Result<BlockReader::Got> BlockReader::read_more() {
    pollfd waiting{file_.number(), POLLIN, 0};
    const bool patient = whole_ == 0 || in_document();
    if (::poll(&waiting, 1, patient ? -1 : pause_ms) == 0) {
        return Got::pause;
    }
    const std::size_t before = buffer_.size();
    buffer_.resize(before + read_bytes);
    const ssize_t got = ::read(file_.number(), buffer_.data() + before, read_bytes);
    const int number = errno;
    buffer_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0 && number == EINTR) {
        return Got::pause;
    }
    if (got < 0) {
        return unreadable(name_, number);
    }
    bytes_read_ += static_cast<std::uint64_t>(got);
    last_bytes_ += std::string_view(buffer_).substr(buffer_.size() -
                                                    std::min(buffer_.size() - before, place_bytes));
    last_bytes_.erase(0, last_bytes_.size() - std::min(last_bytes_.size(), place_bytes));
    const std::size_t last = std::string_view(buffer_).substr(before).rfind('\n');
    if (last != std::string_view::npos) {
        whole_ = before + last + 1;
    }
    return got == 0 ? Got::end : Got::some;
}

std::string BlockReader::cut(std::size_t size) {
    std::string block = std::move(buffer_);
    buffer_ = block.substr(size);
    block.resize(size);
    whole_ = 0;
    line_ += static_cast<std::uint64_t>(std::ranges::count(block, '\n'));
    return block;
}

}  // namespace hence
