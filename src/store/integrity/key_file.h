// Small files that must not be lost or half written: a secret key as text, and the calls for it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/keyed.h"
#include "hence/result.h"

namespace hence {

// A key of 64 hexadecimal digits. Fails with not_found when there is no file, and with corrupt.
Result<SecretKey> read_key_file(const std::filesystem::path& file);
// Makes a random one when there is no file, mode 0600, durable on return. Of two that are made at
// the same time, the first stands.
Result<SecretKey> read_or_make_key(const std::filesystem::path& file);

// What a file of at most 64 KiB holds; nothing when there is no such file.
Result<std::optional<std::string>> read_small_file(const std::filesystem::path& file);

// What becomes of a file that is there already.
enum class OverFile : std::uint8_t {
    replaces,
    yields,  // It stays, and the write fails with conflict.
};
// Whole or not at all, mode 0600, durable on return.
Result<void> write_small_file(const std::filesystem::path& file, std::string_view text,
                              OverFile over);

// Fails with io.
Result<void> write_all_at(const Descriptor& file, std::string_view bytes, std::uint64_t at,
                          const std::filesystem::path& name);
// Syncs `file`, which is `beside`, gives it the name `place`, and makes the name safe.
Result<void> put_in_place(const Descriptor& file, const std::filesystem::path& beside,
                          const std::filesystem::path& place);
// Makes safe which names there are in a directory, or what a file holds.
Result<void> sync_path(const std::filesystem::path& path);

}  // namespace hence
