#include "cli/commands/licenses.h"

#include "base/inflate.h"

namespace hence {

Result<std::string> licenses() {
    const PackedText kept = packed_licenses();
    // It is ours, so it may have grown by any factor.
    const InflateLimits limits{.bytes_max = kept.bytes, .ratio_from = kept.bytes};
    Result<std::string> text = inflate(Coding::gzip, kept.packed, limits);
    if (!text || text->size() != kept.bytes) {
        return Error{Code::corrupt, "the licences inside the program cannot be unpacked",
                     "build the program again"};
    }
    return text;
}

}  // namespace hence
