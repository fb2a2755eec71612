#include "sqlite/query.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

#include "base/try.h"
#include "sqlite/functions.h"
#include "sqlite/guard.h"
#include "sqlite/module.h"

namespace hence::sqlite {
namespace {

constexpr std::size_t text_max = 100'000;
// An event has at most 16 MiB; its fields, spelled anew, a little more.
constexpr int value_max = 17 * 1024 * 1024;

struct LimitOfSqlite {
    int id;
    int value;
};
constexpr LimitOfSqlite limits[] = {
    {SQLITE_LIMIT_LENGTH, value_max},
    {SQLITE_LIMIT_SQL_LENGTH, static_cast<int>(text_max)},
    {SQLITE_LIMIT_COLUMN, 200},
    {SQLITE_LIMIT_EXPR_DEPTH, 100},
    {SQLITE_LIMIT_COMPOUND_SELECT, 50},
    {SQLITE_LIMIT_VDBE_OP, 100'000},
    {SQLITE_LIMIT_FUNCTION_ARG, 50},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 0},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

constexpr sqlite3_int64 prepare_bytes_max = sqlite3_int64{12} << 20;

// Bounds what SQLite may take while it prepares a statement. A short text can spell out without end
// (each name of a WITH may stand for twice the one before), and no handler is called meanwhile.
// SQLite's own bound is the process's: it is lowered for the millisecond that a statement takes.
class PreparingBound {
public:
    PreparingBound() : lock_(mutex()) {
        hard_ = sqlite3_hard_heap_limit64(-1);
        soft_ = sqlite3_soft_heap_limit64(-1);
        const sqlite3_int64 bound = sqlite3_memory_used() + prepare_bytes_max;
        sqlite3_hard_heap_limit64(hard_ > 0 ? std::min(hard_, bound) : bound);
    }
    ~PreparingBound() {
        sqlite3_hard_heap_limit64(hard_);
        sqlite3_soft_heap_limit64(soft_);
    }
    PreparingBound(const PreparingBound&) = delete;
    PreparingBound& operator=(const PreparingBound&) = delete;

private:
    static std::mutex& mutex() {
        static std::mutex one;
        return one;
    }

    std::lock_guard<std::mutex> lock_;
    sqlite3_int64 hard_ = 0;
    sqlite3_int64 soft_ = 0;
};

constexpr std::string_view read_only_hint =
    "a query is one SELECT; hence sql --schema describes the tables";

// "line 2, column 7 (near "FORM")".
std::string place_in(std::string_view text, std::size_t offset) {
    offset = std::min(offset, text.size());
    const std::string_view before = text.substr(0, offset);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t line_begin =
        before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return fmt::format("line {}, column {}", line, offset - line_begin + 1);
}

}  // namespace

struct Query::State {
    explicit State(const QueryBounds& given) : guard(given.time, given.memory), bounds(given) {}
    ~State() {
        sqlite3_finalize(statement);
        sqlite3_close_v2(connection);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    Result<void> open(const Schema& schema);
    Result<void> prepare(std::string_view text);
    Error error_in(std::string_view text) const;
    Error failed_step(int code) const;

    Guard guard;  // Outlives the connection.
    QueryBounds bounds;
    ModuleState module_state;
    std::vector<std::unique_ptr<TableModule>> modules;
    std::vector<Collation> collations;
    sqlite3* connection = nullptr;
    sqlite3_stmt* statement = nullptr;
    std::vector<std::string> columns;
    std::uint64_t rows = 0;
    bool ended = false;
    std::optional<StoppedBy> stopped;
};

namespace {

int collate(void* data, int a_size, const void* a, int b_size, const void* b) {
    const auto* collation = static_cast<const Collation*>(data);
    return collation->compare({static_cast<const char*>(a), static_cast<std::size_t>(a_size)},
                              {static_cast<const char*>(b), static_cast<std::size_t>(b_size)});
}

}  // namespace

Result<void> Query::State::open(const Schema& schema) {
    int code = sqlite3_open_v2(
        ":memory:", &connection,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX,
        nullptr);
    const auto also = [&code](int next) { code = code == SQLITE_OK ? next : code; };
    if (code == SQLITE_OK) {
        also(sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr));
        also(sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr));
        also(sqlite3_db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr));
        // A misspelt column in double quotes must not become a text.
        also(sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, nullptr));
        also(sqlite3_exec(connection, "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-65536", nullptr,
                          nullptr, nullptr));
        also(add_functions(connection));
        collations.assign(schema.collations.begin(), schema.collations.end());
        for (Collation& collation : collations) {
            also(sqlite3_create_collation_v2(connection, collation.name, SQLITE_UTF8, &collation,
                                             collate, nullptr));
        }
        for (Table* table : schema.tables) {
            modules.push_back(std::make_unique<TableModule>(TableModule{table, &module_state}));
            also(add_table(connection, *modules.back()));
            guard.allow_table(table->name());
        }
        guard.allow_table("json_each");
        guard.allow_table("json_tree");
        for (const LimitOfSqlite& limit : limits) {
            sqlite3_limit(connection, limit.id, limit.value);
        }
        guard.trust_while(module_state.declaring);
        // SQLite declares these two when they are first used, which the guard would take for a
        // write.
        also(sqlite3_exec(connection, "SELECT 1 FROM json_each('[]'), json_tree('[]')", nullptr,
                          nullptr, nullptr));
        also(guard.watch(connection));
    }
    if (code != SQLITE_OK) {
        return Error{Code::io, fmt::format("SQLite cannot be started: {}", sqlite3_errstr(code))};
    }
    return {};
}

