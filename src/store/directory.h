// Opens the store that lives in a directory. Rooms above know that there is a store in a directory,
// and not which engine keeps it: this header is the one door to store/rocks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "hence/result.h"
#include "hence/store.h"

namespace hence {

// Told how far along a rebuild of the index is: events done, events in all.
using RebuildProgress = std::function<void(std::uint64_t, std::uint64_t)>;

// Opens the store at `directory` and creates it when there is none. Fails with io when another
// process has it or the disk says no, and with unsupported when a newer version wrote it. A damaged
// one opens all the same, as far as it can be read: see Store::damage. Cursors must not outlive the
// store.
Result<std::unique_ptr<Store>> open_directory_store(const std::filesystem::path& directory,
                                                    RebuildProgress progress = {});

// The number that `--version` and docs/FORMAT.md name.
std::uint32_t directory_format_version();

}  // namespace hence
