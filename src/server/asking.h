// Who waits for an answer, as the thread that makes it sees them.
#pragma once

#include <cstdint>

#include "hence/result.h"

namespace hence {

// Used by one thread at a time.
class Asking {
public:
    virtual ~Asking() = default;

    // So many more bytes were read for the answer, which may hold them until it next writes. Fails
    // with io when nobody waits for it any more, and with busy when all answers that are being made
    // hold too much together.
    virtual Result<void> has_read(std::uint64_t bytes) = 0;
};

}  // namespace hence
