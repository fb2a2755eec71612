// Explains one event after another, and uses for each explanation what the earlier ones have found
// out.
//
// Explanations of neighbours share nearly all of their links. Walking along them anew for each
// event of a session would take time that grows with the square of its events. So the causes and
// effects of every event are looked for once, and remembered by number. A walk up remembers in
// addition how far each event stands from the beginning, and which events above it lack a cause: an
// explanation that keeps ten links then costs ten steps, however long its chain is. The answer is
// that of explain(), byte for byte, which a property test checks. What is remembered holds for one
// moment of the store: the object must not be used after events have arrived.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hence/explain.h"
#include "views/cause/links.h"
#include "views/cause/refs.h"
#include "views/find/session_events.h"

namespace hence {

// For one moment of a store, which must outlive it as `sessions` must. Not for several threads.
class Explaining {
public:
    Explaining(const Store& store, Sessions& sessions)
        : store_(store),
          sessions_(sessions),
          links_(store, sessions, Follow::assumed),
          refs_(store, sessions) {}

    struct Asked {
        std::string event;  // Its whole id.
        bool down = false;
        std::uint64_t limit = 0;      // As in ExplainRequest.
        std::uint64_t steps_max = 0;  // Links to walk along in memory; 0: any number.
    };

    // As explain(), without a graph. Fails with limit when the walk takes more steps
    // than it may.
    Result<Explanation> explain(const Asked& asked);

private:
    struct Effect {
        std::uint64_t seq;
        LinkType type;
        Provenance provenance;
    };
    // What is known of an event.
    struct Known {
        std::string id;
        Position place;
        // Upwards, once `length` is not 0.
        std::uint64_t cause = 0;  // 0: it has none.
        LinkType type = LinkType::parent;
        Provenance provenance = Provenance::explicit_;
        std::uint64_t length = 0;   // Links of its chain, itself included.
        bool circles = false;       // The chain has no beginning, and `length` no meaning.
        std::uint64_t lacking = 0;  // The nearest event of the chain that lacks a cause; 0: none.
        Completeness lacks = {};    // What this one lacks.
        std::vector<Via> also = {};
        std::string said = {};
        // Downwards.
        bool effects_known = false;
        std::vector<Effect> effects = {};
    };
    class Descent;

    Known& known(const Event& event);
    Result<void> learn_chain(const Event& event);
    void settle_chain(const std::vector<std::uint64_t>& walked, bool circles);
    Result<const std::vector<Effect>*> effects_of(std::uint64_t seq);
    Result<void> explain_up(const Event& event, const Asked& asked, Explanation& answer);
    Result<void> explain_circle(const Event& event, const Asked& asked, Explanation& answer);
    Result<void> explain_down(const Event& event, const Asked& asked, Explanation& answer);
    Result<void> keep_chain(const Event& event, std::uint64_t count, Explanation& answer);

    const Store& store_;
    Sessions& sessions_;
    Links links_;
    Refs refs_;
    std::unordered_map<std::uint64_t, Known> known_;  // By seq.
};

}  // namespace hence
