// Parts: 'B' and the segment's first seq, with a block for each first word; 'C' and the seq, with
// the parts of the columns (columns.h) by their names; 'S', with the last event of each segment by
// its seq; 'V', the version and how many erasures of the log the segments know of.
#include "store/postgres/search_table.h"

#include <algorithm>
#include <utility>

#include "base/try.h"
#include "store/postgres/body.h"
#include "store/postgres/events.h"
#include "store/postgres/tables.h"

namespace hence::postgres {
namespace {

constexpr std::size_t kept_rows_max = 16;
constexpr std::int32_t blocks_page = 64;

std::string search_part(char kind, std::uint64_t first_seq) {
    return std::string(1, kind) + seq_bytes(first_seq);
}

std::string this_version(std::int64_t erasures) {
    std::string value;
    put_varint(value, search_version);
    put_varint(value, static_cast<std::uint64_t>(erasures));
    return value;
}

Error erased_meanwhile() {
    return {Code::io, "something was erased while the search index was written", "ask again"};
}

// The value of the only row, or empty.
Result<std::string> only_value(const Rows& rows) {
    std::string found;
    const auto take = [&](std::string_view, std::string_view, std::string value) -> Result<void> {
        found = std::move(value);
        return {};
    };
    TRY(each_value(rows, take));
    return found;
}

Statement lock_row(std::int32_t log, std::string_view part, std::string_view rest) {
    Statement lock(
        "SELECT part, rest, piece, body FROM hence_search WHERE log = $1 AND part = $2 AND "
        "rest = $3 FOR UPDATE");
    lock.integer(log).bytes(part).bytes(rest);
    return lock;
}

Error damaged_segment() {
    return {Code::corrupt, "the search index in the engine is damaged",
            "empty the table hence_search: it is built anew"};
}

}  // namespace

// The blocks of one segment.
class SearchTable::TableTerms final : public TermSource {
public:
    TableTerms(Pool& pool, std::int32_t log, std::uint64_t first_seq)
        : pool_(pool), log_(log), part_(search_part('B', first_seq)) {}

    Result<void> add_docs(std::string_view term, DocSet& docs) const override {
        const std::string block = TRY(block_at(term));
        if (block.empty()) {
            return {};
        }
        TermReader words(block);
        for (bool more = TRY(words.next()); more && words.term() <= term;) {
            if (words.term() == term) {
                return add_postings(words.postings(), docs);
            }
            more = TRY(words.next());
        }
        return {};
    }

    Result<void> add_docs_of_prefix(std::string_view prefix, DocSet& docs) const override {
        const std::string before = TRY(block_at(prefix));
        TRY(add_matching(before, prefix, docs));
        std::string from(prefix);
        while (true) {
            Statement select(
                "SELECT part, rest, piece, body FROM hence_search WHERE log = $1 AND part = $2 AND "
                "rest > $3 AND piece = 0 ORDER BY rest LIMIT $4");
            select.integer(log_).bytes(part_).bytes(from).integer(blocks_page);
            const std::vector<Rows> rows = TRY(pool_.ask({select}));
            for (int row = 0; row < rows.front().size(); ++row) {
                from = rows.front().bytes(row, 1);
                if (!from.starts_with(prefix)) {
                    return {};
                }
                PieceJoiner pieces;
                pieces.add(0, rows.front().bytes(row, 3));
                const std::string block = TRY(pieces.join());
                TRY(add_matching(block, prefix, docs));
            }
            if (rows.front().size() < blocks_page) {
                return {};
            }
        }
    }

private:
    static Result<void> add_matching(const std::string& block, std::string_view prefix,
                                     DocSet& docs) {
        if (block.empty()) {
            return {};
        }
        TermReader words(block);
        for (bool more = TRY(words.next()); more;) {
            if (words.term().starts_with(prefix)) {
                TRY(add_postings(words.postings(), docs));
            }
            more = TRY(words.next());
        }
        return {};
    }

