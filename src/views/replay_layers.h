// Which layer of a replay an event belongs to.
#pragma once

#include <string_view>

#include "hence/event.h"
#include "hence/replay.h"

namespace hence {

// Whether a replay of this type has the event at all.
inline bool keeps(ChainType type, const Event& event) {
    const std::string_view kind = event.kind();
    switch (type) {
        case ChainType::trade:
        case ChainType::directive: return true;
        case ChainType::session: return kind != "message";
        case ChainType::incident: break;
    }
    return kind == "message" || kind == "error" || kind == "outcome";
}

// Whether it is reasoning. An incident has none.
inline bool is_trace(ChainType type, const Event& event) {
    const std::string_view kind = event.kind();
    return type != ChainType::incident && (kind == "decision" || kind == "thought" ||
                                           kind == "assumption" || !event.rationale().empty());
}

inline std::string_view layer_of(ChainType type, const Event& event) {
    if (event.kind() == "message") {
        return "audit";
    }
    return is_trace(type, event) ? "trace" : "event";
}

}  // namespace hence
