#include "record/spool/file.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/try.h"
#include "intake/ingest.h"
#include "record/spool/once.h"
#include "record/spool/writer.h"

namespace hence {
namespace {

constexpr std::string_view closing_suffix = ".closing.ndjson";
constexpr std::size_t spool_block_bytes = 4 << 20;
// An event has at most 16 MiB; a line that is longer by more than white space is none.
constexpr std::size_t spool_line_bytes_max = (16 << 20) + (64 << 10);
constexpr std::size_t spool_kept_bytes = 16 << 20;
constexpr std::size_t spool_tail_bytes = 256;

struct FileFacts {
    std::uint64_t inode = 0;
    std::uint64_t birth_ns = 0;
    std::uint64_t size = 0;
};

// A file system that does not know when a file was born says 0.
Result<FileFacts> facts_of(int file) {
    struct statx status {};
    if (::statx(file, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_BTIME, &status) != 0) {
        return system_error("look at a file of the spool");
    }
    FileFacts facts{status.stx_ino, 0, status.stx_size};
    if ((status.stx_mask & STATX_BTIME) != 0) {
        facts.birth_ns = static_cast<std::uint64_t>(status.stx_btime.tv_sec) * 1'000'000'000 +
                         status.stx_btime.tv_nsec;
    }
    return facts;
}

// Less than `size` at the end of the file.
Result<std::string> spool_read_at(int file, std::uint64_t offset, std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t have = 0;
    while (have < size) {
        const ssize_t got =
            ::pread(file, bytes.data() + have, size - have, static_cast<off_t>(offset + have));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return system_error("read a file of the spool");
        }
        if (got == 0) {
            break;
        }
        have += static_cast<std::size_t>(got);
    }
    bytes.resize(have);
    return bytes;
}

Result<std::string> tail_before(int file, std::uint64_t offset) {
    if (offset == 0) {
        return std::string("-");
    }
    const std::size_t size = std::min<std::uint64_t>(offset, spool_tail_bytes);
    const std::string bytes = TRY(spool_read_at(file, offset - size, size));
    return sha256_hex(bytes).substr(0, 32);
}

Error refused_place(const SpoolPlace& place, const std::string& name, std::string_view why) {
    return {Code::io, fmt::format("the spool file {} {}", (place.path / name).string(), why),
            "remove it"};
}

// Nothing is followed, waited for or woken up: a name in the spool may be anything. `access` is
// O_RDONLY or O_RDWR.
Result<Descriptor> open_spool_file(const SpoolPlace& place, const std::string& name,
                                   int access = O_RDONLY) {
    Descriptor file(::openat(place.directory.number(), name.c_str(),
                             access | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!file && errno == ENOENT) {
        return Error{Code::not_found, "it is gone"};
    }
    if (!file && errno == ELOOP) {
        return refused_place(place, name, "is a symbolic link, which is not followed");
    }
    if (!file) {
        return system_error("open " + (place.path / name).string());
    }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) {
        return system_error("look at " + (place.path / name).string());
    }
    if (!S_ISREG(status.st_mode)) {
        return refused_place(place, name, "is not a regular file");
    }
    if (status.st_uid != ::geteuid() && status.st_uid != place.owner) {
        return refused_place(
            place, name,
            fmt::format("belongs to user {}, and not to user {}", status.st_uid, place.owner));
    }
    return file;
}

// Telemetry stands in lines of its own; everything else is read as events.
std::string_view spool_line_format(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const bool otlp =
        line.starts_with(R"({"resourceSpans")") || line.starts_with(R"({"resourceLogs")");
    return otlp ? "otlp" : "native";
}

}  // namespace

std::string spool_base_name(std::string_view name) {
    if (!name.ends_with(closing_suffix)) {
        return std::string(name);
    }
    name.remove_suffix(closing_suffix.size());
    return std::string(name.substr(0, name.rfind('.'))) + std::string(spool_suffix);
}

Result<SpoolPlace> SpoolPlace::open(const std::filesystem::path& path) {
    SpoolPlace place{.path = path};
    place.directory =
        Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!place.directory && errno == ENOENT) {
        return Error{Code::not_found, fmt::format("there is no spool {}", path.string())};
    }
    if (!place.directory && (errno == ELOOP || errno == ENOTDIR)) {
        return Error{Code::io, fmt::format("the spool {} is not a directory", path.string()),
                     "remove it"};
    }
    struct stat status {};
    if (!place.directory || ::fstat(place.directory.number(), &status) != 0) {
        return system_error("open the spool " + path.string());
    }
    place.owner = status.st_uid;
    struct stat above {};
    const bool foreign = ::stat(path.parent_path().c_str(), &above) == 0 &&
                         status.st_uid != ::geteuid() && status.st_uid != above.st_uid;
    if (foreign) {
        return Error{Code::io,
                     fmt::format("the spool {} belongs to user {}", path.string(), status.st_uid),
                     "remove it"};
    }
    return place;
}

