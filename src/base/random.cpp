#include "base/random.h"

#include <cerrno>

#include <sys/random.h>

#include "base/descriptor.h"

namespace hence {

Result<void> fill_random(std::span<unsigned char> bytes) {
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t got = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
        if (got < 0 && errno != EINTR) {
            return system_error("get random bytes");
        }
        filled += got > 0 ? static_cast<std::size_t>(got) : 0;
    }
    return {};
}

}  // namespace hence
