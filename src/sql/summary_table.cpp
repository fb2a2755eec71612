#include "sql/summary_table.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/listing.h"
#include "model/json/writer.h"
#include "model/kinds.h"
#include "sql/instants.h"
#include "sql/row_number.h"
#include "views/lists/listing_text.h"
#include "views/lists/names.h"

namespace hence {
namespace {

using sqlite::Cell;
using sqlite::ColumnType;

struct SummaryColumn {
    sqlite::TableColumn column;
    void (*write)(const Summary& row, Cell& cell);
};

void write_first(const Summary& row, Cell& cell) {
    row.begin ? cell.text(to_string(*row.begin)) : cell.null();
}

void write_last(const Summary& row, Cell& cell) {
    row.begin ? cell.text(to_string(row.last)) : cell.null();
}

void write_first_ms(const Summary& row, Cell& cell) {
    row.begin ? cell.real(ms_of(*row.begin)) : cell.null();
}

void write_took(const Summary& row, Cell& cell) {
    const std::optional<double> took = took_ms(row);
    took ? cell.real(*took) : cell.null();
}

void write_tokens(const Summary& row, Cell& cell) {
    const std::optional<double> tokens = row.tokens_total();
    tokens ? cell.integer(static_cast<std::int64_t>(*tokens)) : cell.null();
}

template <Kind Counted>
void write_kind_count(const Summary& row, Cell& cell) {
    const auto found = row.kinds.find(std::string(name_of(Counted)));
    cell.integer(found == row.kinds.end() ? 0 : static_cast<std::int64_t>(found->second));
}

void write_said(const std::optional<std::pair<Position, std::string>>& said, Cell& cell) {
    said ? cell.text_or_empty(said->second) : cell.null();
}

void write_agents(const Summary& row, Cell& cell) {
    std::string list;
    JsonWriter(list).values(names_in(row.agents));
    cell.text(list);
}

void write_sessions(const Summary& row, Cell& cell) {
    std::string list;
    JsonWriter(list).values(names_in(row.sessions));
    cell.text(list);
}

void write_kinds(const Summary& row, Cell& cell) {
    std::string object;
    JsonWriter json(object);
    json.begin_object();
    for (const auto& [kind, count] : row.kinds) {
        json.member(kind, count);
    }
    json.end_object();
    cell.text(object);
}

constexpr SummaryColumn id_column = {{"id", ColumnType::text, "the name"},
                                     [](const Summary& row, Cell& cell) { cell.text(row.id); }};
constexpr SummaryColumn session_column = {
    {"session", ColumnType::text, "the run's session"},
    [](const Summary& row, Cell& cell) { cell.text(row.session); }};
constexpr SummaryColumn sessions_column = {{"sessions", ColumnType::json, "a list of their names"},
                                           write_sessions};
constexpr SummaryColumn status_column = {
    {"status", ColumnType::text, "how it ended"},
    [](const Summary& row, Cell& cell) { write_said(row.status, cell); }};

constexpr SummaryColumn shared_columns[] = {
    {{"first", ColumnType::text, "when it began; compares by instant", instant_collation},
     write_first},
    {{"last", ColumnType::text, "the time of the last event", instant_collation}, write_last},
    {{"first_ms", ColumnType::real, "when it began, in milliseconds since 1970"}, write_first_ms},
    {{"duration_ms", ColumnType::real, "from the first beginning to the last end"}, write_took},
    {{"events", ColumnType::integer, "how many events"},
     [](const Summary& row, Cell& cell) { cell.integer(static_cast<std::int64_t>(row.events)); }},
    {{"tool_calls", ColumnType::integer, "how many calls of tools"},
     write_kind_count<Kind::tool_call>},
    {{"model_calls", ColumnType::integer, "how many calls of models"},
     write_kind_count<Kind::llm_call>},
    {{"decisions", ColumnType::integer, "how many decisions"}, write_kind_count<Kind::decision>},
    {{"errors", ColumnType::integer, "errors and failed calls"},
     [](const Summary& row, Cell& cell) { cell.integer(static_cast<std::int64_t>(row.errors)); }},
    {{"tokens", ColumnType::integer, "all that were processed"}, write_tokens},
    {{"goal", ColumnType::text, "the first that was given"},
     [](const Summary& row, Cell& cell) { write_said(row.goal, cell); }},
    {{"agents", ColumnType::json, "a list of names"}, write_agents},
    {{"kinds", ColumnType::json, "how many events of each kind"}, write_kinds},
};

std::vector<SummaryColumn> columns_for(Space space) {
    std::vector<SummaryColumn> columns = {id_column};
    if (space == Space::run) {
        columns.push_back(session_column);
    }
    if (space == Space::run || space == Space::session) {
        columns.push_back(status_column);
    }
    columns.insert(columns.end(), std::begin(shared_columns), std::end(shared_columns));
    if (space == Space::agent || space == Space::correlation) {
        columns.push_back(sessions_column);
    }
    return columns;
}

class SummaryRows final : public sqlite::Rows {
public:
    explicit SummaryRows(const std::vector<SummaryColumn>& columns) : columns_(columns) {}

