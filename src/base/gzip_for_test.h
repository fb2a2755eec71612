// Text as gzip has it, for tests.
#pragma once

#include <string>
#include <string_view>

#include "base/deflate.h"

namespace hence {

inline std::string gzip(std::string_view text) {
    Deflater deflater;
    std::string out;
    deflater.take(text, out);
    deflater.finish(out);
    return out;
}

}  // namespace hence
