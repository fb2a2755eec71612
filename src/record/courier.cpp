#include "record/courier.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/try.h"
#include "model/ids.h"

namespace hence {
namespace {

constexpr int retry_pause_ms = 1'000;

bool may_pass(const Error& error) {
    return error.code == Code::io || error.code == Code::busy;
}

}  // namespace

Result<Account> Courier::send(const Post& post) {
    bool told = false;
    while (true) {
        Result<Account> account = receiver_.receive(post, options_.terms);
        if (account || !options_.persists || !may_pass(account.error()) || host_.interrupted()) {
            return account;
        }
        if (!std::exchange(told, true)) {
            host_.note(fmt::format("{}; trying until it works", account.error().message));
        }
        host_.pause(retry_pause_ms);
    }
}

Result<Account> Courier::post(Post post) {
    // Should the owner vanish before it answers, the block is sent again: the key makes it count
    // once.
    if (post.key.empty()) {
        post.key = new_id();
    }
    Account account = TRY(send(post));
    tell(account);
    account_.add(account);
    return account;
}

void Courier::tell(const Account& block) {
    for (const RefusedLine& line : block.refused) {
        if (told_ == Account::refused_max) {
            return;
        }
        ++told_;
        host_.note(fmt::format("{}:{}: {}", line.source, line.line, line.reason));
    }
}

void Courier::tell_rest() const {
    if (account_.quarantined == 0) {
        return;
    }
    const std::uint64_t rest = account_.quarantined - std::min(account_.quarantined, told_);
    host_.note(fmt::format(
        "{}{} in quarantine; {} lists them", rest > 0 ? fmt::format("and {} more, ", rest) : "",
        fmt::format("{} line{}", account_.quarantined, account_.quarantined == 1 ? "" : "s"),
        options_.listed_by));
}

}  // namespace hence
