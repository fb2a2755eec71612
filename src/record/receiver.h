// Where recorded text goes: a store in this process, the process that owns the store's directory,
// or a server on another machine.
//
// The recording code does not know which of the three it has. A post may be sent twice when an
// answer is lost, so every receiver must count a post with the same key once.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/result.h"
#include "intake/ingest.h"

namespace hence {

// Some whole records of one text.
struct Post {
    std::string body;
    std::string source;
    std::string_view format;
    std::uint64_t first_line = 1;
    std::string key = {};  // See IngestOptions::idempotency_key; empty: one of its own.
};

struct PostTerms {
    std::string session = {};
    bool sync = true;
    // See IngestOptions. What is posted in the relay format was redacted before it is posted.
    std::optional<bool> redact = {};
    std::vector<std::string> redact_rules = {};
};

class Receiver {
public:
    virtual ~Receiver() = default;
    // What became of it. Fails with io or busy when trying again may help. A post that is tried
    // again counts once: it has the same key.
    virtual Result<Account> receive(const Post& post, const PostTerms& terms) = 0;
    // Whether the store has the event of that id. False also when it cannot be told.
    virtual bool knows(const std::string& id) = 0;
};

}  // namespace hence
