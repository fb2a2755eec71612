#include "hence/version.h"

#include "store/directory.h"

namespace hence {

std::string_view version() noexcept {
    return HENCE_VERSION;  // The build's, see CMakeLists.txt.
}

std::uint32_t store_format() noexcept {
    return directory_format_version();
}

}  // namespace hence
