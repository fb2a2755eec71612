#include "store/format/refused_codec.h"

#include "base/bytes.h"

namespace hence {

std::string encode_refused(const Refused& refused) {
    std::string value;
    put_text(value, refused.source);
    put_varint(value, refused.line);
    put_text(value, refused.reason);
    put_varint(value, refused.bytes.size());
    value.append(as_bytes(sha256(refused.bytes)));
    value.append(std::string_view(refused.bytes).substr(0, refused_kept_max));
    return value;
}

Result<QuarantineRow> decode_refused(std::string_view value, bool with_bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    QuarantineRow row;
    ByteReader in(value);
    row.source = in.text();
    row.line = in.varint();
    row.reason = in.text();
    row.size = in.varint();
    for (const char c : in.bytes(sizeof(Hash))) {
        row.sha256.push_back(digits[static_cast<unsigned char>(c) >> 4]);
        row.sha256.push_back(digits[static_cast<unsigned char>(c) & 15]);
    }
    if (!in.ok()) {
        return Error{Code::corrupt, "a quarantine row does not read as one"};
    }
    if (with_bytes) {
        row.bytes = in.bytes(in.left());
    }
    return row;
}

std::string encode_refused_count(const RefusedCount& count) {
    std::string value;
    put_varint(value, count.count);
    value.push_back(count.released ? 1 : 0);
    return value;
}

RefusedCount decode_refused_count(std::string_view value) {
    ByteReader in(value);
    RefusedCount count;
    count.count = in.varint();
    count.released = in.byte() != 0;
    return count;
}

Hash refused_identity(const Refused& refused) {
    std::string head;
    put_text(head, refused.source);
    put_text(head, refused.reason);
    return sha256(head, refused.bytes);
}

}  // namespace hence
