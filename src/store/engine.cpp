#include "store/engine.h"

#include <array>
#include <span>
#include <utility>

#include "base/random.h"
#include "base/try.h"
#include "store/integrity/signing_keys.h"
#include "store/postgres/pool.h"
#include "store/postgres/schema.h"
#include "store/postgres/store.h"

namespace hence {

bool is_engine_address(std::string_view place) {
    return place.starts_with("postgres://") || place.starts_with("postgresql://");
}

std::string engine_address_shown(std::string_view place) {
    std::string shown(place);
    const std::size_t begin = shown.find("://");
    const std::size_t at = shown.find('@');
    if (begin != std::string::npos && at != std::string::npos) {
        const std::size_t colon = shown.find(':', begin + 3);
        if (colon < at) {
            shown.replace(colon + 1, at - colon - 1, "***");
        }
    }
    const std::size_t password = shown.find("password=");
    if (password != std::string::npos) {
        const std::size_t value = password + std::string_view("password=").size();
        shown.replace(value, std::min(shown.find('&', value), shown.size()) - value, "***");
    }
    return shown;
}

bool is_log_name(std::string_view name) {
    return static_cast<bool>(postgres::check_log_name(std::string(name)));
}

Result<std::string> engine_log_of(const std::string& address) {
    const postgres::Address parsed = TRY(postgres::parse_address(address));
    std::string name = parsed.log.empty() ? std::string(default_log) : parsed.log;
    TRY(postgres::check_log_name(name));
    return name;
}

Result<std::unique_ptr<Store>> open_engine_store(const std::string& address,
                                                 const EngineOptions& options) {
    postgres::Address parsed = TRY(postgres::parse_address(address));
    const std::string name =
        TRY(options.log.empty() ? engine_log_of(address) : Result<std::string>(options.log));
    TRY(postgres::check_log_name(name));
    parsed.standby = options.standby;
    std::unique_ptr<postgres::Connection> connection = TRY(postgres::connect(parsed));
    TRY(postgres::ensure_tables(*connection));
    postgres::LogRow log =
        TRY(postgres::find_log(*connection, name, options.make && !options.standby));
    connection = nullptr;
    std::array<unsigned char, 16> writer{};
    TRY(fill_random(writer));
    return std::unique_ptr<Store>(std::make_unique<postgres::PostgresStore>(
        std::move(parsed), std::move(log),
        std::string(reinterpret_cast<const char*>(writer.data()), writer.size()),
        [keys = options.signing_keys] { return signing_key(keys, {}); }));
}

Result<std::vector<EngineLog>> engine_logs(const std::string& address) {
    const postgres::Address parsed = TRY(postgres::parse_address(address));
    const std::unique_ptr<postgres::Connection> connection = TRY(postgres::connect(parsed));
    TRY(postgres::ensure_tables(*connection));
    std::vector<EngineLog> logs;
    const std::vector<postgres::LogRow> rows = TRY(postgres::list_logs(*connection));
    for (const postgres::LogRow& row : rows) {
        logs.push_back({row.name, static_cast<std::uint64_t>(row.last_seq),
                        static_cast<std::uint64_t>(row.bytes)});
    }
    return logs;
}

Result<std::vector<std::string>> engine_shortcomings(const std::string& address) {
    const postgres::Address parsed = TRY(postgres::parse_address(address));
    const std::unique_ptr<postgres::Connection> connection = TRY(postgres::connect(parsed));
    return postgres::missing_promises(*connection);
}

}  // namespace hence
