#include "sql/export_file.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/try.h"
#include "model/json/json.h"
#include "model/text.h"
#include "sqlite/database.h"

namespace hence {
namespace {

constexpr std::size_t line_depth_max = 8;
constexpr std::size_t line_max = std::size_t{256} * 1024 * 1024;
constexpr std::string_view layout_version = "1";

// The tables whose rows are written anew each time: they are few, and any event may change one.
bool is_list(std::string_view table) {
    return table == "sessions" || table == "runs" || table == "agents" || table == "correlations";
}

constexpr std::string_view indexes_and_views = R"(
CREATE INDEX events_by_session ON events(session, time_ms);
CREATE INDEX events_by_run ON events(run);
CREATE INDEX events_by_agent ON events(agent);
CREATE INDEX events_by_kind ON events(kind);
CREATE INDEX events_by_correlation ON events(correlation);
CREATE INDEX events_by_parent ON events(parent);
CREATE INDEX events_by_time ON events(time_ms);
CREATE INDEX events_by_seq ON events(seq);
CREATE INDEX tool_calls_by_session ON tool_calls(session, time_ms);
CREATE INDEX tool_calls_by_tool ON tool_calls(tool);
CREATE INDEX model_calls_by_session ON model_calls(session, time_ms);
CREATE INDEX model_calls_by_model ON model_calls(model);
CREATE INDEX decisions_by_type ON decisions(decision_type);
CREATE INDEX outcomes_by_event ON outcomes("of");
CREATE INDEX messages_by_correlation ON messages(correlation);
CREATE INDEX links_by_effect ON links(to_id);
CREATE INDEX links_by_cause ON links(from_id);
CREATE VIEW failed_tool_calls AS SELECT * FROM tool_calls WHERE failed = 1;
CREATE VIEW tools AS SELECT tool, count(*) AS calls, sum(failed) AS failed,
  avg(duration_ms) AS mean_ms, max(duration_ms) AS max_ms FROM tool_calls GROUP BY tool;
CREATE VIEW models AS SELECT model, count(*) AS calls, sum(failed) AS failed,
  sum(total_tokens) AS tokens, sum(cost_usd) AS cost_usd FROM model_calls GROUP BY model;
CREATE VIEW wrong_decisions AS SELECT * FROM decisions WHERE correct = 0;
)";

Error broken_off(std::string why) {
    return {Code::io, "the rows broke off: " + std::move(why),
            "the file stays as it was; try again"};
}

// Whether the file is on disk, whole.
bool is_synced(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        return false;
    }
    const bool synced = ::fsync(descriptor) == 0;
    ::close(descriptor);
    return synced;
}

// A value of a line, and the text that it needs to live.
struct LineValue {
    std::string text;
    sqlite::Value value;
};

LineValue value_in(Json json) {
    LineValue out;
    if (json.is_string()) {
        out.text = json.string().value_or("");
        out.value.type = sqlite::ValueType::text;
    } else if (json.is_number()) {
        const std::string_view digits = json.raw();
        const char* const end = digits.data() + digits.size();
        const auto whole = std::from_chars(digits.data(), end, out.value.integer);
        const bool is_whole = whole.ec == std::errc() && whole.ptr == end;
        out.value.type = is_whole ? sqlite::ValueType::integer : sqlite::ValueType::real;
        out.value.real = json.number().value_or(0);
    }
    return out;
}

}  // namespace

struct ExportFile::State {
    explicit State(sqlite::Database opened) : database(std::move(opened)) {}

    Result<void> take_line(std::string_view text);
    Result<void> take_head(Json head);
    Result<void> create_tables(Json tables);
    Result<void> take_row(const std::string& table, Json row);
    Result<void> empty_tables();
    Result<void> delete_event(const std::string& id);
    Result<void> run_with(const std::string& statement, const std::string& value);
    Result<std::string> remembered(const std::string& key);
    Result<void> remember(const std::string& key, const std::string& value);
    Result<void> prune();

    std::filesystem::path file;
    std::filesystem::path beside;  // Where a new one is written; empty: the file was there.
    sqlite::Database database;
    std::string filters;
    std::uint64_t after_seq = 0;
    std::string held;  // The beginning of a line.
    std::map<std::string, sqlite::Statement, std::less<>> statements;
    std::map<std::string, sqlite::Statement, std::less<>> inserts;
    Written written;
    bool has_head = false;
    bool has_end = false;
    bool finished = false;
};

ExportFile::ExportFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
ExportFile::ExportFile(ExportFile&&) noexcept = default;
ExportFile& ExportFile::operator=(ExportFile&&) noexcept = default;

ExportFile::~ExportFile() {
    if (state_ && !state_->finished && !state_->beside.empty()) {
        std::error_code ignored;
        std::filesystem::remove(state_->beside, ignored);
    }
}

