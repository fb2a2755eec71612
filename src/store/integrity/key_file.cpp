#include "store/integrity/key_file.h"

#include <array>
#include <cerrno>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/hex.h"
#include "base/random.h"
#include "base/try.h"

namespace hence {
namespace {

constexpr std::size_t small_file_max = 64 << 10;

Result<SecretKey> key_in_text(std::string_view text, const std::filesystem::path& file) {
    SecretKey key{};
    if (!from_hex(trimmed(text), key)) {
        return Error{Code::corrupt, fmt::format("the key {} is damaged", file.string()),
                     "put it back from a backup: nothing replaces it"};
    }
    return key;
}

std::string text_of_key(const SecretKey& key) {
    std::string text;
    for (const std::uint8_t byte : key) {
        text += fmt::format("{:02x}", byte);
    }
    return text + "\n";
}

}  // namespace

Result<SecretKey> read_key_file(const std::filesystem::path& file) {
    const Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened) {
        const int number = errno;
        Error error = system_error("read " + file.string(), number);
        if (number == ENOENT) {
            error.code = Code::not_found;
        }
        return error;
    }
    std::array<char, 256> bytes{};
    const ssize_t got = ::read(opened.number(), bytes.data(), bytes.size());
    if (got < 0) {
        return system_error("read " + file.string());
    }
    return key_in_text({bytes.data(), static_cast<std::size_t>(got)}, file);
}

// Whole or not at all: a key that is half written would be taken for a damaged one.
Result<SecretKey> read_or_make_key(const std::filesystem::path& file) {
    Result<SecretKey> known = read_key_file(file);
    if (known || known.error().code != Code::not_found) {
        return known;
    }
    SecretKey key{};
    TRY(fill_random(key));
    const std::filesystem::path beside = file.string() + "." + std::to_string(::getpid());
    const Descriptor opened{
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!opened) {
        return system_error("write " + beside.string());
    }
    Result<void> written = write_all_at(opened, text_of_key(key), 0, beside);
    if (written && ::fsync(opened.number()) != 0) {
        written = system_error("sync " + beside.string());
    }
    if (written && ::link(beside.c_str(), file.c_str()) != 0 && errno != EEXIST) {
        written = system_error("write " + file.string());
    }
    ::unlink(beside.c_str());
    TRY(std::move(written));
    TRY(sync_path(file.parent_path()));
    return read_key_file(file);
}

Result<void> write_all_at(const Descriptor& file, std::string_view bytes, std::uint64_t at,
                          const std::filesystem::path& name) {
    while (!bytes.empty()) {
        const ssize_t put =
            ::pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(at));
        if (put < 0) {
            if (errno == EINTR) {
                continue;
            }
            return system_error("write " + name.string());
        }
        bytes.remove_prefix(static_cast<std::size_t>(put));
        at += static_cast<std::uint64_t>(put);
    }
    return {};
}

Result<void> put_in_place(const Descriptor& file, const std::filesystem::path& beside,
                          const std::filesystem::path& place) {
    if (::fsync(file.number()) != 0) {
        return system_error("sync " + beside.string());
    }
    if (::rename(beside.c_str(), place.c_str()) != 0) {
        return system_error("write " + place.string());
    }
    return sync_path(place.parent_path());
}

Result<void> sync_path(const std::filesystem::path& path) {
    const std::filesystem::path opened = path.empty() ? std::filesystem::path(".") : path;
    const Descriptor file{::open(opened.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!file || ::fsync(file.number()) != 0) {
        return system_error("sync " + opened.string());
    }
    return {};
}

Result<std::optional<std::string>> read_small_file(const std::filesystem::path& file) {
    const Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened) {
        if (errno == ENOENT || errno == ENOTDIR) {
            return std::optional<std::string>();
        }
        return system_error("read " + file.string());
    }
    std::string text(small_file_max, '\0');
    const ssize_t got = ::read(opened.number(), text.data(), text.size());
    if (got < 0) {
        return system_error("read " + file.string());
    }
    text.resize(static_cast<std::size_t>(got));
    return std::optional(std::move(text));
}

Result<void> write_small_file(const std::filesystem::path& file, std::string_view text,
                              OverFile over) {
    const std::filesystem::path beside = file.string() + "." + std::to_string(::getpid());
    const Descriptor opened{
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!opened) {
        return system_error("write " + beside.string());
    }
    TRY(write_all_at(opened, text, 0, beside));
    if (over == OverFile::replaces) {
        return put_in_place(opened, beside, file);
    }
    const bool stands = ::fsync(opened.number()) == 0 && ::link(beside.c_str(), file.c_str()) == 0;
    const int number = errno;
    ::unlink(beside.c_str());
    if (!stands) {
        Error error = system_error("write " + file.string(), number);
        error.code = number == EEXIST ? Code::conflict : error.code;
        return error;
    }
    return sync_path(file.parent_path());
}

}  // namespace hence
