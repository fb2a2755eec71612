// What nobody tells of but the messages of a model call.
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/foreign.h"
#include "formats/otlp/translate/reconstructed.h"
#include "intake/once/settlement.h"
#include "model/goal.h"
#include "model/kinds.h"

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
    draft.parent = event.parent();
    draft.correlation = event.correlation();
    if (event.has(Flag::session_derived)) {
        draft.flags.push_back(Flag::session_derived);
    }
    return draft;
}

// A telling of what a model call's messages say. Nothing where that is no event.
std::optional<Telling> made_up_by(const Telling& model_call, EventDraft draft) {
    Result<Event> event = std::move(draft).finish(model_call.event.source());
    if (!event) {
        return std::nullopt;
    }
    Telling telling = telling_of(event->with_flag(Flag::settled));
    telling.made_up = true;
    telling.thread = model_call.thread;
    telling.change.session = model_call.change.session;
    return telling;
}

// A run, by what it says of its prompt.
struct RunPrompt {
    bool stated = false;             // Somebody tells of its goal.
    std::size_t first = no_telling;  // Its first model call.
};

bool is_reconstructed_prompt(const Telling& telling) {
    return telling.kind == Kind::prompt && telling.teller == Teller::messages;
}

// Clocks of a millisecond let quick calls begin together: the earlier one was told less.
bool is_earlier(const Telling& call, const Telling& than) {
    if (call.start_ns != than.start_ns) {
        return call.start_ns < than.start_ns;
    }
    const auto told = [](const Telling& each) {
        return settled_field(each, "messages").raw().size();
    };
    return std::pair(told(call), call.event.id()) < std::pair(told(than), than.event.id());
}

std::map<std::string, RunPrompt> prompts_of_runs(const Settlement& settlement) {
    std::map<std::string, RunPrompt> runs;
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        const Telling& telling = settlement.at(i);
        if (telling.run().empty() || is_reconstructed_prompt(telling)) {
            continue;
        }
        RunPrompt& run = runs[std::string(telling.run())];
        run.stated = run.stated || !goal_stated(telling.event).empty();
        const bool counts = telling.is_model_call() && settlement.counts[i] == i;
        if (counts && (run.first == no_telling || is_earlier(telling, settlement.at(run.first)))) {
            run.first = i;
        }
    }
    return runs;
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
            if (std::optional<Telling> telling = made_up_by(call, std::move(draft))) {
                made_up.push_back(std::move(*telling));
            }
        }
    }
    for (Telling& telling : made_up) {
        settlement.add(std::move(telling));
    }
    settlement.connect_more();
}

void reconstruct_prompts(Settlement& settlement) {
    std::map<std::string, std::size_t> calls;  // By the id of their prompt.
    for (const auto& [name, run] : prompts_of_runs(settlement)) {
        if (run.stated || run.first == no_telling) {
            continue;
        }
        const Telling& call = settlement.at(run.first);
        std::deque<std::string> kept;
        const Chat chat = chat_in(settled_field(call, "messages"), "user", kept);
        std::optional<EventDraft> draft = reconstructed_prompt(draft_of(call), chat);
        std::optional<Telling> prompt =
            draft ? made_up_by(call, std::move(*draft)) : std::optional<Telling>();
        if (prompt) {
            calls.emplace(prompt->event.id(), run.first);
            settlement.add(std::move(*prompt));
        }
    }
    settlement.connect_more();
    for (std::size_t i = 0; i < settlement.all().size(); ++i) {
        Telling& telling = settlement.at(i);
        if (is_reconstructed_prompt(telling)) {
            const auto call = calls.find(std::string(telling.event.id()));
            telling.withdrawn = call == calls.end();
            settlement.askers[i] = telling.withdrawn ? no_telling : call->second;
        }
    }
}

}  // namespace hence
