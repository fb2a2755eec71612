#include "intake/redaction.h"

#include <array>
#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/descriptor.h"
#include "base/hex.h"
#include "base/try.h"
#include "model/event_body.h"
#include "store/common/redaction_key.h"

namespace hence {
namespace {

constexpr std::string_view key_name = "redact.key";

Result<RedactKey> random_key() {
    RedactKey key{};
    std::size_t filled = 0;
    while (filled < key.size()) {
        const ssize_t got = ::getrandom(key.data() + filled, key.size() - filled, 0);
        if (got < 0 && errno != EINTR) {
            return system_error("make a key for redaction");
        }
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return key;
}

Result<RedactKey> key_in(std::string_view text, const std::filesystem::path& file) {
    RedactKey key{};
    if (!from_hex(trimmed(text), key)) {
        return Error{Code::corrupt, "the key of redaction, " + file.string() + ", is damaged",
                     "put it back from a backup; without it, equal secrets look different"};
    }
    return key;
}

std::string key_text(const RedactKey& key) {
    constexpr std::string_view hex = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : key) {
        text += hex[byte >> 4];
        text += hex[byte & 15];
    }
    return text + "\n";
}

// Nothing when there is no such file.
Result<std::optional<RedactKey>> read_key(const std::filesystem::path& file) {
    const Descriptor opened{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!opened) {
        if (errno == ENOENT) {
            return std::optional<RedactKey>();
        }
        return system_error("read " + file.string());
    }
    std::array<char, 256> bytes{};
    const ssize_t got = ::read(opened.number(), bytes.data(), bytes.size());
    if (got < 0) {
        return system_error("read " + file.string());
    }
    const RedactKey key =
        TRY(key_in(std::string_view(bytes.data(), static_cast<std::size_t>(got)), file));
    return std::optional(key);
}

// Whole or not at all: a key that is half written would be taken for a damaged one. Of two that are
// made at the same time, the first stands.
Result<void> write_key(const std::filesystem::path& file, const RedactKey& key) {
    const std::string beside = file.string() + "." + std::to_string(::getpid());
    const std::string text = key_text(key);
    const Descriptor opened{
        ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    const bool written =
        opened &&
        ::write(opened.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
        ::fsync(opened.number()) == 0;
    const bool stands = written && (::link(beside.c_str(), file.c_str()) == 0 || errno == EEXIST);
    const int number = errno;
    ::unlink(beside.c_str());
    return stands ? Result<void>() : system_error("write " + file.string(), number);
}

Refused refused_without_secrets(const Incoming& incoming, const Error& error,
                                const std::string& source, const Redactor& redactor) {
    std::string json = incoming.event.to_json();
    redactor.redact(json);
    return {source, incoming.line, "without its secrets: " + error.message, std::move(json)};
}

}  // namespace

Result<RedactKey> Redaction::key() {
    const std::lock_guard lock(mutex_);
    if (key_) {
        return *key_;
    }
    if (store_ != nullptr) {
        key_ = TRY(redaction_key_of(*store_));
    }
    const std::filesystem::path file = directory_ / key_name;
    if (!key_ && !directory_.empty()) {
        key_ = TRY(read_key(file));
    }
    if (!key_) {
        const RedactKey made = TRY(random_key());
        std::optional<RedactKey> stands = made;
        if (!directory_.empty()) {
            TRY(write_key(file, made));
            stands = TRY(read_key(file));
        }
        key_ = stands.value_or(made);
    }
    return *key_;
}

Result<std::uint64_t> redact_batch(Batch& batch, const Redactor& redactor, Redaction& redaction) {
    std::uint64_t count = 0;
    std::vector<Incoming> kept;
    kept.reserve(batch.events.size());
    for (Incoming& incoming : batch.events) {
        const Result<std::size_t> found = redactor.redact(incoming.event);
        if (!found) {
            batch.refused.push_back(
                refused_without_secrets(incoming, found.error(), batch.source, redactor));
            continue;
        }
        if (*found > 0) {
            const RedactKey key = TRY(redaction.key());
            TRY(close_marks(incoming.event, key));
            count += *found;
        }
        kept.push_back(std::move(incoming));
    }
    batch.events = std::move(kept);
    const std::uint64_t refused = TRY(redact_refused(batch, redactor, redaction));
    return count + refused;
}

Result<std::uint64_t> redact_refused(Batch& batch, const Redactor& redactor, Redaction& redaction) {
    std::uint64_t count = 0;
    for (Refused& refused : batch.refused) {
        const std::size_t found = redactor.redact(refused.bytes);
        // The reason may quote the line.
        const std::size_t quoted = redactor.redact(refused.reason);
        if (found + quoted > 0) {
            const RedactKey key = TRY(redaction.key());
            close_marks(refused.bytes, key);
            close_marks(refused.reason, key);
            count += found;
        }
    }
    return count;
}

Result<std::uint64_t> close_batch(Batch& batch, Redaction& redaction) {
    std::uint64_t count = 0;
    for (Incoming& incoming : batch.events) {
        if (incoming.event.body().redacted) {
            const RedactKey key = TRY(redaction.key());
            const std::size_t closed = TRY(close_marks(incoming.event, key));
            count += closed;
        }
    }
    for (Refused& refused : batch.refused) {
        if (refused.bytes.find("[redacted ") != std::string::npos ||
            refused.reason.find("[redacted ") != std::string::npos) {
            const RedactKey key = TRY(redaction.key());
            count += close_marks(refused.bytes, key);
            close_marks(refused.reason, key);
        }
    }
    return count;
}

Result<void> take_stored_twins(const Store& store, const Redactor& redactor, Batch& batch) {
    for (Incoming& incoming : batch.events) {
        const Event& event = incoming.event;
        if (!event.body().redacted || event.id().empty() || event.has(Flag::settled)) {
            continue;
        }
        const std::optional<Event> stands = TRY(store.find(event.id()));
        if (stands && !stands->has(Flag::unfinished) && !stands->says_the_same_as(event) &&
            same_when_redacted(*stands, event, redactor)) {
            incoming.event = *stands;
        }
    }
    return {};
}

}  // namespace hence
