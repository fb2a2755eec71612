#include "store/postgres/tables.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/hash.h"
#include "base/try.h"
#include "store/format/layout.h"
#include "store/postgres/body.h"

namespace hence::postgres {
namespace {

constexpr std::size_t rest_size_max = 2'000;
// About so many bytes of values are one INSERT.
constexpr std::size_t sent_together = std::size_t{128} << 10;
constexpr std::size_t kept_bytes_max = std::size_t{32} << 20;
// A value of FORMAT.md: a size and so many bytes, or 255 and a hash.
constexpr std::size_t hashed_value = 255;
constexpr std::size_t instant_and_seq = 20;

// One of each table, in the order of Table.
using PerTable = std::array<const char*, table_count>;

constexpr PerTable by_parts{
    "SELECT part, rest, piece, body FROM hence_record WHERE log = $1 AND part = ANY($2)",
    "SELECT part, rest, piece, body FROM hence_index WHERE log = $1 AND part = ANY($2)",
    "SELECT part, rest, piece, body FROM hence_row WHERE log = $1 AND part = ANY($2)",
    "SELECT part, rest, piece, body FROM hence_search WHERE log = $1 AND part = ANY($2)",
    "SELECT part, rest, piece, body FROM hence_proof WHERE log = $1 AND part = ANY($2)",
};
constexpr PerTable by_rests{
    "SELECT part, rest, piece, body FROM hence_record "
    "WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "SELECT part, rest, piece, body FROM hence_index "
    "WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "SELECT part, rest, piece, body FROM hence_row "
    "WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "SELECT part, rest, piece, body FROM hence_search "
    "WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "SELECT part, rest, piece, body FROM hence_proof "
    "WHERE log = $1 AND part = $2 AND rest = ANY($3)",
};
constexpr PerTable upsert{
    "INSERT INTO hence_record (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b) "
    "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body",
    "INSERT INTO hence_index (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b) "
    "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body",
    "INSERT INTO hence_row (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b) "
    "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body",
    "INSERT INTO hence_search (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b) "
    "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body",
    "INSERT INTO hence_proof (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b) "
    "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body",
};
constexpr PerTable insert{
    "INSERT INTO hence_record (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b)",
    "INSERT INTO hence_index (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b)",
    "INSERT INTO hence_row (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b)",
    "INSERT INTO hence_search (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b)",
    "INSERT INTO hence_proof (log, part, rest, piece, body) "
    "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b)",
};
constexpr PerTable delete_parts{
    "DELETE FROM hence_record WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_index WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_row WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_search WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_proof WHERE log = $1 AND part = ANY($2)",
};
constexpr PerTable delete_rest{
    "DELETE FROM hence_record WHERE log = $1 AND part = $2 AND rest = $3",
    "DELETE FROM hence_index WHERE log = $1 AND part = $2 AND rest = $3",
    "DELETE FROM hence_row WHERE log = $1 AND part = $2 AND rest = $3",
    "DELETE FROM hence_search WHERE log = $1 AND part = $2 AND rest = $3",
    "DELETE FROM hence_proof WHERE log = $1 AND part = $2 AND rest = $3",
};

std::size_t at(Table table) {
    return static_cast<std::size_t>(table);
}

// Where the value that begins at `from` ends.
std::size_t value_end(std::string_view key, std::size_t from) {
    if (from >= key.size()) {
        return key.size();
    }
    const auto size = static_cast<unsigned char>(key[from]);
    const std::size_t end = from + 1 + (size == hashed_value ? sizeof(Hash) : size);
    return std::min(end, key.size());
}

Cut cut_at(Table table, std::string_view key, std::size_t size, bool whole_part) {
    return {table, std::string(key.substr(0, size)), short_rest(key.substr(size)), whole_part};
}

// Rows that sum up, clusters and texts: each changes only with a commit that adds an event.
bool is_kept(Table table, std::string_view part) {
    return table == Table::row || (table == Table::index && (part.starts_with(index_key::cluster) ||
                                                             part.starts_with(index_key::text)));
}

// About how much memory a value takes with what is around it.
std::size_t kept_size(std::string_view key, std::string_view value) {
    return 160 + key.size() + value.size();
}

// How many bytes of the key its part has.
struct Form {
    Table table;
    std::size_t part;
    bool whole_part;
};

Form form_of(std::string_view key) {
    switch (key.empty() ? '\0' : key.front()) {
        case log_key::batch:
        case log_key::refused:
        case log_key::refused_count:
        case log_key::erasure: return {Table::record, 1, false};
        case log_key::chunk:
        case log_key::refused_hash: return {Table::record, key.size(), true};
        case index_key::failed_call:
        case index_key::unfinished: return {Table::row, key.size(), true};
        case index_key::row: return {Table::row, value_end(key, 2), true};
        case index_key::completed: return {Table::index, 1, false};
        case index_key::posting:
            return {Table::index, key.size() - std::min(key.size(), instant_and_seq), true};
        case index_key::row_order:
            return {Table::index, std::min<std::size_t>(key.size(), 2), false};
        case index_key::run_of: return {Table::index, value_end(key, 1), true};
        default: return {Table::index, key.size(), true};
    }
}

}  // namespace

std::string short_rest(std::string_view rest) {
    if (rest.size() <= rest_size_max) {
        return std::string(rest);
    }
    std::string shortened(rest.substr(0, rest_size_max - sizeof(Hash)));
    shortened.append(as_bytes(sha256(rest)));
    return shortened;
}

Cut cut(std::string_view key) {
    const Form form = form_of(key);
    return cut_at(form.table, key, form.part, form.whole_part);
}

Statement select_parts(Table table, std::int32_t log, const std::vector<std::string>& parts) {
    Statement statement(by_parts[at(table)]);
    statement.integer(log).byte_list(parts);
    return statement;
}

Statement select_rests(Table table, std::int32_t log, std::string_view part,
                       const std::vector<std::string>& rests) {
    Statement statement(by_rests[at(table)]);
    // Some parts have millions of rests: a plan that does not know reads all of them.
    statement.integer(log).bytes(part).byte_list(rests).plan_for_values();
    return statement;
}

Result<void> each_value(const Rows& rows, const ValueVisitor& visit) {
    struct Key {
        std::string_view part;
        std::string_view rest;
        auto operator<=>(const Key&) const = default;
    };
    std::map<Key, PieceJoiner> values;
    for (int row = 0; row < rows.size(); ++row) {
        values[{rows.bytes(row, 0), rows.bytes(row, 1)}].add(rows.number(row, 2),
                                                             rows.bytes(row, 3));
    }
    for (const auto& [key, pieces] : values) {
        std::string value = TRY(pieces.join());
        TRY(visit(key.part, key.rest, std::move(value)));
    }
    return {};
}

void PutValues::add(std::string_view part, std::string_view rest, std::string_view value) {
    std::int32_t number = 0;
    for (std::string& piece : pieces_of(value)) {
        parts_.emplace_back(part);
        rests_.emplace_back(rest);
        numbers_.push_back(number++);
        bytes_ += piece.size();
        bodies_.push_back(std::move(piece));
    }
}

Statement PutValues::statement(Table table, std::int32_t log) const {
    return with_columns(upsert[at(table)], log);
}

Statement PutValues::statement_of_new(Table table, std::int32_t log) const {
    return with_columns(insert[at(table)], log);
}

Statement insert_keys(std::int32_t log, const NewKeys& keys) {
    std::vector<std::string_view> parts;
    std::vector<std::string> bodies;
    for (const auto& [key, value] : keys) {
        parts.emplace_back(key);
        bodies.push_back(only_piece_of(value));
    }
    Statement statement(
        "INSERT INTO hence_index (log, part, rest, piece, body) "
        "SELECT $1, p, '', 0, b FROM unnest($2, $3) AS t (p, b)");
    statement.integer(log).byte_list(parts).byte_list(bodies);
    return statement;
}

Statement PutValues::with_columns(const char* sql, std::int32_t log) const {
    Statement statement(sql);
    statement.integer(log).byte_list(parts_).byte_list(rests_).integer_list(numbers_).byte_list(
        bodies_);
    return statement;
}

void Fetched::want(const Cut& key) {
    std::string name(1, static_cast<char>(key.table));
    name += key.part;
    if (!key.whole_part) {
        name += '\0';
        name += key.rest;
    }
    wanted_.emplace(std::move(name), key);
}

std::optional<std::string_view> Fetched::get(std::string_view key) {
    const Cut wanted = cut(key);
    const Rests* const part = known(wanted.table, wanted.part);
    if (part == nullptr) {
        want(wanted);
        return std::nullopt;
    }
    const auto value = part->find(wanted.rest);
    if (value != part->end()) {
        // A key that is known not to exist has an empty value: no stored value is empty.
        return value->second.empty() ? std::nullopt
                                     : std::optional<std::string_view>(value->second);
    }
    if (!wanted.whole_part) {
        want(wanted);
    }
    return std::nullopt;
}

const std::map<std::string, std::string>* Fetched::all(Table table, const std::string& part) {
    const Rests* const found = known(table, part);
    if (found == nullptr) {
        want({table, part, {}, true});
    }
    return found;
}

bool Fetched::lacks(const Cut& key) const {
    const Rests* const part = known(key.table, key.part);
    if (part == nullptr) {
        return false;
    }
    const auto value = part->find(key.rest);
    return value != part->end() ? value->second.empty() : key.whole_part;
}

ByText<Fetched::Rests>& Fetched::parts_with(Table table, std::string_view part) {
    return (is_kept(table, part) ? kept_ : known_)[at(table)];
}

const Fetched::Rests* Fetched::known(Table table, std::string_view part) const {
    const ByText<Rests>& parts = (is_kept(table, part) ? kept_ : known_)[at(table)];
    const auto found = parts.find(part);
    return found != parts.end() ? &found->second : nullptr;
}

std::vector<Statement> Fetched::questions(std::int32_t log) {
    std::array<std::vector<std::string>, table_count> parts;
    std::map<std::pair<Table, std::string>, std::vector<std::string>> rests;
    for (auto& [name, key] : wanted_) {
        if (key.whole_part) {
            parts[at(key.table)].push_back(key.part);
        } else {
            rests[{key.table, key.part}].push_back(key.rest);
        }
    }
    wanted_.clear();
    asked_.clear();
    std::vector<Statement> statements;
    for (std::size_t table = 0; table < table_count; ++table) {
        if (!parts[table].empty()) {
            statements.push_back(select_parts(static_cast<Table>(table), log, parts[table]));
            asked_.push_back({static_cast<Table>(table), {}, std::move(parts[table])});
        }
    }
    for (auto& [key, asked] : rests) {
        statements.push_back(select_rests(key.first, log, key.second, asked));
        asked_.push_back({key.first, key.second, std::move(asked)});
    }
    return statements;
}

Result<void> Fetched::take(const std::vector<Rows>& answers, std::size_t first) {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
        const Question& question = asked_[i];
        for (const std::string& asked : question.asked) {
            if (question.part.empty()) {
                parts_with(question.table, asked)[asked];
                kept_bytes_ += is_kept(question.table, asked) ? kept_size(asked, {}) : 0;
            } else {
                parts_with(question.table, question.part)[question.part][asked];
            }
        }
        const auto take_value = [&](std::string_view part, std::string_view rest,
                                    std::string value) -> Result<void> {
            kept_bytes_ += is_kept(question.table, part) ? kept_size(rest, value) : 0;
            parts_with(question.table, part).find(part)->second[std::string(rest)] =
                std::move(value);
            found_any_ = true;
            found_ids_ =
                found_ids_ || (question.table == Table::index && part.starts_with(index_key::id));
            return {};
        };
        TRY(each_value(answers[first + i], take_value));
    }
    asked_.clear();
    return {};
}

