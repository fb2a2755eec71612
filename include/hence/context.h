// A session as a picture of what led to what: the incident, a thought for each turn, the tools that
// it called, what they returned, and the action at the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hence/completeness.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class ContextBy : std::uint8_t { turn, run };

struct ContextRequest {
    std::string session;  // Its name, or an unambiguous beginning or end of it.
    ContextBy by = ContextBy::turn;
};

enum class ContextType : std::uint8_t { incident, thought, tool_call, observation, action };
std::string_view to_string(ContextType type);  // "INCIDENT", ...

struct ContextNode {
    std::string id;
    ContextType type = ContextType::thought;
    std::string label;
    std::optional<Time> time;
    std::optional<double> duration_ms;
    std::optional<double> tokens;
    std::string status;  // "ok", "error", or empty: not known.
    std::string event;   // The event that it stands for; empty when it stands for none.
    std::string run;
    std::string agent;
    bool synthesized = false;  // Nobody recorded it: it makes the picture readable.
};

struct ContextEdge {
    std::string from;
    std::string to;
    std::string_view label;  // "leads to", "calls", "returns", "informs", "executes", "delegates".
};

struct ContextGraph {
    std::string session;  // The whole name.
    std::vector<ContextNode> nodes;
    std::vector<ContextEdge> edges;
    Completeness completeness;
};

// Fails with not_found when the session was never recorded, and with invalid when it is ambiguous.
Result<ContextGraph> context(const Store& store, const ContextRequest& request);

// {"session","nodes","edges","completeness"}
Result<void> write_json(const ContextGraph& answer, const Store& store, const Sink& sink);
Result<void> write_text(const ContextGraph& answer, const Store& store, const Sink& sink);

}  // namespace hence
