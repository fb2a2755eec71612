#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/translate/reconstructed.h"
#include "intake/once/settlement.h"

namespace hence {
namespace {

EventDraft draft_of(const Telling& model_call) {
    const Event& event = model_call.event;
    EventDraft draft;
    draft.id = event.id();
    draft.time = to_string(event.time());
    draft.agent = model_call.agent;
    draft.session = model_call.session;
    draft.run = event.run();
    draft.correlation = event.correlation();
    if (event.has(Flag::session_derived)) {
        draft.flags.push_back(Flag::session_derived);
    }
    return draft;
}

}  // namespace

void reconstruct_calls(Settlement& settlement) {
    std::vector<Telling> made_up;
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& call = settlement.at(i);
        const auto messages = call.change.fields.find("messages");
        if (!call.is_model_call() || settlement.counts[i] != i ||
            messages == call.change.fields.end()) {
            continue;
        }
        std::deque<std::string> kept;
        const Chat chat = chat_in(Json(messages->second), "user", kept);
        for (EventDraft& draft : reconstructed_calls(draft_of(call), chat)) {
            Result<Event> event = std::move(draft).finish(call.event.source());
            if (event) {
                Telling telling = telling_of(event->with_flag(Flag::settled));
                telling.made_up = true;
                made_up.push_back(std::move(telling));
            }
        }
    }
    for (Telling& telling : made_up) {
        settlement.add(std::move(telling));
    }
    settlement.connect_more();
}

}  // namespace hence
