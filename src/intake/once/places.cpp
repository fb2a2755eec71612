// Whose step it is. Frameworks name the agent and the conversation on the span of the agent alone,
// and the calls within it carry the name of the service or none.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {
namespace {

// What holds for each telling, found by walking up once: its own statement, or what the nearest
// telling around it states of what is inside.
class Nearest {
public:
    using State = std::string_view (*)(const Telling& telling);

    Nearest(const Settlement& settlement, State own, State inside)
        : settlement_(settlement),
          own_(own),
          inside_(inside),
          known_(settlement.all().size(), Known::no),
          found_(settlement.all().size()) {}

    // A view of what the telling says.
    std::string_view of(std::size_t index) {
        if (known_[index] == Known::yes) {
            return found_[index];
        }
        std::vector<std::size_t> way;
        std::string_view answer;
        for (std::size_t at = index; at != no_telling; at = settlement_.parent(at)) {
            if (known_[at] != Known::no) {
                answer = found_[at];
                break;
            }
            known_[at] = Known::sought;  // Ends a circle.
            way.push_back(at);
            answer = own_(settlement_.at(at));
            if (!answer.empty()) {
                break;
            }
            const std::size_t around = settlement_.parent(at);
            answer = around == no_telling ? std::string_view() : inside_(settlement_.at(around));
            if (!answer.empty()) {
                break;
            }
        }
        for (const std::size_t passed : way) {
            found_[passed] = answer;
            known_[passed] = Known::yes;
        }
        return found_[index];
    }

private:
    enum class Known : std::uint8_t { no, sought, yes };

    const Settlement& settlement_;
    State own_;
    State inside_;
    std::vector<Known> known_;
    std::vector<std::string_view> found_;
};

std::string_view named_agent(const Telling& telling) {
    return telling.agent_named && !telling.agent_by_id ? std::string_view(telling.agent)
                                                       : std::string_view();
}

std::string_view agent_inside(const Telling& telling) {
    return telling.agent_inside;
}

// The name of an agent that a telling knows by its id: it was set to work by a call around it.
std::string_view agent_of_id(const Settlement& settlement, std::size_t index) {
    std::size_t at = settlement.parent(index);
    for (std::size_t level = 0; level < levels_max && at != no_telling; ++level) {
        const Telling& around = settlement.at(at);
        if (!around.agent_inside.empty()) {
            return around.agent_inside;
        }
        at = settlement.parent(at);
    }
    return settlement.at(index).agent;
}

// The agents, also by what other tellings of the same call say of it.
class Agents {
public:
    explicit Agents(const Settlement& settlement)
        : settlement_(settlement), nearest_(settlement, named_agent, agent_inside) {
        for (std::size_t i = 0; i < settlement.all().size(); ++i) {
            if (settlement.counts[i] != i) {
                others_[settlement.counts[i]].push_back(i);
            }
        }
    }

    // A view of what a telling says.
    std::string_view of(std::size_t index) {
        std::string_view agent = nearest_.of(index);
        const std::size_t counting = settlement_.counts[index];
        const auto others = others_.find(counting);
        if (!agent.empty() || others == others_.end()) {
            return agent;
        }
        agent = nearest_.of(counting);
        for (const std::size_t other : others->second) {
            const std::string_view named = nearest_.of(other);
            const bool better = agent.empty() || (!named.empty() && named < agent);
            agent = better ? named : agent;
        }
        return agent;
    }

private:
    const Settlement& settlement_;
    Nearest nearest_;
    std::map<std::size_t, std::vector<std::size_t>> others_;  // By the call that counts.
};

// The model call whose messages tell of something.
std::size_t teller_of(const Settlement& settlement, std::size_t index) {
    const AsTold& told = settlement.at(index).told;
    return settlement.find(told.field("told_in").string().value_or(""));
}

// The model call by which a telling is placed: that which asked for it, or that whose messages tell
// of it where nobody knows who asked.
std::size_t placed_by(const Settlement& settlement, std::size_t index) {
    const Telling& telling = settlement.at(index);
    if (settlement.askers[index] != no_telling || telling.teller != Teller::messages) {
        return settlement.askers[index];
    }
    return teller_of(settlement, index);
}

// The model call that places the tool call at or around a telling.
std::size_t asker_above(const Settlement& settlement, std::size_t index) {
    std::size_t at = index;
    for (std::size_t level = 0; level < levels_max && at != no_telling; ++level) {
        const std::size_t by = placed_by(settlement, at);
        if (by != no_telling) {
            return by;
        }
        at = settlement.parent(at);
    }
    return no_telling;
}

// Who took over, and when: by hand-overs that an agent with a name made. What follows in the same
// run, and names nobody, is the work of the agent that took over.
class Handovers {
public:
    Handovers(const Settlement& settlement, Agents& agents) : settlement_(settlement) {
        for (std::size_t i = 0; i < settlement.all().size(); ++i) {
            const Telling& telling = settlement.at(i);
            if (telling.kind != Kind::delegation || telling.withdrawn) {
                continue;
            }
            const std::size_t above = asker_above(settlement, i);
            const bool named =
                !agents.of(i).empty() || (above != no_telling && !agents.of(above).empty());
            if (named) {
                by_run_[std::string(telling.run())].push_back(i);
            }
        }
    }

