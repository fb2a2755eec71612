#include "record/store_receiver.h"

namespace hence {

Result<Account> StoreReceiver::receive(const Post& post, const PostTerms& terms) {
    return ingest(store_, post.body,
                  {.source = post.source,
                   .format = std::string(post.format),
                   .session = terms.session,
                   .first_line = post.first_line,
                   .idempotency_key = post.key,
                   .sync = terms.sync,
                   .redact = terms.redact,
                   .redact_rules = terms.redact_rules,
                   .redaction = &redaction_});
}

bool StoreReceiver::knows(const std::string& id) {
    const Result<std::optional<Event>> found = store_.find(id);
    return found && found->has_value();
}

}  // namespace hence