Result<std::string> ExportFile::State::remembered(const std::string& key) {
    sqlite::Statement row = TRY(database.prepare("SELECT value FROM hence_export WHERE key = ?1"));
    TRY(row.bind(1, {sqlite::ValueType::text, 0, 0, key}));
    const bool found = TRY(row.step());
    return found ? std::string(row.value(0).text) : std::string();
}

Result<void> ExportFile::State::remember(const std::string& key, const std::string& value) {
    sqlite::Statement row =
        TRY(database.prepare("INSERT OR REPLACE INTO hence_export VALUES(?1, ?2)"));
    TRY(row.bind(1, {sqlite::ValueType::text, 0, 0, key}));
    TRY(row.bind(2, {sqlite::ValueType::text, 0, 0, value}));
    TRY(row.step());
    return {};
}

Result<ExportFile> ExportFile::open(const std::filesystem::path& file, const std::string& filters) {
    std::error_code ignored;
    const bool is_there = std::filesystem::exists(file, ignored);
    std::filesystem::path beside = file;
    beside += fmt::format(".{}.part", getpid());
    sqlite::Database database = TRY(sqlite::Database::write(is_there ? file : beside));
    auto state = std::make_unique<State>(std::move(database));
    state->file = file;
    state->filters = filters;
    if (!is_there) {
        state->beside = beside;
        // Nobody reads it before it is whole, and it is synced once, at the end.
        TRY(state->database.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN"));
        return ExportFile(std::move(state));
    }
    const Result<std::vector<std::string>> tables = state->database.tables();
    const bool ours = tables && std::ranges::find(*tables, "hence_export") != tables->end();
    if (!ours) {
        return Error{Code::conflict,
                     printable(file.string()) + " is there and is no export of Hence",
                     "name another file, or move it away"};
    }
    const std::string made_with = TRY(state->remembered("filters"));
    const std::string layout = TRY(state->remembered("layout"));
    if (made_with != filters || layout != layout_version) {
        return Error{Code::conflict,
                     printable(file.string()) + (layout != layout_version
                                                     ? " was written by another version"
                                                     : " was exported with other filters"),
                     "name another file, or move it away"};
    }
    const std::string last = TRY(state->remembered("last_seq"));
    std::from_chars(last.data(), last.data() + last.size(), state->after_seq);
    TRY(state->database.run("PRAGMA secure_delete=ON; BEGIN IMMEDIATE"));
    return ExportFile(std::move(state));
}

std::uint64_t ExportFile::after_seq() const {
    return state_->after_seq;
}

Result<void> ExportFile::take(std::string_view piece) {
    while (!piece.empty()) {
        const std::size_t end = piece.find('\n');
        state_->held += piece.substr(0, end);
        if (state_->held.size() > line_max) {
            return broken_off("a line is too long");
        }
        if (end == std::string_view::npos) {
            return {};
        }
        TRY(state_->take_line(state_->held));
        state_->held.clear();
        piece.remove_prefix(end + 1);
    }
    return {};
}

Result<void> ExportFile::State::take_line(std::string_view text) {
    const Result<std::string> valid = minify(text, line_depth_max);
    if (!valid) {
        return broken_off(valid.error().message);
    }
    const Json line(*valid);
    if (!has_head) {
        has_head = true;
        return take_head(line);
    }
    if (const std::optional<std::string> table = line["table"].string()) {
        return take_row(*table, line["row"]);
    }
    if (const std::optional<std::string> effect = line["links_of"].string()) {
        return run_with("DELETE FROM links WHERE to_id = ?1", *effect);
    }
    if (line["anew"].present()) {
        return empty_tables();
    }
    if (const std::optional<std::string> gone = line["delete"].string()) {
        ++written.deleted;
        TRY(delete_event(*gone));
        return run_with("DELETE FROM links WHERE to_id = ?1 OR from_id = ?1", *gone);
    }
    has_end = has_end || line["end"].present();
    return {};
}

// What is deleted is overwritten with zeros: erased text stays in no free page of the file.
Result<void> ExportFile::State::empty_tables() {
    for (const auto& [table, insert] : inserts) {
        TRY(database.run("DELETE FROM " + sqlite::quoted_name(table)));
    }
    return {};
}

Result<void> ExportFile::State::delete_event(const std::string& id) {
    for (const std::string table :
         {"events", "tool_calls", "model_calls", "decisions", "outcomes", "messages"}) {
        TRY(run_with("DELETE FROM " + table + " WHERE id = ?1", id));
    }
    return {};
}

Result<void> ExportFile::State::take_head(Json head) {
    const std::string first = head["first"].string().value_or("");
    const std::string last(head["last_seq"].raw());
    std::from_chars(last.data(), last.data() + last.size(), written.last_seq);
    if (!beside.empty()) {
        TRY(create_tables(head["tables"]));
    } else {
        const std::string known = TRY(remembered("first_event"));
        if (!known.empty() && known != first) {
            return Error{Code::conflict,
                         printable(file.string()) + " was exported from another store",
                         "name another file, or move it away"};
        }
    }
    Result<void> prepared;
    head["tables"].each_element([&](Json table) {
        const std::string name = table["name"].string().value_or("");
        std::string places;
        table["columns"].each_element([&places](Json) {
            places += places.empty() ? "?" : ",?";
            return true;
        });
        if (is_list(name)) {
            prepared = database.run("DELETE FROM " + sqlite::quoted_name(name));
        }
        Result<sqlite::Statement> insert = database.prepare(
            "INSERT OR REPLACE INTO " + sqlite::quoted_name(name) + " VALUES(" + places + ")");
        if (prepared && !insert) {
            prepared = insert.error();
        } else if (insert) {
            inserts.emplace(name, std::move(insert).take());
        }
        return static_cast<bool>(prepared);
    });
    TRY(std::move(prepared));
    TRY(remember("first_event", first));
    return {};
}

Result<void> ExportFile::State::create_tables(Json tables) {
    std::string declared = "CREATE TABLE hence_export(key TEXT PRIMARY KEY, value TEXT);";
    tables.each_element([&declared](Json table) {
        const std::string name = table["name"].string().value_or("");
        std::string columns;
        table["columns"].each_element([&columns](Json column) {
            columns += columns.empty() ? "" : ", ";
            columns += sqlite::quoted_name(column["name"].string().value_or("")) + " " +
                       column["type"].string().value_or("");
            return true;
        });
        const std::string_view key = name == "links"  ? ""
                                     : name == "runs" ? ", PRIMARY KEY(session, id)"
                                                      : ", PRIMARY KEY(id)";
        declared += fmt::format("CREATE TABLE {}({}{});", sqlite::quoted_name(name), columns, key);
        return true;
    });
    TRY(database.run(declared));
    return remember("layout", std::string(layout_version));
}

Result<void> ExportFile::State::take_row(const std::string& table, Json row) {
    const auto insert = inserts.find(table);
    if (insert == inserts.end()) {
        return broken_off("there is no table " + hence::quoted(table));
    }
    if (table == "events" && beside.empty()) {
        // It may have been of another kind.
        TRY(delete_event(row.at(0).string().value_or("")));
    }
    insert->second.reset();
    Result<void> bound;
    int parameter = 0;
    row.each_element([&](Json cell) {
        LineValue given = value_in(cell);
        given.value.text = given.text;
        bound = insert->second.bind(++parameter, given.value);
        return static_cast<bool>(bound);
    });
    TRY(std::move(bound));
    TRY(insert->second.step());
    const bool is_new =
        table == "events" && row.at(1).number().value_or(0) > static_cast<double>(after_seq);
    written.events += is_new ? 1 : 0;
    return {};
}

Result<void> ExportFile::State::run_with(const std::string& statement, const std::string& value) {
    auto prepared = statements.find(statement);
    if (prepared == statements.end()) {
        sqlite::Statement fresh = TRY(database.prepare(statement));
        prepared = statements.emplace(statement, std::move(fresh)).first;
    }
    prepared->second.reset();
    TRY(prepared->second.bind(1, {sqlite::ValueType::text, 0, 0, value}));
    TRY(prepared->second.step());
    return {};
}

// Lists have every name of the store; a file of some events keeps those that its events name.
Result<void> ExportFile::State::prune() {
    if (filters.empty()) {
        return {};
    }
    return database.run(
        "DELETE FROM sessions WHERE id NOT IN (SELECT session FROM events WHERE session NOTNULL);"
        "DELETE FROM runs WHERE session NOT IN (SELECT session FROM events WHERE session NOTNULL);"
        "DELETE FROM agents WHERE id NOT IN (SELECT agent FROM events WHERE agent NOTNULL);"
        "DELETE FROM correlations WHERE id NOT IN"
        " (SELECT correlation FROM events WHERE correlation NOTNULL)");
}

Result<ExportFile::Written> ExportFile::finish() {
    State& state = *state_;
    if (!state.has_end) {
        return broken_off("the last line is missing");
    }
    TRY(state.prune());
    TRY(state.remember("filters", state.filters));
    TRY(state.remember("last_seq", std::to_string(state.written.last_seq)));
    if (!state.beside.empty()) {
        TRY(state.database.run(std::string(indexes_and_views)));
    }
    state.statements.clear();
    state.inserts.clear();
    TRY(state.database.run("COMMIT"));
    if (!state.beside.empty()) {
        TRY(state.database.run("PRAGMA synchronous=FULL; PRAGMA journal_mode=DELETE"));
        std::error_code failed;
        if (is_synced(state.beside)) {
            std::filesystem::rename(state.beside, state.file, failed);
        } else {
            failed = std::error_code(errno, std::generic_category());
        }
        if (failed) {
            return Error{Code::io, "cannot write " + printable(state.file.string()) + ": " +
                                       failed.message()};
        }
    }
    state.finished = true;
    return state.written;
}

}  // namespace hence
