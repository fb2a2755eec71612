#include "views/stats/paired_calls.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/text.h"
#include "views/cause/call.h"

namespace hence {
namespace {

constexpr std::size_t waiting_calls_max = 4'096;
constexpr std::size_t result_line_max = 80;

// Many tools put what went wrong where their result would be.
std::string result_line(const Event& event) {
    const Json fields(event.fields());
    const Json result = fields[event.kind() == Kind::observation ? "content" : "output"];
    const std::optional<std::string> text = result.string();
    return text ? first_line(*text, result_line_max) : std::string();
}

std::optional<Time> recorded_time(const Event& event) {
    return event.has(Flag::time_derived) ? std::nullopt : std::optional(event.time());
}

// The end of such a call would add nothing.
bool is_whole(const Event& call) {
    const Json fields(call.fields());
    return call.duration_ms() &&
           (fields["output"].present() || fields["error"].present() || fields["status"].present());
}

}  // namespace

// Under which a call and its end are the same. Empty for one that names no call_id.
Result<std::string> PairedCalls::key_of_call(const Event& event) {
    const std::optional<std::string> id = call_id_of(event);
    if (!id) {
        return std::string();
    }
    const std::string session = TRY(sessions_.of(event));
    return joined(session, session.empty() ? joined(event.run(), *id) : *id);
}

Result<void> PairedCalls::add_start(const Event& call, std::size_t tag) {
    Waiting open;
    open.call.tag = tag;
    open.call.event = call.id();
    open.call.agent = call.agent();
    open.call.place = position_of(call);
    open.call.failed = failed_call(call);
    open.call.error = error_text(call);
    open.timed = call.duration_ms().has_value();
    open.begun = recorded_time(call);
    if (open.call.failed && open.call.error.empty()) {
        open.call.error = result_line(call);
    }
    const std::string key = TRY(key_of_call(call));
    if (key.empty() || is_whole(call)) {
        settle(key, open, std::nullopt);
        return {};
    }
    const auto [waiting, is_new] = waiting_.try_emplace(key);
    if (!is_new) {
        // The same call_id again: what ends now is this one.
        settle(key, waiting->second, std::nullopt);
    }
    waiting->second = std::move(open);
    return waiting_.size() < waiting_calls_max ? Result<void>() : finish();
}

Result<void> PairedCalls::add_end(const Event& observation) {
    const std::string key = TRY(key_of_call(observation));
    if (key.empty()) {
        return {};
    }
    const auto waiting = waiting_.find(key);
    if (waiting != waiting_.end()) {
        settle(key, waiting->second, observation);
        waiting_.erase(waiting);
    } else if (failed_call(observation)) {
        // Its start is not among these events, or had all there was to say but this.
        Waiting end;
        end.call.started = false;
        end.call.event = observation.id();
        end.call.agent = observation.agent();
        end.call.place = position_of(observation);
        end.timed = true;
        settle(key, end, observation);
    }
    return {};
}

void PairedCalls::settle(const std::string& key, Waiting& waiting,
                         const std::optional<Event>& end) {
    PairedCall& call = waiting.call;
    if (!waiting.timed && end) {
        call.late_ms = end->duration_ms();
    }
    const bool ended_badly = end && failed_call(*end);
    call.failed = (call.failed || ended_badly) && (key.empty() || failed_.insert(key).second);
    if (call.failed) {
        if (call.error.empty() && end) {
            call.error = error_text(*end);
            call.error = call.error.empty() ? result_line(*end) : call.error;
        }
        call.failed_at = ended_badly ? recorded_time(*end) : waiting.begun;
        if (call.agent.empty() && end) {
            call.agent = end->agent();
        }
    }
    visit_(call);
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
        const std::optional<Event> start = TRY(store_.find(waiting.call.event));
        std::optional<Event> end;
        if (start) {
            end = TRY(end_of_call(sessions_, *start));
        }
        settle(*key, waiting, end);
    }
    waiting_.clear();
    return {};
}

}  // namespace hence