void Fetched::begin() {
    known_ = {};
    wanted_.clear();
    asked_.clear();
    found_any_ = false;
    found_ids_ = false;
    if (kept_bytes_ > kept_bytes_max) {
        forget();
    }
}

void Fetched::forget() {
    kept_ = {};
    kept_bytes_ = 0;
}

void Fetched::committed(const Changes& changes) {
    changes.each([&](const Cut& key, const std::string* value) {
        ByText<Rests>& parts = kept_[at(key.table)];
        const auto part = is_kept(key.table, key.part) ? parts.find(key.part) : parts.end();
        if (part == parts.end()) {
            return;
        }
        const auto before = part->second.find(key.rest);
        if (before != part->second.end()) {
            kept_bytes_ -= kept_size(key.rest, before->second);
            part->second.erase(before);
        }
        if (value != nullptr) {
            kept_bytes_ += kept_size(key.rest, *value);
            part->second.emplace(key.rest, *value);
        }
    });
}

void Changes::put(std::string_view key, std::string_view value) {
    drops_.erase(std::string(key));
    puts_.insert_or_assign(std::string(key), Put{std::string(value)});
}

void Changes::put_new(std::string_view key, std::string_view value) {
    puts_.insert_or_assign(std::string(key), Put{std::string(value), true});
}

