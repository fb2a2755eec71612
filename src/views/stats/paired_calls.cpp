#include "views/stats/paired_calls.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/try.h"
#include "model/facts.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/find/event_at.h"

namespace hence {
namespace {

constexpr std::size_t waiting_calls_max = 4'096;
constexpr std::size_t result_line_max = 80;

}  // namespace

Result<std::uint32_t> CountedSessions::of(const Counted& event) {
    const bool is_loose = event.session == NameTable::none && event.run != NameTable::none;
    if (!event.session_is_run && !is_loose) {
        return event.session;
    }
    ByRun& known = event.session_is_run ? derived_ : loose_;
    if (event.run >= known.size()) {
        known.resize(names_.size());
    }
    if (!known[event.run]) {
        const std::string& run = names_.text(event.run);
        const std::string session =
            TRY(event.session_is_run ? sessions_.derived_owner(run) : sessions_.owner(run));
        known[event.run] = names_.number_of(session);
    }
    return *known[event.run];
}

// Under which a call and its end are the same. Empty for one that names no call_id.
Result<std::string> PairedCalls::key_of_call(const Counted& event) {
    std::string key;
    if (event.call_id.empty()) {
        return key;
    }
    const std::uint32_t session = TRY(sessions_.of(event));
    key.reserve(8 + event.call_id.size());
    put_be32(key, session);
    put_be32(key, session == NameTable::none ? event.run : NameTable::none);
    key += event.call_id;
    return key;
}

Result<void> PairedCalls::add_start(const Counted& call, std::size_t tag) {
    Waiting open;
    open.call.tag = tag;
    open.call.agent = call.agent;
    open.call.place = call.place;
    open.call.failed = call.failed;
    open.timed = call.duration_ms.has_value();
    open.begun = call.time();
    // A call with an error has failed, so no other has anything to tell.
    if (call.failed) {
        open.call.error = call.error;
    }
    const std::string key = TRY(key_of_call(call));
    if (key.empty() || call.whole) {
        return settle(key, open, nullptr);
    }
    const auto [waiting, is_new] = waiting_.try_emplace(key);
    if (!is_new) {
        // The same call_id again: what ends now is this one.
        TRY(settle(key, waiting->second, nullptr));
    }
    waiting->second = std::move(open);
    return waiting_.size() < waiting_calls_max ? Result<void>() : finish();
}

Result<void> PairedCalls::add_end(const Counted& observation) {
    const std::string key = TRY(key_of_call(observation));
    if (key.empty()) {
        return {};
    }
    const auto waiting = waiting_.find(key);
    if (waiting != waiting_.end()) {
        TRY(settle(key, waiting->second, &observation));
        waiting_.erase(waiting);
    } else if (observation.failed) {
        // Its start is not among these events, or had all there was to say but this.
        Waiting end;
        end.call.started = false;
        end.call.agent = observation.agent;
        end.call.place = observation.place;
        end.timed = true;
        return settle(key, end, &observation);
    }
    return {};
}

// What an end says besides: of one that did not fail it is not counted, and hardly ever asked for.
Result<std::string> PairedCalls::words_of_end(const Counted& end) {
    if (end.failed) {
        return std::string(end.error);
    }
    const std::optional<Event> event = TRY(event_at(store_, end.place.seq));
    return event ? first_line(text_field(*event, "content"), result_line_max) : std::string();
}

Result<void> PairedCalls::settle(const std::string& key, Waiting& waiting, const Counted* end) {
    PairedCall& call = waiting.call;
    if (!waiting.timed && end != nullptr) {
        call.late_ms = end->duration_ms;
    }
    const bool ended_badly = end != nullptr && end->failed;
    call.failed = (call.failed || ended_badly) && (key.empty() || failed_.insert(key).second);
    if (call.failed) {
        if (call.error.empty() && end != nullptr) {
            call.error = TRY(words_of_end(*end));
        }
        call.failed_at = ended_badly ? end->time() : waiting.begun;
        if (call.agent == NameTable::none && end != nullptr) {
            call.agent = end->agent;
        }
    }
    visit_(call);
    return {};
}

// Asks the store for ends that the filters left out, that are earlier than their start, or that are
// just not there yet. In the order of events: that of the table differs from process to process.
Result<void> PairedCalls::finish() {
    std::vector<std::pair<Position, const std::string*>> in_order;
    for (const auto& [key, waiting] : waiting_) {
        in_order.emplace_back(waiting.call.place, &key);
    }
    std::ranges::sort(in_order, {}, [](const auto& each) { return each.first; });
    for (const auto& [place, key] : in_order) {
        Waiting& waiting = waiting_.find(*key)->second;
        const std::optional<Event> start = TRY(event_at(store_, place.seq));
        std::optional<Event> end;
        if (start) {
            end = TRY(end_of_call(sessions_.sessions(), *start));
        }
        TRY(settle(*key, waiting, end ? &counting_.of(*end) : nullptr));
    }
    waiting_.clear();
    return {};
}

}  // namespace hence
