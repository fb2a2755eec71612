// Walks through a thread once and says what it lacks: the rules of all gaps together.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "hence/completeness.h"
#include "hence/gaps.h"
#include "hence/store.h"

namespace hence {

struct Thread {
    ThreadScope scope = ThreadScope::session;
    std::string id;  // The whole name.
};

struct ThreadFindings {
    Completeness completeness;
    std::unordered_map<std::uint64_t, std::uint64_t> outcomes;  // Of decisions, by their number.
};

// Sees every event of the thread, in order, and the session that it belongs to.
using ThreadVisitor = std::function<void(const Event& event, std::string_view session)>;

// A session has its events, a correlation all of its own in whatever session. What was never
// recorded is a thread without events.
Result<ThreadFindings> check_thread(const Store& store, const Thread& thread,
                                    const ThreadVisitor& visit = {});

}  // namespace hence
