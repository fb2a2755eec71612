// Walks through a thread once and says what it lacks: the rules of all gaps together.
//
// Each rule is an object that is given every event in order (`add`) and reports at the end
// (`settle`), so all rules share one reading of the log. A rule may look outside the thread, by
// index look-ups, before it reports: an end that stands outside the thread is not missing. A gap is
// always about an event that exists. Replay uses the same walk through a ThreadVisitor, so both
// answers agree about what is missing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hence/completeness.h"
#include "hence/gaps.h"
#include "hence/store.h"

namespace hence {

struct Thread {
    ThreadScope scope = ThreadScope::session;
    std::string id;            // The whole name.
    bool with_causes = false;  // Whether to ask for the cause of every event, too.
};

struct ThreadFindings {
    Completeness completeness;
    std::vector<RuleCheck> rules;
    std::unordered_map<std::uint64_t, std::uint64_t> outcomes;  // Of decisions, by their number.
};

// Sees every event of the thread, in order, and the session that it belongs to.
using ThreadVisitor = std::function<void(const Event& event, std::string_view session)>;

// The thread that is meant. Fails with not_found when there is none, and with invalid when a
// shortened name fits several.
Result<Thread> find_thread(const Store& store, const GapsRequest& request);

// A thread by correlation has the events of that correlation in every session. A name that was
// never recorded is a thread without events.
Result<ThreadFindings> check_thread(const Store& store, const Thread& thread,
                                    const ThreadVisitor& visit = {});

}  // namespace hence
