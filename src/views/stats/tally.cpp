#include "views/stats/tally.h"

#include <utility>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/text.h"
#include "views/cause/call.h"

namespace hence {
namespace {

constexpr std::size_t open_calls_max = 4'096;
constexpr std::size_t content_line_max = 80;

// Many tools put what went wrong where their result would be.
std::string result_line(const Event& event) {
    const Json fields(event.fields());
    const Json result = fields[event.kind() == Kind::observation ? "content" : "output"];
    const std::optional<std::string> text = result.string();
    return text ? first_line(*text, content_line_max) : std::string();
}

// Nothing when its time only says the order.
std::optional<Time> time_of(const Event& event) {
    return event.has(Flag::time_derived) ? std::nullopt : std::optional(event.time());
}

// The end of such a call would add nothing.
bool is_whole(const Event& call) {
    const Json fields(call.fields());
    return call.duration_ms() &&
           (fields["output"].present() || fields["error"].present() || fields["status"].present());
}

}  // namespace

StatsTally::StatsTally(const Store& store, const StatsRequest& request)
    : store_(store), sessions_(store), slow_(request.slower_than_ms) {
    stats_.agent = request.agent;
    stats_.slower_than_ms = request.slower_than_ms;
    if (request.prices) {
        pricing_.emplace(*request.prices);
    }
}

Result<void> StatsTally::add(const Event& event) {
    const std::string_view kind = event.kind();
    ++stats_.events;
    ++stats_.kinds[std::string(kind)];
    extent_.add(event);
    spent_.add(event);
    if (event.kind() == Kind::llm_call) {
        const auto add = [&](std::optional<double>& sum, std::string_view name) {
            if (const std::optional<double> count = field(event, name).number()) {
                sum = sum.value_or(0) + *count;
            }
        };
        add(stats_.prompt_tokens, "prompt_tokens");
        add(stats_.completion_tokens, "completion_tokens");
    }
    if (wants_rationale(kind)) {
        ++(rationale_given(event) ? stats_.rationale_given : stats_.rationale_missing);
    }
    if (kind == Kind::tool_call) {
        return add_tool_call(event);
    }
    if (kind == Kind::observation) {
        return add_observation(event);
    }
    if (kind == Kind::llm_call) {
        add_llm_call(event);
    } else if (kind == Kind::error) {
        const std::optional<std::string> text = Json(event.fields())["error"].string();
        errors_.add(text && !text->empty() ? *text : "unknown", time_of(event), event.agent());
    }
    return {};
}

void StatsTally::add_llm_call(const Event& event) {
    llm_durations_.add(event.duration_ms());
    if (event.duration_ms()) {
        slow_.offer(*event.duration_ms(), position_of(event), event.id());
    }
    if (pricing_) {
        pricing_->add(event);
    }
}

// Under which a call and its end are the same. Empty for one that names no call_id.
Result<std::string> StatsTally::call_key(const Event& event) {
    const std::optional<std::string> id = call_id_of(event);
    if (!id) {
        return std::string();
    }
    const std::string session = TRY(sessions_.of(event));
    return joined(session, session.empty() ? joined(event.run(), *id) : *id);
}

Result<void> StatsTally::add_tool_call(const Event& event) {
    const std::string session = TRY(sessions_.of(event));
    tools_.add(session, event);
    OpenCall call{.event = std::string(event.id()),
                  .agent = std::string(event.agent()),
                  .place = position_of(event),
                  .duration = tool_durations_.add(event.duration_ms()),
                  .timed = event.duration_ms().has_value(),
                  .dated = !event.has(Flag::time_derived),
                  .failed = failed_call(event),
                  .error = error_text(event)};
    if (call.timed) {
        slow_.offer(*event.duration_ms(), call.place, event.id());
    }
    if (call.failed && call.error.empty()) {
        call.error = result_line(event);
    }
    const std::string key = TRY(call_key(event));
    if (key.empty() || is_whole(event)) {
        settle(key, call, std::nullopt);
        return {};
    }
    const auto [open, is_new] = open_calls_.try_emplace(key);
    if (!is_new) {
        settle(key, open->second,
               std::nullopt);  // The same call_id again: what ends now is this one.
    }
    open->second = std::move(call);
    return open_calls_.size() < open_calls_max ? Result<void>() : settle_open_calls();
}

Result<void> StatsTally::add_observation(const Event& event) {
    const std::string key = TRY(call_key(event));
    if (key.empty()) {
        return {};
    }
    const auto open = open_calls_.find(key);
    if (open != open_calls_.end()) {
        settle(key, open->second, event);
        open_calls_.erase(open);
    } else if (failed_call(event)) {
        // Its start is not among these events, or had all there was to say but this.
        OpenCall call;
        call.agent = event.agent();
        call.place = position_of(event);
        call.timed = true;
        settle(key, call, event);
    }
    return {};
}

void StatsTally::settle(const std::string& key, const OpenCall& call,
                        const std::optional<Event>& end) {
    if (!call.timed && end && end->duration_ms()) {
        tool_durations_.set(call.duration, *end->duration_ms());
        slow_.offer(*end->duration_ms(), call.place, call.event);
    }
    const bool ended_badly = end && failed_call(*end);
    if (!call.failed && !ended_badly) {
        return;
    }
    if (!key.empty() && !failed_calls_.insert(key).second) {
        return;
    }
    std::string error = call.error;
    if (error.empty() && end) {
        error = error_text(*end);
        error = error.empty() ? result_line(*end) : error;
    }
    const bool named = !call.agent.empty() || !end;
    const std::optional<Time> begun = call.dated ? std::optional(call.place.time) : std::nullopt;
    errors_.add(error.empty() ? "unknown" : error, ended_badly ? time_of(*end) : begun,
                named ? std::string_view(call.agent) : end->agent());
}

// Asks the store for ends that the filters left out, that are earlier than their start, or that are
// just not there yet: whichever way an end is found, the figures are the same.
Result<void> StatsTally::settle_open_calls() {
    for (const auto& [key, call] : open_calls_) {
        const std::optional<Event> start = TRY(store_.find(call.event));
        std::optional<Event> end;
        if (start) {
            end = TRY(end_of_call(sessions_, *start));
        }
        settle(key, call, end);
    }
    open_calls_.clear();
    return {};
}

Result<Stats> StatsTally::finish() {
    TRY(settle_open_calls());
    stats_.tool_calls = tool_durations_.figures();
    stats_.llm_calls = llm_durations_.figures();
    stats_.from = extent_.from();
    stats_.to = extent_.to();
    stats_.duration_ms = extent_.duration_ms();
    stats_.tokens = spent_.tokens();
    stats_.cost_usd = spent_.cost_usd();
    if (pricing_) {
        stats_.computed = pricing_->cost();
    }
    stats_.slow = TRY(slow_.list(store_));
    stats_.errors = errors_.list();
    stats_.loops = TRY(tools_.loops(store_));
    return std::move(stats_);
}

}  // namespace hence
