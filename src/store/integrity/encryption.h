// Whether a store is encrypted, and the master key of one that is.
//
// An encrypted store has the file DIR/keys/encrypted:
//
//     hence encrypted store 2
//     id 16 hexadecimal digits
//     root 80 hexadecimal digits      the root key, wrapped by the master key
//     check 32 hexadecimal digits     the beginning of HMAC-SHA-256(master key, the lines above)
//
// The root key wraps the keys of sessions (session_keys.h) and of the index, and never changes: so
// another master key only needs another file here. Of a store of version 1, which has no line
// `root`, the master key is the root key. The master key is not in the
// store: whoever copies the disk would have it, too. The user's directory of keys
// ($XDG_CONFIG_HOME/hence/keys) has a file ID.master of mode 0600, with one line: the key itself as
// 64 hexadecimal digits, `file PATH`, or `command TEXT`, whose output is the key. What is to be run
// never stands in the store: a store that somebody else made must not run a program. The variables
// HENCE_MASTER_KEY_FILE and HENCE_MASTER_KEY_COMMAND go before that file.
// Must never happen: a store is written with another master key than the one that its other keys
// are wrapped by; so the key is held against `check` first. Nor may a replaced master key leave the
// store without any that opens it: the next one lies in ID.master.next before the store needs it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/keyed.h"
#include "hence/result.h"

namespace hence {

// Where the master key of a new store comes from. Both empty: it is made, in the user's keys.
struct MasterKeyChoice {
    std::filesystem::path file;  // Made when it is not there.
    std::string command;
};

// Makes the directory of a store that is to be encrypted, durable on return, and says where its
// master key is. Fails with conflict when there is a store already, with invalid when the source
// gives no key, and with io.
Result<std::string> prepare_encrypted_store(const std::filesystem::path& store,
                                            const std::filesystem::path& user_keys,
                                            const MasterKeyChoice& choice);

// Makes another master key the one that opens the store, durable on return, and says where it is.
// Only the process that has the store may call it. Fails with invalid when the store is not
// encrypted or the source gives no other key, and with unsupported when the store is of version 1.
Result<std::string> replace_master_key(const std::filesystem::path& store,
                                       const std::filesystem::path& user_keys,
                                       const MasterKeyChoice& choice);

// Whether a store says that it is encrypted.
bool is_encrypted_store(const std::filesystem::path& store);

// The root key of the store; nothing when it is not encrypted. Fails with io when the master key is
// not to be had or is another one, and with corrupt when DIR/keys/encrypted is damaged.
Result<std::optional<SecretKey>> root_key_of(const std::filesystem::path& store,
                                               const std::filesystem::path& user_keys);

// The key in DIR/keys/NAME, which hides derived files. `make` overwrites the one that is there, so
// that what it hid is lost. Fails with not_found when there is none that reads, and with io.
Result<SecretKey> derived_key(const std::filesystem::path& file, const SecretKey& master);
Result<SecretKey> make_derived_key(const std::filesystem::path& file, const SecretKey& master);

}  // namespace hence
