// The names of the event bus: what Reactive Agents publishes while an agent runs, before its own
// recorder writes a trace. The same things have other names there.
#pragma once

#include <string>
#include <string_view>

namespace hence {

// The kind of a trace that says the same as an event of the bus: "ToolCallStarted" is
// "tool-call-start". Any other name in capitals is spelled as traces do: "PhaseEntered" is
// "phase-entered". Empty for a name that is no name of the bus.
std::string kind_of_bus_name(std::string_view name);

}  // namespace hence
