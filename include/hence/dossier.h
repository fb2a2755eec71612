// Answers "tell me everything about this decision": one page that can be filed or sent on.
//
// It joins what other answers say: the explanation, the alternatives, the messages by which others
// were told, and the outcome. Nothing is worked out by rules of its own, so a dossier cannot
// contradict `explain`. The text is Markdown in which recorded text stays text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hence/entries.h"
#include "hence/event.h"
#include "hence/explain.h"
#include "hence/result.h"
#include "hence/sink.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

struct DossierRequest {
    // Its id, or an unambiguous beginning or end of it. Mostly a decision; any event has a dossier.
    std::string event = {};
};

struct Dossier {
    Event event;
    std::vector<Alternative> alternatives;  // Without a reason where nobody gave one.
    Explanation explanation;                // What led to it.
    // Who was told, by number and in order: messages that name the event as parent, cause or ref;
    // and those that the decision's agent sent to somebody in the same correlation (where there is
    // none, session) before its next decision there.
    std::vector<std::uint64_t> messages;
    std::optional<Event> outcome;
};

// Fails with not_found when no such event was recorded, and with invalid when the id is ambiguous.
Result<Dossier> dossier(const Store& store, const DossierRequest& request);

// {"event","decision","inputs","alternatives","rationale","confidence","chain","messages",
//  "outcome","completeness"}
Result<void> write_json(const Dossier& answer, const Store& store, const Sink& sink);
// One page of Markdown that needs nothing else. What was recorded stays text: it cannot become a
// heading, a link or markup.
Result<void> write_text(const Dossier& answer, const Store& store, const Sink& sink);

}  // namespace hence
