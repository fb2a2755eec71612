// The seal of an encrypted log: everything of a user is sealed before RocksDB has it.
//
// The log hands each write through `sealed`, and each value that it reads through `opened`; nobody
// above knows of it. Chunks are sealed under a key of their cluster, so that a session is gone from
// every copy of the log when its key is destroyed. A chunk of which only stubs are left is sealed
// under the store's key: what it tells must stay readable then. Rows of the quarantine are sealed
// under a key each (emptied ones and pending erasures under the store's key), and the hash by which
// a quarantined line is known again becomes a keyed one. Batches and counts are numbers, and stay
// as they are. Values are packed first, since nothing that is sealed compresses.
//
//     sealed = version (1), key byte (1 of the cluster, 2 of the store, 3 of the row),
//              nonce (12), AES-256-GCM of the packed value, tag (16); its place is the key in log/,
//              the version and the key byte
//     the key of a cluster or a row that seals = HMAC-SHA-256(the key in DIR/keys, "hence seal")
//
// Within an encrypted store a long text is shared only inside its cluster: else the key of one
// session would take the text of another one with it. `text_name` is the name of a text there.
// Must never happen: a value is written whose key is not safe yet. Any thread may call.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <rocksdb/write_batch.h>

#include "base/hash.h"
#include "base/keyed.h"
#include "hence/result.h"
#include "store/integrity/session_keys.h"

namespace hence::rocks {

class LogSeal {
public:
    // Opens the keys in `directory`, DIR/keys. Fails as SessionKeys::open.
    static Result<std::shared_ptr<LogSeal>> open(const std::filesystem::path& directory,
                                                 KeyAccess access, const SecretKey& master);
    LogSeal(std::shared_ptr<SessionKeys> sessions, std::shared_ptr<SessionKeys> rows,
            const SecretKey& master);

    // The batch as RocksDB is to have it: as many writes, in the same order. The keys that it needs
    // are safe on return.
    Result<rocksdb::WriteBatch> sealed(const rocksdb::WriteBatch& batch);
    // Fails with corrupt when the value is not what was sealed under this key of the log, or when
    // the key that sealed it was destroyed.
    Result<std::string> opened(std::string_view key, std::string_view value) const;
    // Under which key of RocksDB the log's `key` stands.
    std::string key_in_log(std::string_view key) const;

    Hash text_name(std::uint64_t cluster, const Hash& hash) const;
    // Whether a sealed value stays readable when the key of its cluster or row is destroyed.
    static bool outlives_its_key(std::string_view value);

    const std::shared_ptr<SessionKeys>& sessions() const { return sessions_; }
    // Destroys the keys of these rows of the quarantine. Durable on return.
    Result<void> destroy_rows(std::span<const std::uint64_t> numbers);

private:
    class Sealing;
    Result<std::string> sealed_value(std::string_view key, std::string_view value);

    std::shared_ptr<SessionKeys> sessions_;
    std::shared_ptr<SessionKeys> rows_;
    SecretKey store_key_;
    SecretKey hash_key_;
};

}  // namespace hence::rocks
