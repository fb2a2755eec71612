#include "record/archive.h"

#include <utility>

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t read_bytes = 1 << 20;
constexpr std::size_t disk_bytes = 64 << 10;

// In the C locale a name beyond ASCII has no other spelling than the one in UTF-8.
std::string name_of(archive_entry* entry) {
    const char* name = ::archive_entry_pathname_utf8(entry);
    if (name == nullptr) {
        name = ::archive_entry_pathname(entry);
    }
    return name == nullptr ? "" : name;
}

}  // namespace

// An error of opening is reported when the first member is asked for.
Archive::Archive(Descriptor file) : file_(std::move(file)), archive_(::archive_read_new()) {
    ::archive_read_support_format_zip(archive_);
    ::archive_read_open_fd(archive_, file_.number(), disk_bytes);
}

Archive::~Archive() {
    ::archive_read_free(archive_);
}

Result<std::unique_ptr<Archive>> open_archive(const std::string& file) {
    Descriptor opened = TRY(open_to_read(file));
    return std::make_unique<Archive>(std::move(opened));
}

Result<std::optional<std::string>> Archive::next() {
    while (true) {
        archive_entry* entry = nullptr;
        const int status = ::archive_read_next_header(archive_, &entry);
        if (status == ARCHIVE_EOF) {
            return std::optional<std::string>();
        }
        if (status < ARCHIVE_WARN) {
            const char* why = ::archive_error_string(archive_);
            return Error{Code::invalid, fmt::format("the zip archive cannot be read: {}",
                                                    why == nullptr ? "no reason given" : why)};
        }
        if (::archive_entry_filetype(entry) == AE_IFREG) {
            return std::optional<std::string>(name_of(entry));
        }
    }
}

Result<Got> Archive::read(std::string& out) {
    const std::size_t before = out.size();
    out.resize(before + read_bytes);
    const la_ssize_t got = ::archive_read_data(archive_, out.data() + before, read_bytes);
    out.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
    if (got < 0) {
        const char* why = ::archive_error_string(archive_);
        return Error{Code::invalid, fmt::format("the member cannot be read: {}",
                                                why == nullptr ? "no reason given" : why)};
    }
    return got == 0 ? Got::end : Got::some;
}

Result<std::optional<std::string>> member_of(const std::string& file, std::string_view name,
                                             std::size_t bytes_max) {
    const std::unique_ptr<Archive> archive = TRY(open_archive(file));
    std::optional<std::string> member = TRY(archive->next());
    while (member && *member != name) {
        member = TRY(archive->next());
    }
    if (!member) {
        return member;
    }
    std::string text;
    Got got = Got::some;
    while (got == Got::some && text.size() <= bytes_max) {
        got = TRY(archive->read(text));
    }
    return text.size() > bytes_max ? std::nullopt : std::optional<std::string>(std::move(text));
}

}  // namespace hence
