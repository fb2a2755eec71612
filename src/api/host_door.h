// The door of a program that embeds us, to whatever place it named.
//
// A host that shares its store needs what the commands have: the directory while nobody else has
// it, the process that has it otherwise, or a server. Unlike open_store, the host gives the
// directory to whoever insists on it, and asks that process from then on.
#pragma once

#include <memory>
#include <string>

#include "hence/result.h"
#include "server/door/door.h"

namespace hence {

struct HostPlace {
    std::string place;       // A directory, "memory:" or "http://host:port".
    std::string name = {};   // What others are told about who has the directory.
    std::string token = {};  // For a server; empty: the environment's HENCE_TOKEN.
};

// Fails with invalid for an address that is none, with io when the directory cannot be had, and as
// opening a store does.
Result<std::unique_ptr<Door>> open_host_door(const HostPlace& place);

}  // namespace hence
