#include "record/database.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

#include <unistd.h>

#include "base/base64.h"
#include "base/try.h"
#include "formats/common/beginning.h"
#include "formats/formats.h"
#include "model/json/writer.h"

namespace hence {
namespace {

constexpr std::size_t database_piece_bytes = 1 << 20;

// Nodes come before the edges that name them.
int rank_of(const std::string& table) {
    return table.find("node") != std::string::npos   ? 0
           : table.find("edge") != std::string::npos ? 2
                                                     : 1;
}

void append_cell(JsonWriter& json, const sqlite::Value& value) {
    switch (value.type) {
        case sqlite::ValueType::null: json.null(); break;
        case sqlite::ValueType::integer: json.value(value.integer); break;
        case sqlite::ValueType::real:
            std::isfinite(value.real) ? json.value(value.real) : json.null();
            break;
        case sqlite::ValueType::text: json.value(value.text); break;
        case sqlite::ValueType::blob: json.value(base64(value.text)); break;
    }
}

void append_row(std::string& out, const std::vector<std::string>& columns,
                const sqlite::Statement& row) {
    JsonWriter json(out);
    json.begin_object();
    for (std::size_t i = 0; i < columns.size(); ++i) {
        json.recorded_key(columns[i]);
        append_cell(json, row.value(i));
    }
    json.end_object().end_line();
}

// Rows come as they were inserted. Messages of sessions that went on at the same time come session
// by session.
Result<sqlite::Statement> rows_of(sqlite::Database& database, const std::string& table) {
    const std::string all = "SELECT * FROM " + sqlite::quoted_name(table);
    sqlite::Statement rows = TRY(database.prepare(all));
    const std::vector<std::string> columns = rows.columns();
    const bool messages = std::ranges::all_of(
        std::to_array<std::string_view>({"session_id", "parts", "created_at"}),
        [&](std::string_view name) { return std::ranges::find(columns, name) != columns.end(); });
    return messages ? database.prepare(all + " ORDER BY session_id, created_at, rowid")
                    : Result<sqlite::Statement>(std::move(rows));
}

// The format of a table's first row; empty when it has no row, or one of no known format.
Result<std::string> format_of(sqlite::Database& database, const std::string& table) {
    sqlite::Statement rows = TRY(rows_of(database, table));
    const bool any = TRY(rows.step());
    if (!any) {
        return std::string();
    }
    std::string line;
    append_row(line, rows.columns(), rows);
    const Beginning beginning(line);
    const std::optional<Format> known = detect_format(beginning, line);
    const bool fits = known && !known->is_native() && known->fits(beginning);
    return fits ? std::string(known->name) : std::string();
}

}  // namespace

bool is_database_file(int descriptor) {
    std::array<char, 16> head{};
    const ssize_t got = ::pread(descriptor, head.data(), head.size(), 0);
    return got == static_cast<ssize_t>(head.size()) &&
           sqlite::is_database({head.data(), head.size()});
}

bool has_write_ahead_log(const std::string& file) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(file + "-wal", failed);
    return !failed && size > 0;
}

Result<DatabaseContents> look_into(sqlite::Database& database) {
    DatabaseContents contents;
    std::vector<std::string> tables = TRY(database.tables());
    std::ranges::stable_sort(tables, {}, rank_of);
    for (const std::string& table : tables) {
        std::string format = TRY(format_of(database, table));
        // The row of an edge may say too little by itself.
        if (format.empty() && rank_of(table) == 2 && !contents.texts.empty()) {
            format = contents.texts.front().format;
        }
        if (format.empty()) {
            contents.unknown.push_back(table);
            continue;
        }
        auto text = std::ranges::find(contents.texts, format, &DatabaseText::format);
        if (text == contents.texts.end()) {
            text = contents.texts.insert(contents.texts.end(), {format, {}});
        }
        text->tables.push_back(table);
    }
    return contents;
}

Result<Got> DatabaseSource::read(std::string& out, int) {
    const std::size_t before = out.size();
    while (out.size() - before < database_piece_bytes) {
        if (!rows_) {
            if (at_ == tables_.size()) {
                return out.size() > before ? Got::some : Got::end;
            }
            sqlite::Statement rows = TRY(rows_of(database_, tables_[at_++]));
            rows_.emplace(std::move(rows));
            columns_ = rows_->columns();
        }
        const bool more = TRY(rows_->step());
        if (more) {
            append_row(out, columns_, *rows_);
        } else {
            rows_.reset();
        }
    }
    return Got::some;
}

}  // namespace hence
