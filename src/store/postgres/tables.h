// Which table a key of docs/FORMAT.md stands in, and how a key is cut into columns.
//
// A key is cut into `part`, which all keys that are walked together share, and `rest`, by which
// they are ordered. So every look-up and every walk concerns one `part`, and an engine that spreads
// its rows by `part` answers from one node. The tables are those of a directory: the record, the
// index that is derived from it, and the search index; rows that are overwritten all the time have
// a table of their own, which the engine can keep tidy on its own.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/result.h"
#include "store/postgres/connection.h"

namespace hence::postgres {

enum class Table : std::uint8_t { record, index, row, search, proof };
inline constexpr std::size_t table_count = 5;

struct Cut {
    Table table = Table::index;
    std::string part;
    std::string rest;
    // Whether all keys of the part are few, so that they are asked for together.
    bool whole_part = false;
};
Cut cut(std::string_view key);

// Engines bound the size of a key. A longer rest is shortened, and ends with its hash.
std::string short_rest(std::string_view rest);

class Changes;

// What has been read of the tables, and what was asked for and is not known yet.
//
// A commit is worked out over it again and again, until nothing is asked for that is not known: so
// its code asks for one thing at a time, and the engine is asked for everything at once. What
// commit after commit asks for (rows that sum up, clusters, texts) is kept from one to the next:
// it holds as long as nobody else commits, which the owner sees by the head of the log.
class Fetched {
public:
    // Begins a commit: forgets all but what is kept.
    void begin();
    // Forgets what is kept: somebody else committed, or it is not known what became of a commit.
    void forget();
    // Keeps what these changes made of what is known.
    void committed(const Changes& changes);

    // The value of a key, if it is known to exist. When nothing is known, it is noted as wanted.
    std::optional<std::string_view> get(std::string_view key);
    // All keys of a part, by rest. The same.
    const std::map<std::string, std::string>* all(Table table, const std::string& part);

    bool wants() const { return !wanted_.empty(); }
    // What to ask the engine so that everything that was wanted is known.
    std::vector<Statement> questions(std::int32_t log);
    // Takes the answers of `questions`, in the same order, from `first` on.
    Result<void> take(const std::vector<Rows>& answers, std::size_t first);
    // Whether anything that was asked for since `begin` is there.
    bool found_any() const { return found_any_; }
    // Whether an id was among it.
    bool found_ids() const { return found_ids_; }
    // Whether it is known that there is no such key.
    bool lacks(const Cut& key) const;

private:
    struct Question {
        Table table;
        std::string part;                // Of a question for some rests; else empty.
        std::vector<std::string> asked;  // Parts, or rests of `part`.
    };
    using Rests = std::map<std::string, std::string>;
    using Parts = std::array<ByText<Rests>, table_count>;

    void want(const Cut& key);
    ByText<Rests>& parts_with(Table table, std::string_view part);
    const Rests* known(Table table, std::string_view part) const;

    Parts known_;  // Of this commit.
    Parts kept_;   // Parts of which everything is known.
    std::size_t kept_bytes_ = 0;
    bool found_any_ = false;
    bool found_ids_ = false;
    std::map<std::string, Cut> wanted_;  // By the key as it was asked for.
    std::vector<Question> asked_;
};

// Reads values out of rows of (part, rest, piece, body), each handed on once.
using ValueVisitor =
    std::function<Result<void>(std::string_view part, std::string_view rest, std::string value)>;
Result<void> each_value(const Rows& rows, const ValueVisitor& visit);

// Values to write: columns of one INSERT.
class PutValues {
public:
    void add(std::string_view part, std::string_view rest, std::string_view value);
    bool empty() const { return parts_.empty(); }
    std::size_t bytes() const { return bytes_; }  // Of the bodies.
    // In place of values that are there.
    Statement statement(Table table, std::int32_t log) const;
    // None of the keys is there; the engine refuses one that is.
    Statement statement_of_new(Table table, std::int32_t log) const;

private:
    Statement with_columns(const char* sql, std::int32_t log) const;

    std::vector<std::string> parts_;
    std::vector<std::string> rests_;
    std::vector<std::int32_t> numbers_;
    std::vector<std::string> bodies_;
    std::size_t bytes_ = 0;
};
// Changes to be written, table by table.
class Changes {
public:
    void put(std::string_view key, std::string_view value);
    // Puts a value under a key that cannot be there yet: it has a number that this commit gives.
    void put_new(std::string_view key, std::string_view value);
    void drop(std::string_view key);
    // Puts a value in place of one that may have had more pieces: none of these stays.
    void replace(std::string_view key, std::string_view value);
    bool empty() const { return puts_.empty() && drops_.empty(); }
    void clear();
    std::vector<Statement> statements(std::int32_t log) const;
    // The same table by table and some rows at a time, so that these can be sent while the next are
    // packed. The record comes last: packing it takes the longest, and the index keeps the engine
    // busy meanwhile. What is known of the time before says which keys the engine need not look
    // for.
    using Sender = std::function<Result<void>(std::vector<Statement> statements)>;
    Result<void> each_table(std::int32_t log, const Fetched& before, const Sender& send) const;

    using Visitor = std::function<void(const Cut& key, const std::string* value)>;
    // Each key that is dropped, and then each that is put.
    void each(const Visitor& visit) const;

private:
    struct Put {
        std::string value;
        bool is_new = false;
    };
    std::map<std::string, Put, std::less<>> puts_;
    std::map<std::string, bool, std::less<>> drops_;
};

// Keys of the index that are a part and no more, such as ids, each once, with their values.
using NewKeys = std::vector<std::pair<std::string, std::string>>;
// None of them is there; the engine refuses one that is.
Statement insert_keys(std::int32_t log, const NewKeys& keys);

// SELECT part, rest, piece, body of these parts.
Statement select_parts(Table table, std::int32_t log, const std::vector<std::string>& parts);
// The same of these rests of one part.
Statement select_rests(Table table, std::int32_t log, std::string_view part,
                       const std::vector<std::string>& rests);

}  // namespace hence::postgres
