#include "formats/reactive_agents/calls.h"

#include <utility>

#include "model/json/json.h"

namespace hence {
namespace {

// How many different args are compared by what they say, rather than by their text. The program
// that writes these traces writes the same args in the same bytes, so it is rarely needed.
constexpr std::size_t args_compared_max = 64;

}  // namespace

void ReactiveCalls::open(std::string_view tool, ReactiveStart start) {
    Tool& calls = tools_[std::string(tool)];
    if (calls.by_call.contains(start.call_id)) {
        return;  // The same line again.
    }
    const std::uint64_t order = next_++;
    calls.by_args[start.args].insert(order);
    calls.by_call[start.call_id] = order;
    calls.starts.emplace(order, std::move(start));
}

const ReactiveCalls::Orders* ReactiveCalls::with_same_args(const Tool& tool,
                                                           std::string_view args) {
    if (args.empty()) {
        return nullptr;
    }
    const auto exact = tool.by_args.find(args);
    if (exact != tool.by_args.end()) {
        return &exact->second;
    }
    std::size_t compared = 0;
    for (const auto& [text, orders] : tool.by_args) {
        if (compared++ == args_compared_max) {
            break;
        }
        if (!text.empty() && same_value(text, args)) {
            return &orders;
        }
    }
    const auto without = tool.by_args.find("");
    return without == tool.by_args.end() ? nullptr : &without->second;
}

ReactivePair ReactiveCalls::oldest_of(const Tool& tool, const Orders* orders) {
    ReactivePair pair;
    const auto tell = [&pair](const ReactiveStart& start) {
        pair.candidate_ids.push_back(start.call_id);
        return pair.candidate_ids.size() < candidate_ids_max;
    };
    if (orders == nullptr) {
        pair.candidates = tool.starts.size();
        for (const auto& [order, start] : tool.starts) {
            if (!tell(start)) {
                break;
            }
        }
    } else {
        pair.candidates = orders->size();
        for (const std::uint64_t order : *orders) {
            if (!tell(tool.starts.at(order))) {
                break;
            }
        }
    }
    pair.call_id = pair.candidate_ids.front();
    if (!pair.ambiguous()) {
        pair.candidate_ids.clear();
    }
    return pair;
}

void ReactiveCalls::remove(Tool& tool, std::string_view call_id) {
    const auto call = tool.by_call.find(call_id);
    const std::uint64_t order = call->second;
    tool.by_call.erase(call);
    const auto start = tool.starts.find(order);
    const auto same = tool.by_args.find(start->second.args);
    same->second.erase(order);
    if (same->second.empty()) {
        tool.by_args.erase(same);
    }
    tool.starts.erase(start);
}

std::optional<ReactivePair> ReactiveCalls::close(std::string_view tool, const ReactiveStart& end) {
    const auto found = tools_.find(tool);
    if (found == tools_.end()) {
        return std::nullopt;
    }
    Tool& calls = found->second;
    ReactivePair pair;
    if (!end.call_id.empty()) {
        if (!calls.by_call.contains(end.call_id)) {
            return std::nullopt;
        }
        pair.call_id = end.call_id;
    } else {
        pair = oldest_of(calls, with_same_args(calls, end.args));
    }
    remove(calls, pair.call_id);
    if (calls.starts.empty()) {
        tools_.erase(found);
    }
    return pair;
}

}  // namespace hence
