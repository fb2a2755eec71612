#include "formats/formats.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/agent_spans.h"
#include "formats/cortex.h"
#include "formats/deciduous.h"
#include "formats/mayros.h"
#include "formats/nous.h"
#include "formats/otlp/otlp.h"
#include "formats/reactive_agents.h"
#include "formats/replay_builder.h"

namespace hence {
namespace {

bool is_native(const Beginning& beginning) {
    return beginning.has({"kind", "time"});
}

// A text is of the first of these that it fits.
constexpr std::array known = {
    Format{"native", "Hence events: one JSON object per line (NDJSON), or a JSON array of them",
           is_native},
    Format{
        "mayros",
        "Mayros trace events: tool calls, model calls, decisions, delegations, errors (camelCase)",
        is_mayros, read_mayros},
    Format{"cortex",
           "AIngle Cortex events: the same, as the server stores and sends them (snake_case)",
           is_cortex, read_cortex},
    Format{"replay-builder", "ReplayBuilder decision traces, audit rows, and whole chains of them",
           is_replay_builder, read_replay_builder},
    Format{"reactive-agents", "Reactive Agents traces: one JSON object per line, one file per run",
           is_reactive_agents, read_reactive_agents},
    Format{"nous", "Nous decision graphs: nodes and edges", is_nous, read_nous},
    Format{"deciduous", "Deciduous patches: nodes and edges by change id", is_deciduous,
           read_deciduous},
    Format{"agent-spans", "The span rows and trajectories behind the SRE agent context graph",
           is_agent_spans, read_agent_spans},
    Format{"otlp", "OpenTelemetry spans and log records: OTLP in JSON, as collectors write files",
           is_otlp, read_otlp},
};

}  // namespace

std::span<const Format> formats() {
    return known;
}

Result<Format> choose_format(std::string_view name, std::string_view text) {
    if (name.empty()) {
        const Beginning beginning(text);
        const auto first = std::ranges::find_if(
            known, [&beginning](const Format& format) { return format.fits(beginning); });
        return first == known.end() ? known.front() : *first;
    }
    const auto found = std::ranges::find(known, name, &Format::name);
    if (found != known.end()) {
        return *found;
    }
    std::string names;
    for (const Format& format : known) {
        names += (names.empty() ? "" : ", ") + std::string(format.name);
    }
    return Error{Code::invalid, "there is no format \"" + std::string(name) + "\"",
                 "these can be read: " + names};
}

}  // namespace hence