Error Query::State::error_in(std::string_view text) const {
    if (!guard.refusal().empty()) {
        return {Code::invalid, guard.refusal(), std::string(read_only_hint)};
    }
    if (guard.out_of_time() || guard.out_of_memory() ||
        std::string_view(sqlite3_errmsg(connection)) == sqlite3_errstr(SQLITE_NOMEM)) {
        return {Code::limit, "the query is too large to be prepared", "ask for less at a time"};
    }
    if (module_state.failure) {
        return *module_state.failure;
    }
    const int offset = sqlite3_error_offset(connection);
    const std::string where =
        offset < 0 ? std::string() : " at " + place_in(text, static_cast<std::size_t>(offset));
    return {Code::invalid,
            fmt::format("the query cannot be read{}: {}", where, sqlite3_errmsg(connection)),
            std::string(read_only_hint)};
}

Result<void> Query::State::prepare(std::string_view text) {
    if (text.size() > text_max) {
        return Error{Code::limit, fmt::format("the query has {} bytes", text.size()),
                     fmt::format("a query has at most {}", text_max)};
    }
    if (text.find('\0') != std::string_view::npos) {
        return Error{Code::invalid, "the query has a NUL in " + place_in(text, text.find('\0'))};
    }
    const PreparingBound bound;
    const char* tail = nullptr;
    const int code = sqlite3_prepare_v3(connection, text.data(), static_cast<int>(text.size()), 0,
                                        &statement, &tail);
    if (code != SQLITE_OK) {
        return error_in(text);
    }
    if (statement == nullptr) {
        return Error{Code::invalid, "the query is empty", std::string(read_only_hint)};
    }
    const auto used = static_cast<std::size_t>(tail - text.data());
    const std::size_t more = text.find_first_not_of(" \t\r\n;", used);
    if (more != std::string_view::npos) {
        sqlite3_stmt* second = nullptr;
        const int next =
            sqlite3_prepare_v3(connection, text.data() + more, static_cast<int>(text.size() - more),
                               0, &second, nullptr);
        const bool is_comment = next == SQLITE_OK && second == nullptr;
        sqlite3_finalize(second);
        if (!is_comment) {
            return Error{Code::invalid,
                         fmt::format("a second statement begins at {}", place_in(text, more)),
                         std::string(read_only_hint)};
        }
    }
    if (sqlite3_stmt_readonly(statement) == 0 || sqlite3_column_count(statement) == 0) {
        return Error{Code::invalid, "the query does not only read", std::string(read_only_hint)};
    }
    if (sqlite3_stmt_isexplain(statement) == 1) {
        // It names addresses of this process.
        return Error{Code::invalid, "EXPLAIN is not possible",
                     "EXPLAIN QUERY PLAN says how a query is answered"};
    }
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
        const char* name = sqlite3_column_name(statement, i);
        columns.emplace_back(name == nullptr ? "" : name);
    }
    return {};
}