    // The block that begins with the last word up to this one; empty when all words come later.
    Result<std::string> block_at(std::string_view term) const {
        Statement select(
            "SELECT part, rest, piece, body FROM hence_search WHERE log = $1 AND part = $2 AND "
            "rest = (SELECT rest FROM hence_search WHERE log = $1 AND part = $2 AND rest <= $3 "
            "ORDER BY rest DESC LIMIT 1)");
        select.integer(log_).bytes(part_).bytes(term);
        const std::vector<Rows> rows = TRY(pool_.ask({select}));
        std::string block;
        const auto take = [&](std::string_view, std::string_view,
                              std::string value) -> Result<void> {
            block = std::move(value);
            return {};
        };
        TRY(each_value(rows.front(), take));
        return block;
    }

    Pool& pool_;
    std::int32_t log_;
    std::string part_;
};

std::vector<Statement> SearchTable::clear(std::int32_t log, std::int64_t erasures) {
    Statement put(
        "INSERT INTO hence_search (log, part, rest, piece, body) VALUES ($1, $2, $3, 0, $4) "
        "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body");
    put.integer(log).bytes("V").bytes("").bytes(pieces_of(this_version(erasures)).front());
    Statement remove("DELETE FROM hence_search WHERE log = $1 AND part <> $2");
    remove.integer(log).bytes("V");
    return {put, remove};  // In this order: whoever writes a segment locks the version first.
}

Result<std::unique_ptr<SearchTable>> SearchTable::open(Pool& pool, std::int32_t log,
                                                       std::int64_t erasures) {
    const std::vector<Rows> rows = TRY(pool.ask({select_parts(Table::search, log, {"V"})}));
    const std::string version = TRY(only_value(rows.front()));
    auto table = std::make_unique<SearchTable>(pool, log, erasures);
    if (version == this_version(erasures)) {
        return table;
    }
    const Pool::Lease connection = TRY(pool.lease());
    const auto work = [&]() -> Result<void> {
        Statement lock(
            "SELECT last_seq, last_refused, unfinished, erasures FROM hence_head WHERE log = $1 "
            "FOR UPDATE");
        lock.integer(log);
        const std::vector<Rows> answers = TRY(connection->run({Statement("BEGIN"), lock}));
        const HeadRow head = TRY(take_head(answers[1]));
        if (head.erasures != erasures) {
            return erased_meanwhile();
        }
        std::vector<Statement> statements = clear(log, erasures);
        statements.emplace_back("COMMIT");
        TRY(connection->run(statements));
        return {};
    };
    const Result<void> cleared = work();
    if (!cleared && !connection->is_lost()) {
        static_cast<void>(static_cast<bool>(connection->run({Statement("ROLLBACK")})));
    }
    return cleared ? Result<std::unique_ptr<SearchTable>>(std::move(table)) : cleared.error();
}

// A segment that does not follow on the one before is passed over, with all behind it.
Result<std::vector<SearchTable::Segment>> SearchTable::segments() const {
    const std::vector<Rows> rows = TRY(pool_.ask({select_parts(Table::search, log_, {"S"})}));
    std::vector<Segment> found;
    const auto take = [&](std::string_view, std::string_view rest,
                          const std::string& value) -> Result<void> {
        const std::uint64_t first = ByteReader(rest).be64();
        Watermark last = TRY(decode_watermark(value));
        const std::uint64_t expected = found.empty() ? 1 : found.back().last.seq + 1;
        if (first == expected && last.seq >= first && last.seq - first < segment_docs_max) {
            found.push_back({first, std::move(last)});
        }
        return {};
    };
    TRY(each_value(rows.front(), take));
    return found;
}

Result<void> SearchTable::write(const SegmentBuilder& segment, std::string_view last_id) {
    const std::uint64_t first = segment.rows().first_seq();
    const std::uint64_t last = segment.next_seq() - 1;
    std::vector<std::string> parts;
    std::vector<std::string> rests;
    std::vector<std::int32_t> numbers;
    std::vector<std::string> bodies;
    const auto add = [&](const std::string& part, std::string_view rest, std::string_view value) {
        std::int32_t number = 0;
        for (std::string& piece : pieces_of(value)) {
            parts.push_back(part);
            rests.emplace_back(rest);
            numbers.push_back(number++);
            bodies.push_back(std::move(piece));
        }
    };
    const std::string blocks = search_part('B', first);
    segment.each_block(
        [&](std::string_view term, const std::string& block) { add(blocks, term, block); });
    const std::string columns = search_part('C', first);
    segment.rows().each_part(
        [&](const std::string& part, const std::string& bytes) { add(columns, part, bytes); });
    add("S", seq_bytes(first), encode_watermark({last, std::string(last_id), ""}));

    const Pool::Lease connection = TRY(pool_.lease());
    const auto work = [&]() -> Result<void> {
        const std::vector<Rows> rows = TRY(connection->run(
            {Statement("BEGIN"), lock_row(log_, "V", ""), lock_row(log_, "S", seq_bytes(first))}));
        const std::string version = TRY(only_value(rows[1]));
        if (version != this_version(erasures_)) {
            return erased_meanwhile();
        }
        std::uint64_t there = 0;
        const auto take = [&](std::string_view, std::string_view,
                              const std::string& value) -> Result<void> {
            const Watermark mark = TRY(decode_watermark(value));
            there = mark.seq;
            return {};
        };
        TRY(each_value(rows[2], take));
        if (there >= last) {
            return {};
        }
        Statement remove("DELETE FROM hence_search WHERE log = $1 AND part IN ($2, $3)");
        remove.integer(log_).bytes(blocks).bytes(columns);
        Statement put(
            "INSERT INTO hence_search (log, part, rest, piece, body) "
            "SELECT $1, p, r, n, b FROM unnest($2, $3, $4, $5) AS t (p, r, n, b) "
            "ON CONFLICT (log, part, rest, piece) DO UPDATE SET body = excluded.body");
        put.integer(log_).byte_list(parts).byte_list(rests).integer_list(numbers).byte_list(bodies);
        TRY(connection->run({remove, put, Statement("COMMIT")}));
        return {};
    };
    const Result<void> written = work();
    if (!connection->is_lost()) {
        // Ends what is still open; after a COMMIT there is nothing, and the engine only warns.
        static_cast<void>(static_cast<bool>(connection->run({Statement("ROLLBACK")})));
    }
    const std::lock_guard lock(mutex_);
    std::erase_if(recent_, [&](const auto& rows) { return rows.first == first; });
    return written;
}

Result<void> SearchTable::load(std::uint64_t first_seq, SegmentBuilder& segment) const {
    const std::unique_ptr<MatchRows> stored = TRY(rows(first_seq));
    MatchRowsBuilder builder = TRY(MatchRowsBuilder::from(*stored));
    segment.take_rows(std::move(builder));
    const std::vector<Rows> blocks =
        TRY(pool_.ask({select_parts(Table::search, log_, {search_part('B', first_seq)})}));
    const auto take = [&](std::string_view, std::string_view, const std::string& value) {
        return segment.take_block(value);
    };
    return each_value(blocks.front(), take);
}

// All of them at once: a round trip for each part would take longer than what it saves.
Result<SearchTable::Parts> SearchTable::parts(std::uint64_t first_seq) const {
    {
        const std::lock_guard lock(mutex_);
        const auto known =
            std::ranges::find(recent_, first_seq, &decltype(recent_)::value_type::first);
        if (known != recent_.end()) {
            recent_.splice(recent_.begin(), recent_, known);
            return known->second;
        }
    }
    const std::vector<Rows> answers =
        TRY(pool_.ask({select_parts(Table::search, log_, {search_part('C', first_seq)})}));
    auto read = std::make_shared<std::map<std::string, std::string>>();
    const auto take = [&](std::string_view, std::string_view part,
                          std::string value) -> Result<void> {
        read->emplace(part, std::move(value));
        return {};
    };
    TRY(each_value(answers.front(), take));
    if (read->empty()) {
        return damaged_segment();
    }
    return Parts(std::move(read));
}

Result<std::unique_ptr<MatchRows>> SearchTable::rows(std::uint64_t first_seq) const {
    const Parts read = TRY(parts(first_seq));
    std::unique_ptr<MatchRows> found = TRY(MatchRows::of(first_seq, read));
    if (found->size() == segment_docs_max) {  // A shorter one may grow.
        const std::lock_guard lock(mutex_);
        std::erase_if(recent_, [&](const auto& one) { return one.first == first_seq; });
        recent_.emplace_front(first_seq, read);
        if (recent_.size() > kept_rows_max) {
            recent_.pop_back();
        }
    }
    return found;
}

Result<Evaluation> SearchTable::evaluate(std::uint64_t first_seq, const WordQuery& query) const {
    return hence::evaluate(query, TableTerms(pool_, log_, first_seq));
}

}  // namespace hence::postgres