    // Either one row, or all of a list.
    void take(std::optional<Summary> row) { single_ = std::move(row); }
    void take(Listing listing) { listing_.emplace(std::move(listing)); }

    Result<bool> next() override {
        if (listing_) {
            row_ = TRY(listing_->next());
        } else {
            row_ = std::exchange(single_, std::nullopt);
        }
        return row_.has_value();
    }

    std::int64_t number() const override { return row_number({row_->id, row_->session}); }

    Result<void> cell(int column, Cell& cell) override {
        columns_[static_cast<std::size_t>(column)].write(*row_, cell);
        return {};
    }

private:
    const std::vector<SummaryColumn>& columns_;
    std::optional<Summary> single_;
    std::optional<Listing> listing_;
    std::optional<Summary> row_;
};

class SummaryTable final : public sqlite::Table {
public:
    SummaryTable(Space space, const Store& store, Sessions& sessions)
        : space_(space), store_(store), sessions_(sessions), columns_(columns_for(space)) {
        for (const SummaryColumn& column : columns_) {
            declared_.push_back(column.column);
        }
    }

    std::string_view name() const override { return plural(space_); }
    std::string_view text() const override {
        return space_ == Space::session ? "a row for each session"
               : space_ == Space::run   ? "a row for each run of a session"
               : space_ == Space::agent ? "a row for each agent"
                                        : "a row for each correlation";
    }
    std::span<const sqlite::TableColumn> columns() const override { return declared_; }

    sqlite::Plan plan(const sqlite::Wanted& wanted) const override {
        for (std::size_t i = 0; i < wanted.conditions.size(); ++i) {
            const sqlite::Condition& condition = wanted.conditions[i];
            if (condition.column == 0 && condition.compare == sqlite::Compare::equal) {
                return {.used = {i}, .cost = 30, .rows = 1, .unique = space_ != Space::run};
            }
        }
        return {.used = {}, .cost = 20'000, .rows = 2'000};
    }

    Result<std::unique_ptr<sqlite::Rows>> open(const sqlite::Opening& opening) override {
        auto rows = std::make_unique<SummaryRows>(columns_);
        const bool by_id =
            !opening.bounds.empty() && opening.bounds[0].value.type == sqlite::ValueType::text;
        const std::string id(by_id ? opening.bounds[0].value.text : "");
        const bool is_one_row = TRY(by_id ? stands_alone(id) : Result<bool>(false));
        if (is_one_row) {
            std::optional<Summary> row = TRY(store_.summary(space_, id));
            rows->take(std::move(row));
            return std::unique_ptr<sqlite::Rows>(std::move(rows));
        }
        ListingRequest asked{.space = space_, .limit = 0};
        if (by_id && (space_ == Space::session || space_ == Space::run)) {
            asked.filter.id = id;
        }
        Listing listing = TRY(list(store_, asked));
        rows->take(std::move(listing));
        return std::unique_ptr<sqlite::Rows>(std::move(rows));
    }

private:
    // Whether the store's own row of that name is all that the list would show.
    Result<bool> stands_alone(const std::string& id) {
        if (space_ == Space::session) {
            const bool scattered = TRY(sessions_.scattered(id));
            return !scattered;
        }
        return space_ != Space::run;
    }

    Space space_;
    const Store& store_;
    Sessions& sessions_;
    std::vector<SummaryColumn> columns_;
    std::vector<sqlite::TableColumn> declared_;
};

}  // namespace

std::unique_ptr<sqlite::Table> summary_table(Space space, const Store& store, Sessions& sessions) {
    return std::make_unique<SummaryTable>(space, store, sessions);
}

}  // namespace hence
