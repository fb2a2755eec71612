#include "store/rocks/sealed/log_seal.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/bytes.h"
#include "base/secrets/sealed.h"
#include "base/try.h"
#include "store/format/chunk.h"
#include "store/format/event_codec.h"
#include "store/format/layout.h"
#include "store/format/refused_codec.h"

namespace hence::rocks {
namespace {

constexpr char seal_version = 1;
constexpr std::size_t seal_header_size = 2;
// A chunk ends with the event that makes it large, and an event has its limit.
constexpr std::size_t opened_size_max = std::size_t{1} << 30;
constexpr char chunk_with_stubs = 2;

enum class SealedBy : std::uint8_t { cluster = 1, store = 2, row = 3 };

// A key for one purpose, from one that has several.
SecretKey key_for(const SecretKey& key, std::string_view purpose) {
    const Hash hash = hmac_sha256(key, purpose);
    SecretKey made{};
    static_assert(sizeof(hash) == sizeof(made));
    std::memcpy(made.data(), hash.data(), made.size());
    return made;
}

SecretKey sealing_key(const SecretKey& key) {
    return key_for(key, "hence seal");
}

// The first number behind the kind: a cluster, or a row of the quarantine.
std::uint64_t number_in(std::string_view key) {
    return ByteReader(key.substr(1)).be64();
}

bool is_sealed_kind(std::string_view key) {
    return !key.empty() &&
           (key[0] == log_key::chunk || key[0] == log_key::erasure || key[0] == log_key::refused);
}

std::string header_of(SealedBy by) {
    return {seal_version, static_cast<char>(by)};
}

// Whether nothing but stubs is left, and no text but theirs.
Result<bool> has_only_stubs(std::string_view key, std::string_view value) {
    if (value.empty() || value[0] != chunk_with_stubs) {
        return false;
    }
    const std::uint64_t first_seq = ByteReader(key.substr(1 + sizeof(std::uint64_t))).be64();
    const std::shared_ptr<const Chunk> chunk = TRY(Chunk::parse(std::string(value), first_seq));
    std::unordered_set<Hash, HashOfHash> named;
    for (const Chunk::Slot& slot : chunk->events()) {
        if (!slot.commitment) {
            return false;
        }
        const std::vector<Hash> hashes = TRY(hashes_in_event(slot.stored));
        named.insert(hashes.begin(), hashes.end());
    }
    return std::ranges::all_of(chunk->texts(),
                               [&](const auto& text) { return named.contains(text.first); });
}

Error does_not_open(std::string_view key) {
    const std::string_view what = key[0] == log_key::chunk     ? "the chunk of the session that "
                                                                 "begins with event"
                                  : key[0] == log_key::refused ? "quarantine row"
                                                               : "the erasure of event";
    return Error{Code::corrupt, fmt::format("{} {} does not open: it is not what was sealed", what,
                                            number_in(key))};
}

Error key_is_gone(std::string_view key, KeyState state) {
    return Error{
        Code::corrupt,
        fmt::format(
            "the key of {} {} {}",
            key[0] == log_key::chunk ? "the session that begins with event" : "quarantine row",
            number_in(key),
            state == KeyState::destroyed ? "was destroyed: it is erased" : "is missing")};
}

}  // namespace

// Rebuilds a batch with sealed values.
class LogSeal::Sealing : public rocksdb::WriteBatch::Handler {
public:
    explicit Sealing(LogSeal& seal) : seal_(seal) {}

    rocksdb::Status PutCF(std::uint32_t /*family*/, const rocksdb::Slice& key,
                          const rocksdb::Slice& value) override {
        Result<std::string> sealed = seal_.sealed_value(key.ToStringView(), value.ToStringView());
        if (!sealed) {
            failure_ = sealed.error();
            return rocksdb::Status::Aborted();
        }
        return batch_.Put(seal_.key_in_log(key.ToStringView()), *sealed);
    }
    rocksdb::Status DeleteCF(std::uint32_t /*family*/, const rocksdb::Slice& key) override {
        return batch_.Delete(seal_.key_in_log(key.ToStringView()));
    }

