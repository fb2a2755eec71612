// Opens a store that an engine keeps: PostgreSQL, or what speaks its protocol. The one door to
// store/postgres; store/directory.h opens a store in a directory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// Whether this is the address of an engine: postgres:// or postgresql://.
bool is_engine_address(std::string_view place);
// The address without its password, for a person.
std::string engine_address_shown(std::string_view place);

inline constexpr std::string_view default_log = "default";
// 1 to 64 of A-Z a-z 0-9 . _ -
bool is_log_name(std::string_view name);
// The log that an address names, or the default. Fails with invalid as open_engine_store does.
Result<std::string> engine_log_of(const std::string& address);

struct EngineOptions {
    std::string log = {};  // Empty: the one that the address names (`?log=NAME`), else "default".
    bool make = true;      // A log that is not there is begun; otherwise fails with not_found.
    // Where the key lies that signs checkpoints; empty: none does.
    std::filesystem::path signing_keys = {};
    bool standby = false;  // For questions only; a node that takes no writes will do, or is better.
};

// Fails with io when the engine does not answer, with unsupported where libpq is missing or a newer
// version made the tables, and with invalid for an address that makes no sense.
Result<std::unique_ptr<Store>> open_engine_store(const std::string& address,
                                                 const EngineOptions& options = {});

struct EngineLog {
    std::string name;
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;  // Of the record, without index and search.
};
// By name.
Result<std::vector<EngineLog>> engine_logs(const std::string& address);

// What is wrong with the engine as it is set up, and it cannot promise; empty when nothing is.
Result<std::vector<std::string>> engine_shortcomings(const std::string& address);

}  // namespace hence
