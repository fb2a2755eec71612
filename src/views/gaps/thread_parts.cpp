#include "views/gaps/thread_parts.h"

#include <unordered_set>

#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"

namespace hence {

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

std::vector<std::uint32_t> ThreadParts::further_parts() {
    join_delegated_runs();
    std::vector<std::uint32_t> firsts;
    std::unordered_set<Element> seen;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        if (seen.insert(part_of(nodes_[node])).second && node > 0) {
            firsts.push_back(node);
        }
    }
    return firsts;
}

}  // namespace hence
