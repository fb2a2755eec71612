#include "views/gaps/thread_parts.h"

#include <unordered_map>
#include <utility>

#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"

namespace hence {
namespace {

constexpr std::int64_t apart_s = 3'600;

Time an_hour_behind(Time time) {
    time.seconds += apart_s;
    return time;
}

}  // namespace

ThreadParts::Element ThreadParts::fresh() {
    const auto element = static_cast<Element>(above_.size());
    above_.push_back(element);
    return element;
}

ThreadParts::Element ThreadParts::shared(Sharing sharing, std::string_view name) {
    std::string key(1, static_cast<char>(sharing));
    key += name;
    const auto known = shared_.find(key);
    return known != shared_.end() ? known->second
                                  : shared_.emplace(std::move(key), fresh()).first->second;
}

// Halves the way to the root as it goes, so that later walks are short.
ThreadParts::Element ThreadParts::part_of(Element element) {
    while (above_[element] != element) {
        above_[element] = above_[above_[element]];
        element = above_[element];
    }
    return element;
}

void ThreadParts::join_elements(Element a, Element b) {
    above_[part_of(a)] = part_of(b);
}

void ThreadParts::join_shared(Element element, Sharing sharing, std::string_view name) {
    if (!name.empty()) {
        join_elements(element, shared(sharing, name));
    }
}

void ThreadParts::join_outside(std::uint32_t node, std::string_view id) {
    join_shared(nodes_[node], Sharing::event, id);
}

void ThreadParts::add(const Event& event, std::string_view session) {
    const Element element = fresh();
    nodes_.push_back(element);
    times_.push_back(event.has(Flag::time_derived) ? std::nullopt : std::optional(event.time()));
    const std::string_view run = event.run();
    run_of_.push_back(0);
    if (!run.empty()) {
        const auto known = runs_.find(run);
        run_of_.back() =
            known != runs_.end() ? known->second : static_cast<std::uint32_t>(runs_.size() + 1);
        if (known == runs_.end()) {
            runs_.emplace(run, run_of_.back());
        }
    }
    join_shared(element, Sharing::agent, event.agent());
    join_shared(element, Sharing::session, session);
    if (session.empty()) {
        join_shared(element, Sharing::run, run);
    }
    if (event.kind() == Kind::message) {
        const auto [from, to] = members<2>(event.fields(), {"from", "to"});
        join_shared(element, Sharing::agent, from.string().value_or(""));
        to.each_element([&](Json name) {
            join_shared(element, Sharing::agent, name.string().value_or(""));
            return true;
        });
    } else if (event.kind() == Kind::delegation) {
        const auto [parent, child, run_id] =
            members<3>(event.fields(), {"parent_id", "child_id", "run_id"});
        join_shared(element, Sharing::agent, parent.string().value_or(""));
        join_shared(element, Sharing::agent, child.string().value_or(""));
        const std::string delegated = run_id.string().value_or("");
        if (!delegated.empty()) {
            join_elements(delegated_.try_emplace(delegated, element).first->second, element);
        }
    }
}

// Only once all are known, since the same run name in two sessions joins nothing by itself.
void ThreadParts::join_delegated_runs() {
    std::unordered_map<std::uint32_t, Element> delegations;
    for (const auto& [run, delegation] : delegated_) {
        const auto known = runs_.find(run);
        if (known != runs_.end()) {
            delegations.emplace(known->second, delegation);
        }
    }
    if (delegations.empty()) {
        return;
    }
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        const auto delegation = delegations.find(run_of_[node]);
        if (delegation != delegations.end()) {
            join_elements(nodes_[node], delegation->second);
        }
    }
}

// In the order of their first events, which are the first nodes of each.
std::vector<ThreadParts::Part> ThreadParts::parts() {
    std::vector<Part> parts;
    std::unordered_map<Element, std::size_t> known;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        const auto [at, fresh] = known.try_emplace(part_of(nodes_[node]), parts.size());
        if (fresh) {
            parts.push_back({.first = node});
        }
        Part& part = parts[at->second];
        if (times_[node]) {
            part.begin = part.begin ? part.begin : times_[node];
            part.end = times_[node];
        }
    }
    return parts;
}

// Of all parts before one, the one that ended first lies farthest from it.
ThreadParts::Parts ThreadParts::settle() {
    join_delegated_runs();
    Parts found;
    const Part* earliest = nullptr;
    const std::vector<Part> all = parts();
    for (const Part& part : all) {
        ++found.count;
        if (!part.begin) {
            continue;
        }
        if (earliest != nullptr && an_hour_behind(*earliest->end) < *part.begin) {
            found.apart.push_back({part.first, earliest->first, *earliest->end});
        }
        if (earliest == nullptr || *part.end < *earliest->end) {
            earliest = &part;
        }
    }
    return found;
}

}  // namespace hence
