// How far an index got, and of which log it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hence/result.h"

namespace hence::rocks {

// An index is written together with its watermark, so that the watermark is never ahead of what it
// covers.
struct Watermark {
    std::uint64_t seq = 0;  // Up to this event everything is in the index.
    std::string id;         // That event's.
    std::string log;        // The log's identity.
};

std::string encode_watermark(const Watermark& mark);
// Fails with corrupt, also when another version of the index wrote it.
Result<Watermark> decode_watermark(std::string_view value);

}  // namespace hence::rocks
