#include "store/directory.h"

#include <utility>

#include "store/integrity/signing_keys.h"
#include "store/rocks/rocks_store.h"

namespace hence {

Result<std::unique_ptr<Store>> open_directory_store(const std::filesystem::path& directory,
                                                    RebuildProgress progress) {
    return open_rocks_store(directory,
                            {.progress = std::move(progress), .signing_keys = signing_directory()});
}

std::uint32_t directory_format_version() {
    return store_format_version();
}

}  // namespace hence
