// The keys of sessions: one random key for each, wrapped by the master key, in DIR/keys.
//
// A session's key salts the commitments of its events (leaf.h), and seals its chunks in a store
// that is encrypted. A key belongs to a cluster: the number of the session's first event (of the
// run's, where events name no session; one cluster has all events that name neither), which stands
// in the key of every chunk. Clusters are met in ascending order, so the keys lie in one file of
// records of 64 bytes, sorted by cluster, and a key is found by halving, without an index:
//
//     "HKEY"  cluster be64  the wrapped (cluster be64, key): 48 bytes (RFC 3394)  zeros (4)
//     "GONE"  cluster be64  zeros (52)                                            a destroyed key
//
// A record never crosses a sector of the disk, so a cut of the power leaves it whole. DIR/keys is
// no derived data: without it, no event can be held against its leaf. The master key is the file
// DIR/keys/master (64 hexadecimal digits, mode 0600), unless another source is handed in.
// Must never happen: a key is used for a leaf, or for a chunk that is acknowledged, and is gone
// after a power cut; so whoever makes keys calls `sync` before writing what depends on them. All
// calls may come from any thread. An encrypted store has a second such file, `quarantine`, with a
// key for each row of the quarantine, by its number.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/descriptor.h"
#include "base/keyed.h"
#include "hence/result.h"

namespace hence {

enum class KeyState : std::uint8_t { missing, present, destroyed };

// Gives the master key; called once, when the keys are opened.
using MasterSource = std::function<Result<SecretKey>()>;

// Whether opening may make the directory, the file and the master key.
enum class KeyAccess : std::uint8_t { read, write };

class SessionKeys {
public:
    // `directory` is DIR/keys. To read, it must exist: else not_found. Fails with corrupt when the
    // master key or the file is damaged, and with io.
    static Result<std::unique_ptr<SessionKeys>> open(const std::filesystem::path& directory,
                                                     KeyAccess access,
                                                     const MasterSource& master = {},
                                                     const std::string& name = "sessions");
    SessionKeys(std::filesystem::path path, Descriptor file, const SecretKey& master,
                KeyAccess access, std::uint64_t count);

    // The key of a cluster. A new one is made where there is none, also in place of a destroyed
    // one: the session goes on with other events. A key that was made is safe after the next
    // `sync`.
    Result<SecretKey> key_of(std::uint64_t cluster);
    // The key, if there is one. Fails with corrupt when its record is damaged.
    Result<std::optional<SecretKey>> find(std::uint64_t cluster);
    Result<KeyState> state(std::uint64_t cluster);
    // Takes a key that was made elsewhere, for a cluster that has none.
    Result<void> take(std::uint64_t cluster, const SecretKey& key);

    // Makes safe every key that was handed out before. Cheap when none is new.
    Result<void> sync();

    // Overwrites the keys of these clusters, whole ones and damaged ones. Durable on return; a
    // cluster without a key is passed over. Called again after a crash, it finishes the rest.
    Result<void> destroy(std::span<const std::uint64_t> clusters);

private:
    struct Record {
        std::uint64_t number = 0;  // Of the record, from 0.
        std::uint64_t cluster = 0;
        std::string bytes;
    };

    // The calls below expect the lock.
    Result<Record> record_at(std::uint64_t number) const;
    Result<std::optional<Record>> record_of(std::uint64_t cluster) const;
    Result<std::optional<SecretKey>> key_in(const Record& record) const;
    Result<void> write_at(std::uint64_t number, std::string_view bytes);
    Result<void> insert(std::uint64_t cluster, std::string_view bytes);
    std::string record_bytes(std::uint64_t cluster, const SecretKey& key) const;
    void remember(std::uint64_t cluster, const SecretKey& key);
    void forget(std::uint64_t cluster);
    Result<std::optional<SecretKey>> find_locked(std::uint64_t cluster);
    Result<void> sync_locked();

    std::filesystem::path path_;
    std::mutex mutex_;
    Descriptor file_;
    SecretKey master_;
    KeyAccess access_;
    std::uint64_t count_;  // Of records.
    bool unsynced_ = false;

    // The keys that were asked for last, most recent first.
    using Recent = std::list<std::pair<std::uint64_t, SecretKey>>;
    Recent recent_;
    std::unordered_map<std::uint64_t, Recent::iterator> recent_by_cluster_;
};

}  // namespace hence
