#include "sqlite/guard.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/ascii.h"
#include "sqlite/functions.h"

namespace hence::sqlite {
namespace {

constexpr int instructions_between_looks = 200;

// What all running queries use together is counted from what SQLite had in use when none ran.
struct Running {
    std::mutex mutex;
    int queries = 0;
    sqlite3_int64 before = 0;
};

Running& running() {
    static Running all;
    return all;
}

// Functions of SQLite that give the same result for the same arguments and cannot leave the
// database. `now` in date functions is the one exception: "the last week" is a good question.
constexpr auto allowed_functions = std::to_array<std::string_view>({
    "->",
    "->>",
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "avg",
    "ceil",
    "ceiling",
    "char",
    "coalesce",
    "concat",
    "concat_ws",
    "cos",
    "cosh",
    "count",
    "cume_dist",
    "current_date",
    "current_time",
    "current_timestamp",
    "date",
    "datetime",
    "degrees",
    "dense_rank",
    "exp",
    "first_value",
    "floor",
    "format",
    "glob",
    "group_concat",
    "hex",
    "ifnull",
    "iif",
    "instr",
    "json",
    "json_array",
    "json_array_length",
    "json_error_position",
    "json_extract",
    "json_group_array",
    "json_group_object",
    "json_insert",
    "json_object",
    "json_patch",
    "json_pretty",
    "json_quote",
    "json_remove",
    "json_replace",
    "json_set",
    "json_type",
    "json_valid",
    "julianday",
    "lag",
    "last_value",
    "lead",
    "length",
    "like",
    "likelihood",
    "likely",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "ltrim",
    "max",
    "median",
    "min",
    "mod",
    "nth_value",
    "ntile",
    "nullif",
    "octet_length",
    "percent_rank",
    "percentile",
    "pi",
    "pow",
    "power",
    "printf",
    "quote",
    "radians",
    "rank",
    "replace",
    "round",
    "row_number",
    "rtrim",
    "sign",
    "sin",
    "sinh",
    "sqrt",
    "strftime",
    "string_agg",
    "substr",
    "substring",
    "sum",
    "tan",
    "tanh",
    "time",
    "timediff",
    "total",
    "trim",
    "trunc",
    "typeof",
    "unhex",
    "unicode",
    "unistr",
    "unixepoch",
    "unlikely",
    "upper",
});
static_assert(std::ranges::is_sorted(allowed_functions));

bool is_allowed_function(std::string_view name) {
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return std::ranges::binary_search(allowed_functions, std::string_view(lower));
}

// What a statement would have done, for a person.
std::string_view name_of_action(int action) {
    switch (action) {
        case SQLITE_INSERT: return "INSERT";
        case SQLITE_UPDATE: return "UPDATE";
        case SQLITE_DELETE: return "DELETE";
        case SQLITE_PRAGMA: return "PRAGMA";
        case SQLITE_ATTACH: return "ATTACH";
        case SQLITE_DETACH: return "DETACH";
        case SQLITE_TRANSACTION:
        case SQLITE_SAVEPOINT: return "a transaction";
        case SQLITE_ANALYZE: return "ANALYZE";
        case SQLITE_REINDEX: return "REINDEX";
        case SQLITE_ALTER_TABLE: return "ALTER TABLE";
        case SQLITE_DROP_INDEX:
        case SQLITE_DROP_TABLE:
        case SQLITE_DROP_TEMP_INDEX:
        case SQLITE_DROP_TEMP_TABLE:
        case SQLITE_DROP_TEMP_TRIGGER:
        case SQLITE_DROP_TEMP_VIEW:
        case SQLITE_DROP_TRIGGER:
        case SQLITE_DROP_VIEW:
        case SQLITE_DROP_VTABLE: return "DROP";
        default: return "CREATE";
    }
}

}  // namespace

Guard::Guard(std::chrono::milliseconds time, std::uint64_t memory)
    : left_(time), end_(std::chrono::steady_clock::now() + time), memory_(memory) {
    const std::lock_guard lock(running().mutex);
    if (running().queries++ == 0) {
        running().before = sqlite3_memory_used();
    }
}

Guard::~Guard() {
    const std::lock_guard lock(running().mutex);
    --running().queries;
}

int Guard::watch(sqlite3* connection) {
    sqlite3_progress_handler(connection, instructions_between_looks, progress, this);
    return sqlite3_set_authorizer(connection, authorize, this);
}

int Guard::authorize(void* self, int action, const char* first, const char* second, const char*,
                     const char*) {
    return static_cast<Guard*>(self)->look_at(action, first, second);
}

int Guard::refuse(std::string reason) {
    if (refusal_.empty()) {
        refusal_ = std::move(reason);
    }
    return SQLITE_DENY;
}

int Guard::look_at(int action, const char* first, const char* second) {
    if (declaring_ != nullptr && *declaring_) {
        return SQLITE_OK;
    }
    if (!may_go_on()) {
        return SQLITE_DENY;
    }
    switch (action) {
        case SQLITE_SELECT:
        case SQLITE_RECURSIVE: return SQLITE_OK;
        case SQLITE_READ: {
            const std::string_view table = first == nullptr ? "" : first;
            const std::string_view column = second == nullptr ? "" : second;
            // SQLite asks without a column for what is merely counted. That may be a table of the
            // query's own (WITH t AS ...), which holds nothing that the query may not read.
            const std::string name = lower_case(table);
            const bool counted =
                column.empty() && !name.starts_with("sqlite_") && !name.starts_with("pragma_");
            return counted || tables_.contains(table)
                       ? SQLITE_OK
                       : refuse("the table " + std::string(table) + " cannot be read");
        }
        case SQLITE_FUNCTION: {
            const std::string_view name = second == nullptr ? "" : second;
            return is_allowed_function(name)
                       ? SQLITE_OK
                       : refuse("the function " + std::string(name) + " cannot be used");
        }
        default:
            return refuse(std::string(name_of_action(action)) +
                          " is not possible: SQL only reads here");
    }
}

bool Guard::may_go_on() {
    if (std::chrono::steady_clock::now() >= end_) {
        out_of_time_ = true;
        return false;
    }
    const sqlite3_int64 used = sqlite3_memory_used() - running().before;
    if (used > 0 && static_cast<std::uint64_t>(used) > memory_) {
        out_of_memory_ = true;
        return false;
    }
    return true;
}

int Guard::progress(void* self) {
    return static_cast<Guard*>(self)->may_go_on() ? 0 : 1;
}

}  // namespace hence::sqlite
