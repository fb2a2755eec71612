// A permission that a span and a record both tell of is one decision.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hence/store.h"
#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {

void settle_decisions(Settlement& settlement) {
    std::map<std::string, std::vector<std::size_t>> by_call;
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& decision = settlement.at(i);
        if (decision.kind != Kind::decision || decision.call_id.empty()) {
            continue;
        }
        const std::string where =
            decision.session.empty() ? std::string(decision.event.run()) : decision.session;
        by_call[joined(where, joined(decision.decision_type, decision.call_id))].push_back(i);
    }
    for (auto& each : by_call) {
        std::vector<std::size_t>& tellings = each.second;
        std::ranges::sort(tellings, {}, [&](std::size_t i) {
            return std::pair(settlement.at(i).teller, settlement.at(i).event.id());
        });
        // Two records of one call are two decisions: the first may have been asked again.
        std::erase_if(tellings, [&](std::size_t i) {
            return i != tellings.front() &&
                   settlement.at(i).teller == settlement.at(tellings.front()).teller;
        });
        settlement.count_as_one(tellings);
    }
}

}  // namespace hence
