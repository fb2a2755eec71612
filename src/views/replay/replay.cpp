// Tells a whole affair again, in order: one walk through a session or a correlation.
//
// The walk is that of the gaps (views/gaps/check.h), so a replay reports the same gaps as `gaps`
// does. A replay keeps the numbers of events in three lists, each cut at the limit; totals, agents
// and obstacles cover everything that matched, also what was cut. A failed call of two events is
// one obstacle, under the id of its start.
#include "hence/replay.h"

#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/directive_state.h"
#include "views/find/kept_text.h"
#include "views/find/resolve.h"
#include "views/find/text_numbers.h"
#include "views/gaps/check.h"
#include "views/gaps/list.h"
#include "views/replay/layers.h"

namespace hence {
namespace {

constexpr std::array chain_types{ChainType::trade, ChainType::session, ChainType::directive,
                                 ChainType::incident};

ThreadScope scope_of(ChainType type) {
    return type == ChainType::session ? ThreadScope::session : ThreadScope::correlation;
}

bool ends_the_affair(std::string_view kind) {
    return kind == Kind::outcome || kind == Kind::termination || kind == Kind::session_end;
}

// What stood in the way. A call of two events is one obstacle, and goes by the id of its start.
class Obstacles {
public:
    void add(const Event& event, std::string_view session) {
        const std::string_view kind = event.kind();
        if (kind == Kind::error || (kind == Kind::message && says_refused(event)) ||
            (kind == Kind::llm_call && failed_call(event))) {
            keep(place_of(event));
        } else if (kind == Kind::tool_call || kind == Kind::observation) {
            add_call(event, session);
        }
    }

    std::vector<std::string> in_order() && {
        for (const EarlyEnd& end : early_ends_) {
            const std::uint32_t call = calls_.find(end.call);
            keep(call == TextNumbers::none ? end.place : place_of_start(call));
        }
        std::ranges::sort(found_, {}, &GapPlace::position);
        std::vector<std::string> ids;
        for (GapPlace& place : found_) {
            ids.push_back(std::move(place.id));
        }
        return ids;
    }

private:
    struct Start {
        Position position;
        std::string_view id;
    };
    // A failed end that was met before its call was.
    struct EarlyEnd {
        std::string call;
        GapPlace place;
    };

    void keep(const GapPlace& place) {
        if (seen_.insert(place.position.seq).second) {
            found_.push_back(place);
        }
    }

    GapPlace place_of_start(std::uint32_t call) const {
        return {starts_[call].position, std::string(starts_[call].id)};
    }

    // Without any session, a call_id counts within the run.
    static std::string call_of(const Event& event, std::string_view session) {
        const std::string id = text_field(event, "call_id");
        if (id.empty()) {
            return id;
        }
        return session.empty() ? joined("", joined(event.run(), id)) : joined(session, id);
    }

    // The end of a call may be stamped before its start.
    void add_call(const Event& event, std::string_view session) {
        const bool starts = event.kind() == Kind::tool_call;
        const bool failed = failed_call(event);
        if (!starts && !failed) {
            return;
        }
        const std::string call = call_of(event, session);
        if (failed && (starts || call.empty())) {
            keep(place_of(event));
        }
        if (call.empty()) {
            return;
        }
        if (starts) {
            const std::uint32_t number = calls_.number_of(call);
            starts_.resize(calls_.size());
            starts_[number] = {position_of(event), ids_.keep(event.id())};
            return;
        }
        const std::uint32_t number = calls_.find(call);
        if (number != TextNumbers::none) {
            keep(place_of_start(number));
        } else {
            early_ends_.push_back({call, place_of(event)});
        }
    }

    std::vector<GapPlace> found_;
    std::unordered_set<std::uint64_t> seen_;
    TextNumbers calls_;  // Those whose start was met.
    KeptText ids_;
    std::vector<Start> starts_;  // By call: its last so far.
    std::vector<EarlyEnd> early_ends_;
};

// Takes down what the type keeps of a thread, event by event.
class Recital {
public:
    Recital(Replay& replay, std::uint64_t limit) : replay_(replay), limit_(limit) {}

