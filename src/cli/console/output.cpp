#include "cli/console/output.h"

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/process.h"
#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t buffer_bytes = 64 << 10;

std::size_t columns_of(int terminal) {
    winsize size{};
    return ::ioctl(terminal, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

Output::Style style_for(int descriptor, bool json) {
    const std::string term = environment("TERM");
    const bool dumb = term.empty() || term == "dumb";
    const bool terminal = ::isatty(descriptor) == 1;
    return {.terminal = terminal,
            .colour = terminal && !json && !dumb && environment("NO_COLOR").empty(),
            .spelling = json ? Spelling::json : Spelling::text,
            .columns = terminal && !json ? columns_of(descriptor) : 0};
}

void hold_standard_streams() {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) < 0) {
            // Opened the wrong way round, so that using it fails. The lowest free number is taken.
            ::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

void Output::take(std::string_view piece) {
    if (style_.terminal) {
        filter_.append(buffer_, piece);
    } else {
        buffer_.append(piece);
    }
}

Result<void> Output::write(std::string_view piece) {
    if (failure_) {
        return *failure_;
    }
    if (style_.local) {
        std::string rewritten;
        times_.append(rewritten, piece);
        take(rewritten);
    } else {
        take(piece);
    }
    if (buffer_.size() >= buffer_bytes) {
        TRY(flush());
    }
    return {};
}

Result<void> Output::flush() {
    std::string bytes = std::move(buffer_);
    buffer_.clear();
    if (style_.colour) {
        // Colour goes by whole lines, so an unfinished one waits.
        const std::size_t whole = bytes.rfind('\n') + 1;
        buffer_ = bytes.substr(whole);
        bytes = coloured(std::string_view(bytes).substr(0, whole), first_line_);
        first_line_ = first_line_ && whole == 0;
    }
    return write_all(bytes);
}

Result<void> Output::finish() {
    if (failure_) {
        return *failure_;
    }
    std::string rest;
    times_.finish(rest);
    take(rest);
    filter_.finish(buffer_);
    TRY(flush());
    return write_all(std::exchange(buffer_, {}));
}

Result<void> Output::write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
        if (put >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(put));
        } else if (errno != EINTR) {
            reader_gone_ = errno == EPIPE;
            failure_ = Error{Code::io,
                             "cannot write the answer: " + std::generic_category().message(errno)};
            return *failure_;
        }
    }
    return {};
}

}  // namespace hence
