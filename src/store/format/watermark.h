// The watermark: how far an index got, in which log, and with which event.
//
// It is one value of the index itself, written in the same batch as the additions that it covers.
// So it can never be ahead of them, however much of the index a power cut takes away. A seq alone
// would not do: after a log was copied and both copies went on, the same seq names two events. So
// the watermark also holds the id of that event and the identity of the log, and an index that
// disagrees with the log in any of the three is deleted and built again.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "model/keys.h"

namespace hence {

// See Index::apply for when it is written.
struct Watermark {
    std::uint64_t seq = 0;  // Up to this event everything is in the index.
    std::string id;         // That event's.
    std::string log;        // The log's identity.
    RareBits rare = 0;      // What there may be among those events.
};

std::string encode_watermark(const Watermark& mark);
// Fails with corrupt, also when another version of the index wrote it.
Result<Watermark> decode_watermark(std::string_view value);

}  // namespace hence
