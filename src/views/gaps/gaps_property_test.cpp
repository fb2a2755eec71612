// Holds the rules of gaps against plain models over small random logs: few names, so that threads,
// runs and calls meet often.
#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/gaps.h"
#include "views/cause/links.h"
#include "views/find/session_events.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

struct Told {
    std::string id;
    std::string kind;
    int second = 0;
    std::string agent;
    std::string session;
    std::string run;
    std::string correlation;
    std::string parent;
    bool why = false;
    bool output = false;
    bool unfinished = false;
    std::string call_id;
    std::string from;
    std::string to;
    std::string child;
    std::string of;
};
using Log = std::vector<Told>;                                // In the order of events.
using Found = std::set<std::pair<std::string, std::string>>;  // Rule and event.

std::string maybe(std::string_view prefix, int choices) {
    const int choice = *rc::gen::inRange(0, choices + 1);
    return choice == 0 ? std::string() : fmt::format("{}{}", prefix, choice);
}

Told any_event(int number, int count) {
    const std::vector<std::string> kinds{"decision",    "message",  "tool_call",  "observation",
                                         "delegation",  "outcome",  "prompt",     "session_start",
                                         "termination", "llm_call", "session_end"};
    Told told;
    told.id = fmt::format("e{}", number);
    told.kind = *rc::gen::elementOf(kinds);
    told.second = *rc::gen::inRange(0, 150) + *rc::gen::inRange(0, 2) * 3'600;
    told.agent = maybe("a", 3);
    // The first is in both threads that are asked for.
    told.session = number == 0 ? "s1" : fmt::format("s{}", *rc::gen::inRange(1, 4));
    told.run = maybe("r", 2);
    told.correlation = number == 0 ? "c1" : maybe("c", 2);
    told.parent = *rc::gen::inRange(0, 3) == 0 ? fmt::format("e{}", *rc::gen::inRange(0, count + 1))
                                               : std::string();
    told.why = *rc::gen::arbitrary<bool>();
    told.unfinished = told.kind == "llm_call" && *rc::gen::inRange(0, 3) == 0;
    told.output = told.kind == "tool_call" && *rc::gen::inRange(0, 3) == 0;
    if (told.kind == "tool_call" || told.kind == "observation") {
        told.call_id = maybe("k", 2);
    } else if (told.kind == "message") {
        told.from = maybe("a", 3);
        told.to = maybe("a", 4);
    } else if (told.kind == "delegation") {
        told.child = maybe("a", 5);
    } else if (told.kind == "outcome") {
        told.of = fmt::format("e{}", number - 1);  // One for each event.
    }
    return told;
}

