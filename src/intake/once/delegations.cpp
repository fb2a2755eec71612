// A handover that has a span of its own is told again by the messages of the agent that took over:
// the tool that handed over stands in them.
#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hence/store.h"
#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {

void settle_delegations(Settlement& settlement) {
    struct Handovers {
        std::vector<std::size_t> spans;
        std::vector<std::size_t> told;  // By messages.
    };
    std::map<std::string, Handovers> by_child;
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& telling = settlement.at(i);
        if (telling.kind != Kind::delegation || telling.withdrawn) {
            continue;
        }
        const std::string child = telling.told.field("child_id").string().value_or("");
        Handovers& same = by_child[joined(telling.run(), child)];
        const std::size_t call = settlement.parent(i);
        if (!telling.event.has(Flag::derived)) {
            same.spans.push_back(i);
        } else if (call != no_telling && settlement.at(call).teller == Teller::messages) {
            same.told.push_back(i);
        }
    }
    const auto when = [&](std::size_t i) {
        return std::pair(settlement.at(i).start_ns, settlement.at(i).event.id());
    };
    for (auto& [child, same] : by_child) {
        std::ranges::sort(same.spans, {}, when);
        std::ranges::sort(same.told, {}, when);
        // Each span is told once by messages, and before them.
        auto span = same.spans.begin();
        for (const std::size_t told : same.told) {
            if (span != same.spans.end() &&
                settlement.at(*span).start_ns <= settlement.at(told).start_ns) {
                settlement.at(told).withdrawn = true;
                ++span;
            }
        }
    }
}

}  // namespace hence