void Changes::drop(std::string_view key) {
    puts_.erase(std::string(key));
    drops_.insert_or_assign(std::string(key), true);
}

void Changes::replace(std::string_view key, std::string_view value) {
    drops_.insert_or_assign(std::string(key), true);
    puts_.insert_or_assign(std::string(key), Put{std::string(value)});
}

void Changes::clear() {
    puts_.clear();
    drops_.clear();
}

void Changes::each(const Visitor& visit) const {
    for (const auto& [key, unused] : drops_) {
        visit(cut(key), nullptr);
    }
    for (const auto& [key, put] : puts_) {
        visit(cut(key), &put.value);
    }
}

Result<void> Changes::each_table(std::int32_t log, const Fetched& before,
                                 const Sender& send) const {
    struct Of {
        std::vector<std::pair<Cut, const Put*>> puts;
        std::vector<std::string> dropped;
        std::vector<Statement> statements;
    };
    std::array<Of, table_count> tables;
    for (const auto& [key, unused] : drops_) {
        const Cut from = cut(key);
        Of& table = tables[at(from.table)];
        if (before.lacks(from)) {
            continue;
        }
        if (from.rest.empty()) {
            table.dropped.push_back(from.part);
        } else {
            table.statements.emplace_back(delete_rest[at(from.table)]);
            table.statements.back().integer(log).bytes(from.part).bytes(from.rest);
        }
    }
    for (const auto& [key, put] : puts_) {
        Cut to = cut(key);
        Of& table = tables[at(to.table)];
        table.puts.emplace_back(std::move(to), &put);
    }
    for (const Table named :
         {Table::index, Table::row, Table::search, Table::proof, Table::record}) {
        Of& table = tables[at(named)];
        if (!table.dropped.empty()) {
            table.statements.emplace_back(delete_parts[at(named)]);
            table.statements.back().integer(log).byte_list(table.dropped);
        }
        TRY(send(std::move(table.statements)));
        PutValues puts;
        PutValues new_puts;
        const auto send_puts = [&](std::size_t bytes_min) -> Result<void> {
            if (!puts.empty() && puts.bytes() >= bytes_min) {
                TRY(send({std::exchange(puts, {}).statement(named, log)}));
            }
            if (!new_puts.empty() && new_puts.bytes() >= bytes_min) {
                TRY(send({std::exchange(new_puts, {}).statement_of_new(named, log)}));
            }
            return {};
        };
        for (const auto& [to, put] : table.puts) {
            (put->is_new || before.lacks(to) ? new_puts : puts).add(to.part, to.rest, put->value);
            TRY(send_puts(sent_together));
        }
        TRY(send_puts(0));
    }
    return {};
}

std::vector<Statement> Changes::statements(std::int32_t log) const {
    std::vector<Statement> all;
    const auto collect = [&all](std::vector<Statement> some) -> Result<void> {
        std::ranges::move(some, std::back_inserter(all));
        return {};
    };
    static_cast<void>(static_cast<bool>(each_table(log, Fetched(), collect)));
    return all;
}

}  // namespace hence::postgres
