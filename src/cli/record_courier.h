// Carries what was read to the door, and adds up what became of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hence/result.h"
#include "server/door.h"
#include "server/ingest.h"

namespace hence {

struct Post {
    std::string body;
    std::string source;
    std::string_view format;
    std::uint64_t first_line = 1;
    std::string key = {};  // See IngestOptions::idempotency_key; empty: one of its own.
};

struct CourierOptions {
    std::string session = {};
    bool sync = true;
    bool persists = false;  // Tries again for as long as the door fails, until interrupted.
};

class Courier {
public:
    Courier(Door& door, Account& account, CourierOptions options)
        : door_(door), account_(account), options_(std::move(options)) {}

    // What became of it, which is also added to the account; tells of the first lines that were
    // refused. Fails as the door does.
    Result<Account> post(Post post);
    // Counts what needs no post.
    void add(const Account& known) { account_.add(known); }

    // Whether the store has the event of that id. False also when it cannot be told.
    bool knows(const std::string& id);

    // How many more were refused than were told of.
    void tell_rest() const;
    std::uint64_t events() const { return account_.accepted + account_.duplicates; }

private:
    Result<Reply> send(const Request& request, std::string& answer);
    void tell(const Account& block);

    Door& door_;
    Account& account_;
    CourierOptions options_;
    std::uint64_t told_ = 0;
};

}  // namespace hence
