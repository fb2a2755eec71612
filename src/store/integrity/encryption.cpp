#include "store/integrity/encryption.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/base64.h"
#include "base/descriptor.h"
#include "base/hex.h"
#include "base/process.h"
#include "base/random.h"
#include "base/secrets/command_output.h"
#include "base/try.h"
#include "store/integrity/key_file.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view first_line = "hence encrypted store ";
constexpr char plain_root = '1';  // The master key is the root key.
constexpr char wrapped_root = '2';
constexpr std::string_view file_source = "file ";
constexpr std::string_view command_source = "command ";
constexpr std::size_t id_bytes = 8;
constexpr std::size_t check_digits = 32;
constexpr std::size_t wrapped_key_size = 40;

fs::path marker_file(const fs::path& store) {
    return store / "keys" / "encrypted";
}

std::string hex_of(std::string_view bytes) {
    std::string text;
    for (const char byte : bytes) {
        text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
    }
    return text;
}

std::string key_as_text(const SecretKey& key) {
    return hex_of({reinterpret_cast<const char*>(key.data()), key.size()});
}

// 64 hexadecimal digits, or base64 of 32 bytes: what key services print.
std::optional<SecretKey> key_in(std::string_view text) {
    text = trimmed(text);
    SecretKey key{};
    if (text.size() == 2 * key.size()) {
        return from_hex(text, key) ? std::optional(key) : std::nullopt;
    }
    const std::optional<std::string> bytes = from_padded_base64(text);
    if (!bytes || bytes->size() != key.size()) {
        return std::nullopt;
    }
    std::copy(bytes->begin(), bytes->end(), key.begin());
    return key;
}

constexpr std::string_view key_form =
    "a master key is 64 hexadecimal digits, or base64 of 32 bytes";

Result<SecretKey> key_from_file(const fs::path& file) {
    const std::optional<std::string> text = TRY(read_small_file(file));
    if (!text) {
        return Error{Code::not_found, fmt::format("there is no file {}", file.string())};
    }
    const std::optional<SecretKey> key = key_in(*text);
    return key ? Result<SecretKey>(*key)
               : Error{Code::invalid, fmt::format("{} holds no master key", file.string()),
                       std::string(key_form)};
}

Result<SecretKey> key_from_command(const std::string& command) {
    const std::string output = TRY(output_of(command));
    const std::optional<SecretKey> key = key_in(output);
    return key ? Result<SecretKey>(*key)
               : Error{Code::invalid, fmt::format("the command {} prints no master key", command),
                       std::string(key_form)};
}

struct Marker {
    std::string id;
    std::string root;  // In hexadecimal digits; empty: the master key is the root key.
    std::string check;

    // What `check` is of.
    std::string lines() const {
        return root.empty()
                   ? fmt::format("{}{}\nid {}\n", first_line, plain_root, id)
                   : fmt::format("{}{}\nid {}\nroot {}\n", first_line, wrapped_root, id, root);
    }
    std::string text() const { return fmt::format("{}check {}\n", lines(), check); }
    std::string check_by(const SecretKey& master) const {
        return hex_of(as_bytes(hmac_sha256(master, lines()))).substr(0, check_digits);
    }
};

Marker marker_of(std::string_view id, const SecretKey& root, const SecretKey& master) {
    Marker marker;
    marker.id = id;
    marker.root =
        hex_of(wrap_secret(master, {reinterpret_cast<const char*>(root.data()), root.size()}));
    marker.check = marker.check_by(master);
    return marker;
}

std::optional<std::string> bytes_in_hex(std::string_view text) {
    std::string bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
        const int high = hex_value(text[i]);
        const int low = hex_value(text[i + 1]);
        if (high < 0 || low < 0) {
            return std::nullopt;
        }
        bytes.push_back(static_cast<char>(high * 16 + low));
    }
    return bytes;
}

std::optional<SecretKey> root_in(const Marker& marker, const SecretKey& master) {
    if (marker.root.empty()) {
        return master;
    }
    const std::optional<std::string> wrapped = bytes_in_hex(marker.root);
    const std::optional<std::string> secret =
        wrapped ? unwrap_secret(master, *wrapped) : std::nullopt;
    SecretKey root{};
    if (!secret || secret->size() != root.size()) {
        return std::nullopt;
    }
    std::copy(secret->begin(), secret->end(), root.begin());
    return root;
}

