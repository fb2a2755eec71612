#include "store/format/sheet.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "base/try.h"
#include "model/repeat.h"

namespace hence {
namespace {

// The bits of an event.
namespace event_bit {
constexpr std::uint64_t timed = 1;
constexpr std::uint64_t is_work = 2;
constexpr std::uint64_t rationale_given = 4;
constexpr std::uint64_t has_duration = 8;
constexpr std::uint64_t has_tool = 16;
constexpr std::uint64_t whole = 32;
constexpr std::uint64_t has_amounts = 64;
constexpr std::uint64_t has_call_id = 128;
constexpr std::uint64_t failed = 256;
constexpr std::uint64_t has_error = 512;
constexpr std::uint64_t replaceable = 1024;
constexpr std::uint64_t session_is_run = 2048;
}  // namespace event_bit
// The bits of a decision.
namespace decision_bit {
constexpr std::uint64_t outcome = 1;
constexpr std::uint64_t replaceable = 2;
constexpr std::uint64_t known = 4;
constexpr std::uint64_t correct = 8;
}  // namespace decision_bit

constexpr double whole_max = 9'007'199'254'740'992;  // 2^53

void put_number(std::string& out, double value) {
    if (value >= 0 && value < whole_max && !std::signbit(value) && value == std::floor(value)) {
        put_varint(out, static_cast<std::uint64_t>(value) * 2);
        return;
    }
    put_varint(out, 1);
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i, bits >>= 8) {
        out.push_back(static_cast<char>(bits & 0xFF));
    }
}

double take_number(ByteReader& in) {
    const std::uint64_t first = in.varint();
    if ((first & 1) == 0) {
        return static_cast<double>(first / 2);
    }
    std::uint64_t bits = 0;
    const std::string_view bytes = in.bytes(8);
    for (std::size_t i = bytes.size(); i-- > 0;) {
        bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return std::bit_cast<double>(bits);
}

// The unit of the last of so many digits, in nanoseconds.
std::uint32_t unit_of(std::uint8_t digits) {
    constexpr std::array<std::uint32_t, 10> units{
        1'000'000'000, 100'000'000, 10'000'000, 1'000'000, 100'000, 10'000, 1'000, 100, 10, 1};
    return units[std::min<std::size_t>(digits, 9)];
}

// All amounts in the order of their bits.
template <class Amounts>
auto in_order(Amounts& amounts) {
    return std::array{&amounts.prompt,
                      &amounts.completion,
                      &amounts.usd,
                      &amounts.tokens.input,
                      &amounts.tokens.output,
                      &amounts.tokens.cache_read,
                      &amounts.tokens.cache_write,
                      &amounts.tokens.reasoning,
                      &amounts.tokens.total};
}

void put_amounts(std::string& out, const CountedAmounts& amounts) {
    const auto all = in_order(amounts);
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        bits |= std::uint64_t{all[i]->has_value()} << i;
    }
    put_varint(out, bits);
    for (const std::optional<double>* amount : all) {
        if (*amount) {
            put_number(out, **amount);
        }
    }
}

void take_amounts(ByteReader& in, CountedAmounts& amounts) {
    const auto all = in_order(amounts);
    const std::uint64_t bits = in.varint();
    for (std::size_t i = 0; i < all.size(); ++i) {
        *all[i] = (bits >> i & 1) != 0 ? std::optional(take_number(in)) : std::nullopt;
    }
}

std::uint64_t bits_of(const Counted& row) {
    std::uint64_t bits = 0;
    const auto set = [&](std::uint64_t bit, bool is_set) { bits |= is_set ? bit : 0; };
    set(event_bit::timed, row.timed);
    set(event_bit::is_work, row.is_work);
    set(event_bit::rationale_given, row.rationale_given);
    set(event_bit::has_duration, row.duration_ms.has_value());
    set(event_bit::has_tool, row.tool != NameTable::none);
    set(event_bit::whole, row.whole);
    set(event_bit::has_amounts, row.has_amounts);
    set(event_bit::has_call_id, !row.call_id.empty());
    set(event_bit::failed, row.failed);
    set(event_bit::has_error, !row.error.empty());
    set(event_bit::replaceable, row.replaceable);
    set(event_bit::session_is_run, row.session_is_run);
    return bits;
}

void put_event(std::string& out, const Counted& row) {
    put_varint(out, bits_of(row));
    for (const std::uint32_t name : {row.kind, row.agent, row.session, row.run}) {
        put_varint(out, name);
    }
    if (row.tool != NameTable::none) {
        put_varint(out, row.tool);
    }
    if (row.duration_ms) {
        put_number(out, *row.duration_ms);
    }
    for (const std::string_view text : {row.call_id, row.error}) {
        if (!text.empty()) {
            put_text(out, text);
        }
    }
    if (row.has_amounts) {
        put_amounts(out, row.amounts);
    }
}

void put_decision(std::string& out, const Decided& row) {
    put_varint(out, (row.is_outcome ? decision_bit::outcome : 0) |
                        (row.replaceable ? decision_bit::replaceable : 0) |
                        (row.correct ? decision_bit::known : 0) |
                        (row.correct.value_or(false) ? decision_bit::correct : 0));
    put_text(out, row.decision);
    if (!row.is_outcome) {
        put_varint(out, row.agent);
        put_varint(out, row.type);
        put_number(out, row.confidence);
    }
}

Error damaged() {
    return {Code::corrupt, "a sheet of the index does not read as one"};
}

}  // namespace

void SheetRows::close(const Position& place) {
    const std::size_t begin = rows_.empty() ? 0 : rows_.back().begin + rows_.back().size;
    rows_.push_back({place, begin, bytes_.size() - begin});
}

