// Which layer of a replay an event belongs to: the audit (messages between agents), the trace
// (reasoning), or the event layer (everything else). One function decides for JSON and text alike.
#pragma once

#include <string_view>

#include "hence/event.h"
#include "hence/replay.h"
#include "model/kinds.h"

namespace hence {

// Whether a replay of this type has the event at all.
inline bool keeps(ChainType type, const Event& event) {
    const std::string_view kind = event.kind();
    switch (type) {
        case ChainType::trade:
        case ChainType::directive: return true;
        case ChainType::session: return kind != Kind::message;
        case ChainType::incident: break;
    }
    return kind == Kind::message || kind == Kind::error || kind == Kind::outcome;
}

// Whether it is reasoning. An incident has none.
inline bool is_trace(ChainType type, const Event& event) {
    const std::string_view kind = event.kind();
    return type != ChainType::incident && (kind == Kind::decision || kind == Kind::thought ||
                                           kind == Kind::assumption || !event.rationale().empty());
}

inline std::string_view layer_of(ChainType type, const Event& event) {
    if (event.kind() == Kind::message) {
        return "audit";
    }
    return is_trace(type, event) ? "trace" : "event";
}

}  // namespace hence
