#include "server/door/door_receiver.h"

#include "base/try.h"
#include "formats/common/relay.h"

namespace hence {

Result<Account> DoorReceiver::receive(const Post& post, const PostTerms& terms) {
    Request request;
    request.method = "POST";
    request.path = {"api", "v1", "events"};
    request.query = {{"source", post.source},
                     {"first_line", std::to_string(post.first_line)},
                     {"sync", terms.sync ? "1" : "0"},
                     {"detail", "1"}};
    if (!post.format.empty()) {
        request.query.emplace("format", post.format);
    }
    if (!terms.session.empty()) {
        request.query.emplace("session", terms.session);
    }
    // What is relayed was redacted where it was read.
    const bool redacts = terms.redact.value_or(false) && post.format != relay_format;
    if (redacts || terms.redact == false) {
        request.query.emplace("redact", redacts ? "1" : "0");
    }
    for (const std::string& rule : redacts ? terms.redact_rules : std::vector<std::string>()) {
        request.query.emplace("redact_rule", rule);
    }
    request.headers["accept"] = "application/json";
    request.headers["content-type"] = "application/x-ndjson";
    request.headers["idempotency-key"] = post.key;
    request.body = post.body;
    std::string answer;
    const Reply reply = TRY(door_.send(request, [&answer](std::string_view piece) -> Result<void> {
        answer.append(piece);
        return {};
    }));
    if (!reply.warning.empty()) {
        warn_(reply.warning);
    }
    if (reply.refused) {
        return *reply.refused;
    }
    return account_from_json(answer);
}

bool DoorReceiver::knows(const std::string& id) {
    Request request;
    request.path = {"api", "v1", "events", id};
    request.headers["accept"] = "application/json";
    const Result<Reply> reply =
        door_.send(request, [](std::string_view) -> Result<void> { return {}; });
    return reply && !reply->refused;
}

}  // namespace hence
