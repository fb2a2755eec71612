#include "formats/inspect/prompts.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace hence {
namespace {

InspectMessage message_from(Json json) {
    const auto text = [json](std::string_view name) { return json[name].string().value_or(""); };
    return {json, text("id"), text("role"), text("tool_call_id"), false};
}

// Adds a message in front of those that are answered. False: there are no more.
bool answered_before(const InspectMessage& message, InspectPrompt& prompt) {
    if (message.role == "assistant") {
        prompt.last_answer = message.id;
        return false;
    }
    prompt.answered.push_back(&message);
    return prompt.answered.size() < InspectPrompts::answered_max;
}

}  // namespace

void InspectPrompts::add_pool(Json messages) {
    messages.each_element([this](Json message) {
        next_.push_back(pool_.size());
        pool_.push_back(message_from(message));
        return true;
    });
}

bool InspectPrompts::is_new(const InspectMessage& message) {
    const bool named = !message.id.empty();
    return known_.insert(named ? message.id : "=" + sha256_hex(message.json.raw())).second;
}

void InspectPrompts::note(Json message) {
    is_new(message_from(message));
}

std::size_t InspectPrompts::next_unseen(std::size_t at) {
    std::size_t unseen = at;
    while (unseen < next_.size() && next_[unseen] != unseen) {
        unseen = next_[unseen];
    }
    while (at < unseen) {
        at = std::exchange(next_[at], unseen);
    }
    return unseen;
}

std::vector<InspectPrompts::Range> InspectPrompts::ranges_in(Json ranges) const {
    std::vector<Range> found;
    const auto position = [this](Json number) {
        const double value = number.number().value_or(0);
        return static_cast<std::size_t>(std::clamp(value, 0.0, static_cast<double>(pool_.size())));
    };
    ranges.each_element([&](Json range) {
        const Range one{position(range.at(0)), position(range.at(1))};
        if (one.begin < one.end) {
            found.push_back(one);
        }
        return true;
    });
    return found;
}

void InspectPrompts::see_ranges(const std::vector<Range>& ranges, InspectPrompt& prompt) {
    for (const Range& range : ranges) {
        prompt.known += range.end - range.begin;
        for (std::size_t at = next_unseen(range.begin); at < range.end; at = next_unseen(at)) {
            next_[at] = at + 1;
            pool_[at].fresh = is_new(pool_[at]);
            if (pool_[at].fresh) {
                fresh_.push_back(at);
                prompt.fresh.push_back(pool_[at].json);
            }
        }
    }
}

InspectPrompt InspectPrompts::read(Json input, Json refs) {
    for (const std::size_t at : std::exchange(fresh_, {})) {
        pool_[at].fresh = false;
    }
    InspectPrompt prompt;
    input.each_element([&](Json message) {
        InspectMessage& own = prompt.own.emplace_back(message_from(message));
        own.fresh = is_new(own);
        if (own.fresh) {
            prompt.fresh.push_back(message);
        }
        return true;
    });
    prompt.known = prompt.own.size();
    const std::vector<Range> ranges = ranges_in(refs);
    see_ranges(ranges, prompt);
    prompt.known -= prompt.fresh.size();
    bool more = true;
    for (auto range = ranges.rbegin(); more && range != ranges.rend(); ++range) {
        for (std::size_t at = range->end; more && at > range->begin; --at) {
            more = answered_before(pool_[at - 1], prompt);
        }
    }
    for (auto message = prompt.own.rbegin(); more && message != prompt.own.rend(); ++message) {
        more = answered_before(*message, prompt);
    }
    std::ranges::reverse(prompt.answered);
    return prompt;
}

}  // namespace hence
