// What the agents of one session were told, and when: the places of prompts, tasks, messages,
// results and observations, noted in one walk.
//
// Most recordings do not say what a model was shown, but they do say what came in. An agent knows
// what came in for it in the session: the prompts of the runs that it worked in, the tasks that
// were delegated to it, the results of its calls, and the messages to it. A run that somebody
// delegated is a context of its own: an agent starts there knowing nothing of what another one of
// its name was told. All other runs of an agent are one conversation. The table holds places, and
// no texts, so that a long session fits in memory; each question is then a few binary searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "hence/event.h"
#include "hence/store.h"

namespace hence {

enum class ToldAs : std::uint8_t { prompt, task, message, result, observation };

// Something that came in for an agent.
struct Told {
    Position at;
    Position call = {};  // Of a result that is an event of its own: its call.
    Time known_at = {};  // When it had come in.
    ToldAs as = ToldAs::prompt;
};

// What an agent had been told before an event.
struct ToldBefore {
    std::vector<Told> newest;  // In order; as many as were asked for.
    std::uint64_t total = 0;
    std::optional<Told> first;  // The first of all: where the agent's work began.
};

class ToldTable {
public:
    ToldTable() = default;
    // Notes only what an agent of this name was told, or all when the name is empty.
    explicit ToldTable(std::string_view agent) : only_(agent) {}

    // To be called for every event of the session, in order.
    void see(const Event& event);

    ToldBefore before(const Event& event, std::size_t count_max) const;
    // The last two model calls of the event's agent that are not behind it, in the same context.
    std::vector<Position> model_calls(const Event& event) const;

private:
    using List = std::vector<Told>;
    struct Lane {
        List list = {};
        std::vector<Position> models = {};
        std::optional<Position> first = {};
    };
    struct Prompt {
        Told told;
        std::string agent;
    };
    struct Call {
        Position place;
        std::string agent;
        std::string run;
        bool told = false;  // Its result stands in the call itself.
    };

    void see_call(const Event& event);
    void see_observation(const Event& event);
    void see_delegation(const Event& event);
    void put(std::string_view agent, std::string_view run, const Told& told);
    Lane& lane(std::string_view agent, std::string_view run);
    bool concerns(std::string_view agent) const { return only_.empty() || only_ == agent; }

    bool delegated(const std::string& run, const Event& event) const;
    std::vector<std::string> runs_of(const Event& event) const;
    void add_prompts(const Event& event, const std::vector<std::string>& runs, List& found) const;
    List tasks_of(const Event& event, const std::vector<std::string>& runs) const;

    std::string only_;
    ByText<Lane> lanes_;  // By joined(agent, run); of all agents under the empty name.
    ByText<std::vector<std::string>> runs_;  // By agent.
    ByText<std::vector<Prompt>> prompts_;    // By run.
    ByText<List> messages_;                  // By receiver.
    ByText<List> tasks_by_child_;
    ByText<List> tasks_by_run_;
    ByText<Call> calls_;  // By call_id, until an observation ends them.
};

}  // namespace hence
