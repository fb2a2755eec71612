#include "store/format/watermark.h"

#include "base/bytes.h"
#include "store/format/layout.h"

namespace hence {

std::string encode_watermark(const Watermark& mark) {
    std::string value;
    put_varint(value, index_version);
    put_varint(value, mark.seq);
    put_text(value, mark.id);
    put_text(value, mark.log);
    put_varint(value, mark.rare);
    return value;
}

Result<Watermark> decode_watermark(std::string_view value) {
    ByteReader in(value);
    const bool known = in.varint() == index_version;
    Watermark mark;
    mark.seq = in.varint();
    mark.id = in.text();
    mark.log = in.text();
    // An index that took no notes may have everything.
    mark.rare = in.at_end() ? all_rare : static_cast<RareBits>(in.varint());
    if (!known || !in.ok()) {
        return Error{Code::corrupt, "the index is of another format"};
    }
    return mark;
}

}  // namespace hence
