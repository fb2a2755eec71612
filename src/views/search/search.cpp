// Searching: the store finds what may match (Store::find_words), the tally counts what the columns
// decide, and the candidates are read, newest first.
#include "hence/search.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/store.h"
#include "model/position.h"
#include "model/words/word_query.h"
#include "store/search/matches.h"
#include "views/cause/call.h"
#include "views/find/event_at.h"
#include "views/find/page_token.h"
#include "views/find/query_match.h"
#include "views/find/session_events.h"
#include "views/search/snippet.h"
#include "views/search/tally.h"

namespace hence {
namespace {

constexpr std::uint64_t rows_per_page_max = 1'000;
constexpr std::size_t ranked_max = 2'000;
// Candidates that are read beyond those that a page needs, to count them.
constexpr std::size_t counted_max = 5'000;
// Candidates that are read at all. Beyond, the answer says that it did not count all.
constexpr std::size_t read_max = 200'000;

// One reading of the text, with everything that it found.
struct Found {
    WordQuery query;
    SearchTally tally;
    bool counted_all = true;
};

Result<void> read_candidates(const Store& store, const SearchTally::Asked& asked, Found& found) {
    const std::vector<Position> candidates = found.tally.take_candidates();
    found.counted_all = !found.tally.candidates_left_out();
    EventFilter filter = TRY(EventFilter::from(store, *asked.filters, Inherited::shown));
    std::size_t read = 0;
    std::size_t rows = 0;
    for (const Position& position : candidates) {
        if (read >= read_max || (read >= counted_max && rows >= asked.rows_max)) {
            found.counted_all = false;
            break;
        }
        ++read;
        const std::optional<Event> event = TRY(event_at(store, position.seq));
        if (!event) {
            continue;
        }
        const bool passes = TRY(filter.lets_pass(*event));
        if (passes && found.query.matches(*event)) {
            found.tally.add(*event);
            rows += !asked.after || position < *asked.after ? 1 : 0;
        }
    }
    return {};
}

Result<Found> look_for(const Store& store, WordQuery query, const SearchTally::Asked& asked) {
    Found found{std::move(query), SearchTally(asked)};
    TRY(store.find_words(found.query,
                         [&](const MatchBlock& block) { return found.tally.add(block); }));
    TRY(read_candidates(store, asked, found));
    return found;
}

// A fork shows events of the sessions that it came from.
Result<Texts> origins_of(const Store& store, const std::string& session) {
    Texts origins;
    if (!session.empty()) {
        Sessions sessions(store);
        const Lineage* lineage = TRY(sessions.lineage(session));
        for (const Lineage::Piece& piece : lineage->pieces()) {
            origins.insert(piece.session);
        }
    }
    return origins;
}

Result<SearchRow> row_of(Sessions& sessions, Event event, const WordQuery& query) {
    std::string session = TRY(sessions.of(event));
    std::string told = TRY(summary_of(sessions, event));
    std::vector<SearchSnippet> snippets = snippets_of(event, query);
    return SearchRow{std::move(event), std::move(session), std::move(told), std::move(snippets)};
}

Result<void> add_newest(const Store& store, const SearchRequest& request, Found& found,
                        SearchAnswer& answer) {
    std::vector<Position> rows = found.tally.take_rows();
    if (rows.size() > request.limit) {
        rows.resize(request.limit);
        answer.next = to_token({Direction::backward, rows.back()});
    }
    Sessions sessions(store);
    for (const Position& position : rows) {
        std::optional<Event> event = TRY(event_at(store, position.seq));
        if (event) {
            SearchRow row = TRY(row_of(sessions, std::move(*event), found.query));
            answer.rows.push_back(std::move(row));
        }
    }
    return {};
}

struct Ranked {
    double score = 0;
    Position position;
};

// A page of ranked rows is named by how many come before it.
Result<std::size_t> ranked_before(const std::string& cursor) {
    std::size_t before = 0;
    if (!cursor.empty()) {
        const char* end = cursor.data() + cursor.size();
        const auto [at, error] = std::from_chars(cursor.data(), end, before);
        if (error != std::errc() || at != end || before > ranked_max) {
            return Error{Code::invalid, "the cursor is not one of this search",
                         "take `next` of the page before"};
        }
    }
    return before;
}

Result<void> add_ranked(const Store& store, const SearchRequest& request, Found& found,
                        SearchAnswer& answer) {
    const std::size_t before = TRY(ranked_before(request.cursor));
    std::vector<Ranked> ranked;
    for (const Position& position : found.tally.take_rows()) {
        const std::optional<Event> event = TRY(event_at(store, position.seq));
        if (event) {
            ranked.push_back({score_of(*event, found.query), position});
        }
    }
    std::ranges::sort(ranked, [](const Ranked& a, const Ranked& b) {
        return a.score != b.score ? a.score > b.score : a.position > b.position;
    });
    Sessions sessions(store);
    const std::size_t end = std::min<std::size_t>(ranked.size(), before + request.limit);
    for (std::size_t i = before; i < end; ++i) {
        std::optional<Event> event = TRY(event_at(store, ranked[i].position.seq));
        if (event) {
            SearchRow row = TRY(row_of(sessions, std::move(*event), found.query));
            answer.rows.push_back(std::move(row));
        }
    }
    if (end < ranked.size()) {
        answer.next = std::to_string(end);
    }
    return {};
}

Result<void> check_request(const SearchRequest& request) {
    if (request.limit < 1 || request.limit > rows_per_page_max) {
        return Error{Code::invalid, fmt::format("limit is {}", request.limit),
                     fmt::format("choose from 1 to {}", rows_per_page_max)};
    }
    return {};
}

}  // namespace

Result<SearchAnswer> search(const Store& store, const SearchRequest& request) {
    TRY(check_request(request));
    WordQuery words = TRY(WordQuery::parse(request.text));
    const EventQuery filters = TRY(with_whole_names(store, request.filters));
    SearchTally::Asked asked;
    asked.filters = &filters;
    asked.origins = TRY(origins_of(store, filters.session));
    asked.rows_max = request.rank ? ranked_max : request.limit + 1;
    asked.candidates_max = read_max;
    if (!request.rank && !request.cursor.empty()) {
        const EventToken page = TRY(event_token(request.cursor, Direction::backward));
        asked.after = page.place;
    }
    SearchAnswer answer;
    answer.text = request.text;
    std::optional<Found> found;
    for (WordQuery& fragment : WordQuery::fragment(request.text)) {
        Found as_it_stands = TRY(look_for(store, std::move(fragment), asked));
        if (as_it_stands.tally.matches() > 0) {
            answer.fragment = true;
            found = std::move(as_it_stands);
        }
    }
    if (!found) {
        found = TRY(look_for(store, std::move(words), asked));
    }
    TRY(found->tally.count_into(store, answer));
    answer.counted_all = found->counted_all;
    TRY(request.rank ? add_ranked(store, request, *found, answer)
                     : add_newest(store, request, *found, answer));
    return answer;
}

}  // namespace hence
