// Where a server listens, for those who ask the store's owner: known once the server has begun to
// listen, and forgotten when it ends. The store is opened before the server listens, so requests
// through the directory's socket may ask earlier; they get no address. May be used from many
// threads.
#pragma once

#include <mutex>
#include <string>
#include <utility>

namespace hence {

class ServerAddress {
public:
    void set(std::string address) {
        const std::lock_guard lock(mutex_);
        address_ = std::move(address);
    }
    // "http://127.0.0.1:4318", or empty while nothing listens.
    std::string get() const {
        const std::lock_guard lock(mutex_);
        return address_;
    }

private:
    mutable std::mutex mutex_;
    std::string address_;
};

}  // namespace hence
