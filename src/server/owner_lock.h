// The lock that says who owns a store's directory. It goes with its process, however that ends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "server/socket.h"

namespace hence {

inline constexpr std::string_view lock_name = "owner.lock";

// Makes a store's directory and those above it. It holds what agents said: only its user may read
// it. Fails with io.
Result<void> make_directory(const std::filesystem::path& directory);

// Takes the lock and signs it with this process's number and `command`, or returns nothing when
// another process has it. Closing the descriptor gives it back. Fails with io.
Result<std::optional<Descriptor>> take_lock(const std::filesystem::path& directory,
                                            std::string_view command);

// "pid 4711 (hence record)", as the last owner signed, or "another process".
std::string describe_owner(const std::filesystem::path& directory);

}  // namespace hence
