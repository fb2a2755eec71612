#include "hence/sql.h"

#include <chrono>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/store.h"
#include "model/json/writer.h"
#include "sql/answer.h"
#include "sql/instants.h"
#include "views/write/csv_row.h"
#include "views/write/pieces.h"

namespace hence {

std::string spelled_out(const sqlite::Value& value) {
    std::string text;
    switch (value.type) {
        case sqlite::ValueType::null: break;
        case sqlite::ValueType::integer: text = std::to_string(value.integer); break;
        case sqlite::ValueType::real:
            if (std::isfinite(value.real)) {
                append_number(text, value.real);
            } else {
                text = value.real > 0 ? "Infinity" : "-Infinity";
            }
            break;
        case sqlite::ValueType::text: text = value.text; break;
        case sqlite::ValueType::blob:
            text = "X'";
            for (const char byte : value.text) {
                text += fmt::format("{:02X}", static_cast<unsigned char>(byte));
            }
            text += '\'';
            break;
    }
    return text;
}

std::string_view name_of(sqlite::StoppedBy bound) {
    switch (bound) {
        case sqlite::StoppedBy::rows: return "rows";
        case sqlite::StoppedBy::time: return "time";
        case sqlite::StoppedBy::memory: return "memory";
    }
    return "";
}

std::string stopped_text(const SqlAnswer::State& state) {
    switch (*state.query->stopped()) {
        case sqlite::StoppedBy::rows:
            return fmt::format("stopped at {} rows, and there are more", state.request.limit);
        case sqlite::StoppedBy::time:
            return fmt::format("stopped after {} ms with {} rows, and there may be more",
                               state.request.timeout_ms, state.query->rows());
        case sqlite::StoppedBy::memory:
            return fmt::format("stopped at {} MB of memory with {} rows, and there may be more",
                               state.request.memory_mb, state.query->rows());
    }
    return "";
}

std::string_view stopped_hint(const SqlAnswer::State& state) {
    switch (*state.query->stopped()) {
        case sqlite::StoppedBy::rows: return "--limit raises the bound, and 0 takes it away";
        case sqlite::StoppedBy::time:
            return "--timeout raises the bound; ask for a session, an agent or a time to read less";
        case sqlite::StoppedBy::memory:
            return "--memory raises the bound; sort and group less at a time";
    }
    return "";
}

namespace {

constexpr std::uint64_t timeout_max = 600'000;
constexpr std::uint64_t memory_max = 1'024;
constexpr sqlite::Collation collations[] = {{instant_collation, compare_instants}};

void write_json_value(JsonWriter& json, const sqlite::Value& value) {
    switch (value.type) {
        case sqlite::ValueType::null: json.null(); break;
        case sqlite::ValueType::integer: json.value(value.integer); break;
        case sqlite::ValueType::real:
            std::isfinite(value.real) ? json.value(value.real) : json.value(spelled_out(value));
            break;
        case sqlite::ValueType::text: json.value(value.text); break;
        case sqlite::ValueType::blob: json.value(spelled_out(value)); break;
    }
}

void write_stop(JsonWriter& json, const SqlAnswer::State& state) {
    json.key("stopped");
    if (!state.query->stopped()) {
        json.null();
        return;
    }
    const sqlite::StoppedBy bound = *state.query->stopped();
    const std::uint64_t limit = bound == sqlite::StoppedBy::rows   ? state.request.limit
                                : bound == sqlite::StoppedBy::time ? state.request.timeout_ms
                                                                   : state.request.memory_mb;
    json.begin_object().member("by", name_of(bound)).member("limit", limit);
    json.member("message", stopped_text(state)).end_object();
}

Result<void> check_bounds(const SqlRequest& request) {
    if (request.timeout_ms == 0 || request.timeout_ms > timeout_max) {
        return Error{Code::invalid, fmt::format("a query cannot take {} ms", request.timeout_ms),
                     fmt::format("say 1 to {}", timeout_max)};
    }
    if (request.memory_mb == 0 || request.memory_mb > memory_max) {
        return Error{Code::invalid, fmt::format("a query cannot take {} MB", request.memory_mb),
                     fmt::format("say 1 to {}", memory_max)};
    }
    return {};
}

}  // namespace

Result<bool> SqlAnswer::State::next() {
    if (ahead) {
        return *std::exchange(ahead, std::nullopt);
    }
    return query->next();
}

SqlAnswer::SqlAnswer(std::unique_ptr<State> state) : state_(std::move(state)) {}
SqlAnswer::SqlAnswer(SqlAnswer&&) noexcept = default;
SqlAnswer& SqlAnswer::operator=(SqlAnswer&&) noexcept = default;
SqlAnswer::~SqlAnswer() = default;

Result<void> SqlAnswer::write_json(const Sink& sink) {
    Pieces pieces(sink);
    JsonWriter& json = pieces.json;
    const std::size_t columns = state_->query->columns().size();
    json.begin_object().list("columns", state_->query->columns()).key("rows").begin_list();
    bool more = TRY(state_->next());
    while (more) {
        json.begin_list();
        for (std::size_t i = 0; i < columns; ++i) {
            write_json_value(json, state_->query->value(i));
        }
        json.end_list();
        TRY(pieces.pass_on());
        more = TRY(state_->next());
    }
    json.end_list().member("row_count", state_->query->rows());
    json.member("complete", !state_->query->stopped());
    write_stop(json, *state_);
    json.end_object();
    return pieces.finish();
}

Result<void> SqlAnswer::write_text(const Sink& sink) {
    return write_sql_table(*state_, sink);
}

Result<void> SqlAnswer::write_csv(const Sink& sink) {
    Pieces pieces(sink);
    CsvRow heading(pieces.text);
    for (const std::string& column : state_->query->columns()) {
        heading.text_cell(column);
    }
    heading.end();
    bool more = TRY(state_->next());
    while (more) {
        CsvRow row(pieces.text);
        for (std::size_t i = 0; i < state_->query->columns().size(); ++i) {
            const sqlite::Value value = state_->query->value(i);
            const bool is_text = value.type == sqlite::ValueType::text;
            is_text ? row.text_cell(value.text) : row.number_cell(spelled_out(value));
        }
        row.end();
        TRY(pieces.pass_on());
        more = TRY(state_->next());
    }
    TRY(pieces.finish());
    if (state_->query->stopped()) {
        return Error{Code::limit, stopped_text(*state_), std::string(stopped_hint(*state_))};
    }
    return {};
}

Result<SqlAnswer> sql(const Store& store, const SqlRequest& request) {
    TRY(check_bounds(request));
    auto state = std::make_unique<SqlAnswer::State>(store, request);
    std::vector<sqlite::Table*> tables;
    for (const auto& table : state->tables) {
        tables.push_back(table.get());
    }
    const sqlite::QueryBounds bounds{.rows = request.limit,
                                     .time = std::chrono::milliseconds(request.timeout_ms),
                                     .memory = request.memory_mb * 1024 * 1024};
    sqlite::Query query = TRY(sqlite::Query::prepare({tables, collations}, request.query, bounds));
    state->query.emplace(std::move(query));
    // What fails at once is an error with a status of its own, and no answer that breaks off.
    state->ahead = TRY(state->query->next());
    return SqlAnswer(std::move(state));
}

}  // namespace hence
