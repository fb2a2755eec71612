#include "store/integrity/note.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/bytes.h"
#include "base/hash.h"
#include "base/try.h"
#include "base/utf8.h"

namespace hence {
namespace {

constexpr std::string_view dash = "\u2014 ";
constexpr std::string_view secret_prefix = "PRIVATE+KEY+";
constexpr std::size_t signatures_max = 64;
constexpr std::size_t note_size_max = std::size_t{1} << 20;

Error no_note(std::string_view why) {
    return Error{Code::invalid, fmt::format("this is no signed note: {}", why)};
}

Error no_key() {
    return Error{Code::invalid, "this is no key of a note", "a key looks like NAME+1a2b3c4d+Aa..."};
}

std::uint32_t key_id(std::string_view name, NoteAlgorithm algorithm, std::string_view key) {
    std::string named(name);
    named.push_back('\n');
    named.push_back(static_cast<char>(algorithm));
    const Hash hash = sha256(named, key);
    return ByteReader(as_bytes(hash)).be32();
}

std::string_view key_bytes(const std::array<std::uint8_t, 32>& key) {
    return {reinterpret_cast<const char*>(key.data()), key.size()};
}

std::string key_line(std::string_view name, std::uint32_t id, char algorithm,
                     const std::array<std::uint8_t, 32>& key) {
    return fmt::format("{}+{:08x}+{}", name, id, base64(algorithm + std::string(key_bytes(key))));
}

struct KeyParts {
    std::string_view name;
    std::uint32_t id = 0;
    char algorithm = 0;
    std::array<std::uint8_t, 32> key{};
};

// NAME+ID+BASE64, where the base64 may have a plus of its own.
std::optional<KeyParts> parts_of_key(std::string_view text) {
    const std::size_t first = text.find('+');
    const std::size_t second = first == std::string_view::npos ? first : text.find('+', first + 1);
    if (second == std::string_view::npos || second - first != 9) {
        return std::nullopt;
    }
    KeyParts parts;
    parts.name = text.substr(0, first);
    const std::string_view id = text.substr(first + 1, 8);
    const auto read = std::from_chars(id.data(), id.data() + id.size(), parts.id, 16);
    const std::optional<std::string> bytes = from_padded_base64(text.substr(second + 1));
    if (!is_note_name(parts.name) || read.ec != std::errc{} || read.ptr != id.data() + id.size() ||
        fmt::format("{:08x}", parts.id) != id || !bytes || bytes->size() != 1 + parts.key.size()) {
        return std::nullopt;
    }
    parts.algorithm = bytes->front();
    std::memcpy(parts.key.data(), bytes->data() + 1, parts.key.size());
    return parts;
}

std::string cosigned_message(std::string_view text, std::uint64_t time) {
    return fmt::format("cosignature/v1\ntime {}\n{}", time, text);
}

std::optional<std::uint64_t> plain_number(std::string_view text) {
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() ||
        std::to_string(value) != text) {
        return std::nullopt;
    }
    return value;
}

Result<NoteSignature> signature_in(std::string_view line) {
    if (!line.starts_with(dash)) {
        return no_note("a line behind the text is no signature");
    }
    line.remove_prefix(dash.size());
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos || !is_note_name(line.substr(0, space))) {
        return no_note("a signature names no key");
    }
    const std::optional<std::string> bytes = from_padded_base64(line.substr(space + 1));
    if (!bytes || bytes->size() < 5) {
        return no_note("a signature is not base64");
    }
    return NoteSignature{std::string(line.substr(0, space)), ByteReader(*bytes).be32(),
                         bytes->substr(4)};
}

}  // namespace

bool is_note_name(std::string_view name) {
    return !name.empty() && name.size() <= 255 && is_utf8(name) &&
           std::ranges::none_of(name, [](char letter) {
               return static_cast<unsigned char>(letter) <= ' ' || letter == '+' || letter == 0x7F;
           });
}

std::uint32_t NoteKey::id() const {
    return key_id(name, algorithm, key_bytes(key));
}

std::string NoteKey::text() const {
    return key_line(name, id(), static_cast<char>(algorithm), key);
}

Result<NoteKey> NoteSigner::public_key() const {
    const std::optional<PublicKey> key = public_key_of(seed);
    if (!key) {
        return Error{Code::unsupported, "the cryptographic library has no Ed25519"};
    }
    return NoteKey{name, NoteAlgorithm::ed25519, *key};
}

Result<std::string> NoteSigner::text() const {
    const NoteKey key = TRY(public_key());
    return std::string(secret_prefix) +
           key_line(name, key.id(), static_cast<char>(NoteAlgorithm::ed25519), seed);
}

Result<NoteKey> read_note_key(std::string_view text) {
    const std::optional<KeyParts> parts = parts_of_key(trimmed(text));
    if (!parts || (parts->algorithm != static_cast<char>(NoteAlgorithm::ed25519) &&
                   parts->algorithm != static_cast<char>(NoteAlgorithm::cosignature))) {
        return no_key();
    }
    NoteKey key{std::string(parts->name), static_cast<NoteAlgorithm>(parts->algorithm), parts->key};
    if (key.id() != parts->id) {
        return Error{Code::invalid, "the id in this key is not the one of its bytes"};
    }
    return key;
}

