// The door to a store's directory: one process at a time owns it, and every other one asks that
// process.
//
// A store can be open in one process only, but many commands and a server work on the same
// directory. The process that holds owner.lock opens the store and answers the others through
// hence.sock; when it ends, the next one takes over. The alternative, a daemon that must be started
// first, would make `hence record` fail for somebody who has just installed it. Two processes never
// have the store open at the same time; the lock decides that, not the socket. door/owner.cpp draws
// how ownership moves.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "hence/result.h"
#include "hence/store.h"
#include "server/door/door.h"

namespace hence {

class Metrics;
class LiveHub;
class Redaction;
class ServerAddress;
struct KeptAnswers;

struct OwnerOptions {
    std::string command = "hence";  // What others are told about who owns the directory.
    // Opens the store in a directory that this process has locked.
    std::function<Result<std::unique_ptr<Store>>(const std::filesystem::path&)> open;
    // What the owner's answers may use of a server; all must outlive the door.
    Metrics* metrics = nullptr;
    LiveHub* live = nullptr;
    KeptAnswers* kept = nullptr;
    const ServerAddress* address = nullptr;
    Redaction* redaction = nullptr;  // Null: one of the door's own, with the key in the directory.
    bool insists = false;  // Asks an owner to hand over, and hands over to nobody.
    std::chrono::milliseconds patience{30'000};  // For an owner that neither answers nor leaves.
};

// The door to `directory`, which must exist. Each send is answered by this process when it owns the
// directory or can come to own it, and else by the owner; should that one vanish before it has
// begun to answer, the request is made again. So whatever is sent must bear being sent twice.
//
// Fails with io when the directory cannot be written or its owner does not answer, and as `open`
// does. With `insists`, returns when this process owns the directory.
Result<std::unique_ptr<Door>> open_directory_door(const std::filesystem::path& directory,
                                                  OwnerOptions options);

}  // namespace hence
