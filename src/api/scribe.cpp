// Drafting, appending, and telling the host what went wrong.
#include "api/scribe.h"

#include <utility>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/try.h"
#include "model/ids.h"

namespace hence {
namespace {

// What quarantine names as the source of an event that the store refused.
constexpr std::string_view quarantine_source = "embedded";

Result<std::string> compose_and_append(const RecorderCore& core, Draft& draft, const Entry& entry) {
    Time time;
    if (entry.also.time) {
        time = *entry.also.time;
    } else {
        time = core.options.clock ? core.options.clock() : now();
    }
    const Event event = TRY(compose(draft, entry, time));
    return append_event(core, event);
}

}  // namespace

Error refusal(const Rejection& rejection) {
    constexpr const char* hint = "the first one stands; this one is in quarantine";
    if (rejection.reason == "outcome_exists") {
        return {Code::conflict, fmt::format("there is an outcome already, {}", rejection.stands),
                hint};
    }
    return {Code::conflict, fmt::format("another event has the id {}", rejection.stands), hint};
}

Result<Receipt> append_events(Store& store, std::vector<Event> events, bool sync) {
    Batch batch;
    batch.source = quarantine_source;
    batch.sync = sync;
    batch.events.reserve(events.size());
    for (Event& event : events) {
        batch.events.push_back({.event = std::move(event)});
    }
    return store.append(batch);
}

Result<std::string> append_event(const RecorderCore& core, const Event& event) {
    if (!core.store) {
        return Error{Code::invalid, "the recorder has no store", "open one with open_store"};
    }
    Event known = event;
    if (known.id().empty()) {
        known = TRY(known.with_id(new_id()));
    }
    if (known.source().empty()) {
        known = known.with_source("native");
    }
    std::string id(known.id());
    if (core.background) {
        TRY(core.background->add(std::move(known)));
        return id;
    }
    const Receipt receipt = TRY(append_events(*core.store, {std::move(known)}, core.options.sync));
    if (!receipt.rejections.empty()) {
        return refusal(receipt.rejections.front());
    }
    return id;
}

void Scribe::tell(const RecorderCore* core, const Error& error) noexcept {
    if (core == nullptr || !core->options.on_error) {
        return;
    }
    try {
        core->options.on_error(error);
    } catch (...) {
        // The host's own listener failed: there is nobody left to tell.
    }
}

Step Scribe::refused(const Scope& scope, Error error) noexcept {
    tell(scope.core_.get(), error);
    return Step(scope, std::move(error));
}

Step Scribe::write(const Scope& scope, const Entry& entry, const Fill& fill) noexcept {
    Result<Step> step = guarded([&] { return write_unguarded(scope, entry, fill); });
    if (!step) {
        return refused(Scope(scope.core_, nullptr), step.error());
    }
    return std::move(step).take();
}

Result<Step> Scribe::write_unguarded(const Scope& scope, const Entry& entry, const Fill& fill) {
    if (!scope.core_ || !scope.place_) {
        return Error{Code::invalid, "the scope is empty",
                     "it was moved from, or memory had run out when it was made"};
    }
    Draft draft{.id = entry.also.id.empty() ? new_id() : entry.also.id,
                .place = *scope.place_,
                .next = *scope.place_,
                .fields = {},
                .whole_fields = {}};
    draft.next.parent = draft.id;
    fill(draft);
    // Made beforehand, so that nothing can fail between the recording and its step.
    auto next = std::make_shared<Handoff>(draft.next);
    Result<std::string> recorded =
        guarded([&] { return compose_and_append(*scope.core_, draft, entry); });
    if (!recorded) {
        return refused(Scope(scope.core_, std::move(next)), recorded.error());
    }
    next->parent = std::move(recorded).take();
    return Step(Scope(scope.core_, std::move(next)), std::nullopt);
}

Scope Scribe::moved(const Scope& scope, const std::function<void(Handoff&)>& change) noexcept {
    if (!scope.place_) {
        return scope;
    }
    try {
        auto place = std::make_shared<Handoff>(*scope.place_);
        change(*place);
        return Scope(scope.core_, std::move(place));
    } catch (...) {
        return Scope(scope.core_, nullptr);
    }
}

}  // namespace hence
