// The columns of a segment as bytes: fixed widths, because a count over millions of events reads
// them all, and the store compresses them.
//
//     rows = first seq varint, count varint, count x seconds (8, zigzag, little-endian),
//            count x nanoseconds (4), count x flags (1), then for each column: names varint,
//            each name with its size, count x code (2)
#include "store/search/matches.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "base/bytes.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "store/search/rows_builder.h"

static_assert(std::endian::native == std::endian::little, "columns are read as they lie in memory");

namespace hence {
namespace {

template <class Number>
void put_numbers(std::string& out, const std::vector<Number>& numbers) {
    if (!numbers.empty()) {
        const std::size_t at = out.size();
        out.resize(at + numbers.size() * sizeof(Number));
        std::memcpy(out.data() + at, numbers.data(), numbers.size() * sizeof(Number));
    }
}

template <class Number>
void take_numbers(ByteReader& in, std::size_t count, std::vector<Number>& numbers) {
    const std::string_view bytes = in.bytes(count * sizeof(Number));
    if (count > 0 && bytes.size() == count * sizeof(Number)) {
        numbers.resize(count);
        std::memcpy(numbers.data(), bytes.data(), bytes.size());
    }
}

std::string session_column(const Event& event) {
    const bool is_run = event.has(Flag::session_derived) && event.session() == event.run();
    if (is_run) {
        return 'd' + std::string(event.run());
    }
    if (event.session().empty() && !event.run().empty()) {
        return 'l' + std::string(event.run());
    }
    return 'n' + std::string(event.session());
}

// Whether no other event took its place.
Result<bool> still_stands(const Store& store, const Event& event) {
    if (!event.has(Flag::settled) && !event.has(Flag::unfinished)) {
        return true;
    }
    const std::optional<Event> found = TRY(store.find(event.id()));
    return found && found->seq() == event.seq();
}

}  // namespace

std::string MatchRows::encode() const {
    std::string out;
    put_varint(out, first_seq_);
    put_varint(out, size());
    put_numbers(out, seconds_);
    put_numbers(out, nanos_);
    put_numbers(out, flags_);
    for (const Column& column : columns_) {
        put_varint(out, column.names.size());
        for (const std::string& name : column.names) {
            put_text(out, name);
        }
        put_numbers(out, column.codes);
    }
    return out;
}

Result<MatchRows> MatchRows::decode(std::string_view bytes) {
    ByteReader in(bytes);
    MatchRows rows(in.varint());
    const std::uint64_t count = in.varint();
    bool good = count <= segment_docs_max;
    if (good) {
        take_numbers(in, count, rows.seconds_);
        take_numbers(in, count, rows.nanos_);
        take_numbers(in, count, rows.flags_);
    }
    for (Column& column : rows.columns_) {
        const std::uint64_t names = good ? in.varint() : 0;
        good = good && names <= count;
        for (std::uint64_t i = 0; good && i < names; ++i) {
            column.names.emplace_back(in.text());
        }
        take_numbers(in, good ? count : 0, column.codes);
        good = good && in.ok() && std::ranges::all_of(column.codes, [&](std::uint16_t code) {
                   return code < column.names.size();
               });
    }
    if (!good || !in.ok() || !in.at_end()) {
        return Error{Code::corrupt, "a segment of the search index is damaged"};
    }
    return rows;
}

MatchSession session_in_column(std::string_view text) {
    const char how = text.empty() ? 'n' : text.front();
    MatchSession session;
    session.name = text.substr(text.empty() ? 0 : 1);
    session.how = how == 'd'   ? MatchSession::How::derived
                  : how == 'l' ? MatchSession::How::loose
                               : MatchSession::How::named;
    return session;
}

MatchRowsBuilder::MatchRowsBuilder(MatchRows rows) : rows_(std::move(rows)) {
    for (std::size_t column = 0; column < match_columns; ++column) {
        const std::vector<std::string>& names = rows_.columns_[column].names;
        for (std::size_t i = 0; i < names.size(); ++i) {
            codes_[column].emplace(names[i], static_cast<std::uint16_t>(i));
        }
    }
}

void MatchRowsBuilder::add(const Event& event) {
    const Time time = event.time();
    rows_.seconds_.push_back(time.seconds);
    rows_.nanos_.push_back(static_cast<std::uint32_t>(time.nanos));
    const bool may_go = event.has(Flag::settled) || event.has(Flag::unfinished);
    const int flags = (may_go ? MatchRows::replaceable : 0) |
                      (event.has(Flag::time_derived) ? MatchRows::untimed : 0);
    rows_.flags_.push_back(static_cast<std::uint8_t>(flags));
    put(MatchColumn::session, session_column(event));
    put(MatchColumn::run, event.run());
    put(MatchColumn::agent, event.agent());
    put(MatchColumn::kind, event.kind());
    put(MatchColumn::tool, text_field(event, "tool_name"));
}

void MatchRowsBuilder::put(MatchColumn column, std::string_view text) {
    const auto number = static_cast<std::size_t>(column);
    MatchRows::Column& values = rows_.columns_[number];
    auto known = codes_[number].find(text);
    if (known == codes_[number].end()) {
        known = codes_[number]
                    .emplace(std::string(text), static_cast<std::uint16_t>(values.names.size()))
                    .first;
        values.names.emplace_back(text);
    }
    values.codes.push_back(known->second);
}

Result<void> Store::find_words(const WordQuery& query, const MatchVisitor& visit) const {
    return scan_for_words(*this, query, visit);
}

// A segment's worth of rows at a time, so that memory is bounded.
Result<void> scan_for_words(const Store& store, const WordQuery& query, const MatchVisitor& visit) {
    const std::unique_ptr<Cursor> events = TRY(store.read(1, store.last_seq()));
    std::optional<Event> event = TRY(events->next());
    while (event) {
        MatchRowsBuilder rows(event->seq());
        MatchBlock block;
        while (event && rows.rows().size() < segment_docs_max) {
            const bool stands = TRY(still_stands(store, *event));
            if (stands && query.matches(*event)) {
                block.certain.add(rows.rows().size());
            }
            rows.add(*event);
            event = TRY(events->next());
        }
        block.rows = std::make_shared<const MatchRows>(rows.rows());
        TRY(visit(block));
    }
    return {};
}

}  // namespace hence
