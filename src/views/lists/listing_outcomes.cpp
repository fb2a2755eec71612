#include "views/lists/listing_outcomes.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/by_text.h"
#include "base/try.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

constexpr std::string_view outcome_kind = name_of(Kind::outcome);

std::uint64_t outcomes_in(const Summary& row) {
    const auto count = row.kinds.find(std::string(outcome_kind));
    return count == row.kinds.end() ? 0 : count->second;
}

void count(OutcomeCounts& counts, const Event& outcome) {
    const std::optional<bool> correct = field(outcome, "correct").boolean();
    ++(!correct ? counts.unknown : *correct ? counts.correct : counts.incorrect);
}

class Counting {
public:
    Counting(const Store& store, Space space, const std::vector<Summary>& rows)
        : store_(store), sessions_(store), space_(space), rows_(rows), counts_(rows.size()) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (outcomes_in(rows[i]) > 0) {
                note(i);
            }
        }
    }

    Result<std::vector<OutcomeCounts>> counts() {
        const bool done = TRY(read_outcomes());
        if (!done) {
            TRY(read_rows());
        }
        return std::move(counts_);
    }

private:
    std::string name_of(std::string_view session, std::string_view run) const {
        return space_ == Space::run ? joined(session, run) : std::string(session);
    }

    void note(std::size_t at) {
        const Summary& row = rows_[at];
        wanted_.emplace(space_ == Space::run ? name_of(row.session, row.id) : name_of(row.id, {}),
                        at);
        left_ += outcomes_in(row);
        events_ += row.events;
        when_.from = when_.from ? std::min(*when_.from, row.first) : row.first;
        when_.to = when_.to ? std::max(*when_.to, row.last) : row.last;
    }

    // All outcomes of that time, for as long as the rows' own events would take. False: not done.
    Result<bool> read_outcomes() {
        if (left_ == 0) {
            return true;
        }
        const std::unique_ptr<Cursor> outcomes =
            TRY(store_.scan({Space::kind, std::string(outcome_kind)}, when_));
        for (std::uint64_t read = 0; read < events_; ++read) {
            const std::optional<Event> outcome = TRY(outcomes->next());
            if (!outcome) {
                return true;
            }
            const std::string session = TRY(sessions_.of(*outcome));
            const bool whole =
                TRY(outcome->run().empty() ? sessions_.is_one_run(session) : Result<bool>(false));
            const auto row = wanted_.find(name_of(session, whole ? session : outcome->run()));
            if (row != wanted_.end()) {
                count(counts_[row->second], *outcome);
                if (--left_ == 0) {
                    return true;
                }
            }
        }
        return false;
    }

    // Each row from its end, where outcomes mostly are.
    Result<void> read_rows() {
        for (const auto& [name, at] : wanted_) {
            const Summary& row = rows_[at];
            const Scan backward{.direction = Direction::backward};
            const std::unique_ptr<Cursor> events =
                TRY(space_ == Space::run ? sessions_.run_events(row.session, row.id, backward)
                                         : sessions_.own_events(row.id, backward));
            counts_[at] = {};
            for (std::uint64_t missing = outcomes_in(row); missing > 0;) {
                const std::optional<Event> event = TRY(events->next());
                if (!event) {
                    break;
                }
                if (event->kind() == outcome_kind) {
                    count(counts_[at], *event);
                    --missing;
                }
            }
        }
        return {};
    }

    const Store& store_;
    Sessions sessions_;
    Space space_;
    const std::vector<Summary>& rows_;
    std::vector<OutcomeCounts> counts_;
    ByText<std::size_t> wanted_;  // Rows that have outcomes, by name.
    Scan when_;
    std::uint64_t left_ = 0;    // Outcomes that were not found yet.
    std::uint64_t events_ = 0;  // Of all these rows.
};

}  // namespace

Result<std::vector<OutcomeCounts>> outcome_counts(const Store& store, Space space,
                                                  const std::vector<Summary>& rows) {
    return Counting(store, space, rows).counts();
}

}  // namespace hence
