#include "record/ledger.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/hash.h"
#include "base/try.h"
#include "model/json/json_number.h"
#include "model/json/writer.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view header = "{\"hence_ledger\":1}";
constexpr std::size_t depth_max = 2;
constexpr std::size_t end_bytes = 4096;
constexpr std::uintmax_t ledger_bytes_max = 256 << 20;

std::int64_t modified_of(const struct stat& status) {
    return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::uint64_t number_in(Json json, std::string_view name, bool& good) {
    const std::string text = json[name].string().value_or("");
    const bool digits = !text.empty() && text.size() <= 20 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    good = good && digits;
    std::uint64_t value = 0;
    for (const char digit : digits ? std::string_view(text) : std::string_view()) {
        value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return value;
}

std::string text_in(Json json, std::string_view name, bool& good) {
    const std::optional<std::string> text = json[name].string();
    good = good && text.has_value();
    return text.value_or("");
}

// Numbers as text, since an inode may have more than 63 bits.
std::string line_of(const std::string& path, const std::string& terms, const LedgerEntry& entry) {
    const FileMark& mark = entry.mark;
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("path", path).member("terms", terms);
    json.member("bytes", std::to_string(mark.bytes)).member("device", std::to_string(mark.device));
    json.member("inode", std::to_string(mark.inode));
    json.member("modified_ns", std::to_string(static_cast<std::uint64_t>(mark.modified_ns)));
    json.member("ends", mark.ends).member("format", entry.format);
    json.member("last_event", entry.last_event);
    json.member("events", std::to_string(entry.events));
    json.member("pending", std::to_string(entry.pending)).end_object().end_line();
    return out;
}

bool write_all(int file, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(file, text.data(), text.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        text.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(written, 0)));
    }
    return true;
}

// Only its owner may read the ledger, since it shows the paths of the user's files.
Result<void> replace(const fs::path& file, std::string_view text) {
    const std::string beside = fmt::format("{}.{}", file.string(), ::getpid());
    const std::string what = fmt::format("write {}", file.string());
    Descriptor opened{::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    if (!opened) {
        return system_error(what);
    }
    const bool written = write_all(opened.number(), text) && ::fsync(opened.number()) == 0;
    if (!written || ::rename(beside.c_str(), file.c_str()) != 0) {
        const Error failed = system_error(what);
        ::unlink(beside.c_str());
        return failed;
    }
    return {};
}

}  // namespace

std::optional<FileMark> mark_of(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    FileMark mark{static_cast<std::uint64_t>(status.st_size), status.st_dev, status.st_ino,
                  modified_of(status)};
    std::string ends(2 * end_bytes, '\0');
    const off_t tail = std::max<off_t>(status.st_size - static_cast<off_t>(end_bytes), 0);
    const ssize_t first = ::pread(descriptor, ends.data(), end_bytes, 0);
    const ssize_t last = ::pread(descriptor, ends.data() + end_bytes, end_bytes, tail);
    if (first < 0 || last < 0) {
        return std::nullopt;
    }
    mark.ends = sha256_hex(ends);
    return mark;
}

Ledger::Ledger(fs::path file, std::string terms)
    : file_(std::move(file)), terms_(std::move(terms)), lines_(read(file_)) {}

Ledger::Lines Ledger::read(const fs::path& file) {
    Lines lines;
    std::error_code failed;
    if (file.empty() || fs::file_size(file, failed) > ledger_bytes_max || failed) {
        return lines;
    }
    std::ifstream in(file, std::ios::binary);
    std::string line;
    if (!std::getline(in, line) || line != header) {
        return lines;
    }
    while (std::getline(in, line)) {
        if (!read_line(line, lines)) {
            return {};
        }
    }
    return lines;
}

bool Ledger::read_line(std::string_view text, Lines& lines) {
    const Result<std::string> valid = minify(text, depth_max);
    if (!valid) {
        return false;
    }
    const Json json(*valid);
    bool good = json.is_object();
    Line line;
    const std::string path = text_in(json, "path", good);
    line.terms = text_in(json, "terms", good);
    FileMark& mark = line.entry.mark;
    mark.bytes = number_in(json, "bytes", good);
    mark.device = number_in(json, "device", good);
    mark.inode = number_in(json, "inode", good);
    mark.modified_ns = static_cast<std::int64_t>(number_in(json, "modified_ns", good));
    mark.ends = text_in(json, "ends", good);
    line.entry.format = text_in(json, "format", good);
    line.entry.last_event = text_in(json, "last_event", good);
    line.entry.events = number_in(json, "events", good);
    line.entry.pending = number_in(json, "pending", good);
    if (good) {
        lines.insert_or_assign(path, std::move(line));
    }
    return good;
}

std::optional<LedgerEntry> Ledger::find(const std::string& path) const {
    const auto found = lines_.find(path);
    if (found == lines_.end() || found->second.terms != terms_) {
        return std::nullopt;
    }
    return found->second.entry;
}

void Ledger::put(const std::string& path, LedgerEntry entry) {
    if (file_.empty() || find(path) == entry) {
        return;
    }
    // A name that is no UTF-8 could not be read back.
    std::string token;
    append_string(token, path);
    if (!minify(token, depth_max) || unescape(token) != path) {
        return;
    }
    lines_.insert_or_assign(path, Line{terms_, std::move(entry)});
    changed_.insert(path);
}

void Ledger::forget(const std::string& path) {
    if (lines_.erase(path) > 0) {
        changed_.insert(path);
    }
}

Result<void> Ledger::save_now_and_then() {
    return std::chrono::steady_clock::now() - saved_ < pause ? Result<void>() : save();
}

Result<void> Ledger::save() {
    saved_ = std::chrono::steady_clock::now();
    if (changed_.empty()) {
        return {};
    }
    Lines lines = read(file_);
    for (const std::string& path : changed_) {
        const auto own = lines_.find(path);
        if (own == lines_.end()) {
            lines.erase(path);
        } else {
            lines.insert_or_assign(path, own->second);
        }
    }
    std::string text = std::string(header) + "\n";
    for (const auto& [path, line] : lines) {
        if (::access(path.c_str(), F_OK) == 0) {
            text += line_of(path, line.terms, line.entry);
        }
    }
    TRY(replace(file_, text));
    changed_.clear();
    return {};
}

std::string program_mark() {
    struct stat status {};
    if (::stat("/proc/self/exe", &status) != 0) {
        return {};
    }
    return fmt::format("{}-{}-{}", status.st_size, status.st_ino, modified_of(status));
}

}  // namespace hence
