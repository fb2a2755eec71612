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

// What has been read of the tables, and what was asked for and is not known yet.
//
// A commit is worked out over it again and again, until nothing is asked for that is not known: so
// its code asks for one thing at a time, and the engine is asked for everything at once.
class Fetched {
public:
    // The value of a key, if it is known to exist. When nothing is known, it is noted as wanted.
    std::optional<std::string_view> get(std::string_view key);
    // All keys of a part, by rest. The same.
    const std::map<std::string, std::string>* all(Table table, const std::string& part);

    bool wants() const { return !wanted_.empty(); }
    // What to ask the engine so that everything that was wanted is known.
    std::vector<Statement> questions(std::int32_t log);
    // Takes the answers of `questions`, in the same order, from `first` on.
    Result<void> take(const std::vector<Rows>& answers, std::size_t first);
    void clear();

private:
    struct Question {
        Table table;
        std::string part;                // Of a question for some rests; else empty.
        std::vector<std::string> asked;  // Parts, or rests of `part`.
    };
    using Parts = std::array<std::map<std::string, std::map<std::string, std::string>, std::less<>>,
                             table_count>;

    void want(const Cut& key);

    Parts known_;
    std::map<std::string, Cut> wanted_;  // By the key as it was asked for.
    std::vector<Question> asked_;
};

// Reads values out of rows of (part, rest, piece, body), each handed on once.
using ValueVisitor =
    std::function<Result<void>(std::string_view part, std::string_view rest, std::string value)>;
Result<void> each_value(const Rows& rows, const ValueVisitor& visit);

// Changes to be written, table by table.
class Changes {
public:
    void put(std::string_view key, std::string_view value);
    void drop(std::string_view key);
    // Puts a value in place of one that may have had more pieces: none of these stays.
    void replace(std::string_view key, std::string_view value);
    bool empty() const { return puts_.empty() && drops_.empty(); }
    void clear();
    std::vector<Statement> statements(std::int32_t log) const;

private:
    std::map<std::string, std::string, std::less<>> puts_;
    std::map<std::string, bool, std::less<>> drops_;
};

// Values to write: columns of one INSERT.
class PutValues {
public:
    void add(std::string_view part, std::string_view rest, std::string_view value);
    bool empty() const { return parts_.empty(); }
    Statement statement(Table table, std::int32_t log) const;

private:
    std::vector<std::string> parts_;
    std::vector<std::string> rests_;
    std::vector<std::int32_t> numbers_;
    std::vector<std::string> bodies_;
};

// SELECT part, rest, piece, body of these parts.
Statement select_parts(Table table, std::int32_t log, const std::vector<std::string>& parts);
// The same of these rests of one part.
Statement select_rests(Table table, std::int32_t log, std::string_view part,
                       const std::vector<std::string>& rests);

}  // namespace hence::postgres
