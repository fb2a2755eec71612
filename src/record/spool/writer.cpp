#include "record/spool/writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "record/spool/file.h"

namespace hence {
namespace {

std::optional<std::uint64_t> spool_number(std::string_view digits) {
    std::uint64_t value = 0;
    const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failed != std::errc() || end != digits.data() + digits.size() || digits.empty()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

SpoolWriter spool_writer_of(int file) {
    if (::flock(file, LOCK_EX | LOCK_NB) == 0) {
        // Given back at once: a child that is forked now would hold it for as long as it lives.
        ::flock(file, LOCK_UN);
    } else if (errno == EWOULDBLOCK) {
        return SpoolWriter::open;
    }
    // Should somebody open the file for writing at this very moment, the kernel sends a signal.
    // SIGIO would end the process; SIGURG is ignored by those who do not wait for it.
    ::fcntl(file, F_SETSIG, SIGURG);
    if (::fcntl(file, F_SETLEASE, F_RDLCK) == 0) {
        ::fcntl(file, F_SETLEASE, F_UNLCK);
        return SpoolWriter::gone;
    }
    return errno == EAGAIN ? SpoolWriter::open : SpoolWriter::unknown;
}

std::optional<NamedWriter> named_spool_writer(std::string_view name) {
    const std::string base = spool_base_name(name);
    std::string_view stem = base;
    stem.remove_suffix(std::min(spool_suffix.size(), stem.size()));
    const std::size_t start = stem.rfind('-');
    if (start == std::string_view::npos || start == 0 || !spool_number(stem.substr(start + 1))) {
        return std::nullopt;
    }
    const std::size_t process = stem.rfind('-', start - 1);
    if (process == std::string_view::npos || process == 0) {
        return std::nullopt;
    }
    const auto id = spool_number(stem.substr(process + 1, start - process - 1));
    if (!id || *id == 0 || *id > 0x7fffffff) {
        return std::nullopt;
    }
    return NamedWriter{std::string(stem.substr(0, process)), static_cast<int>(*id)};
}

std::string spool_host() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) {
        return "localhost";
    }
    std::string host(name.data());
    for (char& c : host) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '.' || c == '-';
        c = plain ? c : '_';
    }
    return host.empty() ? "localhost" : host.substr(0, 64);
}

std::optional<bool> named_writer_lives(std::string_view name) {
    const std::optional<NamedWriter> writer = named_spool_writer(name);
    if (!writer || writer->host != spool_host()) {
        return std::nullopt;
    }
    return ::kill(writer->process_id, 0) == 0 || errno == EPERM;
}

}  // namespace hence
