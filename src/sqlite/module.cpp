// A table as SQLite's callbacks see it. Nothing may be thrown through SQLite, and nothing here
// throws but for want of memory. What a table fails with is kept in ModuleState: SQLite passes on a
// code and a text only.
#include "sqlite/module.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "base/utf8.h"

namespace hence::sqlite {
namespace {

struct TableOfModule : sqlite3_vtab {
    TableModule* module;
};

struct CursorOfModule : sqlite3_vtab_cursor {
    std::unique_ptr<Rows> rows;
    bool at_end = true;
};

TableModule& module_of(sqlite3_vtab* table) {
    return *static_cast<TableOfModule*>(table)->module;
}

int fail(sqlite3_vtab* table, const Error& error) {
    module_of(table).state->failure = error;
    sqlite3_free(table->zErrMsg);
    table->zErrMsg = sqlite3_mprintf("%s", error.message.c_str());
    return SQLITE_ERROR;
}

std::string_view type_name(ColumnType type) {
    switch (type) {
        case ColumnType::integer: return "INTEGER";
        case ColumnType::real: return "REAL";
        case ColumnType::text:
        case ColumnType::json: break;
    }
    return "TEXT";
}

std::string declaration_of(const Table& table) {
    std::string text = "CREATE TABLE x(";
    bool first = true;
    for (const TableColumn& column : table.columns()) {
        text += first ? "\"" : ", \"";
        first = false;
        text += column.name;
        text += "\" ";
        text += type_name(column.type);
        if (!column.collation.empty()) {
            text += " COLLATE ";
            text += column.collation;
        }
    }
    return text + ")";
}

int connect(sqlite3* connection, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
    auto* module = static_cast<TableModule*>(aux);
    module->state->declaring = true;
    const int declared = sqlite3_declare_vtab(connection, declaration_of(*module->table).c_str());
    module->state->declaring = false;
    if (declared != SQLITE_OK) {
        return declared;
    }
    auto table = std::make_unique<TableOfModule>();
    static_cast<sqlite3_vtab&>(*table) = {};
    table->module = module;
    *out = table.release();
    return SQLITE_OK;
}

int disconnect(sqlite3_vtab* table) {
    const std::unique_ptr<TableOfModule> taken(static_cast<TableOfModule*>(table));
    return SQLITE_OK;
}

std::optional<Compare> compare_of(unsigned char op) {
    switch (op) {
        case SQLITE_INDEX_CONSTRAINT_EQ: return Compare::equal;
        case SQLITE_INDEX_CONSTRAINT_GT: return Compare::greater;
        case SQLITE_INDEX_CONSTRAINT_GE: return Compare::greater_equal;
        case SQLITE_INDEX_CONSTRAINT_LT: return Compare::less;
        case SQLITE_INDEX_CONSTRAINT_LE: return Compare::less_equal;
        default: return std::nullopt;
    }
}

// The conditions that the table may use, and where each stands among SQLite's.
struct Offered {
    std::vector<Condition> conditions = {};
    std::vector<int> places = {};
};

bool collates_as_declared(sqlite3_index_info* info, int place, const TableColumn& column) {
    const char* used = sqlite3_vtab_collation(info, place);
    const std::string_view declared = column.collation.empty() ? "BINARY" : column.collation;
    return used != nullptr && sqlite3_stricmp(used, std::string(declared).c_str()) == 0;
}

Offered offered_by(sqlite3_index_info* info, const Table& table) {
    Offered offered;
    for (int i = 0; i < info->nConstraint; ++i) {
        const auto& given = info->aConstraint[i];
        const std::optional<Compare> compare = compare_of(given.op);
        if (given.usable == 0 || !compare || given.iColumn < 0 ||
            !collates_as_declared(info, i,
                                  table.columns()[static_cast<std::size_t>(given.iColumn)])) {
            continue;
        }
        offered.conditions.push_back({given.iColumn, *compare});
        offered.places.push_back(i);
    }
    return offered;
}

// "f" or "b" for the direction, then a column and a comparison for each value that xFilter gets.
std::string spelled(const Plan& plan, const Offered& offered) {
    std::string text = plan.backward ? "b" : "f";
    for (const std::size_t used : plan.used) {
        const Condition& condition = offered.conditions[used];
        text += ' ';
        text += std::to_string(condition.column);
        text += ' ';
        text += std::to_string(static_cast<int>(condition.compare));
    }
    return text;
}

int best_index(sqlite3_vtab* table, sqlite3_index_info* info) {
    const Table& asked = *module_of(table).table;
    const Offered offered = offered_by(info, asked);
    std::vector<Order> order;
    bool order_known = true;
    for (int i = 0; i < info->nOrderBy; ++i) {
        order_known = order_known && info->aOrderBy[i].iColumn >= 0;
        order.push_back({info->aOrderBy[i].iColumn, info->aOrderBy[i].desc != 0});
    }
    if (!order_known) {
        order.clear();
    }
    const Plan plan = asked.plan({offered.conditions, order});
    int argument = 0;
    for (const std::size_t used : plan.used) {
        info->aConstraintUsage[offered.places[used]].argvIndex = ++argument;
    }
    info->estimatedCost = plan.cost;
    info->estimatedRows = static_cast<sqlite3_int64>(plan.rows);
    info->orderByConsumed = plan.ordered && order_known && info->nOrderBy > 0 ? 1 : 0;
    if (plan.unique) {
        info->idxFlags |= SQLITE_INDEX_SCAN_UNIQUE;
    }
    info->idxStr = sqlite3_mprintf("%s", spelled(plan, offered).c_str());
    info->needToFreeIdxStr = 1;
    return info->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int open_cursor(sqlite3_vtab*, sqlite3_vtab_cursor** out) {
    auto cursor = std::make_unique<CursorOfModule>();
    *out = cursor.release();
    return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* cursor) {
    const std::unique_ptr<CursorOfModule> taken(static_cast<CursorOfModule*>(cursor));
    return SQLITE_OK;
}

int next_row(sqlite3_vtab_cursor* given) {
    auto* cursor = static_cast<CursorOfModule*>(given);
    const Result<bool> more = cursor->rows->next();
    if (!more) {
        return fail(cursor->pVtab, more.error());
    }
    cursor->at_end = !*more;
    return SQLITE_OK;
}

int filter(sqlite3_vtab_cursor* given, int, const char* plan, int count, sqlite3_value** values) {
    auto* cursor = static_cast<CursorOfModule*>(given);
    Opening opening{.bounds = {}, .backward = plan != nullptr && *plan == 'b'};
    std::vector<Bound> bounds;
    const char* at = plan == nullptr ? "" : plan + 1;
    for (int i = 0; i < count; ++i) {
        char* end = nullptr;
        const auto column = static_cast<int>(std::strtol(at, &end, 10));
        const auto compare = static_cast<Compare>(std::strtol(end, &end, 10));
        at = end;
        bounds.push_back({column, compare, value_of(values[i])});
    }
    opening.bounds = bounds;
    Result<std::unique_ptr<Rows>> rows = module_of(cursor->pVtab).table->open(opening);
    if (!rows) {
        return fail(cursor->pVtab, rows.error());
    }
    cursor->rows = std::move(rows).take();
    return next_row(given);
}

int at_end(sqlite3_vtab_cursor* cursor) {
    return static_cast<CursorOfModule*>(cursor)->at_end ? 1 : 0;
}

class ContextCell final : public Cell {
public:
    explicit ContextCell(sqlite3_context* context) : context_(context) {}
    void null() override { sqlite3_result_null(context_); }
    void integer(std::int64_t value) override { sqlite3_result_int64(context_, value); }
    void real(double value) override { sqlite3_result_double(context_, value); }

protected:
    void put_text(std::string_view valid) override {
        sqlite3_result_text64(context_, valid.data() == nullptr ? "" : valid.data(), valid.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8);
    }

private:
    sqlite3_context* context_;
};

int column_of(sqlite3_vtab_cursor* given, sqlite3_context* context, int column) {
    auto* cursor = static_cast<CursorOfModule*>(given);
    ContextCell cell(context);
    const Result<void> written = cursor->rows->cell(column, cell);
    return written ? SQLITE_OK : fail(cursor->pVtab, written.error());
}

int row_number(sqlite3_vtab_cursor* cursor, sqlite3_int64* out) {
    *out = static_cast<CursorOfModule*>(cursor)->rows->number();
    return SQLITE_OK;
}

// Without xCreate a table is there under the module's name, and none can be created.
constexpr sqlite3_module module_callbacks() {
    sqlite3_module module = {};
    module.iVersion = 1;
    module.xConnect = connect;
    module.xDisconnect = disconnect;
    module.xBestIndex = best_index;
    module.xOpen = open_cursor;
    module.xClose = close_cursor;
    module.xFilter = filter;
    module.xNext = next_row;
    module.xEof = at_end;
    module.xColumn = column_of;
    module.xRowid = row_number;
    return module;
}

constexpr sqlite3_module callbacks = module_callbacks();

std::string readable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character character = first_character(text);
        if (!character.valid || character.is_surrogate()) {
            append_utf8(out, replacement_character);
        } else {
            out += text.substr(0, character.size);
        }
        text.remove_prefix(character.size);
    }
    return out;
}

}  // namespace

