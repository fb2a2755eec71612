// Tells a whole affair again, in order: what was done, why, and who said what to whom.
//
// Three layers are kept apart and merged: the messages between agents, the reasoning, and all other
// events. A replay keeps the numbers of its events and reads them again while it is written. Limits
// cut the lists; totals, agents and obstacles cover everything that matched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hence/completeness.h"
#include "hence/result.h"
#include "hence/sink.h"
#include "hence/time.h"

namespace [[gnu::visibility("default")]] hence {

class Store;

enum class ChainType : std::uint8_t {
    trade,      // By correlation; everything.
    session,    // By session; everything but messages.
    directive,  // By correlation; everything.
    incident,   // By correlation; messages, errors and outcomes only.
};
std::string_view to_string(ChainType type);
// The type of that name, or nothing.
std::optional<ChainType> chain_type_named(std::string_view name);

// How many events a list holds unless it is told.
std::uint64_t default_limit(ChainType type);

struct ReplayRequest {
    ChainType type = ChainType::trade;
    std::string id;  // The correlation or session, or an unambiguous beginning or end of its name.
    std::optional<std::uint64_t> limit = {};  // Per list; 0: all.
    bool summaries = false;  // In JSON, each event also has its one line, as "summary".
};

struct Replay {
    ChainType type = ChainType::trade;
    std::string id;  // The whole name.

    // Numbers of events, in the order of events, the oldest where a limit cut.
    std::vector<std::uint64_t> events;
    std::vector<std::uint64_t> traces;  // Decisions, thoughts, assumptions, and all with why.
    std::vector<std::uint64_t> audit_entries;                   // Messages.
    std::unordered_map<std::uint64_t, std::uint64_t> outcomes;  // Of decisions, by their number.

    // Over all that matched, whatever a limit cut.
    std::uint64_t matched = 0;
    std::vector<std::string> agents;  // Emitters and the ends of messages, sorted.
    std::optional<Time> from;         // Of the events whose time was recorded.
    std::optional<Time> to;
    // The last outcome, termination or session_end; of a directive rather the last audit entry
    // whose status says completed, unless a later one opened it again or rejected it.
    std::optional<std::string> ended_by;
    std::vector<std::string> obstacles;  // Errors, failed calls, refused or escalated messages.

    Completeness completeness;  // Of the whole thread; `truncated` counts events.
    bool summaries = false;     // As it was asked for.
};

// Fails with not_found when nothing of that name was recorded, and with invalid when it is
// ambiguous.
Result<Replay> replay(const Store& store, const ReplayRequest& request);

// {"chain_type","chain_id","events","traces","audit_entries","agents","from","to","duration_ms",
// "ended_by","obstacles","completeness"}. Events are whole; decisions have their outcome besides.
Result<void> write_json(const Replay& answer, const Store& store, const Sink& sink);
// What it was, in a few lines, and then one line an event; beneath a decision its reasons.
Result<void> write_text(const Replay& answer, const Store& store, const Sink& sink);

}  // namespace hence
