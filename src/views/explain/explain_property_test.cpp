// Holds tree and explain against plain models over small random logs: few ids, so that cycles,
// shared causes, missing parents and several sessions meet often.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/position.h"
#include "views/cause/links.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

struct Told {
    std::string id;
    std::string session;
    std::string parent = {};
    std::vector<std::string> causes = {};
    int second = 0;
};

std::string any_id() {
    return "e" + std::to_string(*rc::gen::inRange(0, 12));
}

// In the order of events: by time, then by arrival.
std::vector<Told> any_log(Story& story) {
    std::vector<Told> log;
    std::set<std::string> used;
    for (int i = *rc::gen::inRange(1, 14); i > 0; --i) {
        Told told{.id = any_id(), .session = *rc::gen::inRange(0, 3) == 0 ? "s2" : "s1"};
        if (!used.insert(told.id).second) {
            continue;
        }
        told.second = *rc::gen::inRange(0, 5);
        told.parent = *rc::gen::inRange(0, 4) == 0 ? "" : any_id();
        for (int cause = *rc::gen::inRange(0, 3); cause > 0; --cause) {
            told.causes.push_back(any_id());
        }
        std::string members = fmt::format("'id':'{}','session':'{}','time':'2026-01-01T00:00:0{}Z'",
                                          told.id, told.session, told.second);
        members += told.parent.empty() ? "" : fmt::format(",'parent':'{}'", told.parent);
        members += told.causes.empty()
                       ? ""
                       : fmt::format(",'causes':['{}']", fmt::join(told.causes, "','"));
        story.tell(members);
        log.push_back(std::move(told));
    }
    std::ranges::stable_sort(log, {}, &Told::second);
    return log;
}

const Told* find(const std::vector<Told>& log, const std::string& id) {
    const auto at = std::ranges::find(log, id, &Told::id);
    return at == log.end() ? nullptr : &*at;
}

std::size_t rank(const std::vector<Told>& log, const std::string& id) {
    return static_cast<std::size_t>(find(log, id) - log.data());
}

// Cause to effect, from the earliest on; `walked` goes from effect to cause.
std::vector<std::string> as_cycle(const std::vector<Told>& log, std::vector<std::string> walked) {
    std::ranges::reverse(walked);
    const auto by_rank = [&](const std::string& id) { return rank(log, id); };
    std::rotate(walked.begin(), std::ranges::min_element(walked, {}, by_rank), walked.end());
    return walked;
}

// The model of a tree: by definition, and recursive.
struct NaiveTree {
    const std::vector<Told>& log;
    std::string session;
    std::map<std::string, std::string> parents;  // Within the session.
    std::vector<std::vector<std::string>> cycles;
    std::size_t depth = 0;

    NaiveTree(const std::vector<Told>& all, std::string name) : log(all), session(std::move(name)) {
        for (const Told& told : log) {
            const Told* const parent = find(log, told.parent);
            if (told.session == session && parent != nullptr && parent->session == session) {
                parents[told.id] = told.parent;
            }
        }
        for (const Told& told : log) {
            cut_before(told.id);
        }
    }

    // In the order of events, so the first of a cycle that comes by is its earliest.
    void cut_before(const std::string& id) {
        std::vector<std::string> walked{id};
        while (parents.contains(walked.back()) && walked.size() <= log.size()) {
            walked.push_back(parents[walked.back()]);
            if (walked.back() == id) {
                walked.pop_back();
                cycles.push_back(as_cycle(log, walked));
                parents.erase(id);
                return;
            }
        }
    }

    std::string below(const std::string& parent, std::size_t level) {
        std::string said;
        for (const Told& told : log) {
            const auto at = parents.find(told.id);
            const std::string own = at == parents.end() ? "" : at->second;
            if (told.session != session || own != parent) {
                continue;
            }
            depth = std::max(depth, level);
            const std::string inner = below(told.id, level + 1);
            said += (said.empty() ? "" : " ") + told.id + (inner.empty() ? "" : "(" + inner + ")");
        }
        return said;
    }
};

RC_GTEST_PROP(TreeProperty, ShapeDepthAndCyclesAreThoseOfTheDefinition, ()) {
    Story story;
    const std::vector<Told> log = any_log(story);
    const std::string session = log.front().session;
    NaiveTree naive(log, session);
    std::string expected = naive.below("", 1);
    for (const Told& told : log) {
        if (told.session == session && !told.parent.empty() && !find(log, told.parent)) {
            expected += fmt::format(" !{} of {}", told.parent, told.id);
        }
    }
    for (const std::vector<std::string>& cycle : naive.cycles) {
        expected += fmt::format(" !cycle {}", fmt::join(cycle, ","));
    }
    RC_ASSERT(story.shape({session}) == expected);
    RC_ASSERT(tree(story.store(), {session})->depth == naive.depth);
}