SpoolFile::SpoolFile(std::string name) : name_(std::move(name)) {}

std::string SpoolFile::source() const {
    return "spool/" + spool_base_name(name_);
}

Result<void> SpoolFile::take(Store& store, const SpoolPlace& place) {
    const Result<Descriptor> file = open_spool_file(place, name_);
    if (!file) {
        gone_ = file.error().code == Code::not_found;
        return gone_ ? Result<void>() : file.error();
    }
    TRY(resume(file->number(), place));
    SpoolOnce again(store, source());
    Store& target = resumed_ ? static_cast<Store&>(again) : store;
    const SpoolMark before = mark_;
    Result<bool> more = true;
    while (more && *more) {
        more = take_block(target, file->number());
        if (!(mark_ == before)) {
            // A mark that cannot be written only makes lines be read again.
            static_cast<void>(keep_mark(file->number(), place));
        }
    }
    if (!more) {
        return more.error();
    }
    Result<void> finished = finish(target, file->number(), place);
    resumed_ = resumed_ && !finished;
    return finished;
}

// Finds out how far the file was taken before, by this process or by one that is gone.
Result<void> SpoolFile::resume(int file, const SpoolPlace& place) {
    const FileFacts facts = TRY(facts_of(file));
    size_ = facts.size;
    const auto fits = [&](const SpoolMark& mark) {
        return mark.inode == facts.inode && mark.birth_ns == facts.birth_ns &&
               mark.bytes <= facts.size;
    };
    searched_ = size_ < searched_ ? 0 : searched_;  // A writer cut half a line off again.
    if (known_ && fits(mark_)) {
        return {};
    }
    known_ = true;
    resumed_ = true;
    searched_ = 0;
    const std::optional<SpoolMark> kept = read_spool_mark(place.directory.number(), name_);
    if (kept && fits(*kept)) {
        const std::string tail = TRY(tail_before(file, kept->bytes));
        if (tail == kept->tail) {
            mark_ = *kept;
            return {};
        }
    }
    mark_ = {.inode = facts.inode, .birth_ns = facts.birth_ns};
    return {};
}

// Takes some whole lines. False when there is none, up to the size that the file had.
Result<bool> SpoolFile::take_block(Store& store, int file) {
    const std::uint64_t left = size_ - mark_.bytes;
    if (left == 0 || searched_ >= size_) {
        return false;
    }
    std::string text =
        TRY(spool_read_at(file, mark_.bytes, std::min<std::uint64_t>(left, spool_block_bytes)));
    std::size_t end = text.rfind('\n');
    if (end == std::string::npos && text.size() == spool_block_bytes) {
        text = TRY(
            spool_read_at(file, mark_.bytes, std::min<std::uint64_t>(left, spool_line_bytes_max)));
        end = text.rfind('\n');
    }
    if (end == std::string::npos) {
        return text.size() == spool_line_bytes_max ? take_long_line(store, file, std::move(text))
                                                   : Result<bool>(false);
    }
    text.resize(end + 1);
    TRY(take_lines(store, text));
    return true;
}

// A line that no event can be: its beginning goes to quarantine, and the rest is passed over
// without being held.
Result<bool> SpoolFile::take_long_line(Store& store, int file, std::string beginning) {
    std::uint64_t at = std::max(searched_, mark_.bytes + beginning.size());
    while (at < size_) {
        const std::string more =
            TRY(spool_read_at(file, at, std::min<std::uint64_t>(size_ - at, spool_block_bytes)));
        const std::size_t end = more.find('\n');
        if (more.empty()) {
            return false;
        }
        if (end == std::string::npos) {
            at += more.size();
            searched_ = at;
            continue;
        }
        const std::uint64_t whole = at + end - mark_.bytes;
        beginning.resize(spool_kept_bytes);
        Batch batch;
        batch.source = source();
        batch.refused.push_back({source(), mark_.lines + 1,
                                 fmt::format("too long: {} bytes, of which the first {} are kept",
                                             whole, spool_kept_bytes),
                                 std::move(beginning)});
        const Receipt receipt = TRY(store.append(batch));
        mark_.quarantined += receipt.quarantined;
        mark_.bytes += whole + 1;
        ++mark_.lines;
        searched_ = 0;
        return true;
    }
    return false;
}

// Lines of one format after the other, in the order of the file.
Result<void> SpoolFile::take_lines(Store& store, std::string_view text) {
    while (!text.empty()) {
        std::string_view format;
        std::size_t end = 0;
        while (end < text.size()) {
            const std::size_t next = std::min(text.find('\n', end), text.size() - 1) + 1;
            const std::string_view line = text.substr(end, next - end);
            const bool blank = line.find_first_not_of(" \t\r\n") == std::string_view::npos;
            const std::string_view found = blank ? format : spool_line_format(line);
            if (!format.empty() && found != format) {
                break;
            }
            format = found;
            end = next;
        }
        TRY(take_run(store, text.substr(0, end), format));
        text.remove_prefix(end);
    }
    return {};
}