Error Query::State::failed_step(int code) const {
    if (module_state.failure) {
        return *module_state.failure;
    }
    if (code == SQLITE_TOOBIG) {
        return {Code::limit, "a value of the query is too large",
                fmt::format("a value has at most {} bytes", value_max)};
    }
    return {Code::invalid, fmt::format("the query failed: {}", sqlite3_errmsg(connection)),
            std::string(read_only_hint)};
}

Query::Query(std::unique_ptr<State> state) : state_(std::move(state)) {}
Query::Query(Query&&) noexcept = default;
Query& Query::operator=(Query&&) noexcept = default;
Query::~Query() = default;

Result<Query> Query::prepare(const Schema& schema, std::string_view text,
                             const QueryBounds& bounds) {
    auto state = std::make_unique<State>(bounds);
    TRY(state->open(schema));
    TRY(state->prepare(text));
    state->guard.pause();
    return Query(std::move(state));
}

const std::vector<std::string>& Query::columns() const {
    return state_->columns;
}

Result<bool> Query::next() {
    State& state = *state_;
    if (state.ended) {
        return false;
    }
    state.guard.resume();
    const int code = sqlite3_step(state.statement);
    state.guard.pause();
    if (code == SQLITE_ROW) {
        if (state.bounds.rows != 0 && state.rows == state.bounds.rows) {
            state.stopped = StoppedBy::rows;
            state.ended = true;
            return false;
        }
        ++state.rows;
        return true;
    }
    state.ended = true;
    if (code == SQLITE_DONE) {
        return false;
    }
    if (code == SQLITE_INTERRUPT && state.guard.out_of_time()) {
        state.stopped = StoppedBy::time;
        return false;
    }
    if (code == SQLITE_NOMEM || (code == SQLITE_INTERRUPT && state.guard.out_of_memory())) {
        state.stopped = StoppedBy::memory;
        return false;
    }
    return state.failed_step(code);
}

Value Query::value(std::size_t column) const {
    sqlite3_stmt* const row = state_->statement;
    const auto place = static_cast<int>(column);
    switch (sqlite3_column_type(row, place)) {
        case SQLITE_INTEGER: return {ValueType::integer, sqlite3_column_int64(row, place)};
        case SQLITE_FLOAT: return {ValueType::real, 0, sqlite3_column_double(row, place)};
        case SQLITE_NULL: return {};
        default: break;
    }
    const bool is_text = sqlite3_column_type(row, place) == SQLITE_TEXT;
    const auto* bytes = is_text ? sqlite3_column_text(row, place) : sqlite3_column_blob(row, place);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, place));
    return {is_text ? ValueType::text : ValueType::blob, 0, 0,
            bytes == nullptr ? std::string_view()
                             : std::string_view(static_cast<const char*>(bytes), size)};
}

std::uint64_t Query::rows() const {
    return state_->rows;
}

std::optional<StoppedBy> Query::stopped() const {
    return state_->stopped;
}

void limit_memory_of_process(std::int64_t bytes) {
    sqlite3_hard_heap_limit64(bytes);
}

}  // namespace hence::sqlite
