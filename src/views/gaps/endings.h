// What was begun and never came to an end that anybody recorded: calls, decisions, delegations.
//
// An end may arrive before its beginning (clocks differ), or in another session. So beginnings and
// ends are collected during the walk and compared when it is over. A beginning that is still open
// then is looked up outside the thread, where its end may stand there, before it is reported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/by_text.h"
#include "hence/gaps.h"
#include "hence/store.h"
#include "views/find/session_events.h"
#include "views/find/text_numbers.h"
#include "views/gaps/list.h"

namespace hence {

// Each is to be given every event of the thread, in order; then `settle`. The store and `sessions`
// must outlive them.

// Tool calls that have neither output nor error, and that no observation ended.
class CallGaps {
public:
    CallGaps(const Store& store, Sessions& sessions, ThreadScope scope)
        : store_(store), sessions_(sessions), scope_(scope) {}

    // `session` is the one that the event belongs to.
    void add(const Event& event, std::string_view session);
    Result<void> settle(GapList& gaps);

private:
    struct Open {
        GapPlace place;
        std::string call_id;
        std::uint32_t key = 0;
        bool ended = false;
    };
    // The starts and ends under one call_id, which later turns may use again.
    struct Key {
        std::vector<std::size_t> open = {};  // Of open_: no end came behind yet.
        bool begun = false;                  // The last was a start.
        bool spare = false;                  // An end of no call before it was the last end.
    };

    Result<void> drop_ended_outside();

    const Store& store_;
    Sessions& sessions_;
    ThreadScope scope_;
    TextNumbers names_;  // Of keys.
    std::vector<Key> keys_;
    std::uint64_t calls_ = 0;
    std::vector<Open> open_;
};

// Decisions that were made, and of which nobody said what came.
class DecisionGaps {
public:
    explicit DecisionGaps(const Store& store) : store_(store) {}

    void add(const Event& event);
    // Also fills in the outcome of every decision, by the numbers of both.
    Result<void> settle(GapList& gaps, std::unordered_map<std::uint64_t, std::uint64_t>& outcomes);

private:
    struct Decision {
        GapPlace place;
        bool made;
    };

    const Store& store_;
    std::vector<Decision> decisions_;
    ByText<std::uint64_t> judged_;  // By id: the outcome's number.
};

// Delegations of which neither the run nor the child was ever heard of, in the whole store.
class DelegationGaps {
public:
    explicit DelegationGaps(const Store& store) : store_(store) {}

    void add(const Event& event);
    Result<void> settle(GapList& gaps);

private:
    struct Delegation {
        GapPlace place;
        std::string child;
        std::string run;
    };
    // Up to two events of a run or an agent: one of them is not the delegation itself.
    using Seqs = std::vector<std::uint64_t>;

    Result<bool> known(Space space, const std::string& name, const Delegation& delegation);

    const Store& store_;
    std::vector<Delegation> delegations_;
    Texts senders_;  // Of messages of the thread, whoever recorded them.
    ByText<Seqs> runs_;
    ByText<Seqs> agents_;
};

// What the emitter says that it dropped, e.g. "2 attributes"; empty when it says nothing of it.
std::string dropped_by_emitter(const Event& event);

}  // namespace hence
