#include "formats/mayros/events_table.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/by_text.h"
#include "base/try.h"
#include "formats/common/foreign.h"

namespace hence {
namespace {

constexpr std::string_view table_format = "mayros-table";
constexpr std::string_view table_heading = "| Timestamp | Type | Agent | Detail | Duration |";

std::string_view without_spaces(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    const std::size_t end = text.find_last_not_of(" \t\r");
    return begin == std::string_view::npos ? std::string_view()
                                           : text.substr(begin, end - begin + 1);
}

// The cells of "| a | b |"; \| is a bar of the text.
std::vector<std::string> cells_of(std::string_view row) {
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
            cell += '|';
            ++i;
        } else if (row[i] == '|') {
            cells.emplace_back(without_spaces(cell));
            cell.clear();
        } else {
            cell += row[i];
        }
    }
    return cells;
}

// "gpt-5 (450tok)": the model and its tokens.
void add_model(std::string_view detail, Fields& fields) {
    const std::size_t open = detail.rfind(" (");
    const bool counted = open != std::string_view::npos && detail.ends_with("tok)");
    fields.text("model", std::string(detail.substr(0, counted ? open : detail.size())));
    if (!counted) {
        return;
    }
    const std::string tokens(detail.substr(open + 2, detail.size() - open - 2 - 4));
    if (!tokens.empty() && tokens.find_first_not_of("0123456789") == std::string::npos) {
        fields.value("total_tokens", Json(tokens));
    }
}

void add_detail(std::string_view kind, std::string_view detail, Fields& fields) {
    if (kind == "tool_call") {
        fields.text("tool_name", std::string(detail));
    } else if (kind == "llm_call") {
        add_model(detail, fields);
    } else if (kind == "decision") {
        fields.text("description", std::string(detail));
    } else if (kind == "error") {
        fields.text("error", std::string(detail));
    } else if (const std::size_t arrow = detail.find(" -> ");
               kind == "delegation" && arrow != std::string_view::npos) {
        fields.text("parent_id", std::string(detail.substr(0, arrow)));
        fields.text("child_id", std::string(detail.substr(arrow + 4)));
    } else {
        fields.text("text", std::string(detail));
    }
}

class TableReader final : public Reader {
public:
    explicit TableReader(ReadOptions options) : options_(std::move(options)) {}

    void take(std::string_view text, std::uint64_t line, Batch& batch) override {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            take_row(without_spaces(text.substr(0, end)), line++, batch);
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }
    std::uint64_t finish(Batch&) override { return 0; }

private:
    void take_row(std::string_view row, std::uint64_t line, Batch& batch) {
        if (row.empty() || row == table_heading || row.starts_with("|--")) {
            return;
        }
        Result<Event> event = event_of(row);
        if (event) {
            batch.events.push_back({std::move(event).take(), line});
        } else {
            batch.refused.push_back(
                {options_.source, line, event.error().message, std::string(row)});
        }
    }

    Result<Event> event_of(std::string_view row) {
        const std::vector<std::string> cells = cells_of(row);
        if (!row.starts_with('|') || cells.size() != 5) {
            return Error{Code::invalid, "it is no row of five cells"};
        }
        EventDraft draft;
        draft.time = cells[0];
        if (draft.time.size() > 10 && draft.time[10] == ' ') {
            draft.time[10] = 'T';
        }
        draft.kind = kind_from(cells[1]);
        draft.agent = cells[2];
        add_detail(draft.kind, cells[3], draft.fields);
        if (cells[4].ends_with("ms")) {
            draft.duration = cells[4].substr(0, cells[4].size() - 2);
            const bool number =
                draft.duration.find_first_not_of("0123456789.") == std::string::npos;
            if (draft.duration.empty() || !number || draft.duration.front() == '.' ||
                draft.duration.back() == '.') {
                return Error{Code::invalid, "the duration is no number of milliseconds"};
            }
        }
        const std::uint64_t number = ++rows_[std::string(row)];
        const Result<Time> time = parse_time(draft.time);
        if (!time) {
            return time.error();
        }
        draft.id = derived_id(*time, {table_format, row, std::to_string(number)});
        return std::move(draft).finish(table_format);
    }

    ReadOptions options_;
    ByText<std::uint64_t> rows_;  // How often each was there.
};

}  // namespace

bool is_mayros_table(const Beginning& beginning) {
    return without_spaces(beginning.head().substr(0, beginning.head().find('\n'))) == table_heading;
}

std::unique_ptr<Reader> read_mayros_table(const ReadOptions& options) {
    return std::make_unique<TableReader>(options);
}

}  // namespace hence
