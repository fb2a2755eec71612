// Where index/ or search/ lies, and the environment to open it in.
//
// Both hold words of events. In an encrypted store their files are hidden (files/sealed_fs.h) under
// a key of their own, DIR/keys/NAME. Whenever the files are derived from nothing, the key is
// overwritten by another one: an index in an old backup can then be read by nobody, also not the
// words of events that were erased since. A copy that need not last keeps its key in memory. One
// thread at a time.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include <rocksdb/env.h>

#include "base/keyed.h"
#include "hence/result.h"

namespace hence::rocks {

// How the files of an encrypted store are hidden.
struct HiddenBy {
    SecretKey master{};
    std::filesystem::path key_file;
    bool lasting = true;  // False: another key is kept in memory only.
};

class DerivedFiles {
public:
    // `env` must outlive it. Without `hidden`, it is the environment.
    DerivedFiles(std::string path, rocksdb::Env* env, std::optional<HiddenBy> hidden = {});

    const std::string& path() const { return path_; }
    // To open what is there, or to make it. It lives as long as this. Fails with corrupt when files
    // are there and their key is not: then remove them and open them anew.
    Result<rocksdb::Env*> env();
    // To remove them: RocksDB looks at their names only.
    rocksdb::Env* env_below() const { return env_; }
    // Once they are removed: to make them under another key.
    Result<rocksdb::Env*> env_anew();

private:
    std::string path_;
    rocksdb::Env* env_;
    std::optional<HiddenBy> hidden_;
    std::unique_ptr<rocksdb::Env> made_;
};

}  // namespace hence::rocks