std::string members_of(const Told& told) {
    std::string members = fmt::format(
        "'id':'{}','kind':'{}','session':'{}','time':'2026-01-01T{:02}:{:02}:{:02}Z'", told.id,
        told.kind, told.session, told.second / 3'600, told.second / 60 % 60, told.second % 60);
    const auto add = [](std::string& out, std::string_view name, const std::string& value) {
        out += value.empty() ? "" : fmt::format(",'{}':'{}'", name, value);
    };
    add(members, "agent", told.agent);
    add(members, "run", told.run);
    add(members, "correlation", told.correlation);
    add(members, "parent", told.parent);
    members += told.why ? ",'rationale':{'why':'w'}" : "";
    std::string fields = "'x':1";
    add(fields, "call_id", told.call_id);
    add(fields, "from", told.from);
    add(fields, "child_id", told.child);
    add(fields, "of", told.of);
    fields += told.output ? ",'output':'o'" : "";
    fields += told.to.empty() ? "" : fmt::format(",'to':['{}']", told.to);
    members += told.unfinished ? ",'flags':['unfinished']" : "";
    return members + ",'fields':{" + fields + "}";
}

Log any_log(Story& story) {
    Log log;
    const int count = *rc::gen::inRange(1, 20);
    for (int i = 0; i < count; ++i) {
        log.push_back(any_event(i, count));
        story.tell(members_of(log.back()));
    }
    std::ranges::stable_sort(log, {}, &Told::second);
    return log;
}

template <class Says>
bool any(const Log& log, Says says) {
    return std::any_of(log.begin(), log.end(), says);
}

std::string sender_of(const Told& told) {
    return told.from.empty() ? told.agent : told.from;
}

bool same_run(const Told& a, const Told& b) {
    return a.session == b.session && a.run == b.run;
}

// Whether `at` stands behind `before` in the log.
bool behind(const Log& log, const Told& at, const Told& before) {
    const auto place = [&](const Told& told) {
        return std::ranges::find(log, told.id, &Told::id) - log.begin();
    };
    return place(at) > place(before);
}

// Whether an observation ended the call: one behind it, or the last before it if that ended no
// other call.
bool was_ended(const Log& log, const Told& call) {
    bool met = false;
    bool begun = false;
    bool spare = false;
    for (const Told& told : log) {
        met = met || told.id == call.id;
        if (told.call_id.empty() || told.call_id != call.call_id || told.session != call.session) {
            continue;
        }
        if (told.kind == "observation") {
            if (met) {
                return true;
            }
            spare = !begun;
        }
        begun = told.kind == "tool_call";
    }
    return spare;
}

// What follows from one event of the thread alone, given the whole log.
void add_of_thread_event(const Log& log, const Log& thread, const Told& told, Found& found) {
    if (told.kind == "decision" && !told.why) {
        found.emplace("rationale_missing", told.id);
    }
    if (told.kind == "tool_call" && !told.why && any(log, [&](const Told& other) {
            return other.kind == "tool_call" && other.why && same_run(other, told);
        })) {
        found.emplace("rationale_missing", told.id);
    }
    if (told.kind == "decision" &&
        !any(log, [&](const Told& other) { return other.of == told.id; })) {
        found.emplace("decision_without_outcome", told.id);
    }
    if (told.kind == "tool_call" && !told.output && !was_ended(log, told)) {
        found.emplace("tool_call_without_result", told.id);
    }
    if (told.kind == "delegation" &&
        !any(log,
             [&](const Told& other) {
                 return !told.child.empty() && other.id != told.id && other.agent == told.child;
             }) &&
        !any(thread,
             [&](const Told& other) { return !told.child.empty() && other.from == told.child; })) {
        found.emplace("unanswered_delegation", told.id);
    }
    if (any(log, [&](const Told& other) {
            return other.id == told.parent && other.second > told.second;
        })) {
        found.emplace("clock_skew", told.id);
    }
}

bool ends(const Told& told) {
    return told.kind == "termination" || told.kind == "session_end";
}

bool begins(const Told& told) {
    return told.kind == "session_start" || (told.kind == "prompt" && !told.run.empty());
}

// The first beginning of each run of the thread, if the session tells nothing that ends it.
void add_unfinished(const Log& log, const Log& thread, Found& found) {
    for (const Told& told : thread) {
        if (told.unfinished) {
            found.emplace("unfinished", told.id);
        }
        const auto first = std::ranges::find_if(
            thread, [&](const Told& other) { return begins(other) && same_run(other, told); });
        if (!begins(told) || first->id != told.id) {
            continue;
        }
        const bool tells_ends = any(
            log, [&](const Told& other) { return ends(other) && other.session == told.session; });
        const bool ended = any(log, [&](const Told& other) {
            return ends(other) && other.session == told.session &&
                   (told.run.empty() || other.run == told.run ||
                    ((other.kind == "session_end" || other.run.empty()) &&
                     behind(log, other, told)));
        });
        if (!ended && (tells_ends || told.kind == "session_start")) {
            found.emplace("unfinished", told.id);
        }
    }
}

Found expected(const Log& log, const Log& thread) {
    Found found;
    add_unfinished(log, thread, found);
    std::set<std::string> written_to;
    for (const Told& told : thread) {
        add_of_thread_event(log, thread, told, found);
        if (!told.to.empty() && written_to.insert(told.to).second &&
            !any(thread, [&](const Told& other) {
                return other.agent == told.to || other.from == told.to;
            })) {
            found.emplace("silent_agent", told.id);
        }
    }
    for (const Told& told : log) {
        if (!told.correlation.empty()) {
            continue;
        }
        if (told.kind == "message" && !told.to.empty() && any(thread, [&](const Told& got) {
                return !got.correlation.empty() && !got.to.empty() && got.to == sender_of(told) &&
                       behind(log, told, got) && told.second - got.second <= 60;
            })) {
            found.emplace("unthreaded_message", told.id);
        }
        if (told.kind == "decision" && any(thread, [&](const Told& other) {
                return !other.correlation.empty() && !told.agent.empty() &&
                       other.agent == told.agent && same_run(other, told);
            })) {
            found.emplace("unthreaded_decision", told.id);
        }
    }
    return found;
}

bool share(const Told& a, const Told& b) {
    const auto agents = [](const Told& told) {
        return std::set<std::string>{told.agent, told.from, told.to, told.child};
    };
    if (a.session == b.session || a.parent == b.id || b.parent == a.id || a.of == b.id ||
        b.of == a.id || (!a.parent.empty() && (a.parent == b.parent || a.parent == b.of)) ||
        (!a.of.empty() && a.of == b.parent)) {
        return true;
    }
    const std::set<std::string> others = agents(b);
    return std::ranges::any_of(agents(a), [&](const std::string& agent) {
        return !agent.empty() && others.contains(agent);
    });
}

// The first event of each part but the first, by spreading until nothing changes.
void add_reuse(const Log& thread, Found& found) {
    std::vector<std::size_t> part(thread.size());
    for (std::size_t i = 0; i < part.size(); ++i) {
        part[i] = i;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < part.size(); ++i) {
            for (std::size_t j = 0; j < part.size(); ++j) {
                if (part[i] > part[j] && share(thread[i], thread[j])) {
                    part[i] = part[j];
                    changed = true;
                }
            }
        }
    }
    const auto end_of = [&](std::size_t number) {
        int end = 0;
        for (std::size_t i = 0; i < part.size(); ++i) {
            end = part[i] == number ? thread[i].second : end;
        }
        return end;
    };
    for (std::size_t i = 1; i < part.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (part[i] == i && part[j] == j && thread[i].second - end_of(j) > 3'600) {
                found.emplace("reused_correlation", thread[i].id);
            }
        }
    }
}

