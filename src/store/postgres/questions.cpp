// Asking a log in the engine. Each question costs few round trips, whatever the log holds.
#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/repeat.h"
#include "store/common/preconditions.h"
#include "store/format/refused_codec.h"
#include "store/format/summary_codec.h"
#include "store/postgres/body.h"
#include "store/postgres/store.h"

namespace hence::postgres {
namespace {

constexpr std::int32_t rows_page = 256;

// The first value of an answer, or nothing.
Result<std::optional<std::string>> only_value(const Rows& rows, std::string_view rest) {
    std::optional<std::string> found;
    const auto take = [&](std::string_view, std::string_view there,
                          std::string value) -> Result<void> {
        if (there == rest) {
            found = std::move(value);
        }
        return {};
    };
    TRY(each_value(rows, take));
    return found;
}

Result<std::optional<Summary>> row_in(std::string_view value) {
    Summary row = TRY(decode_summary(value));
    row.forget_taken_back();
    return row.events == 0 ? std::nullopt : std::optional(std::move(row));
}

// Past every key that begins with `prefix`; empty when there is no such key.
std::string past_prefix(std::string prefix) {
    while (!prefix.empty() && prefix.back() == '\xFF') {
        prefix.pop_back();
    }
    if (!prefix.empty()) {
        prefix.back() = static_cast<char>(prefix.back() + 1);
    }
    return prefix;
}

}  // namespace

std::uint64_t PostgresStore::last_seq() const {
    const Result<std::vector<Rows>> rows = pool_.ask({select_head(log_.log)});
    if (rows) {
        const Result<HeadRow> head = take_head(rows->front());
        if (head) {
            last_seq_ = static_cast<std::uint64_t>(head->last_seq);
        }
    }
    return last_seq_;
}

Result<std::optional<Event>> PostgresStore::find(std::string_view id) const {
    if (id.empty()) {
        return std::optional<Event>{};
    }
    const std::vector<Rows> rows = TRY(pool_.ask(
        {select_head(log_.log), select_parts(Table::index, log_.log, {index_key::of_id(id)})}));
    const HeadRow head = TRY(take_head(rows[0]));
    events_.as_of(head);
    const std::optional<std::string> value = TRY(only_value(rows[1], {}));
    if (!value) {
        return std::optional<Event>{};
    }
    const Place place = TRY(decode_place(*value));
    TRY(events_.fetch({place}));
    Event event = TRY(events_.at(place));
    return is_withdrawn(event) ? std::nullopt : std::optional(std::move(event));
}

Result<std::unique_ptr<Cursor>> PostgresStore::scan(const Key& key, const Scan& scan) const {
    return scan_events(events_, key, scan);
}

Result<std::unique_ptr<Cursor>> PostgresStore::read(std::uint64_t from_seq,
                                                    std::uint64_t to_seq) const {
    const std::vector<Rows> rows = TRY(pool_.ask({select_head(log_.log)}));
    const HeadRow head = TRY(take_head(rows.front()));
    events_.as_of(head);
    const std::uint64_t first = std::max<std::uint64_t>(from_seq, 1);
    const std::uint64_t last = std::min(to_seq, static_cast<std::uint64_t>(head.last_seq));
    return read_events(events_, first, last);
}

// The order and the rows of one moment: a row that moves meanwhile would be met nowhere.
Result<std::vector<Summary>> PostgresStore::summaries(Space space, const Summary* after,
                                                      std::size_t limit) const {
    TRY(must_have_rows(space));
    std::vector<Summary> found;
    const std::string part = index_key::of_row_order_space(space);
    std::string from;
    if (after != nullptr) {
        from = cut(index_key::of_row_order(space, after->first, after->id, after->session)).rest;
        from.push_back('\0');
    }
    const Pool::Lease connection = TRY(pool_.lease());
    std::vector<Statement> begin{
        Statement("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")};
    const auto ask = [&]() -> Result<void> {
        while (found.size() < limit) {
            Statement order(
                "SELECT part, rest, piece, body FROM hence_index WHERE log = $1 AND part = $2 AND "
                "rest >= $3 AND piece = 0 ORDER BY rest LIMIT $4");
            order.integer(log_.log).bytes(part).bytes(from).integer(rows_page);
            begin.push_back(order);
            const std::vector<Rows> answers = TRY(connection->run(begin));
            begin.clear();
            const Rows& entries = answers.back();
            std::vector<std::pair<std::string, std::string>>
                keys;  // Of the rows, and of their order.
            std::vector<std::string> parts;
            for (int row = 0; row < entries.size(); ++row) {
                PieceJoiner pieces;
                pieces.add(0, entries.bytes(row, 3));
                const std::string value = TRY(pieces.join());
                ByteReader in(value);
                const std::string_view id = in.text();
                const std::string_view session = in.text();
                keys.emplace_back(index_key::of_row(space, id, session),
                                  std::string(entries.bytes(row, 1)));
                parts.push_back(cut(keys.back().first).part);
            }
            if (keys.empty()) {
                return {};
            }
            from = keys.back().second;
            from.push_back('\0');
            const std::vector<Rows> bodies =
                TRY(connection->run({select_parts(Table::row, log_.log, parts)}));
            std::map<std::string, std::string> values;
            const auto take = [&](std::string_view there, std::string_view rest,
                                  std::string value) -> Result<void> {
                values.emplace(std::string(there) + std::string(rest), std::move(value));
                return {};
            };
            TRY(each_value(bodies.front(), take));
            for (const auto& [key, order_key] : keys) {
                const auto value = values.find(key);
                if (value == values.end() || found.size() >= limit) {
                    continue;
                }
                std::optional<Summary> row = TRY(row_in(value->second));
                if (row &&
                    cut(index_key::of_row_order(space, row->first, row->id, row->session)).rest ==
                        order_key) {
                    found.push_back(std::move(*row));
                }
            }
            if (entries.size() < rows_page) {
                return {};
            }
        }
        return {};
    };
    const Result<void> asked = ask();
    if (!connection->is_lost()) {
        TRY(connection->run({Statement("ROLLBACK")}));
    }
    if (!asked) {
        return asked.error();
    }
    return found;
}

Result<std::optional<Summary>> PostgresStore::summary(Space space, std::string_view id,
                                                      std::string_view session) const {
    TRY(must_have_rows(space));
    const Cut key = cut(index_key::of_row(space, id, session));
    // Not the whole part: any number of sessions may have a run of this name.
    Statement select(
        "SELECT part, rest, piece, body FROM hence_row "
        "WHERE log = $1 AND part = $2 AND rest = $3");
    select.integer(log_.log).bytes(key.part).bytes(key.rest);
    const std::vector<Rows> rows = TRY(pool_.ask({select}));
    const std::optional<std::string> value = TRY(only_value(rows.front(), key.rest));
    return value ? row_in(*value) : Result<std::optional<Summary>>(std::nullopt);
}

Result<std::vector<Summary>> PostgresStore::rows_of_run(std::string_view run) const {
    const std::vector<Rows> rows =
        TRY(pool_.ask({select_parts(Table::row, log_.log, {index_key::of_rows_of_run(run)})}));
    std::vector<Summary> found;
    const auto take = [&](std::string_view, std::string_view,
                          const std::string& value) -> Result<void> {
        std::optional<Summary> row = TRY(row_in(value));
        if (row) {
            found.push_back(std::move(*row));
        }
        return {};
    };
    TRY(each_value(rows.front(), take));
    return found;
}

Result<std::vector<std::string>> PostgresStore::runs_of(std::string_view session) const {
    const std::vector<Rows> rows =
        TRY(pool_.ask({select_parts(Table::index, log_.log, {index_key::of_runs(session)})}));
    std::vector<std::string> found;
    const auto take = [&](std::string_view, std::string_view, std::string value) -> Result<void> {
        found.push_back(std::move(value));
        return {};
    };
    TRY(each_value(rows.front(), take));
    return found;
}

// Keys of hence_index that begin with `prefix`, without it, in order.
Result<void> PostgresStore::each_key_behind(
    const std::string& prefix, const std::function<bool(std::string_view)>& visit) const {
    std::string from = prefix;
    while (true) {
        Statement select(
            "SELECT part FROM hence_index WHERE log = $1 AND part >= $2 AND part < $3 "
            "ORDER BY part LIMIT $4");
        select.integer(log_.log).bytes(from).bytes(past_prefix(prefix)).integer(rows_page);
        const std::vector<Rows> rows = TRY(pool_.ask({select}));
        for (int row = 0; row < rows.front().size(); ++row) {
            from = rows.front().bytes(row, 0);
            if (!visit(std::string_view(from).substr(prefix.size()))) {
                return {};
            }
        }
        if (rows.front().size() < rows_page) {
            return {};
        }
        from.push_back('\0');
    }
}

// Names of rows that begin with a text are neighbours, and so are those that end with it, each from
// its last byte to its first.
Result<std::vector<std::string>> PostgresStore::rows_like(Space space, std::string_view part,
                                                          std::size_t limit) const {
    std::set<std::string> names;
    const auto add = [&](std::string name) {
        names.insert(std::move(name));
        if (names.size() > limit) {
            names.erase(std::prev(names.end()));
        }
        return true;
    };
    TRY(each_key_behind(index_key::of_names(space) + std::string(part), [&](std::string_view rest) {
        add(std::string(part) + std::string(rest));
        return names.size() < limit;
    }));
    const std::string tail(part.rbegin(), part.rend());
    if (!part.empty()) {
        TRY(each_key_behind(index_key::of_names_reversed(space) + tail, [&](std::string_view rest) {
            return add(std::string(rest.rbegin(), rest.rend()) + std::string(part));
        }));
    }
    return std::vector<std::string>(names.begin(), names.end());
}

// Ids that begin with a text are neighbours; those that end with it are looked for among all.
Result<std::vector<std::string>> PostgresStore::names_like(Space space, std::string_view part,
                                                           std::size_t limit) const {
    if (space != Space::all) {
        TRY(must_have_rows(space));
        return limit == 0 ? std::vector<std::string>() : rows_like(space, part, limit);
    }
    std::set<std::string> names;
    const auto add = [&](std::string_view name) {
        if (name.starts_with(part) || name.ends_with(part)) {
            names.emplace(name);
            if (names.size() > limit) {
                names.erase(std::prev(names.end()));
            }
        }
    };
    const std::string prefix = index_key::of_id(part);
    Statement beginning(
        "SELECT part FROM hence_index WHERE log = $1 AND part >= $2 AND part < $3 "
        "ORDER BY part LIMIT $4");
    beginning.integer(log_.log)
        .bytes(prefix)
        .bytes(past_prefix(prefix))
        .number(static_cast<std::int64_t>(std::min<std::size_t>(limit, 1'000'000)));
    Statement ending(
        "SELECT part FROM hence_index WHERE log = $1 AND part >= $2 AND part < $3 AND "
        "substring(part FROM octet_length(part) - octet_length($4) + 1) = $4 AND "
        "octet_length(part) > octet_length($4) ORDER BY part LIMIT $5");
    ending.integer(log_.log)
        .bytes(std::string(1, index_key::id))
        .bytes(past_prefix(std::string(1, index_key::id)))
        .bytes(part)
        .number(static_cast<std::int64_t>(std::min<std::size_t>(limit, 1'000'000)));
    const std::vector<Rows> rows = TRY(pool_.ask({beginning, ending}));
    for (const Rows& found : rows) {
        for (int row = 0; row < found.size(); ++row) {
            add(found.bytes(row, 0).substr(1));
        }
    }
    return std::vector<std::string>(names.begin(), names.end());
}

Result<void> PostgresStore::find_words(const WordQuery& query, const MatchVisitor& visit) const {
    const HeadRow head = TRY(ask_head());
    const auto replaced = [this](std::uint64_t first, std::uint64_t last) {
        return completed(first, last);
    };
    const std::shared_ptr<Searcher> searcher = searcher_as_of(head);
    TRY(searcher->find_words(query, static_cast<std::uint64_t>(head.last_seq), replaced, visit));
    // An erasure empties the search index: an answer from before it and after it would lack events.
    const HeadRow now = TRY(ask_head());
    return now.erasures == head.erasures
               ? Result<void>()
               : Error{Code::io, "something was erased while it was searched", "ask again"};
}

Result<std::optional<SecretKey>> PostgresStore::redaction_key() const {
    ProofTable table(
        [this](const std::vector<Statement>& statements) { return pool_.ask(statements); },
        log_.log);
    const SecretKey key = TRY(table.redaction_key());
    return std::optional(key);
}

Result<HeadRow> PostgresStore::ask_head() const {
    const std::vector<Rows> rows = TRY(pool_.ask({select_head(log_.log)}));
    return take_head(rows.front());
}

Result<std::vector<std::uint64_t>> PostgresStore::completed(std::uint64_t first,
                                                            std::uint64_t last) const {
    Statement select(
        "SELECT rest FROM hence_index WHERE log = $1 AND part = $2 AND rest >= $3 AND "
        "rest <= $4 AND piece = 0 ORDER BY rest");
    select.integer(log_.log)
        .bytes(std::string(1, index_key::completed))
        .bytes(seq_bytes(first))
        .bytes(seq_bytes(last));
    const std::vector<Rows> found = TRY(pool_.ask({select}));
    std::vector<std::uint64_t> seqs;
    for (int row = 0; row < found.front().size(); ++row) {
        seqs.push_back(ByteReader(found.front().bytes(row, 0)).be64());
    }
    return seqs;
}

Result<std::vector<QuarantineRow>> PostgresStore::quarantine(std::uint64_t after_n,
                                                             std::size_t limit) const {
    std::vector<QuarantineRow> found;
    std::uint64_t from = after_n;
    const std::string part(1, log_key::refused);
    while (found.size() < limit && from != std::numeric_limits<std::uint64_t>::max()) {
        Statement numbers(
            "SELECT rest FROM hence_record WHERE log = $1 AND part = $2 AND rest > $3 AND "
            "piece = 0 ORDER BY rest LIMIT $4");
        numbers.integer(log_.log).bytes(part).bytes(seq_bytes(from)).integer(rows_page);
        const std::vector<Rows> listed = TRY(pool_.ask({numbers}));
        std::vector<std::string> rests;
        for (int row = 0; row < listed.front().size(); ++row) {
            rests.emplace_back(listed.front().bytes(row, 0));
        }
        if (rests.empty()) {
            break;
        }
        from = ByteReader(rests.back()).be64();
        const std::vector<Rows> rows =
            TRY(pool_.ask({select_rests(Table::record, log_.log, part, rests),
                           select_rests(Table::record, log_.log,
                                        std::string(1, log_key::refused_count), rests)}));
        std::map<std::string, RefusedCount> counts;
        const auto count = [&](std::string_view, std::string_view rest,
                               const std::string& value) -> Result<void> {
            counts.emplace(rest, decode_refused_count(value));
            return {};
        };
        TRY(each_value(rows[1], count));
        const auto take = [&](std::string_view, std::string_view rest,
                              const std::string& value) -> Result<void> {
            const RefusedCount counted = counts[std::string(rest)];
            if (!counted.released && found.size() < limit) {
                QuarantineRow row = TRY(decode_refused(value, false));
                row.n = ByteReader(rest).be64();
                row.count = counted.count;
                found.push_back(std::move(row));
            }
            return {};
        };
        TRY(each_value(rows[0], take));
    }
    return found;
}

Result<QuarantineRow> PostgresStore::quarantined(std::uint64_t n) const {
    const std::string rest = seq_bytes(n);
    const std::vector<Rows> rows = TRY(pool_.ask(
        {select_rests(Table::record, log_.log, std::string(1, log_key::refused), {rest}),
         select_rests(Table::record, log_.log, std::string(1, log_key::refused_count), {rest})}));
    const std::optional<std::string> value = TRY(only_value(rows[0], rest));
    const std::optional<std::string> count = TRY(only_value(rows[1], rest));
    if (!value) {
        return Error{Code::not_found, fmt::format("there is no quarantine row {}", n),
                     "`hence quarantine list` shows them"};
    }
    QuarantineRow row = TRY(decode_refused(*value, true));
    row.n = n;
    row.count = decode_refused_count(count.value_or("")).count;
    return row;
}

}  // namespace hence::postgres
