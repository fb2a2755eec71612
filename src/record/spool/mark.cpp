#include "record/spool/mark.h"

#include <array>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace hence {
namespace {

std::string mark_name(const std::string& name) {
    return name + std::string(spool_mark_suffix);
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t put = ::write(file, text.data(), text.size());
        if (put <= 0) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

}  // namespace

std::optional<SpoolMark> read_spool_mark(int directory, const std::string& name) {
    const Descriptor file(::openat(directory, mark_name(name).c_str(),
                                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    struct stat status {};
    if (!file || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    std::array<char, 512> bytes{};
    const ssize_t got = ::read(file.number(), bytes.data(), bytes.size());
    if (got <= 0 || bytes[static_cast<std::size_t>(got) - 1] != '\n') {
        return std::nullopt;
    }
    std::istringstream text(std::string(bytes.data(), static_cast<std::size_t>(got)));
    std::string what;
    int version = 0;
    SpoolMark mark;
    text >> what >> version >> mark.inode >> mark.birth_ns >> mark.bytes >> mark.lines >>
        mark.stored >> mark.quarantined >> mark.last_seq >> mark.tail;
    if (!text || what != "hence-spool" || version != 1) {
        return std::nullopt;
    }
    return mark;
}

// Not synced: a mark that a crash of the machine takes back only makes lines be read again.
Result<void> write_spool_mark(int directory, const std::string& name, const SpoolMark& mark) {
    const std::string text = fmt::format("hence-spool 1 {} {} {} {} {} {} {} {}\n", mark.inode,
                                         mark.birth_ns, mark.bytes, mark.lines, mark.stored,
                                         mark.quarantined, mark.last_seq, mark.tail);
    const std::string fresh = mark_name(name) + "~";
    ::unlinkat(directory, fresh.c_str(), 0);
    Descriptor file(::openat(directory, fresh.c_str(),
                             O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file || !write_all(file.number(), text)) {
        return system_error("write " + mark_name(name));
    }
    file = Descriptor();
    if (::renameat(directory, fresh.c_str(), directory, mark_name(name).c_str()) != 0) {
        return system_error("write " + mark_name(name));
    }
    return {};
}

void remove_spool_mark(int directory, const std::string& name) {
    ::unlinkat(directory, mark_name(name).c_str(), 0);
}

}  // namespace hence