    Result<rocksdb::WriteBatch> take(const rocksdb::Status& status) {
        if (failure_) {
            return *failure_;
        }
        return status.ok() ? Result<rocksdb::WriteBatch>(std::move(batch_))
                           : Error{Code::io, "cannot seal what is to be written"};
    }

private:
    LogSeal& seal_;
    rocksdb::WriteBatch batch_;
    std::optional<Error> failure_;
};

Result<std::shared_ptr<LogSeal>> LogSeal::open(const std::filesystem::path& directory,
                                               KeyAccess access, const SecretKey& master) {
    const MasterSource source = [&master]() -> Result<SecretKey> { return master; };
    std::shared_ptr<SessionKeys> sessions = TRY(SessionKeys::open(directory, access, source));
    std::shared_ptr<SessionKeys> rows =
        TRY(SessionKeys::open(directory, access, source, "quarantine"));
    return std::make_shared<LogSeal>(std::move(sessions), std::move(rows), master);
}

LogSeal::LogSeal(std::shared_ptr<SessionKeys> sessions, std::shared_ptr<SessionKeys> rows,
                 const SecretKey& master)
    : sessions_(std::move(sessions)),
      rows_(std::move(rows)),
      store_key_(key_for(master, "hence store seal")),
      hash_key_(key_for(master, "hence line hash")) {}

Result<rocksdb::WriteBatch> LogSeal::sealed(const rocksdb::WriteBatch& batch) {
    Sealing sealing(*this);
    Result<rocksdb::WriteBatch> sealed = sealing.take(batch.Iterate(&sealing));
    if (sealed) {
        TRY(sessions_->sync());
        TRY(rows_->sync());
    }
    return sealed;
}

Result<std::string> LogSeal::sealed_value(std::string_view key, std::string_view value) {
    if (!is_sealed_kind(key)) {
        return std::string(value);
    }
    SealedBy by = SealedBy::store;
    SecretKey used = store_key_;
    if (key[0] == log_key::refused) {
        const QuarantineRow row = TRY(decode_refused(value, true));
        if (!row.bytes.empty()) {  // Else it was erased, or told nothing.
            by = SealedBy::row;
            const SecretKey own = TRY(rows_->key_of(number_in(key)));
            used = sealing_key(own);
        }
    } else if (key[0] == log_key::chunk) {
        const bool stubs = TRY(has_only_stubs(key, value));
        if (!stubs) {
            by = SealedBy::cluster;
            const SecretKey own = TRY(sessions_->key_of(number_in(key)));
            used = sealing_key(own);
        }
    }
    std::string sealed = header_of(by);
    const std::string body = TRY(seal(used, std::string(key) + sealed, pack(value)));
    return sealed + body;
}

Result<std::string> LogSeal::opened(std::string_view key, std::string_view value) const {
    if (!is_sealed_kind(key)) {
        return std::string(value);
    }
    const std::string_view header = value.substr(0, seal_header_size);
    SecretKey used = store_key_;
    if (header == header_of(SealedBy::cluster) || header == header_of(SealedBy::row)) {
        SessionKeys& keys = header == header_of(SealedBy::row) ? *rows_ : *sessions_;
        const std::optional<SecretKey> own = TRY(keys.find(number_in(key)));
        if (!own) {
            const KeyState state = TRY(keys.state(number_in(key)));
            return key_is_gone(key, state);
        }
        used = sealing_key(*own);
    } else if (header != header_of(SealedBy::store)) {
        return does_not_open(key);
    }
    const std::optional<std::string> packed =
        open_sealed(used, std::string(key) + std::string(header), value.substr(seal_header_size));
    std::optional<std::string> bytes = packed ? unpack(*packed, opened_size_max) : std::nullopt;
    return bytes ? Result<std::string>(std::move(*bytes)) : does_not_open(key);
}

std::string LogSeal::key_in_log(std::string_view key) const {
    if (key.empty() || key[0] != log_key::refused_hash) {
        return std::string(key);
    }
    return log_key::of_refused_hash(hmac_sha256(hash_key_, key));
}

Hash LogSeal::text_name(std::uint64_t cluster, const Hash& hash) const {
    std::string name;
    put_be64(name, cluster);
    return sha256(name, as_bytes(hash));
}

bool LogSeal::outlives_its_key(std::string_view value) {
    return value.starts_with(header_of(SealedBy::store));
}

Result<void> LogSeal::destroy_rows(std::span<const std::uint64_t> numbers) {
    return rows_->destroy(numbers);
}

}  // namespace hence::rocks
