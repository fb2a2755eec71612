// Runs side by side. The rows of the list of runs say how each ended, what it used and what failed;
// the events of a run are read for its cost, its loops, its decisions and the value that it is
// grouped by, one run at a time.
#include "hence/across/cohort.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/text.h"
#include "model/tokens.h"
#include "model/where/where.h"
#include "views/cause/considered.h"
#include "views/cohort/groups.h"
#include "views/find/session_events.h"
#include "views/lists/listing_text.h"
#include "views/lists/names.h"
#include "views/stats/tally.h"

namespace hence {
namespace {

constexpr std::size_t value_bytes_max = 1'024;
// What is worked out about sessions is kept; after so many runs it is worked out anew.
constexpr std::uint64_t runs_together = 1'000;

enum class Grouping : std::uint8_t { agent, model, tool, path };

struct GroupedBy {
    Grouping how = Grouping::agent;
    WherePath path = {};
};

// What is no key of an event is meant to be one of its fields.
Result<GroupedBy> grouped_by(const std::string& by) {
    if (by == "agent" || by == "model" || by == "tool") {
        return GroupedBy{by == "agent"   ? Grouping::agent
                         : by == "model" ? Grouping::model
                                         : Grouping::tool};
    }
    const Result<WherePath> path = parse_where_path(by);
    Result<WherePath> in_fields = path || by.empty() ? path : parse_where_path("fields." + by);
    if (!in_fields) {
        return Error{Code::invalid, fmt::format("by is no path: {}", path.error().message),
                     "group by agent, model, tool or a field, such as fields.environment"};
    }
    return GroupedBy{Grouping::path, std::move(*in_fields)};
}

// What the events of one run say, besides its row.
class RunReading {
public:
    explicit RunReading(const GroupedBy& by) : by_(by) {}

    void add(const Event& event, const std::string& session) {
        const std::string_view kind = event.kind();
        spent_.add(event);
        if (kind == Kind::tool_call) {
            tools_.add(session, event);
        } else if (kind == Kind::decision) {
            if (const std::optional<double> confidence = confidence_given(event)) {
                decisions_.push_back({std::string(event.id()), *confidence});
            }
        }
        add_value(event);
    }

    std::optional<double> cost_usd() const { return spent_.cost_usd(); }
    bool too_long() const { return too_long_; }
    double loops() const { return static_cast<double>(tools_.loop_count()); }
    std::vector<std::string> values() const { return {values_.begin(), values_.end()}; }
    std::vector<SureDecision> decisions() && { return std::move(decisions_); }

private:
    void add_value(const Event& event) {
        std::optional<std::string> value;
        switch (by_.how) {
            case Grouping::agent: return;  // The row knows.
            case Grouping::model:
                value =
                    event.kind() == Kind::llm_call ? field(event, "model").string() : std::nullopt;
                break;
            case Grouping::tool:
                value = event.kind() == Kind::tool_call ? field(event, "tool_name").string()
                                                        : std::nullopt;
                break;
            case Grouping::path: value = text_at_path(event, by_.path); break;
        }
        too_long_ = too_long_ || (value && value->size() > value_bytes_max);
        // More values than there may be groups are refused anyway.
        if (!too_long_ && value && !value->empty() && values_.size() <= cohort_groups_max) {
            values_.insert(std::move(*value));
        }
    }

    const GroupedBy& by_;
    bool too_long_ = false;
    Spent spent_;
    ToolSequences tools_;
    std::vector<SureDecision> decisions_;
    std::set<std::string> values_;
};

// Whether its events may say more than the row of a run does.
bool is_worth_reading(const Summary& row, const GroupedBy& by) {
    const auto has = [&row](Kind kind) { return row.kinds.contains(std::string(name_of(kind))); };
    return by.how != Grouping::agent || has(Kind::tool_call) || has(Kind::llm_call) ||
           has(Kind::decision) || has(Kind::session_end);
}

Result<void> add_run(Sessions& sessions, const Summary& row, const GroupedBy& by,
                     CohortGroups& groups, Cohort& answer) {
    RunReading reading(by);
    if (is_worth_reading(row, by)) {
        const std::unique_ptr<Cursor> events = TRY(sessions.run_events(row.session, row.id, {}));
        for (std::optional<Event> event = TRY(events->next()); event;) {
            reading.add(*event, row.session);
            event = TRY(events->next());
        }
    }
    if (reading.too_long()) {
        return Error{Code::invalid,
                     fmt::format("a value of {} has more than {} bytes", hence::quoted(answer.by),
                                 value_bytes_max),
                     "group by a field with short values"};
    }
    RunFigures figures{.tokens = row.tokens_total(),
                       .cost_usd = reading.cost_usd(),
                       .duration_ms = took_ms(row),
                       .failures = static_cast<double>(row.errors),
                       .loops = reading.loops()};
    if (row.status) {
        figures.status = row.status->second;
    }
    const std::vector<std::string> values =
        by.how == Grouping::agent ? names_in(row.agents) : reading.values();
    ++answer.runs;
    answer.without += values.empty() ? 1 : 0;
    return groups.add(values, figures, std::move(reading).decisions());
}

}  // namespace

Result<Cohort> cohort(const Store& store, const CohortRequest& request) {
    const GroupedBy by = TRY(grouped_by(request.by));
    Cohort answer;
    answer.by = request.by;
    Listing rows =
        TRY(list(store, {.space = Space::run, .limit = request.limit, .filter = request.runs}));
    CohortGroups groups(store);
    std::optional<Sessions> sessions;
    while (true) {
        const std::optional<Summary> row = TRY(rows.next());
        if (!row) {
            break;
        }
        if (answer.runs % runs_together == 0) {
            sessions.emplace(store);
        }
        TRY(add_run(*sessions, *row, by, groups, answer));
    }
    answer.groups = TRY(groups.finish());
    return answer;
}

}  // namespace hence
