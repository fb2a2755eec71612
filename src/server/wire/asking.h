// Who waits for an answer, as the thread that makes the answer sees them.
//
// A question may read gigabytes, and the client may close its connection long before. The code that
// reads events calls has_read for each of them, and the connection behind this interface decides
// whether the work goes on. So a view knows nothing of sockets, and an abandoned question soon
// stops.
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
