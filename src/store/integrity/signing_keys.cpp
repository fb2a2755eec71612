#include "store/integrity/signing_keys.h"

#include <array>
#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/process.h"
#include "base/random.h"
#include "base/try.h"
#include "store/integrity/key_file.h"

namespace hence {
namespace {

namespace fs = std::filesystem;

fs::path path_in(const char* variable) {
    const std::string value = environment(variable);
    return value.starts_with('/') ? fs::path(value) : fs::path();
}

fs::path origin_file(const fs::path& store) {
    return store / "tree" / "origin";
}

// The name of the files of a store's key, without their ending.
Result<std::string> key_stem(const fs::path& store) {
    std::optional<std::string> origin;
    if (!store.empty()) {
        origin = TRY(read_small_file(origin_file(store)));
    }
    return origin ? sha256_hex(trimmed(*origin)).substr(0, 16) : std::string("default");
}

Result<std::string> default_name() {
    std::array<char, 256> host{};
    if (::gethostname(host.data(), host.size() - 1) != 0) {
        return system_error("read the name of this host");
    }
    std::array<unsigned char, 8> bytes{};
    TRY(fill_random(bytes));
    std::string id;
    for (const unsigned char byte : bytes) {
        id += fmt::format("{:02x}", byte);
    }
    const std::string name = fmt::format("hence/{}/{}", host.data(), id);
    return is_note_name(name) ? name : "hence/" + id;
}

Result<std::vector<NoteKey>> former_keys(const fs::path& file) {
    const std::optional<std::string> text = TRY(read_small_file(file));
    std::vector<NoteKey> keys;
    for (std::string_view rest = text ? std::string_view(*text) : ""; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        if (end != 0) {
            NoteKey key = TRY(read_note_key(rest.substr(0, end)));
            keys.push_back(std::move(key));
        }
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    return keys;
}

}  // namespace

fs::path signing_directory() {
    fs::path config = path_in("XDG_CONFIG_HOME");
    if (config.empty()) {
        const fs::path home = path_in("HOME");
        config = home.empty() ? home : home / ".config";
    }
    return config.empty() ? config : config / "hence" / "keys";
}

Result<std::optional<NoteSigner>> signing_key(const fs::path& keys, const fs::path& store) {
    if (keys.empty()) {
        return std::optional<NoteSigner>();
    }
    const std::string stem = TRY(key_stem(store));
    const fs::path file = keys / (stem + ".key");
    const std::optional<std::string> text = TRY(read_small_file(file));
    if (!text) {
        return std::optional<NoteSigner>();
    }
    Result<NoteSigner> signer = read_note_signer(*text);
    if (!signer) {
        return Error{Code::corrupt,
                     fmt::format("{} holds no key: {}", file.string(), signer.error().message)};
    }
    return std::optional(std::move(signer).take());
}

Result<NoteSigner> make_signing_key(const fs::path& keys, const NewSigningKey& made) {
    if (keys.empty()) {
        return Error{Code::invalid, "there is no directory for keys",
                     "set XDG_CONFIG_HOME or HOME"};
    }
    const std::optional<NoteSigner> before = TRY(signing_key(keys, made.store));
    const std::string before_stem = TRY(key_stem(made.store));
    const bool has_own = made.store.empty() || before_stem != "default";
    if (before && has_own && !made.replace) {
        return Error{Code::conflict, fmt::format("there is a key already: {}", before->name),
                     "`hence key new --replace` makes another one and keeps the old public key"};
    }
    NoteSigner signer;
    signer.name = made.name;
    if (signer.name.empty() && before && has_own) {
        signer.name = before->name;  // The log keeps its origin.
    }
    if (signer.name.empty()) {
        signer.name = TRY(default_name());
    }
    if (!is_note_name(signer.name)) {
        return Error{Code::invalid, fmt::format("no key can be called {}", signer.name),
                     "a name has no spaces and no plus"};
    }
    TRY(fill_random(signer.seed));
    const std::string text = TRY(signer.text());
    std::error_code failed;
    fs::create_directories(keys, failed);
    if (failed) {
        return Error{Code::io, fmt::format("cannot make {}: {}", keys.string(), failed.message())};
    }
    ::chmod(keys.c_str(), S_IRWXU);
    if (!made.store.empty()) {
        fs::create_directories(made.store / "tree", failed);
        TRY(write_small_file(origin_file(made.store), signer.name + "\n", OverFile::replaces));
    }
    const std::string stem = TRY(key_stem(made.store));
    if (before && has_own) {
        const std::vector<NoteKey> former = TRY(former_keys(keys / (stem + ".pub")));
        const NoteKey last = TRY(before->public_key());
        std::string lines = last.text() + "\n";
        for (const NoteKey& key : former) {
            lines += key.text() + "\n";
        }
        TRY(write_small_file(keys / (stem + ".pub"), lines, OverFile::replaces));
    }
    TRY(write_small_file(keys / (stem + ".key"), text + "\n",
                         made.replace ? OverFile::replaces : OverFile::yields));
    return signer;
}

Result<std::vector<NoteKey>> known_keys(const fs::path& keys, const fs::path& store) {
    std::vector<NoteKey> known;
    if (keys.empty()) {
        return known;
    }
    const std::optional<NoteSigner> signer = TRY(signing_key(keys, store));
    if (signer) {
        NoteKey key = TRY(signer->public_key());
        known.push_back(std::move(key));
    }
    const std::string stem = TRY(key_stem(store));
    const std::vector<NoteKey> former = TRY(former_keys(keys / (stem + ".pub")));
    known.insert(known.end(), former.begin(), former.end());
    return known;
}

}  // namespace hence
