// The tables and columns that a query can name, for people and for programs.
#include <algorithm>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/sql.h"
#include "hence/store.h"
#include "sql/tables.h"
#include "views/write/columns.h"
#include "views/write/pieces.h"

namespace hence {
namespace {

std::string_view sql_type_name(sqlite::ColumnType type) {
    switch (type) {
        case sqlite::ColumnType::text: return "text";
        case sqlite::ColumnType::integer: return "integer";
        case sqlite::ColumnType::real: return "real";
        case sqlite::ColumnType::json: return "json";
    }
    return "";
}

// The tables of an empty store: what they are does not depend on what was recorded.
template <class Use>
Result<void> with_tables(const Use& use) {
    const std::unique_ptr<Store> store = open_memory_store();
    Sessions sessions(*store);
    return use(sql_tables(*store, sessions));
}

}  // namespace

Result<void> write_sql_schema_json(const Sink& sink) {
    return with_tables([&sink](const auto& tables) -> Result<void> {
        Pieces pieces(sink);
        JsonWriter& json = pieces.json;
        json.begin_object().key("tables").begin_list();
        for (const auto& table : tables) {
            json.begin_object().member("name", table->name()).member("text", table->text());
            json.key("columns").begin_list();
            for (const sqlite::TableColumn& column : table->columns()) {
                json.begin_object().member("name", column.name);
                json.member("type", sql_type_name(column.type)).member("text", column.text);
                json.end_object();
            }
            json.end_list().end_object();
        }
        json.end_list().end_object();
        return pieces.finish();
    });
}

Result<void> write_sql_schema_text(const Sink& sink) {
    return with_tables([&sink](const auto& tables) -> Result<void> {
        Pieces pieces(sink);
        bool first = true;
        for (const auto& table : tables) {
            pieces.text +=
                fmt::format("{}{}: {}\n", first ? "" : "\n", table->name(), table->text());
            first = false;
            std::size_t widest = 0;
            for (const sqlite::TableColumn& column : table->columns()) {
                widest = std::max(widest, column.name.size());
            }
            for (const sqlite::TableColumn& column : table->columns()) {
                pieces.text += fmt::format("  {}  {}  {}\n", padded(column.name, widest),
                                           padded(sql_type_name(column.type), 7), column.text);
            }
        }
        return pieces.finish();
    });
}

}  // namespace hence