Result<void> SpoolFile::take_run(Store& store, std::string_view text, std::string_view format) {
    if (!format.empty()) {
        IngestOptions options;
        options.source = source();
        options.format = format;
        options.first_line = mark_.lines + 1;
        // Events without an id get the same one, however often the file is read.
        options.idempotency_key =
            fmt::format("{} {} {}", options.source, mark_.inode, mark_.birth_ns);
        const Account account = TRY(ingest(store, text, options));
        mark_.stored += account.accepted + account.duplicates;
        mark_.quarantined += account.quarantined;
        mark_.last_seq = std::max(mark_.last_seq, account.last_seq);
    }
    mark_.bytes += text.size();
    mark_.lines += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
    return {};
}

Result<void> SpoolFile::wipe_taken(const SpoolPlace& place) {
    if (!known_ || mark_.bytes == 0) {
        return {};
    }
    const Result<Descriptor> file = open_spool_file(place, name_, O_RDWR);
    if (!file) {
        return file.error().code == Code::not_found ? Result<void>() : file.error();
    }
    for (std::uint64_t at = 0; at < mark_.bytes;) {
        std::string text = TRY(spool_read_at(
            file->number(), at, std::min<std::uint64_t>(mark_.bytes - at, spool_block_bytes)));
        if (text.empty()) {
            break;
        }
        std::ranges::replace_if(
            text, [](char c) { return c != '\n'; }, ' ');
        for (std::size_t done = 0; done < text.size();) {
            const ssize_t put = ::pwrite(file->number(), text.data() + done, text.size() - done,
                                         static_cast<off_t>(at + done));
            if (put < 0 && errno != EINTR) {
                return system_error("overwrite " + (place.path / name_).string());
            }
            done += static_cast<std::size_t>(std::max<ssize_t>(put, 0));
        }
        at += text.size();
    }
    if (::fdatasync(file->number()) != 0) {
        return system_error("overwrite " + (place.path / name_).string());
    }
    return keep_mark(file->number(), place);
}

Result<void> SpoolFile::keep_mark(int file, const SpoolPlace& place) {
    mark_.tail = TRY(tail_before(file, mark_.bytes));
    return write_spool_mark(place.directory.number(), name_, mark_);
}

// All whole lines were taken. What has no end is taken, too, and the file removed, once nobody can
// write to it any more.
Result<void> SpoolFile::finish(Store& store, int file, const SpoolPlace& place) {
    const SpoolWriter writer = spool_writer_of(file);
    const std::optional<bool> lives = named_writer_lives(name_);
    const bool gone =
        writer == SpoolWriter::gone || (writer == SpoolWriter::unknown && lives == false);
    const FileFacts facts = TRY(facts_of(file));
    // Whoever wrote meanwhile has the file looked at again.
    open_ = !gone || facts.size != size_;
    if (open_) {
        return {};
    }
    if (mark_.bytes < size_) {
        // The process may yet open its file again: half a line is no reason to hurry.
        open_ = lives == true;
        if (open_) {
            return {};
        }
        const std::uint64_t left = size_ - mark_.bytes;
        std::string rest = TRY(
            spool_read_at(file, mark_.bytes, std::min<std::uint64_t>(left, spool_line_bytes_max)));
        if (left > spool_line_bytes_max) {
            rest.resize(spool_kept_bytes);
        }
        const std::uint64_t end = size_;
        TRY(take_lines(store, rest));
        mark_.bytes = end;
        static_cast<void>(keep_mark(file, place));
    }
    return remove(file, place);
}

Result<void> SpoolFile::remove(int file, const SpoolPlace& place) {
    const int directory = place.directory.number();
    if (!name_.ends_with(closing_suffix)) {
        const std::string stem = name_.substr(0, name_.size() - spool_suffix.size());
        const std::string closing = fmt::format("{}.{}{}", stem, mark_.inode, closing_suffix);
        if (::renameat(directory, name_.c_str(), directory, closing.c_str()) != 0) {
            return system_error("rename " + (place.path / name_).string());
        }
        remove_spool_mark(directory, name_);
        name_ = closing;
        static_cast<void>(keep_mark(file, place));
    }
    // Somebody may have opened it before it was renamed.
    const FileFacts facts = TRY(facts_of(file));
    if (spool_writer_of(file) == SpoolWriter::open || facts.size != mark_.bytes) {
        open_ = true;
        return {};
    }
    if (::unlinkat(directory, name_.c_str(), 0) != 0 && errno != ENOENT) {
        return system_error("remove " + (place.path / name_).string());
    }
    remove_spool_mark(directory, name_);
    gone_ = true;
    return {};
}

}  // namespace hence
