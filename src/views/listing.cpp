#include "hence/listing.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/json.h"
#include "views/listing_loose.h"
#include "views/listing_text.h"
#include "views/page_token.h"
#include "views/pieces.h"

namespace hence {
namespace {

constexpr std::size_t rows_per_read = 1'000;
constexpr std::size_t rows_per_table = 10'000;  // Then another one begins.

void append_kinds(std::string& out, const std::map<std::string, std::uint64_t>& kinds) {
    out += '{';
    bool first = true;
    for (const auto& [kind, count] : kinds) {
        out += fmt::format(R"({}"{}":{})", first ? "" : ",", kind, count);
        first = false;
    }
    out += '}';
}

void append_said(std::string& out, const std::optional<std::pair<Position, std::string>>& said) {
    if (said) {
        append_string(out, said->second);
    } else {
        out += "null";
    }
}

void append_row(std::string& out, Space space, const Summary& row) {
    out += R"({"id":)";
    append_string(out, row.id);
    out += fmt::format(R"(,"first":"{}","last":"{}","events":{},"kinds":)", to_string(row.first),
                       to_string(row.last), row.events);
    append_kinds(out, row.kinds);
    out += R"(,"agents":)";
    append_strings(out, row.agents);
    out += R"(,"tokens":)";
    append_number(out, row.tokens);
    out += fmt::format(R"(,"errors":{},"goal":)", row.errors);
    append_said(out, row.goal);
    if (space == Space::run) {
        out += R"(,"session":)";
        row.session.empty() ? void(out += "null") : append_string(out, row.session);
        out += R"(,"status":)";
        append_said(out, row.status);
    } else if (space == Space::correlation) {
        out += R"(,"sessions":)";
        append_strings(out, row.sessions);
    }
    out += '}';
}

// What of a row says where it stands.
Summary place_of(const Summary& row) {
    Summary place;
    place.id = row.id;
    place.session = row.session;
    place.first = row.first;
    return place;
}

}  // namespace

Listing::Listing(const Store& store, const ListingRequest& request)
    : store_(&store), space_(request.space), limit_(request.limit) {}

// Passes over rows whose events belong to another row.
Result<bool> Listing::fill() {
    while (true) {
        const bool more = TRY(read_ahead());
        if (!more) {
            return false;
        }
        const bool elsewhere = TRY(stands_elsewhere(*store_, space_, rows_[at_]));
        if (!elsewhere) {
            return true;
        }
        ++at_;
    }
}

Result<bool> Listing::read_ahead() {
    if (at_ == rows_.size() && !last_rows_) {
        std::size_t count = rows_per_read;
        if (limit_ > given_ && limit_ - given_ < rows_per_read) {
            // One more than the page holds, to know whether there is another page.
            count = static_cast<std::size_t>(limit_ - given_) + 1;
        }
        rows_ = TRY(store_->summaries(space_, last_ ? &*last_ : nullptr, count));
        at_ = 0;
        last_rows_ = rows_.empty();
        if (!rows_.empty()) {
            last_ = place_of(rows_.back());
        }
    }
    return at_ < rows_.size();
}

Result<std::optional<Summary>> Listing::next() {
    const bool more = TRY(fill());
    if (!more || (limit_ > 0 && given_ == limit_)) {
        next_page_ = more ? given_last_ : std::nullopt;
        return std::optional<Summary>();
    }
    ++given_;
    if (given_ == limit_) {
        given_last_ = to_token(space_, rows_[at_]);
    }
    Summary row = std::move(rows_[at_++]);
    TRY(add_derived(*store_, space_, row));
    return std::optional<Summary>(std::move(row));
}

Result<std::uint64_t> Listing::count_rest() {
    std::uint64_t count = 0;
    while (true) {
        const bool more = TRY(fill());
        if (!more) {
            return count;
        }
        ++count;
        ++at_;
    }
}

Result<void> Listing::write_json(const Sink& sink, ListForm form) {
    Pieces out(sink);
    out.text = form == ListForm::page ? fmt::format(R"({{"{}":[)", plural(space_)) : "[";
    for (bool first = true;; first = false) {
        const std::optional<Summary> row = TRY(next());
        if (!row) {
            break;
        }
        out.text += first ? "" : ",";
        append_row(out.text, space_, *row);
        TRY(out.pass_on());
    }
    out.text += ']';
    if (form == ListForm::page) {
        out.text += R"(,"next":)";
        next_page_ ? append_string(out.text, *next_page_) : void(out.text += "null");
        out.text += '}';
    }
    out.text += '\n';
    return out.finish();
}

Result<void> Listing::write_text(const Sink& sink) {
    Pieces out(sink);
    std::vector<Summary> rows;
    bool any = false;
    while (true) {
        std::optional<Summary> row = TRY(next());
        if (row) {
            rows.push_back(std::move(*row));
        }
        if (rows.size() == rows_per_table || (!row && !rows.empty())) {
            append_table(out.text, space_, rows);
            TRY(out.pass_on());
            rows.clear();
            any = true;
        }
        if (!row) {
            break;
        }
    }
    const std::uint64_t rest = TRY(count_rest());
    if (rest > 0) {
        out.text += fmt::format("{} more: --limit {}\n", rest, given_ + rest);
    } else if (!any) {
        out.text += fmt::format("No {}.\n", plural(space_));
    }
    return out.finish();
}

Result<Listing> list(const Store& store, const ListingRequest& request) {
    const Space space = request.space;
    if (space != Space::session && space != Space::run && space != Space::agent &&
        space != Space::correlation) {
        return Error{Code::invalid, "there is no list of these",
                     "ask for sessions, runs, agents or correlations"};
    }
    Listing listing(store, request);
    if (!request.cursor.empty()) {
        listing.last_ = TRY(row_token(request.cursor, space));
    }
    if (space == Space::agent) {
        return listing;
    }
    // Events without a session are rare. Where there are some, rows change places, and all are
    // needed to know the order.
    const LooseRuns runs = TRY(loose_runs(store));
    if (!runs.empty()) {
        listing.rows_ = TRY(settled_rows(store, space, runs));
        listing.last_rows_ = true;
        if (listing.last_) {
            const auto begin = std::upper_bound(listing.rows_.begin(), listing.rows_.end(),
                                                *listing.last_, listed_before);
            listing.at_ = static_cast<std::size_t>(begin - listing.rows_.begin());
        }
    }
    return listing;
}

}  // namespace hence
