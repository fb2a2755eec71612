#include "cli/record_courier.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "cli/context.h"
#include "cli/record_interrupt.h"
#include "model/ids.h"

namespace hence {
namespace {

constexpr int retry_pause_ms = 1'000;

bool may_pass(const Error& error) {
    return error.code == Code::io || error.code == Code::busy;
}

}  // namespace

Result<Reply> Courier::send(const Request& request, std::string& answer) {
    bool told = false;
    while (true) {
        answer.clear();
        Result<Reply> reply =
            door_.send(request, [&answer](std::string_view piece) -> Result<void> {
                answer.append(piece);
                return {};
            });
        const Error* error = !reply ? &reply.error() : reply->refused ? &*reply->refused : nullptr;
        if (error == nullptr || !options_.persists || !may_pass(*error) || interrupted()) {
            return reply;
        }
        if (!std::exchange(told, true)) {
            note(fmt::format("{}; trying until it works", error->message));
        }
        pause_for(retry_pause_ms);
    }
}

Result<Account> Courier::post(Post post) {
    Request request = get({"events"});
    request.method = "POST";
    with(request, "source", post.source);
    with(request, "first_line", std::to_string(post.first_line));
    with(request, "format", std::string(post.format));
    with(request, "session", options_.session);
    with(request, "sync", options_.sync ? "1" : "0");
    with_flag(request, "detail", true);
    request.headers["accept"] = "application/json";
    request.headers["content-type"] = "application/x-ndjson";
    // Should the owner vanish before it answers, the block is sent again: the key makes it count
    // once.
    request.headers["idempotency-key"] = post.key.empty() ? new_id() : std::move(post.key);
    request.body = std::move(post.body);
    std::string answer;
    const Reply reply = TRY(send(request, answer));
    if (!reply.warning.empty()) {
        note("warning: " + reply.warning);
    }
    if (reply.refused) {
        return *reply.refused;
    }
    Account block_account = TRY(account_from_json(answer));
    tell(block_account);
    account_.add(block_account);
    return block_account;
}

bool Courier::knows(const std::string& id) {
    Request request = get({"events", id});
    request.headers["accept"] = "application/json";
    const Result<Reply> reply =
        door_.send(request, [](std::string_view) -> Result<void> { return {}; });
    return reply && !reply->refused;
}

void Courier::tell(const Account& block) {
    for (const RefusedLine& line : block.refused) {
        if (told_ == Account::refused_max) {
            return;
        }
        ++told_;
        note(fmt::format("{}:{}: {}", line.source, line.line, line.reason));
    }
}

void Courier::tell_rest() const {
    if (account_.quarantined == 0) {
        return;
    }
    const std::uint64_t rest = account_.quarantined - std::min(account_.quarantined, told_);
    note(fmt::format(
        "{}{} in quarantine; hence quarantine lists them",
        rest > 0 ? fmt::format("and {} more, ", rest) : "",
        fmt::format("{} line{}", account_.quarantined, account_.quarantined == 1 ? "" : "s")));
}

}  // namespace hence
