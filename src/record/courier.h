// Carries posts to the receiver, and adds up the accounts that come back.
//
// A post that fails with io or busy is sent again, if the recording has no end of its own. Each
// post has a key, so a post that arrived although its answer was lost counts once. Only the first
// refused lines are told to the host; the account counts all.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "hence/result.h"
#include "record/host.h"
#include "record/receiver.h"

namespace hence {

struct CourierOptions {
    PostTerms terms = {};
    bool persists = false;  // Tries again for as long as the receiver fails, until interrupted.
    std::string listed_by = {};  // The command that lists what was refused.
};

class Courier {
public:
    Courier(Receiver& receiver, RecordHost& host, Account& account, CourierOptions options)
        : receiver_(receiver), host_(host), account_(account), options_(std::move(options)) {}

    // What became of it, which is also added to the account; tells of the first lines that were
    // refused. Fails as the receiver does.
    Result<Account> post(Post post);
    // One line for the user.
    void note(std::string_view line) { host_.note(line); }
    // Counts what needs no post.
    void add(const Account& known) { account_.add(known); }

    // See Receiver::knows.
    bool knows(const std::string& id) { return receiver_.knows(id); }

    // Somebody ended the recording.
    bool stopped() const { return host_.interrupted(); }

    // How many more were refused than were told of, and how to see them.
    void tell_rest() const;
    std::uint64_t events() const { return account_.accepted + account_.duplicates; }

private:
    Result<Account> send(const Post& post);
    void tell(const Account& block);

    Receiver& receiver_;
    RecordHost& host_;
    Account& account_;
    CourierOptions options_;
    std::uint64_t told_ = 0;
};

}  // namespace hence
