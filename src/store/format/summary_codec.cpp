#include "store/format/summary_codec.h"

#include <bit>

#include "base/bytes.h"
#include "base/try.h"

namespace hence {
namespace {

constexpr char row_version = 3;

void put_time(std::string& out, const Time& time) {
    put_varint(out, zigzag(time.seconds));
    put_varint(out, time.nanos);
    out.push_back(static_cast<char>(time.digits));
}

Time take_time(ByteReader& in) {
    Time time;
    time.seconds = unzigzag(in.varint());
    time.nanos = static_cast<std::uint32_t>(in.varint());
    time.digits = in.byte();
    return time;
}

void put_maybe_time(std::string& out, const std::optional<Time>& time) {
    out.push_back(time ? 1 : 0);
    if (time) {
        put_time(out, *time);
    }
}

std::optional<Time> take_maybe_time(ByteReader& in) {
    return in.byte() == 0 ? std::nullopt : std::optional(take_time(in));
}

void put_amount(std::string& out, const std::optional<double>& amount) {
    out.push_back(amount ? 1 : 0);
    if (amount) {
        put_be64(out, std::bit_cast<std::uint64_t>(*amount));
    }
}

std::optional<double> take_amount(ByteReader& in) {
    return in.byte() == 0 ? std::nullopt : std::optional(std::bit_cast<double>(in.be64()));
}

using Said = std::optional<std::pair<Position, std::string>>;

void put_said(std::string& out, const Said& said) {
    out.push_back(said ? 1 : 0);
    if (said) {
        put_time(out, said->first.time);
        put_varint(out, said->first.seq);
        put_text(out, said->second);
    }
}

Said take_said(ByteReader& in) {
    if (in.byte() == 0) {
        return std::nullopt;
    }
    Position where;
    where.time = take_time(in);
    where.seq = in.varint();
    return std::pair(where, std::string(in.text()));
}

using Counts = std::map<std::string, std::uint64_t>;

// Counts of single commits may be below zero, which is near the greatest number there is.
void put_counts(std::string& out, const Counts& counts) {
    put_varint(out, counts.size());
    for (const auto& [name, count] : counts) {
        put_text(out, name);
        put_varint(out, count);
    }
}

Counts take_counts(ByteReader& in) {
    Counts counts;
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const std::string_view name = in.text();
        counts.emplace_hint(counts.end(), name, in.varint());
    }
    return counts;
}

class AddUp : public rocksdb::MergeOperator {
public:
    const char* Name() const override { return "hence.summary.1"; }

    bool FullMergeV2(const MergeOperationInput& in, MergeOperationOutput* out) const override {
        Summary sum;
        bool begun = false;
        const auto add = [&](const rocksdb::Slice& bytes) {
            Result<Summary> row = decode_summary(bytes.ToStringView());
            if (!row) {
                return false;
            }
            if (begun) {
                sum.add(*row);
            } else {
                sum = std::move(row).take();
                begun = true;
            }
            return true;
        };
        if (in.existing_value != nullptr && !add(*in.existing_value)) {
            return false;
        }
        for (const rocksdb::Slice& operand : in.operand_list) {
            if (!add(operand)) {
                return false;
            }
        }
        out->new_value = encode_summary(sum);
        return true;
    }

    bool PartialMergeMulti(const rocksdb::Slice& /*key*/,
                           const std::deque<rocksdb::Slice>& operands, std::string* sum,
                           rocksdb::Logger* /*logger*/) const override {
        MergeOperationOutput out(*sum, unused_);
        const std::vector<rocksdb::Slice> list(operands.begin(), operands.end());
        return FullMergeV2(MergeOperationInput({}, nullptr, list, nullptr), &out);
    }

private:
    static inline rocksdb::Slice unused_;
};

}  // namespace

std::string encode_summary(const Summary& row) {
    std::string out(1, row_version);
    put_text(out, row.id);
    put_text(out, row.session);
    put_time(out, row.first);
    put_time(out, row.last);
    put_maybe_time(out, row.begin);
    put_maybe_time(out, row.end);
    put_varint(out, row.events);
    put_varint(out, row.with_parent);
    put_varint(out, row.kinds.size());
    for (const auto& [kind, count] : row.kinds) {
        put_text(out, kind);
        put_varint(out, count);
    }
    put_counts(out, row.agents);
    put_counts(out, row.sessions);
    put_amount(out, row.tokens);
    put_amount(out, row.tokens_stated);
    put_varint(out, row.errors);
    put_said(out, row.goal);
    put_said(out, row.status);
    return out;
}

Result<Summary> decode_summary(std::string_view bytes) {
    ByteReader in(bytes);
    Summary row;
    const bool known = in.byte() == row_version;
    row.id = in.text();
    row.session = in.text();
    row.first = take_time(in);
    row.last = take_time(in);
    row.begin = take_maybe_time(in);
    row.end = take_maybe_time(in);
    row.events = in.varint();
    row.with_parent = in.varint();
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        const std::string_view kind = in.text();
        row.kinds.emplace_hint(row.kinds.end(), kind, in.varint());
    }
    row.agents = take_counts(in);
    row.sessions = take_counts(in);
    row.tokens = take_amount(in);
    row.tokens_stated = take_amount(in);
    row.errors = in.varint();
    row.goal = take_said(in);
    row.status = take_said(in);
    if (!known || !in.ok() || !in.at_end()) {
        return Error{Code::corrupt, "a summary row of the index does not read as one"};
    }
    return row;
}

std::shared_ptr<rocksdb::MergeOperator> summary_merge_operator() {
    return std::make_shared<AddUp>();
}

}  // namespace hence
