// Whose step it is. Frameworks name the agent and the conversation on the span of the agent alone,
// and the calls within it carry the name of the service or none.
#include <string>

#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {
namespace {

// What holds for each telling, found by walking up once: its own statement, or what the nearest
// telling around it states of what is inside.
class Nearest {
public:
    using State = std::string (*)(const Telling& telling);

    Nearest(const Settlement& settlement, State own, State inside)
        : settlement_(settlement),
          own_(own),
          inside_(inside),
          known_(settlement.all().size(), Known::no),
          found_(settlement.all().size()) {}

    const std::string& of(std::size_t index) {
        std::vector<std::size_t> way;
        std::string answer;
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
            answer = around == no_telling ? "" : inside_(settlement_.at(around));
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
    std::vector<std::string> found_;
};

std::string named_agent(const Telling& telling) {
    return telling.agent_named && !telling.agent_by_id ? telling.agent : std::string();
}

std::string agent_inside(const Telling& telling) {
    return telling.agent_inside;
}

// The name of an agent that a telling knows by its id: it was set to work by a call around it.
std::string agent_of_id(const Settlement& settlement, std::size_t index) {
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

// A delegation goes out from the agent that makes it.
void name_delegating_agent(const AsTold& told, const std::string& agent, Telling& telling) {
    const std::string from = told.field("parent_id").string().value_or("");
    if (telling.kind == Kind::delegation && (from.empty() || from == telling.agent)) {
        telling.change.fields["parent_id"] = json_text(agent);
    }
}

}  // namespace

void settle_sessions(Settlement& settlement) {
    const auto stated = [](const Telling& telling) { return telling.session; };
    Nearest sessions(settlement, stated, stated);
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const std::string& session = sessions.of(i);
        Telling& telling = settlement.at(i);
        telling.change.session.reset();
        if (telling.session.empty() && !session.empty()) {
            telling.change.session = session;
        }
    }
}

void settle_agents(Settlement& settlement) {
    Nearest agents(settlement, named_agent, agent_inside);
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        Telling& telling = settlement.at(i);
        // What was reconstructed stands where the model call that asked for it stands.
        const std::size_t asker =
            telling.teller == Teller::messages ? settlement.askers[i] : no_telling;
        const std::string agent = telling.agent_by_id ? agent_of_id(settlement, i)
                                                      : agents.of(asker == no_telling ? i : asker);
        if (!agent.empty() && agent != telling.agent) {
            name_delegating_agent(AsTold(telling.event), agent, telling);
            telling.change.agent = agent;
        }
        if (asker != no_telling && telling.session.empty() &&
            !settlement.at(asker).session_now().empty()) {
            telling.change.session = settlement.at(asker).session_now();
        }
    }
}

}  // namespace hence
