// The door to a store's directory: one process at a time owns it, and every other one asks that
// one.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "hence/result.h"
#include "hence/store.h"
#include "server/door.h"

namespace hence {

class Metrics;
class LiveHub;
struct KeptAnswers;

struct OwnerOptions {
    std::string command = "hence";  // What others are told about who owns the directory.
    // Opens the store in a directory that this process has locked.
    std::function<Result<std::unique_ptr<Store>>(const std::filesystem::path&)> open;
    // What the owner's answers may use of a server; all must outlive the door.
    Metrics* metrics = nullptr;
    LiveHub* live = nullptr;
    KeptAnswers* kept = nullptr;
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
