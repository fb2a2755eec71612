#include "base/descriptor.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace hence {

Descriptor::~Descriptor() {
    if (number_ >= 0 && opened_in_.is_here()) {
        ::close(number_);
    }
}

Error system_error(std::string_view what) {
    return system_error(what, errno);
}

Error system_error(std::string_view what, int number) {
    return Error{Code::io,
                 fmt::format("cannot {}: {}", what, std::generic_category().message(number))};
}

}  // namespace hence