bool is_small_hex(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

Error damaged_marker(const fs::path& store) {
    return Error{Code::corrupt, fmt::format("{} is damaged", marker_file(store).string()),
                 "put it back from a backup of keys/"};
}

Result<std::optional<Marker>> read_marker(const fs::path& store) {
    const fs::path file = marker_file(store);
    const std::optional<std::string> text = TRY(read_small_file(file));
    if (!text) {
        return std::optional<Marker>();
    }
    // Written again from what was read, it must be the same to the byte.
    const auto digits_behind = [&](std::string_view word, std::size_t count) {
        const std::size_t at = text->find(word);
        std::string digits = at == std::string::npos ? "" : text->substr(at + word.size(), count);
        const bool good = digits.size() == count && std::ranges::all_of(digits, is_small_hex);
        return good ? std::move(digits) : std::string();
    };
    Marker marker;
    marker.id = digits_behind("\nid ", 2 * id_bytes);
    marker.root = digits_behind("\nroot ", 2 * wrapped_key_size);
    marker.check = digits_behind("\ncheck ", check_digits);
    if (marker.id.empty() || marker.check.empty() || marker.text() != *text) {
        return damaged_marker(store);
    }
    return std::optional(std::move(marker));
}

fs::path source_file(const fs::path& user_keys, std::string_view id) {
    return user_keys / (std::string(id) + ".master");
}
fs::path next_source_file(const fs::path& user_keys, std::string_view id) {
    return user_keys / (std::string(id) + ".master.next");
}

bool is_named_by_a_variable() {
    return !environment("HENCE_MASTER_KEY_FILE").empty() ||
           !environment("HENCE_MASTER_KEY_COMMAND").empty();
}

// The key that a file of the user's holds or names.
Result<SecretKey> key_by(const fs::path& file) {
    const std::optional<std::string> text = TRY(read_small_file(file));
    if (!text) {
        return Error{Code::not_found, fmt::format("there is no file {}", file.string())};
    }
    const std::string_view source = trimmed(*text);
    if (source.starts_with(file_source)) {
        return key_from_file(std::string(source.substr(file_source.size())));
    }
    if (source.starts_with(command_source)) {
        return key_from_command(std::string(source.substr(command_source.size())));
    }
    return key_from_file(file);
}

// Where the key is, as the user's file says it, and the variables before it. A replacement that was
// interrupted may have left the right one in the file of the next key.
Result<SecretKey> find_master(const Marker& marker, const fs::path& user_keys) {
    if (const std::string file = environment("HENCE_MASTER_KEY_FILE"); !file.empty()) {
        return key_from_file(file);
    }
    if (const std::string command = environment("HENCE_MASTER_KEY_COMMAND"); !command.empty()) {
        return key_from_command(command);
    }
    if (user_keys.empty()) {
        return Error{Code::not_found, "there is no directory for keys"};
    }
    Result<SecretKey> key = key_by(source_file(user_keys, marker.id));
    std::error_code ignored;
    const fs::path next = next_source_file(user_keys, marker.id);
    if ((!key || marker.check_by(*key) != marker.check) && fs::exists(next, ignored)) {
        const Result<SecretKey> other = key_by(next);
        if (other && marker.check_by(*other) == marker.check) {
            return other;
        }
    }
    return key;
}

// The master key, once it is known to be the one.
Result<SecretKey> right_master(const Marker& marker, const fs::path& user_keys) {
    const Result<SecretKey> key = find_master(marker, user_keys);
    if (!key) {
        return Error{
            Code::io,
            fmt::format("the store is encrypted, and its master key is not to be had: {}",
                        key.error().message),
            fmt::format("put {}.master back into $XDG_CONFIG_HOME/hence/keys, or name the key with "
                        "HENCE_MASTER_KEY_FILE or HENCE_MASTER_KEY_COMMAND; nothing else reads it",
                        marker.id)};
    }
    if (marker.check_by(*key) != marker.check) {
        return Error{Code::io, "the store is encrypted with another master key",
                     fmt::format("the right one belongs to the store {}, unless keys/encrypted is "
                                 "damaged",
                                 marker.id)};
    }
    return key;
}

Result<std::string> make_directories(const fs::path& directory) {
    std::error_code failed;
    fs::create_directories(directory, failed);
    if (failed) {
        return Error{Code::io,
                     fmt::format("cannot make {}: {}", directory.string(), failed.message())};
    }
    if (::chmod(directory.c_str(), S_IRWXU) != 0) {
        return system_error("write " + directory.string());
    }
    return directory.string();
}

struct MadeMaster {
    SecretKey key;
    std::string source;  // The line of ID.master.
    std::string words;   // For a person.
};

Result<MadeMaster> make_master(const MasterKeyChoice& choice, const fs::path& own) {
    if (!choice.command.empty()) {
        if (choice.command.find('\n') != std::string::npos) {
            return Error{Code::invalid, "the command has more than one line"};
        }
        const SecretKey key = TRY(key_from_command(choice.command));
        return MadeMaster{key, std::string(command_source) + choice.command,
                          "what the command prints: " + choice.command};
    }
    if (!choice.file.empty()) {
        const fs::path file = fs::absolute(choice.file);
        const std::optional<std::string> there = TRY(read_small_file(file));
        if (!there) {
            TRY(read_or_make_key(file));
        }
        const SecretKey key = TRY(key_from_file(file));
        return MadeMaster{key, std::string(file_source) + file.string(), file.string()};
    }
    SecretKey key{};
    TRY(fill_random(key));
    return MadeMaster{key, key_as_text(key), own.string()};
}

}  // namespace