    void add(const Event& event, std::string_view session) {
        if (!keeps(replay_.type, event)) {
            return;
        }
        ++replay_.matched;
        cut_ += put(replay_.events, event) ? 0 : 1;
        if (is_trace(replay_.type, event)) {
            put(replay_.traces, event);
        }
        if (event.kind() == Kind::message) {
            put(replay_.audit_entries, event);
        }
        add_agents(event);
        add_time(event);
        add_end(event);
        obstacles_.add(event, session);
    }

    // How many events the limit cut.
    std::uint64_t finish() {
        replay_.agents.assign(agents_.begin(), agents_.end());
        replay_.obstacles = std::move(obstacles_).in_order();
        return cut_;
    }

private:
    // Whether there was room. What the other two lists lack, the list of all events lacks as well.
    bool put(std::vector<std::uint64_t>& list, const Event& event) {
        if (limit_ != 0 && list.size() >= limit_) {
            return false;
        }
        list.push_back(event.seq());
        return true;
    }

    // A time that was worked out is neither the beginning nor the end of anything.
    void add_time(const Event& event) {
        if (event.has(Flag::time_derived)) {
            return;
        }
        replay_.from = replay_.from ? replay_.from : event.time();
        replay_.to = event.time();
    }

    // A directive is over when an audit entry says so. What came of a decision on the way there
    // ends no directive that says when it was completed. A later entry that opens it again, or says
    // that it was rejected after all, takes the end back; a receipt does not.
    void add_end(const Event& event) {
        const std::optional<DirectiveState> state = replay_.type == ChainType::directive
                                                        ? directive_state_in(event)
                                                        : std::optional<DirectiveState>();
        const bool completed = state == DirectiveState::completed;
        if (completed_ && state && !completed && state != DirectiveState::acknowledged) {
            replay_.ended_by.reset();
        }
        if (completed || (!completed_ && ends_the_affair(event.kind()))) {
            replay_.ended_by = std::string(event.id());
        }
        completed_ = completed_ || completed;
    }

    void add_agents(const Event& event) {
        add_agent(event.agent());
        if (event.kind() == Kind::message) {
            const auto [from, to] = members<2>(event.fields(), {"from", "to"});
            add_agent(from.string().value_or(""));
            to.each_element([&](Json name) {
                add_agent(name.string().value_or(""));
                return true;
            });
        }
    }

    void add_agent(std::string_view agent) {
        if (!agent.empty() && !agents_.contains(agent)) {
            agents_.emplace(agent);
        }
    }

    Replay& replay_;
    std::uint64_t limit_;
    std::uint64_t cut_ = 0;
    bool completed_ = false;  // Whether a directive said so.
    std::set<std::string, std::less<>> agents_;
    Obstacles obstacles_;
};

}  // namespace

std::string_view to_string(ChainType type) {
    switch (type) {
        case ChainType::trade: return "trade";
        case ChainType::session: return "session";
        case ChainType::directive: return "directive";
        case ChainType::incident: break;
    }
    return "incident";
}

std::optional<ChainType> chain_type_named(std::string_view name) {
    const auto found =
        std::ranges::find_if(chain_types, [&](ChainType type) { return to_string(type) == name; });
    return found == chain_types.end() ? std::nullopt : std::optional(*found);
}

std::uint64_t default_limit(ChainType type) {
    return type == ChainType::trade || type == ChainType::session ? 100 : 500;
}

Result<Replay> replay(const Store& store, const ReplayRequest& request) {
    Thread thread{scope_of(request.type), {}};
    thread.id = TRY(resolve_name(
        store, thread.scope == ThreadScope::session ? Space::session : Space::correlation,
        request.id));
    Replay answer;
    answer.summaries = request.summaries;
    answer.type = request.type;
    answer.id = thread.id;
    Recital recital(answer, request.limit.value_or(default_limit(request.type)));
    ThreadFindings findings =
        TRY(check_thread(store, thread, [&](const Event& event, std::string_view session) {
            recital.add(event, session);
        }));
    answer.completeness = std::move(findings.completeness);
    answer.outcomes = std::move(findings.outcomes);
    answer.completeness.truncated = recital.finish();
    return answer;
}

}  // namespace hence