Result<NoteSigner> read_note_signer(std::string_view text) {
    text = trimmed(text);
    if (!text.starts_with(secret_prefix)) {
        return no_key();
    }
    const std::optional<KeyParts> parts = parts_of_key(text.substr(secret_prefix.size()));
    if (!parts || parts->algorithm != static_cast<char>(NoteAlgorithm::ed25519)) {
        return no_key();
    }
    NoteSigner signer{std::string(parts->name), parts->key};
    const NoteKey key = TRY(signer.public_key());
    if (key.id() != parts->id) {
        return Error{Code::invalid, "the id in this key is not the one of its bytes"};
    }
    return signer;
}

Result<std::vector<NoteSignature>> read_signatures(std::string_view lines) {
    std::vector<NoteSignature> signatures;
    while (!lines.empty()) {
        const std::size_t end = lines.find('\n');
        if (end == std::string_view::npos || signatures.size() == signatures_max) {
            return no_note("its last line does not end, or it has too many");
        }
        NoteSignature signature = TRY(signature_in(lines.substr(0, end)));
        signatures.push_back(std::move(signature));
        lines.remove_prefix(end + 1);
    }
    return signatures;
}

Result<Note> read_note(std::string_view bytes) {
    const std::size_t gap = bytes.rfind("\n\n");
    if (bytes.size() > note_size_max || gap == std::string_view::npos || !is_utf8(bytes)) {
        return no_note("it has no empty line before its signatures");
    }
    Note note;
    note.text = bytes.substr(0, gap + 1);
    note.signatures = TRY(read_signatures(bytes.substr(gap + 2)));
    if (note.signatures.empty()) {
        return no_note("nobody signed it");
    }
    return note;
}

std::string signature_line(const NoteSignature& signature) {
    std::string bytes;
    put_be32(bytes, signature.id);
    return fmt::format("{}{} {}\n", dash, signature.name, base64(bytes + signature.bytes));
}

std::string note_text(const Note& note) {
    std::string text = note.text + "\n";
    for (const NoteSignature& signature : note.signatures) {
        text += signature_line(signature);
    }
    return text;
}

Result<NoteSignature> sign_note(std::string_view text, const NoteSigner& signer) {
    const NoteKey key = TRY(signer.public_key());
    const std::optional<Signature> bytes = sign(signer.seed, text);
    if (!bytes) {
        return Error{Code::unsupported, "the cryptographic library has no Ed25519"};
    }
    return NoteSignature{signer.name, key.id(),
                         std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())};
}

Signed check_signature(const Note& note, const NoteKey& key) {
    Signed found = Signed::absent;
    for (const NoteSignature& signature : note.signatures) {
        if (signature.name != key.name || signature.id != key.id()) {
            continue;
        }
        bool good = false;
        if (key.algorithm == NoteAlgorithm::ed25519) {
            good = is_signed_by(key.key, note.text, signature.bytes);
        } else if (const std::optional<std::uint64_t> time = cosignature_time(signature)) {
            good = is_signed_by(key.key, cosigned_message(note.text, *time),
                                std::string_view(signature.bytes).substr(sizeof(*time)));
        }
        if (!good) {
            return Signed::bad;
        }
        found = Signed::good;
    }
    return found;
}

std::optional<std::uint64_t> cosignature_time(const NoteSignature& signature) {
    if (signature.bytes.size() != sizeof(std::uint64_t) + sizeof(Signature)) {
        return std::nullopt;
    }
    return ByteReader(signature.bytes).be64();
}

std::string hash_text(const Hash& hash) {
    return base64(as_bytes(hash));
}

std::optional<Hash> read_hash_text(std::string_view text) {
    const std::optional<std::string> bytes = from_padded_base64(text);
    if (!bytes || bytes->size() != sizeof(Hash)) {
        return std::nullopt;
    }
    Hash hash{};
    std::memcpy(hash.data(), bytes->data(), hash.size());
    return hash;
}

std::string checkpoint_text(const CheckpointText& checkpoint) {
    return fmt::format("{}\n{}\n{}\n", checkpoint.origin, checkpoint.head.size,
                       hash_text(checkpoint.head.root));
}

Result<CheckpointText> read_checkpoint_text(std::string_view text) {
    std::array<std::string_view, 3> lines{};
    for (std::string_view& line : lines) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos || end == 0) {
            return Error{Code::invalid, "this is no checkpoint: it has fewer than three lines"};
        }
        line = text.substr(0, end);
        text.remove_prefix(end + 1);
    }
    const std::optional<std::uint64_t> size = plain_number(lines[1]);
    const std::optional<Hash> root = read_hash_text(lines[2]);
    if (!size || !root) {
        return Error{Code::invalid, "this is no checkpoint: it states no size and root"};
    }
    return CheckpointText{std::string(lines[0]), {*size, *root}};
}

}  // namespace hence