Result<std::string> prepare_encrypted_store(const fs::path& store, const fs::path& user_keys,
                                            const MasterKeyChoice& choice) {
    std::error_code ignored;
    for (const char* const part : {"log", "head", "keys/encrypted"}) {
        if (fs::exists(store / part, ignored)) {
            return Error{Code::conflict,
                         fmt::format("there is a store already at {}", store.string()),
                         "only a new store can be encrypted: name another directory, and record "
                         "what `hence export ndjson` writes"};
        }
    }
    if (user_keys.empty()) {
        return Error{Code::invalid, "there is no directory for keys",
                     "set XDG_CONFIG_HOME or HOME"};
    }
    std::array<unsigned char, id_bytes> random{};
    TRY(fill_random(random));
    const std::string id = hex_of({reinterpret_cast<const char*>(random.data()), random.size()});
    const fs::path own = source_file(user_keys, id);
    const MadeMaster master = TRY(make_master(choice, own));
    TRY(make_directories(user_keys));
    TRY(make_directories(store / "keys"));
    TRY(write_small_file(own, master.source + "\n", OverFile::yields));
    TRY(sync_path(store));
    // Last: what is marked can be opened.
    SecretKey root{};
    TRY(fill_random(root));
    TRY(write_small_file(marker_file(store), marker_of(id, root, master.key).text(),
                         OverFile::yields));
    return master.words;
}

bool is_encrypted_store(const fs::path& store) {
    std::error_code ignored;
    return fs::exists(marker_file(store), ignored);
}

Result<std::optional<SecretKey>> root_key_of(const fs::path& store, const fs::path& user_keys) {
    const std::optional<Marker> marker = TRY(read_marker(store));
    if (!marker) {
        return std::optional<SecretKey>();
    }
    const SecretKey master = TRY(right_master(*marker, user_keys));
    std::optional<SecretKey> root = root_in(*marker, master);
    return root ? Result<std::optional<SecretKey>>(root) : damaged_marker(store);
}

namespace {

Result<void> put_next_in_place(const fs::path& next, const fs::path& own) {
    if (::rename(next.c_str(), own.c_str()) != 0) {
        return system_error("write " + own.string());
    }
    return sync_path(own.parent_path());
}

}  // namespace

// In this order, so that a crash between any two steps leaves a key that opens the store. A
// replacement that was interrupted is finished first: its key must not be overwritten.
Result<std::string> replace_master_key(const fs::path& store, const fs::path& user_keys,
                                       const MasterKeyChoice& choice) {
    const std::optional<Marker> marker = TRY(read_marker(store));
    if (!marker) {
        return Error{Code::invalid, fmt::format("the store {} is not encrypted", store.string())};
    }
    if (marker->root.empty()) {
        return Error{Code::unsupported, "this store's master key cannot be replaced",
                     "record what `hence export ndjson` writes into a new encrypted store"};
    }
    const SecretKey master = TRY(right_master(*marker, user_keys));
    const std::optional<SecretKey> root = root_in(*marker, master);
    if (!root) {
        return damaged_marker(store);
    }
    if (is_named_by_a_variable() && choice.file.empty() && choice.command.empty()) {
        return Error{Code::invalid,
                     "a variable names the master key, so the next one needs a place",
                     "name it with --key-file or --key-command, and the variable after it"};
    }
    const fs::path own = source_file(user_keys, marker->id);
    const MadeMaster next = TRY(make_master(choice, own));
    if (next.key == master) {
        return Error{Code::invalid, "this is the master key that the store has"};
    }
    TRY(make_directories(user_keys));
    const fs::path beside = next_source_file(user_keys, marker->id);
    const Result<SecretKey> unfinished = key_by(beside);
    if (unfinished && *unfinished == master) {
        TRY(put_next_in_place(beside, own));
    }
    TRY(write_small_file(beside, next.source + "\n", OverFile::replaces));
    TRY(write_small_file(marker_file(store), marker_of(marker->id, *root, next.key).text(),
                         OverFile::replaces));
    TRY(put_next_in_place(beside, own));
    return next.words;
}

Result<SecretKey> derived_key(const fs::path& file, const SecretKey& master) {
    const std::optional<std::string> wrapped = TRY(read_small_file(file));
    const std::optional<std::string> secret =
        wrapped ? unwrap_secret(master, *wrapped) : std::nullopt;
    SecretKey key{};
    if (!secret || secret->size() != key.size()) {
        return Error{Code::not_found, fmt::format("{} holds no key", file.string())};
    }
    std::copy(secret->begin(), secret->end(), key.begin());
    return key;
}

// In place, and not by a new file beside it: the old key must be gone, and a torn one only makes
// the files be derived again.
Result<SecretKey> make_derived_key(const fs::path& file, const SecretKey& master) {
    SecretKey key{};
    TRY(fill_random(key));
    const Descriptor opened{
        ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR)};
    if (!opened) {
        return system_error("write " + file.string());
    }
    const std::string wrapped =
        wrap_secret(master, {reinterpret_cast<const char*>(key.data()), key.size()});
    TRY(write_all_at(opened, wrapped, 0, file));
    if (::ftruncate(opened.number(), wrapped_key_size) != 0 || ::fsync(opened.number()) != 0) {
        return system_error("sync " + file.string());
    }
    TRY(sync_path(file.parent_path()));
    return key;
}

}  // namespace hence