    std::string agent_at(const Telling& step) const {
        const auto made = by_run_.find(step.run());
        const Telling* last = nullptr;
        for (std::size_t i = 0; made != by_run_.end() && i < made->second.size(); ++i) {
            const Telling& handover = settlement_.at(made->second[i]);
            const bool before = handover.start_ns < step.start_ns;
            if (before && (last == nullptr || is_later(handover, *last))) {
                last = &handover;
            }
        }
        return last == nullptr ? "" : settled_field(*last, "child_id").string().value_or("");
    }

private:
    static bool is_later(const Telling& a, const Telling& b) {
        return std::pair(a.start_ns, a.event.id()) > std::pair(b.start_ns, b.event.id());
    }

    const Settlement& settlement_;
    std::map<std::string, std::vector<std::size_t>, std::less<>> by_run_;
};

// A delegation goes out from the agent that makes it.
void name_delegating_agent(const std::string& agent, Telling& telling) {
    if (telling.kind != Kind::delegation) {
        return;
    }
    const std::string from = telling.told.field("parent_id").string().value_or("");
    if (from.empty() || from == telling.agent) {
        telling.change.fields["parent_id"] = json_text(agent);
    }
}

}  // namespace

void settle_sessions(Settlement& settlement) {
    const auto stated = [](const Telling& telling) -> std::string_view { return telling.session; };
    Nearest sessions(settlement, stated, stated);
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        Telling& telling = settlement.at(i);
        // What only messages tell of stands where they do.
        const std::size_t told_in =
            telling.teller == Teller::messages ? teller_of(settlement, i) : no_telling;
        const std::string_view session = sessions.of(told_in == no_telling ? i : told_in);
        telling.change.session.reset();
        if (telling.session.empty() && !session.empty()) {
            telling.change.session = std::string(session);
        }
    }
}

namespace {

// An agent that is set to work by a tool may be told by the name of the tool: who it is says the
// call.
void forget_tool_names(Settlement& settlement) {
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const std::size_t around = settlement.parent(i);
        Telling& telling = settlement.at(i);
        if (around != no_telling && telling.is_plumbing() && settlement.at(around).is_tool_call() &&
            !settlement.at(around).agent_inside.empty() &&
            settlement.at(around).tool == telling.agent) {
            telling.agent_named = false;
        }
    }
}

}  // namespace

void settle_agents(Settlement& settlement) {
    forget_tool_names(settlement);
    Agents agents(settlement);
    const Handovers handovers(settlement, agents);
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        Telling& telling = settlement.at(i);
        // What was reconstructed, and an agent that was called as a tool, stands where the model
        // call that asked for it stands.
        const bool agent_as_tool = telling.is_plumbing() && settlement.askers[i] != no_telling;
        const std::size_t asker = telling.teller == Teller::messages || agent_as_tool
                                      ? placed_by(settlement, i)
                                      : no_telling;
        // A handover is made by whoever calls the tool, and not by whom the tool sets to work.
        const std::size_t around = settlement.parent(i);
        const bool handover = telling.kind == Kind::delegation &&
                              telling.event.has(Flag::derived) && around != no_telling &&
                              settlement.at(around).is_tool_call();
        const std::size_t by = asker != no_telling ? asker : handover ? around : i;
        std::string agent(telling.agent_by_id ? agent_of_id(settlement, i) : agents.of(by));
        if (agent.empty()) {
            const std::size_t above = asker_above(settlement, i);
            agent = above == no_telling ? std::string_view(agent) : agents.of(above);
            const Telling& step = settlement.at(above == no_telling ? i : above);
            if (agent.empty() && (step.is_model_call() || step.is_tool_call())) {
                agent = handovers.agent_at(step);
            }
        }
        if (!agent.empty() && agent != telling.agent) {
            name_delegating_agent(agent, telling);
            telling.change.agent = agent;
        }
        if (asker != no_telling && telling.session.empty() &&
            !settlement.at(asker).session_now().empty()) {
            telling.change.session = settlement.at(asker).session_now();
        }
    }
}

}  // namespace hence
