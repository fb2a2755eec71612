#include "views/cause/refs.h"

#include <memory>
#include <utility>

#include "base/by_text.h"
#include "base/try.h"
#include "model/json/json.h"
#include "model/kinds.h"
#include "model/position.h"

namespace hence {

std::vector<std::string> refs_of(const Event& event) {
    std::vector<std::string> refs;
    // A rationale without refs is the rule, and is not read: a name with an escape may still be it.
    const std::string_view rationale = event.rationale();
    if (rationale.find("refs") == rationale.npos && rationale.find('\\') == rationale.npos) {
        return refs;
    }
    Texts seen;
    Json(rationale)["refs"].each_element([&](Json ref) {
        std::string text = ref.string().value_or("");
        if (seen.insert(text).second) {
            refs.push_back(std::move(text));
        }
        return true;
    });
    return refs;
}

bool is_scratch(std::string_view ref) {
    return ref.starts_with("scratch:");
}

std::string key_of(const Event& event) {
    if (event.kind() != Kind::observation) {
        return {};
    }
    return Json(event.fields())["key"].string().value_or("");
}

Result<std::optional<Position>> Refs::first_observation(const std::string& session) {
    const auto known = first_observations_.find(session);
    if (known != first_observations_.end()) {
        return known->second;
    }
    std::optional<Position> first;
    // A session that recorded no observation at all is not walked through to find that out.
    const bool loose = TRY(sessions_.scattered(session));
    const Lineage* const lineage = TRY(sessions_.lineage(session));
    const std::optional<Summary> row = TRY(store_.summary(Space::session, session));
    if (loose || lineage->is_fork() ||
        (row && row->kinds.contains(std::string(name_of(Kind::observation))))) {
        const auto cursor = TRY(sessions_.events(session, {}));
        std::optional<Event> event = TRY(cursor->next());
        while (event && event->kind() != Kind::observation) {
            event = TRY(cursor->next());
        }
        if (event) {
            first = position_of(*event);
        }
    }
    first_observations_.emplace(session, first);
    return first;
}

Result<bool> Refs::resolves(const Event& event, const std::string& session,
                            const std::string& ref) {
    const std::optional<Event> named = TRY(store_.find(ref));
    if (named || key_of(event) == ref) {
        return true;
    }
    const Scan before{
        .to = event.time(), .direction = Direction::backward, .after = position_of(event)};
    const auto cursor = TRY(sessions_.named({Space::key, ref}, session, before));
    const std::optional<Event> observation = TRY(cursor->next());
    return observation.has_value();
}

Result<void> Refs::check(const Event& event, std::vector<UnresolvedRef>& unresolved) {
    const std::vector<std::string> refs = refs_of(event);
    if (refs.empty()) {
        return {};
    }
    const std::string session = TRY(sessions_.of(event));
    for (const std::string& ref : refs) {
        if (is_scratch(ref)) {
            continue;
        }
        const bool resolved = TRY(resolves(event, session, ref));
        if (resolved) {
            ++checked_;
            continue;
        }
        const std::optional<Position> first = TRY(first_observation(session));
        if (first && position_of(event) >= *first) {
            ++checked_;
            unresolved.push_back({std::string(event.id()), ref});
        }
    }
    return {};
}

Result<RefStanding> Refs::standing(const std::string& session, const std::string& ref) {
    RefStanding stands;
    if (is_scratch(ref)) {
        stands.exempt = true;
        return stands;
    }
    stands.named = TRY(store_.find(ref));
    if (stands.named || session.empty()) {
        return stands;
    }
    const auto cursor =
        TRY(sessions_.named({Space::key, ref}, session, {.direction = Direction::backward}));
    stands.named = TRY(cursor->next());
    if (!stands.named) {
        const std::optional<Position> first = TRY(first_observation(session));
        stands.exempt = !first;
    }
    return stands;
}

Result<void> SessionRefs::check(const Event& event, std::vector<UnresolvedRef>& unresolved) {
    if (event.kind() == Kind::observation) {
        observed_ = true;
        keys_.number_of(key_of(event));
    }
    if (!observed_ || event.rationale().empty()) {
        return {};
    }
    const std::vector<std::string> refs = refs_of(event);
    for (const std::string& ref : refs) {
        checked_ += is_scratch(ref) ? 0 : 1;
        if (is_scratch(ref) || (!ref.empty() && keys_.find(ref) != TextNumbers::none)) {
            continue;
        }
        const auto [known, fresh] = recorded_.try_emplace(ref, false);
        if (fresh) {
            const std::optional<Event> recorded = TRY(store_.find(ref));
            known->second = recorded.has_value();
        }
        if (!known->second) {
            unresolved.push_back({std::string(event.id()), ref});
        }
    }
    return {};
}

}  // namespace hence
