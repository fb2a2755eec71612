// Signed notes, their keys, and checkpoints, as C2SP defines them.
//
// A note is a text and lines of signatures (c2sp.org/signed-note); a checkpoint is a note whose
// text is the origin of a log, the size of its tree and its root (c2sp.org/tlog-checkpoint); a
// witness adds a signature with a time (c2sp.org/tlog-cosignature). Keys are texts:
// "NAME+ID+BASE64" is the public one, "PRIVATE+KEY+NAME+ID+BASE64" the secret one, as
// golang.org/x/mod/sumdb/note has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ed25519.h"
#include "hence/result.h"
#include "store/integrity/merkle.h"

namespace hence {

// What a key signs with: a note itself, or a cosignature of one.
enum class NoteAlgorithm : std::uint8_t { ed25519 = 1, cosignature = 4 };

struct NoteKey {
    std::string name;
    NoteAlgorithm algorithm = NoteAlgorithm::ed25519;
    PublicKey key{};
    std::uint32_t id() const;
    std::string text() const;  // The "vkey".
    friend bool operator==(const NoteKey&, const NoteKey&) = default;
};

struct NoteSigner {
    std::string name;
    SecretKey seed{};
    Result<NoteKey> public_key() const;
    Result<std::string> text() const;
};

// Neither spaces nor control characters nor a plus: what a name may be.
bool is_note_name(std::string_view name);
// Fail with invalid.
Result<NoteKey> read_note_key(std::string_view text);
Result<NoteSigner> read_note_signer(std::string_view text);

struct NoteSignature {
    std::string name;
    std::uint32_t id = 0;
    std::string bytes;  // Behind the id.
};

struct Note {
    std::string text;  // Ends with a line feed.
    std::vector<NoteSignature> signatures;
};

// Fails with invalid when the bytes are no note.
Result<Note> read_note(std::string_view bytes);
std::string note_text(const Note& note);
// The line, with its line feed.
std::string signature_line(const NoteSignature& signature);
// Reads lines that a witness answered.
Result<std::vector<NoteSignature>> read_signatures(std::string_view lines);

Result<NoteSignature> sign_note(std::string_view text, const NoteSigner& signer);

enum class Signed : std::uint8_t { good, bad, absent };
Signed check_signature(const Note& note, const NoteKey& key);
// The time that a cosignature states, in seconds since 1970; nothing for another signature.
std::optional<std::uint64_t> cosignature_time(const NoteSignature& signature);

struct CheckpointText {
    std::string origin;
    TreeHead head;
};
std::string checkpoint_text(const CheckpointText& checkpoint);
// Fails with invalid.
Result<CheckpointText> read_checkpoint_text(std::string_view text);

// 32 bytes as base64, and back.
std::string hash_text(const Hash& hash);
std::optional<Hash> read_hash_text(std::string_view text);

}  // namespace hence