int add_table(sqlite3* connection, TableModule& module) {
    return sqlite3_create_module_v2(connection, std::string(module.table->name()).c_str(),
                                    &callbacks, &module, nullptr);
}

Value value_of(sqlite3_value* value) {
    switch (sqlite3_value_type(value)) {
        case SQLITE_INTEGER: {
            const std::int64_t whole = sqlite3_value_int64(value);
            return {ValueType::integer, whole, static_cast<double>(whole)};
        }
        case SQLITE_FLOAT: return {ValueType::real, 0, sqlite3_value_double(value)};
        case SQLITE_TEXT: {
            const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
            const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
            return {ValueType::text, 0, 0, {text, size}};
        }
        case SQLITE_BLOB: {
            const auto* bytes = static_cast<const char*>(sqlite3_value_blob(value));
            const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
            return {ValueType::blob, 0, 0,
                    bytes == nullptr ? std::string_view() : std::string_view{bytes, size}};
        }
        default: return {};
    }
}

void Cell::text(std::string_view value) {
    value.empty() ? null() : text_or_empty(value);
}

void Cell::text_or_empty(std::string_view value) {
    // Only half a surrogate pair can make recorded text invalid, and its bytes begin with this one.
    const bool plain = value.find('\xED') == std::string_view::npos;
    plain ? put_text(value) : put_text(readable(value));
}

}  // namespace hence::sqlite
