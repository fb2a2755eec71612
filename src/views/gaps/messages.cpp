#include "views/gaps/messages.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"

namespace hence {
namespace {

constexpr std::int64_t answer_within_s = 60;

Time answer_until(Time received) {
    received.seconds += answer_within_s;
    return received;
}

// Without a receiver it is an action of the system, which nobody sent.
bool has_receiver(Json to) {
    return to.at(0).present();
}

}  // namespace

void MessageGaps::add(const Event& event) {
    if (!event.agent().empty() && !heard_.contains(event.agent())) {
        heard_.emplace(event.agent());
    }
    if (event.kind() != Kind::message) {
        return;
    }
    ++messages_;
    const auto [from, to] = members<2>(event.fields(), {"from", "to"});
    if (std::string sender = from.string().value_or(""); !sender.empty()) {
        heard_.insert(std::move(sender));
    }
    to.each_element([&](Json name) {
        if (const std::string agent = name.string().value_or(""); !agent.empty()) {
            receive(event, agent);
        }
        return true;
    });
}

void MessageGaps::receive(const Event& message, const std::string& agent) {
    written_to_.try_emplace(agent, place_of(message));
    // A time that was made up from the order says nothing about sixty seconds.
    if (message.correlation().empty() || message.has(Flag::time_derived)) {
        return;
    }
    received_[agent].push_back(place_of(message));
    const Time to = answer_until(message.time());
    if (!windows_.empty() && message.time() <= windows_.back().to) {
        windows_.back().to = to;
    } else {
        windows_.push_back({position_of(message), to});
    }
}

// The last message with a correlation that the sender got before it sent this one, if that was
// within the time for an answer.
const GapPlace* MessageGaps::received_before(const Event& message,
                                             const std::string& sender) const {
    const auto received = received_.find(sender);
    if (received == received_.end()) {
        return nullptr;
    }
    const auto by_position = [](const GapPlace& place) { return place.position; };
    const auto next =
        std::ranges::upper_bound(received->second, position_of(message), {}, by_position);
    if (next == received->second.begin()) {
        return nullptr;
    }
    const GapPlace& last = *std::prev(next);
    return message.time() <= answer_until(last.position.time) ? &last : nullptr;
}

void MessageGaps::check_sent(const Event& message, GapList& gaps) {
    const auto [from, to] = members<2>(message.fields(), {"from", "to"});
    if (message.has(Flag::time_derived) || !has_receiver(to)) {
        return;
    }
    const std::string named = from.string().value_or("");
    const std::string sender = named.empty() ? std::string(message.agent()) : named;
    const GapPlace* const last = received_before(message, sender);
    if (last == nullptr) {
        return;
    }
    ++answers_;
    if (message.correlation().empty()) {
        gaps.add(place_of(message), gap_rule::unthreaded_message,
                 fmt::format("{} received {} and {} later sent this without a correlation", sender,
                             last->id, seconds_between(last->position.time, message.time())));
    }
}

Result<void> MessageGaps::look_through_windows(GapList& gaps) {
    for (const Window& window : windows_) {
        const Scan soon_after{.from = window.after.time, .to = window.to, .after = window.after};
        const auto cursor =
            TRY(store_.scan({Space::kind, std::string(name_of(Kind::message))}, soon_after));
        std::optional<Event> message = TRY(cursor->next());
        while (message) {
            check_sent(*message, gaps);
            message = TRY(cursor->next());
        }
    }
    return {};
}

Result<void> MessageGaps::settle(GapList& gaps) {
    for (const auto& [agent, message] : written_to_) {
        if (!heard_.contains(agent)) {
            gaps.add(message, gap_rule::silent_agent,
                     fmt::format("{} was written to and not heard from", agent));
        }
    }
    TRY(look_through_windows(gaps));
    report_checks(gaps);
    return {};
}

void MessageGaps::report_checks(GapList& gaps) const {
    const std::string nothing = "no message was recorded";
    gaps.checked(
        gap_rule::silent_agent, written_to_.size(),
        if_none(written_to_.size(), messages_ == 0 ? nothing : "no message names a receiver"));
    const std::string unanswered = windows_.empty()
                                       ? "no message with a correlation was received"
                                       : "nobody who received a message sent one within 60 s";
    gaps.checked(gap_rule::unthreaded_message, answers_,
                 if_none(answers_, messages_ == 0 ? nothing : unanswered));
}

}  // namespace hence
