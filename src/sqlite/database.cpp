#include "sqlite/database.h"

#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/try.h"

namespace hence::sqlite {
namespace {

// As a URI of SQLite has it: what could be taken for a part of the address is escaped.
std::string address_of(const std::filesystem::path& file, bool immutable) {
    std::string address = "file:";
    for (const char c : std::filesystem::absolute(file).string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '-' || c == '_';
        address +=
            plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return address + (immutable ? "?mode=ro&immutable=1" : "?mode=ro");
}

Error error_of(sqlite3* connection) {
    const int code = sqlite3_errcode(connection) & 0xff;
    const std::string message = sqlite3_errmsg(connection);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
        return {Code::corrupt, "the database is damaged: " + message,
                "sqlite3 FILE .recover writes what is left of it"};
    }
    const bool busy = code == SQLITE_BUSY || code == SQLITE_LOCKED;
    return {busy ? Code::busy : Code::io, "the database cannot be used: " + message};
}

Result<sqlite3*> open_connection(const std::string& name, int flags) {
    sqlite3* connection = nullptr;
    if (sqlite3_open_v2(name.c_str(), &connection, flags | SQLITE_OPEN_NOMUTEX, nullptr) !=
        SQLITE_OK) {
        Error error = error_of(connection);
        sqlite3_close_v2(connection);
        return error;
    }
    sqlite3_busy_timeout(connection, 5'000);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    return connection;
}

}  // namespace

Statement::Statement(Statement&& other) noexcept
    : statement_(std::exchange(other.statement_, nullptr)) {}

Statement& Statement::operator=(Statement&& other) noexcept {
    std::swap(statement_, other.statement_);
    return *this;
}

Statement::~Statement() {
    sqlite3_finalize(statement_);
}

Result<void> Statement::bind(int parameter, const Value& value) {
    int code = SQLITE_OK;
    switch (value.type) {
        case ValueType::null: code = sqlite3_bind_null(statement_, parameter); break;
        case ValueType::integer:
            code = sqlite3_bind_int64(statement_, parameter, value.integer);
            break;
        case ValueType::real: code = sqlite3_bind_double(statement_, parameter, value.real); break;
        case ValueType::text:
            code = sqlite3_bind_text64(statement_, parameter,
                                       value.text.data() == nullptr ? "" : value.text.data(),
                                       value.text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
            break;
        case ValueType::blob:
            code = sqlite3_bind_blob64(statement_, parameter, value.text.data(), value.text.size(),
                                       SQLITE_TRANSIENT);
            break;
    }
    return code == SQLITE_OK ? Result<void>() : error_of(sqlite3_db_handle(statement_));
}

Result<bool> Statement::step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW || code == SQLITE_DONE) {
        return code == SQLITE_ROW;
    }
    return error_of(sqlite3_db_handle(statement_));
}

void Statement::reset() {
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
}

Value Statement::value(std::size_t column) const {
    const auto place = static_cast<int>(column);
    const int type = sqlite3_column_type(statement_, place);
    if (type == SQLITE_NULL) {
        return {};
    }
    if (type == SQLITE_INTEGER) {
        return {ValueType::integer, sqlite3_column_int64(statement_, place)};
    }
    if (type == SQLITE_FLOAT) {
        return {ValueType::real, 0, sqlite3_column_double(statement_, place)};
    }
    const auto* bytes = type == SQLITE_TEXT ? sqlite3_column_text(statement_, place)
                                            : sqlite3_column_blob(statement_, place);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, place));
    return {type == SQLITE_TEXT ? ValueType::text : ValueType::blob, 0, 0,
            bytes == nullptr ? std::string_view()
                             : std::string_view(static_cast<const char*>(bytes), size)};
}

std::vector<std::string> Statement::columns() const {
    std::vector<std::string> names;
    for (int i = 0; i < sqlite3_column_count(statement_); ++i) {
        const char* name = sqlite3_column_name(statement_, i);
        names.emplace_back(name == nullptr ? "" : name);
    }
    return names;
}

Result<Database> Database::read(const std::filesystem::path& file) {
    std::error_code ignored;
    std::filesystem::path log = file;
    log += "-wal";
    const bool has_log =
        std::filesystem::exists(log, ignored) && std::filesystem::file_size(log, ignored) > 0;
    sqlite3* connection =
        TRY(open_connection(address_of(file, !has_log), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI));
    Database database(connection);
    const std::vector<std::string> tables = TRY(database.tables());
    return database;
}

Result<Database> Database::write(const std::filesystem::path& file) {
    sqlite3* connection =
        TRY(open_connection(file.string(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
    return Database(connection);
}

Database::Database(Database&& other) noexcept
    : connection_(std::exchange(other.connection_, nullptr)) {}

Database& Database::operator=(Database&& other) noexcept {
    std::swap(connection_, other.connection_);
    return *this;
}

Database::~Database() {
    sqlite3_close_v2(connection_);
}

Result<void> Database::run(const std::string& statements) {
    if (sqlite3_exec(connection_, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        return error_of(connection_);
    }
    return {};
}

Result<Statement> Database::prepare(std::string_view statement) {
    sqlite3_stmt* prepared = nullptr;
    if (sqlite3_prepare_v3(connection_, statement.data(), static_cast<int>(statement.size()), 0,
                           &prepared, nullptr) != SQLITE_OK) {
        return error_of(connection_);
    }
    return Statement(prepared);
}

Result<std::vector<std::string>> Database::tables() {
    Statement rows = TRY(
        prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%'"
                " ESCAPE '\\' ORDER BY name"));
    std::vector<std::string> names;
    bool more = TRY(rows.step());
    while (more) {
        names.emplace_back(rows.value(0).text);
        more = TRY(rows.step());
    }
    return names;
}

Result<std::vector<std::string>> Database::columns_of(std::string_view table) {
    const Statement none = TRY(prepare("SELECT * FROM " + quoted_name(table) + " LIMIT 0"));
    return none.columns();
}

std::string quoted_name(std::string_view name) {
    std::string quoted = "\"";
    for (const char c : name) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

bool is_database(std::string_view first_bytes) {
    return first_bytes.starts_with(std::string_view("SQLite format 3\0", 16));
}

}  // namespace hence::sqlite
