#include "hence/version.h"

#include "store/rocks/rocks_store.h"

namespace hence {

std::string_view version() noexcept {
    return HENCE_VERSION;  // The build's, see CMakeLists.txt.
}

std::uint32_t store_format() noexcept {
    return store_format_version();
}

}  // namespace hence
