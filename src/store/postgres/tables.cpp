#include "store/postgres/tables.h"

#include <utility>

#include "base/hash.h"
#include "base/try.h"
#include "store/format/layout.h"
#include "store/postgres/body.h"

namespace hence::postgres {
namespace {

constexpr std::size_t rest_size_max = 2'000;
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
constexpr PerTable delete_parts{
    "DELETE FROM hence_record WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_index WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_row WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_search WHERE log = $1 AND part = ANY($2)",
    "DELETE FROM hence_proof WHERE log = $1 AND part = ANY($2)",
};
constexpr PerTable delete_rests{
    "DELETE FROM hence_record WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "DELETE FROM hence_index WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "DELETE FROM hence_row WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "DELETE FROM hence_search WHERE log = $1 AND part = $2 AND rest = ANY($3)",
    "DELETE FROM hence_proof WHERE log = $1 AND part = $2 AND rest = ANY($3)",
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
    statement.integer(log).bytes(part).byte_list(rests);
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
        bodies_.push_back(std::move(piece));
    }
}

Statement PutValues::statement(Table table, std::int32_t log) const {
    Statement statement(upsert[at(table)]);
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
    const auto& parts = known_[at(wanted.table)];
    const auto part = parts.find(wanted.part);
    if (part == parts.end()) {
        want(wanted);
        return std::nullopt;
    }
    const auto value = part->second.find(wanted.rest);
    if (value != part->second.end()) {
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
    const auto& parts = known_[at(table)];
    const auto found = parts.find(part);
    if (found != parts.end()) {
        return &found->second;
    }
    want({table, part, {}, true});
    return nullptr;
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
        auto& parts = known_[at(question.table)];
        for (const std::string& asked : question.asked) {
            if (question.part.empty()) {
                parts[asked];
            } else {
                parts[question.part][asked];
            }
        }
        TRY(each_value(answers[first + i],
                       [&](std::string_view part, std::string_view rest, std::string value) {
                           parts.find(part)->second[std::string(rest)] = std::move(value);
                           return Result<void>();
                       }));
    }
    asked_.clear();
    return {};
}

void Fetched::clear() {
    known_ = {};
    wanted_.clear();
    asked_.clear();
}

void Changes::put(std::string_view key, std::string_view value) {
    drops_.erase(std::string(key));
    puts_.insert_or_assign(std::string(key), std::string(value));
}

void Changes::drop(std::string_view key) {
    puts_.erase(std::string(key));
    drops_.insert_or_assign(std::string(key), true);
}

void Changes::replace(std::string_view key, std::string_view value) {
    drops_.insert_or_assign(std::string(key), true);
    puts_.insert_or_assign(std::string(key), std::string(value));
}

void Changes::clear() {
    puts_.clear();
    drops_.clear();
}

std::vector<Statement> Changes::statements(std::int32_t log) const {
    std::array<PutValues, table_count> puts;
    for (const auto& [key, value] : puts_) {
        const Cut to = cut(key);
        puts[at(to.table)].add(to.part, to.rest, value);
    }
    std::vector<Statement> statements;
    std::array<std::vector<std::string>, table_count> dropped;
    for (const auto& [key, unused] : drops_) {
        const Cut from = cut(key);
        if (from.rest.empty()) {
            dropped[at(from.table)].push_back(from.part);
        } else {
            statements.emplace_back(delete_rests[at(from.table)]);
            statements.back().integer(log).bytes(from.part).byte_list(
                std::vector<std::string>{from.rest});
        }
    }
    for (std::size_t table = 0; table < table_count; ++table) {
        if (!dropped[table].empty()) {
            statements.emplace_back(delete_parts[table]);
            statements.back().integer(log).byte_list(dropped[table]);
        }
        if (!puts[table].empty()) {
            statements.push_back(puts[table].statement(static_cast<Table>(table), log));
        }
    }
    return statements;
}

}  // namespace hence::postgres