RC_GTEST_PROP(ExplainProperty, ChainIsThatOfTheDefinition, ()) {
    Story story;
    const std::vector<Told> log = any_log(story);
    const Told asked = *rc::gen::elementOf(log);
    const Told* at = find(log, asked.id);

    std::vector<std::string> walked;
    std::string chain;
    std::string lacking;
    std::string cycle;
    for (;;) {
        walked.push_back(at->id);
        // The named causes in their order, and then the parent.
        std::string missing;
        const Told* cause = nullptr;
        std::string type = "cause";
        std::vector<std::string> named = at->causes;
        if (!at->parent.empty()) {
            named.push_back(at->parent);
        }
        for (std::size_t i = 0; i < named.size(); ++i) {
            const Told* const other = find(log, named[i]);
            const std::string told = fmt::format(" !{} of {}", named[i], at->id);
            if (other == nullptr && missing.find(told) == std::string::npos) {
                missing += told;
            }
            if (other != nullptr && cause == nullptr) {
                cause = other;
                type = i < at->causes.size() ? "cause" : "parent";
            }
        }
        lacking = missing + lacking;
        if (cause == nullptr) {
            chain = at->id + chain;
            break;
        }
        const auto again = std::ranges::find(walked, cause->id);
        if (again != walked.end()) {
            chain = at->id + chain;
            cycle = fmt::format(" !cycle {}", fmt::join(as_cycle(log, {again, walked.end()}), ","));
            break;
        }
        chain = fmt::format(" -{}-> {}", type, at->id) + chain;
        at = cause;
    }
    RC_ASSERT(story.why({.event = asked.id, .follow = Follow::recorded}) ==
              chain + lacking + cycle);
}

using Edge = std::tuple<std::string, std::string, LinkType, Provenance>;

// Every edge of the store, seen from its effects or from its causes.
std::set<Edge> edges_of(Story& story, bool from_effects) {
    std::set<Edge> edges;
    Sessions sessions(story.store());
    Links links(story.store(), sessions, Follow::assumed);
    for (std::uint64_t seq = 1; seq <= story.store().last_seq(); ++seq) {
        const Event event = *links.at(seq);
        const std::string id(event.id());
        std::vector<MissingParent> missing;
        const Result<std::vector<Link>> others =
            from_effects ? links.causes_of(event, missing) : links.effects_of(event);
        for (const Link& other : *others) {
            const std::string far(other.event.id());
            const bool added = from_effects
                                   ? edges.emplace(far, id, other.type, other.provenance).second
                                   : edges.emplace(id, far, other.type, other.provenance).second;
            RC_ASSERT(added);  // Nobody says the same edge twice.
        }
    }
    return edges;
}

std::string maybe(std::string_view member, int choices) {
    const int choice = *rc::gen::inRange(0, choices + 1);
    return choice == 0 ? "" : fmt::format(",'{}':'{}{}'", member, member.front(), choice);
}

std::string any_fields(const std::string& kind) {
    const std::string one = std::to_string(*rc::gen::inRange(1, 4));
    const std::string two = std::to_string(*rc::gen::inRange(1, 4));
    if (kind == "llm_call") {
        return fmt::format("'call_ids':['k{}','k{}']", one, two);
    }
    if (kind == "tool_call") {
        return fmt::format("'call_id':'k{}'", one);
    }
    if (kind == "observation") {
        return fmt::format("'call_id':'k{}','key':'e{}'", one, two);
    }
    if (kind == "delegation") {
        return fmt::format("'child_id':'a{}'{}", one,
                           *rc::gen::arbitrary<bool>() ? ",'run_id':'r" + two + "'" : "");
    }
    return fmt::format("'from':'x','to':['a{}','a{}']", one, two);
}

RC_GTEST_PROP(LinksProperty, EffectsAreTheInverseOfCauses, ()) {
    Story story;
    const std::vector<std::string> kinds{"llm_call",   "tool_call", "observation",
                                         "delegation", "message",   "prompt",
                                         "span",       "thought",   "session_start"};
    const int count = *rc::gen::inRange(1, 16);
    for (int i = 0; i < count; ++i) {
        const std::string kind = *rc::gen::elementOf(kinds);
        std::string members = fmt::format("'id':'e{}','kind':'{}','time':'2026-01-01T00:00:0{}Z'",
                                          i, kind, *rc::gen::inRange(0, 4));
        members += fmt::format(",'fields':{{{}}}", any_fields(kind));
        members += maybe("agent", 2) + maybe("run", 3) + maybe("correlation", 2);
        const int session = *rc::gen::inRange(0, 4);
        members += session == 0 ? ",'session':null" : fmt::format(",'session':'s{}'", session);
        members += *rc::gen::inRange(0, 3) == 0 ? fmt::format(",'parent':'{}'", any_id()) : "";
        if (*rc::gen::arbitrary<bool>()) {
            members +=
                fmt::format(",'rationale':{{'why':'w','refs':['{}','{}']}}", any_id(), any_id());
        }
        story.tell(members);
    }
    RC_ASSERT(edges_of(story, true) == edges_of(story, false));
}

}  // namespace
}  // namespace hence
