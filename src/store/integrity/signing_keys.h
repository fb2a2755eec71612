// The keys that sign checkpoints. They lie outside every store, in $XDG_CONFIG_HOME/hence/keys.
//
// A key that lies with the log proves nothing: whoever can change the log could sign the change.
// The file `default.key` signs for every store that has no key of its own. A store gets its own by
// a file `tree/origin` that names it; the key is then in `ID.key`, where ID is the beginning of the
// SHA-256 of the name. A file holds one line, the secret key as note.h has it, and has mode 0600.
// Replaced keys stay beside as public keys, in `NAME.pub`, one line each.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hence/result.h"
#include "store/integrity/note.h"

namespace hence {

// $XDG_CONFIG_HOME/hence/keys, ~/.config/hence/keys; empty when the environment names no home.
std::filesystem::path signing_directory();

// The key that signs for the store in `store`; nothing when there is none. An empty `store` is the
// default key. Fails with corrupt when the file holds no key.
Result<std::optional<NoteSigner>> signing_key(const std::filesystem::path& keys,
                                              const std::filesystem::path& store);

struct NewSigningKey {
    std::filesystem::path store;  // Empty: the default key.
    std::string name;             // The origin. Empty: hence/HOST/ID.
    bool replace = false;         // Else a key that is there is a conflict.
};
// Makes a key, durable on return. Fails with conflict when there is one already.
Result<NoteSigner> make_signing_key(const std::filesystem::path& keys, const NewSigningKey& made);

// The public keys that this user has or had for a store, the present one first.
Result<std::vector<NoteKey>> known_keys(const std::filesystem::path& keys,
                                        const std::filesystem::path& store);

}  // namespace hence
