// Opens a store for a program that records in its own process. There is no daemon: the program
// itself owns the directory for as long as the store lives, and answers the `hence` commands of
// others.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "hence/result.h"
#include "hence/store.h"

namespace [[gnu::visibility("default")]] hence {

struct OpenOptions {
    std::string name = {};  // What others are told about who has the store. Absent: the program's.
    // For another process that is about to let go of the store.
    std::chrono::milliseconds patience{5'000};
    // Takes secrets out of every event that this program appends, before it is stored: keys and
    // tokens of known forms become [redacted KIND 4f2a]. See docs/howto/redact.md.
    bool redact = false;
    // For a server only; empty: HENCE_TOKEN of the environment.
    std::string token = {};
    // Fails where another process keeps the directory, instead of working through that process.
    bool alone = false;
};

// Opens the store in a directory, which is made when there is none; "memory:", which is gone when
// it is destroyed; or the store of a server, "http://host:port".
//
// This process then owns the directory until the store is destroyed, and answers the `hence`
// commands of others through a socket in it. A command that has the directory is asked to hand it
// over. Where another process keeps it (a server, or another program that called this), the store
// is a client of that process: every call is sent there, so that many programs share one store. A
// client can do everything but run a Check inside the commit; when the other process ends, the
// client takes the directory over. No cursor or answer may outlive the store.
//
// The store belongs to the process that opened it. In a forked child every call fails with
// unsupported and the destructor touches nothing; such a child can open no store at all. When the
// program exits, the store is closed before the globals of the libraries it uses are gone: a later
// call fails with unsupported. See docs/EMBEDDING.md.
//
// Fails with io when the directory cannot be written, when the server is not there, or (`alone`)
// when somebody else has the directory; with unsupported when a newer version wrote it, or no store
// of that kind is known. Nothing is thrown. A damaged store opens as far as it can be read: see
// Store::damage.
Result<std::unique_ptr<Store>> open_store(const std::filesystem::path& place,
                                          const OpenOptions& options = {}) noexcept;

}  // namespace hence