// What has no cause when every event is asked for its own.
std::vector<std::string> without_cause(Story& story, const Log& thread) {
    Sessions sessions(story.store());
    Links links(story.store(), sessions, Follow::known);
    std::vector<std::string> found;
    for (const Told& told : thread) {
        const std::optional<Event> event = *story.store().find(told.id);
        std::vector<MissingParent> missing;
        const bool caused = !links.causes_of(*event, missing)->empty();
        if (!caused && missing.empty() && !*links.is_beginning(*event)) {
            found.push_back(told.id);
        }
    }
    return found;
}

// Every rule is told of, found no more often than it was checked, and says why if it never was.
void expect_sound(const Gaps& answer) {
    RC_ASSERT(answer.rules.size() == 16U);
    for (const RuleCheck& check : answer.rules) {
        RC_ASSERT(check.found <= check.checked);
        RC_ASSERT(check.checked > 0 || !check.note.empty());
    }
}

Found reported(Story& story, const Log& thread, const GapsRequest& request) {
    const Result<Gaps> answer = gaps(story.store(), request);
    RC_ASSERT(bool(answer));
    RC_ASSERT(answer->completeness.uncaused == without_cause(story, thread));
    expect_sound(*answer);
    Found found;
    for (const Gap& gap : answer->completeness.gaps) {
        found.emplace(gap.rule, gap.event);
    }
    return found;
}

RC_GTEST_PROP(GapsProperty, CorrelationHasTheGapsOfThePlainModel, ()) {
    Story story;
    const Log log = any_log(story);
    Log thread;
    std::ranges::copy_if(log, std::back_inserter(thread),
                         [](const Told& told) { return told.correlation == "c1"; });
    Found wanted = expected(log, thread);
    add_reuse(thread, wanted);
    RC_ASSERT(reported(story, thread, {"c1", ThreadScope::correlation}) == wanted);
}

RC_GTEST_PROP(GapsProperty, SessionHasTheGapsOfThePlainModel, ()) {
    Story story;
    const Log log = any_log(story);
    Log thread;
    std::ranges::copy_if(log, std::back_inserter(thread),
                         [](const Told& told) { return told.session == "s1"; });
    RC_ASSERT(reported(story, thread, {"s1", ThreadScope::session}) == expected(log, thread));
}

}  // namespace
}  // namespace hence
