// A store in a directory: RocksDB, one owner at a time, checked before it is opened for writing.
//
// HeldEngine is the object that callers get; Engine does the work; docs/FORMAT.md describes the
// bytes. Only directory.cpp and tests open a store by this header.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>

#include "hence/result.h"
#include "hence/store.h"

namespace rocksdb {
class Env;
}

namespace hence {

struct RocksOptions {
    rocksdb::Env* env = nullptr;  // Null: the machine's. Tests bring one that fails.
    // Told how far along a rebuild of the index is: events done, events in all.
    std::function<void(std::uint64_t, std::uint64_t)> progress = {};
    std::size_t write_buffer_bytes =
        0;                           // 0: the usual. Tests bring a small one, to get tables early.
    std::size_t segment_events = 0;  // Likewise, of the search index and of sheets.
    // False: a search reads every event. For measuring what the index costs.
    bool search = true;
    // False: no tree of proofs is kept. For measuring what it costs.
    bool tree = true;
    // Where the user's keys lie: those that sign checkpoints, and the master keys of encrypted
    // stores. Empty: nothing is signed.
    std::filesystem::path signing_keys = {};
};

// The number that `--version` and docs/FORMAT.md name.
std::uint32_t store_format_version();

// Opens the store at `directory` and creates it when there is none. Fails with io when another
// process has it or the disk says no, and with unsupported when a newer version wrote it. A damaged
// one opens all the same, as far as it can be read: see Store::damage. Cursors must not outlive the
// store.
Result<std::unique_ptr<Store>> open_rocks_store(const std::filesystem::path& directory,
                                                const RocksOptions& options = {});

}  // namespace hence
