// An arrival: what a span or a log record of a request has become, until it is stored.
//
// The events of a span (Translation) stay as they are; changes that other spans or the store
// suggest are collected in ArrivalChange and applied at the end, so that the rules of settle.h see
// each other's results and never half-changed events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/otlp/translate/translation.h"
#include "hence/event.h"
#include "model/kinds.h"

namespace hence {

// What other events of the request or of the store change in an event.
struct ArrivalChange {
    std::string counted_by = {};  // Another event stands for the same call: this is plumbing.
    std::string rationale = {};   // JSON, as the model stated it.
    std::string messages = {};    // JSON: content that came in records of its own,
    std::string completion = {};  // likewise,
    std::string call_ids = {};    // likewise,
    std::vector<std::string> content_from = {};  // and the ids of their events.

    bool any() const { return !counted_by.empty() || !rationale.empty() || !content_from.empty(); }
};

struct Arrival {
    Translation told;
    std::uint64_t number = 0;     // In the request, from 1.
    std::string_view bytes = {};  // As it came.
    bool record = false;          // A log record; else a span.
    ArrivalChange change = {};
    bool stored = false;   // It is known already, and `change` is how.
    bool dropped = false;  // Known already in a better form; nothing of it is stored.

    bool tool_call() const { return told.main.kind == Kind::tool_call; }
    // Takes part in the rules for calls: what another event stands for does not.
    bool counts() const { return !dropped && change.counted_by.empty(); }
};

}  // namespace hence
