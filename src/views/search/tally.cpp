#include "views/search/tally.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

#include "base/try.h"
#include "model/position.h"

namespace hence {
namespace {

constexpr std::int64_t day_seconds = 86'400;
constexpr std::size_t names_max = 100;
constexpr std::array filtered = {MatchColumn::session, MatchColumn::run, MatchColumn::agent,
                                 MatchColumn::kind};
constexpr std::array counted_by = {MatchColumn::session, MatchColumn::agent, MatchColumn::kind,
                                   MatchColumn::tool};

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

std::size_t first_of(std::size_t piece) {
    return piece * piece_docs;
}

bool any_in(const DocSet& docs, std::size_t piece) {
    return docs.any_in(first_of(piece), first_of(piece + 1));
}

// The newest pieces first: the others are then mostly too old to be looked at.
Result<void> offer(MatchRows& rows, const DocSet& docs, NewestPositions& newest) {
    for (std::size_t piece = rows.pieces().size(); piece-- > 0;) {
        const MatchPiece& bounds = rows.pieces()[piece];
        if (!any_in(docs, piece) || !newest.could_take(bounds.earliest, bounds.latest)) {
            continue;
        }
        const std::shared_ptr<const PieceTimes> read = TRY(rows.times(piece));
        docs.each_in(first_of(piece), first_of(piece + 1), [&](std::size_t doc) {
            newest.offer({read->times[doc - first_of(piece)], rows.seq(doc)});
        });
    }
    return {};
}

void add_count(ByText<std::uint64_t>& counts, std::string_view name, std::uint64_t matches) {
    const auto known = counts.find(name);
    if (known != counts.end()) {
        known->second += matches;
    } else {
        counts.emplace(std::string(name), matches);
    }
}

}  // namespace

SearchTally::SearchTally(Asked asked)
    : asked_(std::move(asked)),
      must_read_(!asked_.filters->correlation.empty() || !asked_.filters->where.empty() ||
                 !asked_.filters->text.empty()),
      rows_(asked_.rows_max, asked_.after),
      candidates_(asked_.candidates_max) {}

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

bool SearchTally::asks_for(MatchColumn column) const {
    switch (column) {
        case MatchColumn::session: return !asked_.filters->session.empty();
        case MatchColumn::run: return !asked_.filters->run.empty();
        case MatchColumn::agent: return !asked_.filters->agent.empty();
        case MatchColumn::kind: return !asked_.filters->kinds.empty();
        case MatchColumn::tool: break;
    }
    return false;
}

Result<void> SearchTally::sift_by_time(MatchRows& rows, Sifted& sifted) const {
    const std::optional<Time>& from = asked_.filters->from;
    const std::optional<Time>& to = asked_.filters->to;
    for (std::size_t piece = 0; piece < rows.pieces().size(); ++piece) {
        const std::size_t first = first_of(piece);
        const std::size_t end = first_of(piece + 1);
        const MatchPiece& bounds = rows.pieces()[piece];
        const bool none = (from && bounds.latest < *from) || (to && bounds.earliest > *to);
        const bool all = (!from || bounds.earliest >= *from) && (!to || bounds.latest <= *to);
        if (none) {
            sifted.sure.clear_in(first, end);
            sifted.candidates.clear_in(first, end);
        }
        if (none || all || !(any_in(sifted.sure, piece) || any_in(sifted.candidates, piece))) {
            continue;
        }
        const std::shared_ptr<const PieceTimes> read = TRY(rows.times(piece));
        for (DocSet* docs : {&sifted.sure, &sifted.candidates}) {
            docs->each_in(first, end, [&](std::size_t doc) {
                const Time& time = read->times[doc - first];
                if ((from && time < *from) || (to && time > *to)) {
                    docs->remove(doc);
                }
            });
        }
    }
    return {};
}

Result<void> SearchTally::sift_by(MatchColumn column, MatchRows& rows, Sifted& sifted) const {
    std::vector<Fit> said;
    for (std::size_t code = 0; code < rows.names(column); ++code) {
        const std::string_view name = TRY(rows.name(column, code));
        said.push_back(fit_of(column, std::string(name)));
    }
    said.resize(std::size_t{1} << bits_for(said.size()), Fit::no);
    for (std::size_t piece = 0; piece < rows.pieces().size(); ++piece) {
        if (!any_in(sifted.sure, piece) && !any_in(sifted.candidates, piece)) {
            continue;
        }
        const std::size_t first = first_of(piece);
        const std::shared_ptr<const PieceCodes> codes = TRY(rows.codes(piece));
        const PackedNumbers of_piece = codes->of(column);
        sifted.candidates.each_in(first, first_of(piece + 1), [&](std::size_t doc) {
            if (said[of_piece[doc - first]] == Fit::no) {
                sifted.candidates.remove(doc);
            }
        });
        sifted.sure.each_in(first, first_of(piece + 1), [&](std::size_t doc) {
            const Fit fit = said[of_piece[doc - first]];
            if (fit != Fit::yes) {
                sifted.sure.remove(doc);
            }
            if (fit == Fit::ask) {
                sifted.candidates.add(doc);
            }
        });
    }
    return {};
}

Result<void> SearchTally::add(const MatchBlock& block) {
    MatchRows& rows = *block.rows;
    Sifted sifted{block.certain, block.candidates};
    if (asked_.filters->from || asked_.filters->to) {
        TRY(sift_by_time(rows, sifted));
    }
    for (const MatchColumn column : filtered) {
        if (asks_for(column)) {
            TRY(sift_by(column, rows, sifted));
        }
    }
    if (must_read_) {
        sifted.candidates |= sifted.sure;
        sifted.sure = DocSet();
    }
    TRY(count(rows, sifted.sure));
    TRY(offer(rows, sifted.sure, rows_));
    return offer(rows, sifted.candidates, candidates_);
}

void SearchTally::count_day(const Time& time, std::uint64_t matches) {
    days_[day_of(time.seconds)] += matches;
}

// A piece mostly lies within one day; else its instants are read.
Result<void> SearchTally::count_days(MatchRows& rows, const DocSet& docs, std::size_t piece) {
    const MatchPiece& bounds = rows.pieces()[piece];
    const std::size_t first = first_of(piece);
    const std::size_t end = first_of(piece + 1);
    if (bounds.all_are(MatchFlag::untimed)) {
        return {};
    }
    if (!bounds.some_are(MatchFlag::untimed) &&
        day_of(bounds.earliest.seconds) == day_of(bounds.latest.seconds)) {
        count_day(bounds.earliest, docs.count_in(first, end));
        return {};
    }
    const std::shared_ptr<const PieceTimes> read = TRY(rows.times(piece));
    docs.each_in(first, end, [&](std::size_t doc) {
        if (!read->is(doc - first, MatchFlag::untimed)) {
            count_day(read->times[doc - first], 1);
        }
    });
    return {};
}

Result<void> SearchTally::count(MatchRows& rows, const DocSet& docs) {
    for (std::size_t piece = 0; piece < rows.pieces().size(); ++piece) {
        if (any_in(docs, piece)) {
            matches_ += docs.count_in(first_of(piece), first_of(piece + 1));
            TRY(count_days(rows, docs, piece));
        }
    }
    for (const MatchColumn column : counted_by) {
        by_code_.assign(std::size_t{1} << bits_for(rows.names(column)), 0);
        for (std::size_t piece = 0; piece < rows.pieces().size(); ++piece) {
            if (any_in(docs, piece)) {
                const std::shared_ptr<const PieceCodes> codes = TRY(rows.codes(piece));
                const PackedNumbers of_piece = codes->of(column);
                const std::size_t first = first_of(piece);
                docs.each_in(first, first_of(piece + 1),
                             [&](std::size_t doc) { ++by_code_[of_piece[doc - first]]; });
            }
        }
        for (std::size_t code = 0; code < by_code_.size(); ++code) {
            if (by_code_[code] > 0) {
                const std::string_view name = TRY(rows.name(column, code));
                add_count(counts_[static_cast<std::size_t>(column)], name, by_code_[code]);
            }
        }
    }
    return {};
}

void SearchTally::add(const Event& event) {
    const std::array<std::string, match_columns> texts = columns_of(event);
    for (const MatchColumn column : counted_by) {
        const auto number = static_cast<std::size_t>(column);
        add_count(counts_[number], texts[number], 1);
    }
    ++matches_;
    if (!event.has(Flag::time_derived)) {
        count_day(event.time(), 1);
    }
    rows_.offer(position_of(event));
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
