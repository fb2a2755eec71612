#include "server/serve/freed_blocks.h"

#include <malloc.h>

namespace hence {

// Large blocks go back to the system when they are freed. Left alone, the allocator comes to keep
// larger and larger ones, and a server that once drew a long session stays as large as it was then.
void give_freed_blocks_back() {
#ifdef __GLIBC__
    constexpr int block_size_min = 256 << 10;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): no other thread runs yet.
    ::mallopt(M_MMAP_THRESHOLD, block_size_min);
#endif
}

}  // namespace hence
