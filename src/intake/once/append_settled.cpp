// What goes around settling: other requests wait, and the receipt counts what was sent.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>

#include "base/by_text.h"
#include "base/try.h"
#include "intake/once/settle.h"
#include "model/json/json.h"
#include "model/json/json_slices.h"
#include "model/kinds.h"
#include "model/repeat.h"

namespace hence {
namespace {

constexpr std::size_t locks_count = 64;
std::array<std::mutex, locks_count>& locks() {
    static std::array<std::mutex, locks_count> all;
    return all;
}

// No translation gives a field twice, so that the first is the one.
std::string response_of(const Event& event) {
    MemberReader fields(event.fields());
    std::string_view name;
    std::string_view value;
    while (fields.next(name, value)) {
        if (token_says(name, "response_id")) {
            return Json(value).string().value_or("");
        }
    }
    return {};
}

// Whether an event may be, or tell of, the answer of a model. Others are not known by a response.
bool may_answer(const Event& event) {
    return event.kind() == Kind::llm_call || event.kind() == Kind::log ||
           event.kind() == Kind::span;
}

}  // namespace

bool wants_settling(const Batch& batch) {
    return std::ranges::any_of(
        batch.events, [](const Incoming& incoming) { return incoming.event.has(Flag::settled); });
}

SettlingLock::SettlingLock(const Batch& batch) {
    std::set<std::size_t> wanted;
    const auto want = [&](std::string_view name) {
        if (!name.empty()) {
            wanted.insert(TextHash()(name) % locks_count);
        }
    };
    for (const Incoming& incoming : batch.events) {
        if (incoming.event.has(Flag::settled)) {
            want(incoming.event.run());
            want(incoming.event.session());
            if (may_answer(incoming.event)) {
                want(response_of(incoming.event));
            }
        }
    }
    // In one order, so that no two wait for each other.
    for (const std::size_t each : wanted) {
        held_.emplace_back(locks()[each]);
    }
}

Result<Receipt> append_settled(Store& store, Batch& batch) {
    if (!wants_settling(batch)) {
        return store.append(batch);
    }
    const SettlingLock lock(batch);
    TRY(settle(store, batch));
    Receipt receipt = TRY(store.append(batch));
    discount_resettled(batch, receipt);
    return receipt;
}

void discount_resettled(const Batch& batch, Receipt& receipt) {
    std::set<std::size_t> kept(receipt.repeated.begin(), receipt.repeated.end());
    for (const Rejection& rejection : receipt.rejections) {
        kept.insert(rejection.index);
    }
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
        const Incoming& incoming = batch.events[i];
        const bool of_ours = incoming.line == 0 || is_withdrawn(incoming.event);
        if (incoming.replaces && of_ours && !kept.contains(i) && receipt.accepted > 0) {
            --receipt.accepted;
        }
    }
}

}  // namespace hence
