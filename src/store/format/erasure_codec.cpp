#include "store/format/erasure_codec.h"

#include <algorithm>
#include <cstring>

#include "base/bytes.h"

namespace hence {

bool PendingErasure::covers(std::uint64_t seq) const {
    const auto behind = std::ranges::upper_bound(seqs, seq, {}, &SeqRange::first);
    return behind != seqs.begin() && (behind - 1)->last >= seq;
}

std::string encode_erasure(const PendingErasure& erasure) {
    std::string value(1, static_cast<char>(erasure.state));
    put_text(value, erasure.id);
    put_text(value, erasure.reason);
    put_text(value, erasure.session);
    put_varint(value, erasure.seqs.size());
    std::uint64_t before = 0;
    for (const SeqRange& range : erasure.seqs) {
        put_varint(value, range.first - before);
        put_varint(value, range.last - range.first);
        before = range.last;
    }
    put_varint(value, erasure.rows.size());
    for (const std::uint64_t n : erasure.rows) {
        put_varint(value, n);
    }
    return value;
}

Result<PendingErasure> decode_erasure(std::string_view value) {
    ByteReader in(value);
    PendingErasure erasure;
    const std::uint8_t state = in.byte();
    erasure.state = static_cast<ErasureState>(state);
    erasure.id = in.text();
    erasure.reason = in.text();
    erasure.session = in.text();
    std::uint64_t before = 0;
    for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
        SeqRange range;
        range.first = before + in.varint();
        range.last = range.first + in.varint();
        before = range.last;
        erasure.seqs.push_back(range);
    }
    // An erasure that an older program announced ends here.
    for (std::uint64_t left = in.at_end() ? 0 : in.varint(); left > 0 && in.ok(); --left) {
        erasure.rows.push_back(in.varint());
    }
    if (!in.ok() || !in.at_end() || state < 1 || state > 3) {
        return Error{Code::corrupt, "an erasure in the log does not read as one"};
    }
    return erasure;
}

Result<std::vector<Hash>> decode_erasure_part(std::string_view value) {
    if (value.size() % sizeof(Hash) != 0) {
        return Error{Code::corrupt, "the texts of an erasure in the log do not read as such"};
    }
    std::vector<Hash> hashes(value.size() / sizeof(Hash));
    if (!hashes.empty()) {
        std::memcpy(hashes.data(), value.data(), value.size());
    }
    return hashes;
}

}  // namespace hence
