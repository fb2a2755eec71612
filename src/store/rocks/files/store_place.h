// The directory that a store is in, held fast while the store is open.
//
// A path names whatever lies there at the moment. If somebody moves a store's directory away and
// makes another one in its place, RocksDB would write into the new one. So RocksDB is given a path
// that goes by way of the open directory, /proc/PROCESS/fd/N, which stays the same directory
// wherever it is moved. An flock on the directory keeps other owners out. Before each
// acknowledgement, `check` looks whether the directory is still where its user put it.
// Must never happen: an append is acknowledged into a directory that nobody will find again. A
// forked child holds nothing: the descriptor is closed in the child, and with it the lock.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/process.h"
#include "hence/result.h"

namespace hence::rocks {

class StorePlace {
public:
    // The directory must exist. Fails with io when it cannot be opened, or when another store of
    // this or of another process is open there.
    static Result<std::unique_ptr<StorePlace>> open(const std::filesystem::path& directory);
    // Nothing is held: for a file system that is not the machine's.
    static std::unique_ptr<StorePlace> unheld(const std::filesystem::path& directory);

    // Takes over an open descriptor of the directory; -1 is none.
    StorePlace(std::filesystem::path directory, int descriptor);
    StorePlace(const StorePlace&) = delete;
    StorePlace& operator=(const StorePlace&) = delete;
    ~StorePlace();

    // What RocksDB is given for DIRECTORY/NAME.
    std::string steady(const std::string& name) const;
    // What a person is told: our paths by the name that the person gave.
    Error in_words(Error error) const;
    const std::filesystem::path& directory() const { return directory_; }

    // Remembers which files stand for the store. To be called once they are there. Fails as
    // `check`.
    Result<void> settle();
    // Fails with io when the directory was moved, removed or replaced since.
    Result<void> check() const;
    // Fails with io when the disk does not take even a small file, or as `check`.
    Result<void> check_room() const;

private:
    struct Identity {
        std::uint64_t device = 0;
        std::uint64_t number = 0;
        friend bool operator==(const Identity&, const Identity&) = default;
    };
    static Identity identity_of(const std::filesystem::path& path);
    std::string prefix() const;

    std::filesystem::path directory_;
    int descriptor_;
    std::unique_ptr<ClosedInChild> closed_in_child_;
    ProcessMark opened_in_;
    Identity log_;
    Identity head_;
};

}  // namespace hence::rocks