std::optional<Position> SheetRows::first() const {
    const auto first = std::ranges::min_element(rows_, {}, &Row::place);
    return first == rows_.end() ? std::nullopt : std::optional(first->place);
}

std::string SheetRows::encode(const NameTable& names) const {
    std::string out;
    put_varint(out, names.size());
    for (std::uint32_t number = 0; number < names.size(); ++number) {
        put_text(out, names.text(number));
    }
    std::vector<const Row*> in_order;
    in_order.reserve(rows_.size());
    for (const Row& row : rows_) {
        in_order.push_back(&row);
    }
    const auto place = [](const Row* row) -> const Position& { return row->place; };
    if (!std::ranges::is_sorted(in_order, {}, place)) {
        std::ranges::sort(in_order, {}, place);
    }
    const Row* before = nullptr;
    for (const Row* row : in_order) {
        const Time& time = row->place.time;
        const std::uint64_t seconds =
            before == nullptr
                ? zigzag(time.seconds)
                : static_cast<std::uint64_t>(time.seconds - before->place.time.seconds);
        const std::uint64_t seq = before == nullptr ? 0 : before->place.seq;
        put_varint(out, seconds * 16 + time.digits);
        put_varint(out, time.nanos / unit_of(time.digits));
        put_varint(out, zigzag(static_cast<std::int64_t>(row->place.seq - seq)));
        out.append(bytes_, row->begin, row->size);
        before = row;
    }
    return out;
}

SheetBuilder::SheetBuilder() : counting_(event_names_), deciding_(decision_names_) {}

void SheetBuilder::add(const Event& event) {
    if (is_withdrawn(event)) {
        return;
    }
    const Counted& row = counting_.of(event);
    put_event(events_.bytes(), row);
    events_.close(row.place);
    if (const Decided* decided = deciding_.of(event)) {
        put_decision(decisions_.bytes(), *decided);
        decisions_.close(decided->place);
    }
}

std::string SheetBuilder::encode(SheetKind kind) const {
    return kind == SheetKind::events ? events_.encode(event_names_)
                                     : decisions_.encode(decision_names_);
}

Result<SheetReader> SheetReader::open(std::string sheet, NameTable& names) {
    SheetReader reader(std::move(sheet));
    ByteReader in(reader.sheet_);
    const std::uint64_t count = in.varint();
    if (count > in.left()) {
        return damaged();
    }
    reader.names_.reserve(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        reader.names_.push_back(names.number_of(in.text()));
    }
    if (!in.ok()) {
        return damaged();
    }
    reader.at_ = reader.sheet_.size() - in.left();
    return reader;
}

void SheetReader::take_place(ByteReader& in) {
    const std::uint64_t seconds = in.varint();
    const auto digits = static_cast<std::uint8_t>(std::min<std::uint64_t>(seconds % 16, 9));
    const std::uint64_t fraction = in.varint();
    place_.time.seconds = begun_ ? place_.time.seconds + static_cast<std::int64_t>(seconds / 16)
                                 : unzigzag(seconds / 16);
    place_.time.nanos = static_cast<std::uint32_t>(fraction * unit_of(digits));
    place_.time.digits = digits;
    place_.seq += static_cast<std::uint64_t>(unzigzag(in.varint()));
    begun_ = true;
}

// A number that no name has fails where the row is checked.
std::uint32_t SheetReader::name(ByteReader& in) const {
    const std::uint64_t number = in.varint();
    if (number >= names_.size()) {
        in = ByteReader({});
        in.byte();
        return NameTable::none;
    }
    return names_[number];
}

Result<bool> SheetReader::next(Counted& row) {
    ByteReader in = rest();
    if (in.at_end()) {
        return false;
    }
    take_place(in);
    row.place = place_;
    const std::uint64_t bits = in.varint();
    row.kind = name(in);
    row.agent = name(in);
    row.session = name(in);
    row.run = name(in);
    row.timed = (bits & event_bit::timed) != 0;
    row.is_work = (bits & event_bit::is_work) != 0;
    row.session_is_run = (bits & event_bit::session_is_run) != 0;
    row.rationale_given = (bits & event_bit::rationale_given) != 0;
    row.failed = (bits & event_bit::failed) != 0;
    row.whole = (bits & event_bit::whole) != 0;
    row.replaceable = (bits & event_bit::replaceable) != 0;
    row.has_amounts = (bits & event_bit::has_amounts) != 0;
    row.tool = (bits & event_bit::has_tool) != 0 ? name(in) : NameTable::none;
    row.duration_ms =
        (bits & event_bit::has_duration) != 0 ? std::optional(take_number(in)) : std::nullopt;
    row.call_id = (bits & event_bit::has_call_id) != 0 ? in.text() : std::string_view();
    row.error = (bits & event_bit::has_error) != 0 ? in.text() : std::string_view();
    if (row.has_amounts) {
        take_amounts(in, row.amounts);
    }
    at_ = sheet_.size() - in.left();
    return in.ok() ? Result<bool>(true) : damaged();
}

Result<bool> SheetReader::next(Decided& row) {
    ByteReader in = rest();
    if (in.at_end()) {
        return false;
    }
    take_place(in);
    const std::uint64_t bits = in.varint();
    row = {.place = place_,
           .is_outcome = (bits & decision_bit::outcome) != 0,
           .replaceable = (bits & decision_bit::replaceable) != 0,
           .decision = in.text()};
    if (row.is_outcome) {
        row.correct = (bits & decision_bit::known) != 0
                          ? std::optional((bits & decision_bit::correct) != 0)
                          : std::nullopt;
    } else {
        row.agent = name(in);
        row.type = name(in);
        row.confidence = take_number(in);
    }
    at_ = sheet_.size() - in.left();
    return in.ok() ? Result<bool>(true) : damaged();
}

}  // namespace hence
