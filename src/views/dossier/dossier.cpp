// Everything about one decision: its explanation, its alternatives, who was told of it, and what
// came of it. Each part is an answer of its own, so a dossier cannot contradict `explain` or
// `outcome`.
#include "hence/dossier.h"

#include <memory>
#include <set>
#include <utility>

#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/kinds.h"
#include "model/position.h"
#include "views/cause/considered.h"
#include "views/cause/outcome_of.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"

namespace hence {
namespace {

// Finds out who was told of an event.
class Told {
public:
    Told(const Store& store, const Event& event) : store_(store), sessions_(store), event_(event) {}

    Result<std::vector<std::uint64_t>> messages() {
        for (const Space space : {Space::parent, Space::cause, Space::ref}) {
            TRY(add_naming(space));
        }
        if (event_.kind() == Kind::decision && !event_.agent().empty()) {
            TRY(add_following());
        }
        std::vector<std::uint64_t> seqs;
        seqs.reserve(found_.size());
        for (const Position& place : found_) {
            seqs.push_back(place.seq);
        }
        return seqs;
    }

private:
    Result<void> add_naming(Space space) {
        const std::unique_ptr<Cursor> events = TRY(store_.scan({space, std::string(event_.id())}));
        for (;;) {
            const std::optional<Event> event = TRY(events->next());
            if (!event) {
                return {};
            }
            if (event->kind() == Kind::message) {
                found_.insert(position_of(*event));
            }
        }
    }

    // The rest of the thread that the decision stands in, or nothing when it stands in none.
    Result<std::unique_ptr<Cursor>> what_follows() {
        const Scan later{.after = position_of(event_)};
        if (!event_.correlation().empty()) {
            return store_.scan({Space::correlation, std::string(event_.correlation())}, later);
        }
        const std::string session = TRY(sessions_.of(event_));
        if (session.empty()) {
            return std::unique_ptr<Cursor>();
        }
        return sessions_.events(session, later);
    }

    // An agent tells of a decision until it makes the next one.
    Result<void> add_following() {
        const std::unique_ptr<Cursor> events = TRY(what_follows());
        std::optional<Event> event;
        while (events) {
            event = TRY(events->next());
            if (!event || (event->kind() == Kind::decision && event->agent() == event_.agent())) {
                return {};
            }
            if (event->kind() == Kind::message && sender_of(*event) == event_.agent() &&
                !field(*event, "to").at(0).raw().empty()) {
                found_.insert(position_of(*event));
            }
        }
        return {};
    }

    static std::string sender_of(const Event& message) {
        std::string from = text_field(message, "from");
        return from.empty() ? std::string(message.agent()) : from;
    }

    const Store& store_;
    Sessions sessions_;
    const Event& event_;
    std::set<Position> found_;
};

}  // namespace

Result<Dossier> dossier(const Store& store, const DossierRequest& request) {
    Event event = TRY(resolve_event(store, request.event));
    const std::string id(event.id());
    Explanation explanation = TRY(explain(store, {.event = id}));
    std::vector<std::uint64_t> messages = TRY(Told(store, event).messages());
    std::optional<Event> outcome = TRY(outcome_of(store, id));
    std::vector<Alternative> alternatives = considered_by(event);
    return Dossier{std::move(event), std::move(alternatives), std::move(explanation),
                   std::move(messages), std::move(outcome)};
}

}  // namespace hence
