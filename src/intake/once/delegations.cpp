// A handover that has a span of its own is told again by the messages of the agent that took over:
// the tool that handed over stands in them.
#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/otlp/translate/messages.h"
#include "formats/otlp/translate/transfer.h"
#include "hence/store.h"
#include "intake/once/settlement.h"
#include "model/kinds.h"

namespace hence {
namespace {

// Whom the answer of a model call hands over to; empty: to nobody.
std::string handed_over_in(const Telling& model_call) {
    std::deque<std::string> kept;
    const Chat chat = chat_in(settled_field(model_call, "completion"), "assistant", kept);
    for (const Json element : chat.elements) {
        for (const MessagePart& part : read_message(element, "assistant", kept).parts) {
            std::string child = part.type == MessagePart::Type::tool_call
                                    ? handed_over_to(part.name, part.value)
                                    : std::string();
            if (!child.empty()) {
                return child;
            }
        }
    }
    return {};
}

// OpenLLMetry sends handovers of the OpenAI Agents SDK before it is known to whom. The last model
// call before has asked for them.
void name_unknown_child(Settlement& settlement, Telling& handover) {
    std::size_t last = no_telling;
    const auto when = [&](std::size_t i) {
        return std::pair(settlement.at(i).start_ns, settlement.at(i).event.id());
    };
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& call = settlement.at(i);
        const bool before = call.is_model_call() && settlement.counts[i] == i &&
                            call.run() == handover.run() && call.start_ns <= handover.start_ns;
        last = before && (last == no_telling || when(last) < when(i)) ? i : last;
    }
    const std::string child =
        last == no_telling ? std::string() : handed_over_in(settlement.at(last));
    if (!child.empty()) {
        handover.change.fields["child_id"] = json_text(child);
    }
}

}  // namespace

void settle_delegations(Settlement& settlement) {
    struct Handovers {
        std::vector<std::size_t> spans;
        std::vector<std::size_t> told;  // By messages.
    };
    std::map<std::string, Handovers> by_child;
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        Telling& telling = settlement.at(i);
        if (telling.kind != Kind::delegation || telling.withdrawn) {
            continue;
        }
        if (telling.told.field("child_id").string().value_or("").empty()) {
            name_unknown_child(settlement, telling);
        }
        const std::string child = settled_field(telling, "child_id").string().value_or("");
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
