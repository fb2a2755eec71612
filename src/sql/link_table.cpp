// Links are worked out by the rules of views/cause, an effect at a time. A condition on one of its
// ends, its session or its run chooses the effects; a condition on the provenance chooses how many
// rules are asked.
#include "sql/link_table.h"

#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "hence/explain.h"
#include "sql/event_table.h"
#include "sql/instants.h"
#include "sql/row_number.h"
#include "views/cause/links.h"

namespace hence {
namespace {

using sqlite::Cell;
using sqlite::ColumnType;

enum LinkColumn : int {
    from_id,
    to_id,
    type,
    provenance,
    session,
    run,
    agent,
    time_of_effect,
    time_ms,
    from_kind,
    to_kind,
};

constexpr sqlite::TableColumn link_columns[] = {
    {"from_id", ColumnType::text, "the cause"},
    {"to_id", ColumnType::text, "the effect"},
    {"type", ColumnType::text, "the rule: cause, parent, call, answers, ref, outcome, ..."},
    {"provenance", ColumnType::text, "explicit, derived or assumed"},
    {"session", ColumnType::text, "of the effect"},
    {"run", ColumnType::text, "of the effect"},
    {"agent", ColumnType::text, "of the effect"},
    {"time", ColumnType::text, "of the effect", instant_collation},
    {"time_ms", ColumnType::real, "of the effect, in milliseconds since 1970"},
    {"from_kind", ColumnType::text, "the kind of the cause"},
    {"to_kind", ColumnType::text, "the kind of the effect"},
};

// By which key of the store a condition on a column finds effects.
constexpr ColumnKey link_keys[] = {
    ColumnKey::none,    ColumnKey::id,   ColumnKey::none,  ColumnKey::none,
    ColumnKey::session, ColumnKey::run,  ColumnKey::agent, ColumnKey::time,
    ColumnKey::time_ms, ColumnKey::none, ColumnKey::kind,
};
static_assert(std::size(link_columns) == std::size(link_keys));

struct LinkRow {
    Event from;
    Event to;
    LinkType type;
    Provenance provenance;
};

// Assumed links are looked for where nothing else is known, so that leaving them out changes no
// other link. Without derived ones there would be others: a wrapper counts where nothing else does.
Follow followed_for(std::string_view asked) {
    return asked == to_string(Provenance::assumed) ? Follow::assumed : Follow::known;
}

class LinkRows final : public sqlite::Rows {
public:
    LinkRows(const Store& store, Sessions& sessions, Follow follow)
        : store_(store), sessions_(sessions), links_(store, sessions, follow) {}

    // Either the effects of one cause, or the causes of all of these.
    Result<void> take_cause(const std::string& id) {
        const std::optional<Event> cause = TRY(store_.find(id));
        if (cause) {
            const std::vector<Link> effects = TRY(links_.effects_of(*cause));
            for (const Link& link : effects) {
                rows_.push_back({*cause, link.event, link.type, link.provenance});
            }
        }
        return {};
    }
    void take_effects(std::unique_ptr<Cursor> effects) { effects_ = std::move(effects); }

    Result<bool> next() override {
        if (!rows_.empty() && begun_) {
            rows_.pop_front();
        }
        begun_ = true;
        while (rows_.empty() && effects_) {
            const std::optional<Event> effect = TRY(effects_->next());
            if (!effect) {
                effects_.reset();
                break;
            }
            std::vector<MissingParent> missing;
            const std::vector<Link> causes = TRY(links_.causes_of(*effect, missing));
            for (const Link& link : causes) {
                rows_.push_back({link.event, *effect, link.type, link.provenance});
            }
        }
        return !rows_.empty();
    }

    std::int64_t number() const override {
        const LinkRow& row = rows_.front();
        return row_number({row.from.id(), row.to.id(), to_string(row.type)});
    }

    Result<void> cell(int column, Cell& cell) override {
        const LinkRow& row = rows_.front();
        switch (static_cast<LinkColumn>(column)) {
            case from_id: cell.text(row.from.id()); break;
            case to_id: cell.text(row.to.id()); break;
            case type: cell.text(to_string(row.type)); break;
            case provenance: cell.text(to_string(row.provenance)); break;
            case session: {
                const std::string owner = TRY(sessions_.of(row.to));
                cell.text(owner);
                break;
            }
            case run: cell.text(row.to.run()); break;
            case agent: cell.text(row.to.agent()); break;
            case time_of_effect:
                row.to.has(Flag::time_derived) ? cell.null() : cell.text(to_string(row.to.time()));
                break;
            case time_ms:
                row.to.has(Flag::time_derived) ? cell.null() : cell.real(ms_of(row.to.time()));
                break;
            case from_kind: cell.text(row.from.kind()); break;
            case to_kind: cell.text(row.to.kind()); break;
        }
        return {};
    }

private:
    const Store& store_;
    Sessions& sessions_;
    Links links_;
    std::unique_ptr<Cursor> effects_;
    std::deque<LinkRow> rows_;
    bool begun_ = false;
};

class LinkTable final : public sqlite::Table {
public:
    LinkTable(const Store& store, Sessions& sessions) : store_(store), sessions_(sessions) {}

    std::string_view name() const override { return "links"; }
    std::string_view text() const override {
        return "which event led to which; ask for a session, a run or one end";
    }
    std::span<const sqlite::TableColumn> columns() const override { return link_columns; }

    sqlite::Plan plan(const sqlite::Wanted& wanted) const override {
        sqlite::Plan plan = event_plan(wanted, link_keys, static_cast<double>(store_.last_seq()));
        plan.unique = false;
        plan.ordered = false;
        plan.backward = false;
        for (std::size_t i = 0; i < wanted.conditions.size(); ++i) {
            const sqlite::Condition& condition = wanted.conditions[i];
            if (condition.compare != sqlite::Compare::equal) {
                continue;
            }
            if (condition.column == from_id && plan.cost > 20) {
                return {.used = {i}, .cost = 15, .rows = 4};
            }
            if (condition.column == provenance) {
                plan.used.push_back(i);
                plan.cost /= 2;
            }
        }
        // Each effect asks the store several times.
        plan.cost *= 10;
        return plan;
    }

    Result<std::unique_ptr<sqlite::Rows>> open(const sqlite::Opening& opening) override {
        EventConditions conditions;
        std::optional<std::string> cause;
        Follow follow = Follow::assumed;
        for (const sqlite::Bound& bound : opening.bounds) {
            if (bound.column == from_id) {
                cause = std::string(bound.value.text);
            } else if (bound.column == provenance) {
                follow = followed_for(bound.value.text);
            } else {
                conditions.add(link_keys[static_cast<std::size_t>(bound.column)], bound);
            }
        }
        auto rows = std::make_unique<LinkRows>(store_, sessions_, follow);
        if (cause) {
            TRY(rows->take_cause(*cause));
        } else {
            std::unique_ptr<Cursor> effects = TRY(events_under(store_, sessions_, conditions));
            rows->take_effects(std::move(effects));
        }
        return std::unique_ptr<sqlite::Rows>(std::move(rows));
    }

private:
    const Store& store_;
    Sessions& sessions_;
};

}  // namespace

std::unique_ptr<sqlite::Table> link_table(const Store& store, Sessions& sessions) {
    return std::make_unique<LinkTable>(store, sessions);
}

}  // namespace hence
