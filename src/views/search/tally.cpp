#include "views/search/tally.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/try.h"
#include "model/position.h"
#include "store/search/rows_builder.h"

namespace hence {
namespace {

constexpr std::int64_t day_seconds = 86'400;
// Beyond, the oldest candidates are let go.
constexpr std::size_t candidates_max = 1'000'000;
constexpr std::size_t names_max = 100;

std::int64_t day_of(std::int64_t seconds) {
    return (seconds >= 0 ? seconds : seconds - day_seconds + 1) / day_seconds;
}

std::vector<SearchCount> most_first(std::vector<SearchCount> counts) {
    std::ranges::sort(counts, [](const SearchCount& a, const SearchCount& b) {
        return a.matches != b.matches ? a.matches > b.matches : a.name < b.name;
    });
    if (counts.size() > names_max) {
        counts.resize(names_max);
    }
    return counts;
}

std::vector<SearchCount> counted(const ByText<std::uint64_t>& by_name) {
    std::vector<SearchCount> counts;
    for (const auto& [name, matches] : by_name) {
        if (!name.empty()) {
            counts.push_back({name, matches});
        }
    }
    return most_first(std::move(counts));
}

Result<std::string> session_named(Sessions& sessions, const std::string& column_text) {
    const MatchSession session = session_in_column(column_text);
    switch (session.how) {
        case MatchSession::How::derived: return sessions.derived_owner(session.name);
        case MatchSession::How::loose: return sessions.owner(session.name);
        case MatchSession::How::named: break;
    }
    return session.name;
}

}  // namespace

SearchTally::SearchTally(Asked asked)
    : asked_(std::move(asked)),
      must_read_(!asked_.filters->correlation.empty() || !asked_.filters->where.empty() ||
                 !asked_.filters->text.empty()) {}

SearchTally::Fit SearchTally::fit_of(MatchColumn column, const std::string& name) const {
    const auto is = [&](const std::string& filter) {
        return filter.empty() || filter == name ? Fit::yes : Fit::no;
    };
    switch (column) {
        case MatchColumn::agent: return is(asked_.filters->agent);
        case MatchColumn::run: return is(asked_.filters->run);
        case MatchColumn::kind:
            return asked_.filters->kinds.empty() ||
                           std::ranges::find(asked_.filters->kinds, name) !=
                               asked_.filters->kinds.end()
                       ? Fit::yes
                       : Fit::no;
        case MatchColumn::session: {
            if (asked_.filters->session.empty()) {
                return Fit::yes;
            }
            const MatchSession session = session_in_column(name);
            if (session.how != MatchSession::How::named || asked_.origins.contains(session.name)) {
                return Fit::ask;
            }
            return session.name == asked_.filters->session ? Fit::yes : Fit::no;
        }
        case MatchColumn::tool: break;
    }
    return Fit::yes;
}

SearchTally::Fits SearchTally::fits(const MatchRows& rows, MatchColumn column) const {
    Fits all;
    for (const std::string& name : rows.column(column).names) {
        all.push_back(fit_of(column, name));
    }
    return all;
}

void SearchTally::add(const MatchBlock& block) {
    const MatchRows& rows = *block.rows;
    constexpr std::array filtered = {MatchColumn::session, MatchColumn::run, MatchColumn::agent,
                                     MatchColumn::kind};
    std::array<Fits, filtered.size()> said;
    for (std::size_t i = 0; i < filtered.size(); ++i) {
        said[i] = fits(rows, filtered[i]);
    }
    const auto fit = [&](std::size_t doc) {
        const Time time = rows.time(doc);
        if ((asked_.filters->from && time < *asked_.filters->from) ||
            (asked_.filters->to && time > *asked_.filters->to)) {
            return Fit::no;
        }
        Fit all = must_read_ ? Fit::ask : Fit::yes;
        for (std::size_t i = 0; i < filtered.size(); ++i) {
            const Fit one = said[i][rows.column(filtered[i]).codes[doc]];
            if (one == Fit::no) {
                return Fit::no;
            }
            all = one == Fit::ask ? Fit::ask : all;
        }
        return all;
    };
    DocSet sure;
    block.certain.each([&](std::size_t doc) {
        const Fit said_of_it = fit(doc);
        if (said_of_it == Fit::yes) {
            sure.add(doc);
            offer({rows.time(doc), rows.seq(doc)});
        } else if (said_of_it == Fit::ask) {
            add_candidate({rows.time(doc), rows.seq(doc)});
        }
    });
    block.candidates.each([&](std::size_t doc) {
        if (fit(doc) != Fit::no) {
            add_candidate({rows.time(doc), rows.seq(doc)});
        }
    });
    count(rows, sure);
}

void SearchTally::count(const MatchRows& rows, const DocSet& docs) {
    for (std::size_t number = 0; number < match_columns; ++number) {
        const MatchRows::Column& column = rows.column(static_cast<MatchColumn>(number));
        std::vector<std::uint64_t> by_code(column.names.size());
        docs.each([&](std::size_t doc) { ++by_code[column.codes[doc]]; });
        for (std::size_t code = 0; code < by_code.size(); ++code) {
            if (by_code[code] > 0) {
                counts_[number][column.names[code]] += by_code[code];
            }
        }
    }
    docs.each([&](std::size_t doc) {
        ++matches_;
        if (!rows.is_untimed(doc)) {
            ++days_[day_of(rows.time(doc).seconds)];
        }
    });
}

void SearchTally::add(const Event& event) {
    MatchRowsBuilder one(event.seq());
    one.add(event);
    DocSet docs;
    docs.add(0);
    count(one.rows(), docs);
    offer(position_of(event));
}

void SearchTally::offer(const Position& position) {
    if ((asked_.after && position >= *asked_.after) || asked_.rows_max == 0) {
        return;
    }
    if (rows_.size() >= asked_.rows_max) {
        if (position < rows_.front()) {
            return;
        }
        std::ranges::pop_heap(rows_, std::greater());
        rows_.pop_back();
    }
    rows_.push_back(position);
    std::ranges::push_heap(rows_, std::greater());
}

void SearchTally::add_candidate(const Position& position) {
    if (candidates_.size() >= candidates_max) {
        const auto middle = candidates_.begin() + candidates_max / 2;
        std::ranges::nth_element(candidates_, middle, std::greater());
        candidates_.erase(middle, candidates_.end());
        candidates_left_out_ = true;
    }
    candidates_.push_back(position);
}

std::vector<Position> SearchTally::take_candidates() {
    std::ranges::sort(candidates_, std::greater());
    return std::exchange(candidates_, {});
}

std::vector<Position> SearchTally::take_rows() {
    std::ranges::sort(rows_, std::greater());
    return std::exchange(rows_, {});
}

Result<void> SearchTally::count_into(const Store& store, SearchAnswer& answer) const {
    const auto of = [&](MatchColumn column) -> const ByText<std::uint64_t>& {
        return counts_[static_cast<std::size_t>(column)];
    };
    Sessions sessions(store);
    ByText<std::uint64_t> by_session;
    for (const auto& [text, matches] : of(MatchColumn::session)) {
        const std::string session = TRY(session_named(sessions, text));
        by_session[session] += matches;
    }
    std::vector<SearchCount> by_day;
    for (const auto& [day, matches] : days_) {
        by_day.push_back({to_string(Time{day * day_seconds, 0, 0}).substr(0, 10), matches});
    }
    answer.by_session = counted(by_session);
    answer.by_agent = counted(of(MatchColumn::agent));
    answer.by_tool = counted(of(MatchColumn::tool));
    answer.by_kind = counted(of(MatchColumn::kind));
    answer.by_day = most_first(std::move(by_day));
    answer.matches = matches_;
    return {};
}

}  // namespace hence
