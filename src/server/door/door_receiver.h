// Records through a door: what was read becomes requests to the process that keeps the store.
// Recording a file then works the same for a directory of one's own, an owned directory and a
// server.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "record/receiver.h"
#include "server/door/door.h"

namespace hence {

class DoorReceiver final : public Receiver {
public:
    using Warn = std::function<void(std::string_view)>;

    // `warn` is told what an answer says about the store as a whole.
    DoorReceiver(Door& door, Warn warn) : door_(door), warn_(std::move(warn)) {}

    Result<Account> receive(const Post& post, const PostTerms& terms) override;
    bool knows(const std::string& id) override;

private:
    Door& door_;
    Warn warn_;
};

}  // namespace hence
