#include "store/rocks/sealed/derived_files.h"

#include <utility>

#include <fmt/format.h>

#include "base/random.h"
#include "base/try.h"
#include "store/integrity/encryption.h"
#include "store/rocks/files/sealed_fs.h"

namespace hence::rocks {

DerivedFiles::DerivedFiles(std::string path, rocksdb::Env* env, std::optional<HiddenBy> hidden)
    : path_(std::move(path)), env_(env), hidden_(std::move(hidden)) {}

Result<rocksdb::Env*> DerivedFiles::env() {
    if (!hidden_) {
        return env_;
    }
    if (made_ != nullptr) {
        return made_.get();
    }
    if (!env_->FileExists(path_ + "/CURRENT").ok()) {
        return env_anew();
    }
    const Result<SecretKey> key = derived_key(hidden_->key_file, hidden_->master);
    if (!key) {
        return Error{Code::corrupt, fmt::format("{} has no key: {}", path_, key.error().message)};
    }
    made_ = sealed_env(env_, *key);
    return made_.get();
}

Result<rocksdb::Env*> DerivedFiles::env_anew() {
    if (!hidden_) {
        return env_;
    }
    SecretKey key{};
    if (hidden_->lasting) {
        key = TRY(make_derived_key(hidden_->key_file, hidden_->master));
    } else {
        TRY(fill_random(key));
    }
    made_ = sealed_env(env_, key);
    return made_.get();
}

}  // namespace hence::rocks
