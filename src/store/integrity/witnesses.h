// The witnesses that cosign this user's checkpoints: the file `witnesses` among the user's keys,
// with a line for each: its address and its public key.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hence/result.h"
#include "store/integrity/note.h"

namespace hence {

struct Witness {
    std::string url;
    NoteKey key;
};

// None when there is no file. Fails with invalid when a line is no witness.
Result<std::vector<Witness>> known_witnesses(const std::filesystem::path& user_keys);
// Adds one, or gives one that is known its present address.
Result<void> remember_witness(const std::filesystem::path& user_keys, const Witness& witness);

}  // namespace hence
