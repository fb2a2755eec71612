// The handlers behind the router's table, one function to an answer.
#pragma once

#include "server/router.h"

namespace hence {

// Reading: each answers as JSON or, when Accept asks for it, as text.
Result<Response> answer_events(const App& app, const Request& request, const std::string& id);
Result<Response> answer_event(const App& app, const Request& request, const std::string& id);
Result<Response> answer_explain(const App& app, const Request& request, const std::string& id);
Result<Response> answer_tree(const App& app, const Request& request, const std::string& id);
Result<Response> answer_stats(const App& app, const Request& request, const std::string& id);
Result<Response> answer_sessions(const App& app, const Request& request, const std::string& id);
Result<Response> answer_runs(const App& app, const Request& request, const std::string& id);
Result<Response> answer_agents(const App& app, const Request& request, const std::string& id);
Result<Response> answer_correlations(const App& app, const Request& request, const std::string& id);
Result<Response> answer_formats(const App& app, const Request& request, const std::string& id);
Result<Response> answer_health(const App& app, const Request& request, const std::string& id);
Result<Response> answer_quarantine(const App& app, const Request& request, const std::string& id);
Result<Response> answer_quarantined(const App& app, const Request& request, const std::string& id);

// Writing.
Result<Response> take_events(const App& app, const Request& request, const std::string& id);
Result<Response> retry_quarantine(const App& app, const Request& request, const std::string& id);
Result<Response> hand_over(const App& app, const Request& request, const std::string& id);

// Rows of the table that stand beside their handlers, one file each.
using RouteTable = std::vector<Route>;
RouteTable replay_routes();   // Replays and gaps.
RouteTable debrief_routes();  // One run told, and two compared.
RouteTable context_routes();  // A session as a graph and as a trajectory.
RouteTable map_routes();      // Its graph, folded.
RouteTable outline_routes();  // Windows of a session, by its tree or by the clock.
RouteTable outcome_routes();  // What came of decisions, and what is learnt from that.
RouteTable export_routes();
RouteTable knew_routes();  // What an agent knew.
RouteTable graph_routes();
RouteTable mcp_routes();
RouteTable otlp_routes();     // What OpenTelemetry sends.
RouteTable live_routes();     // What arrives, as it arrives.
RouteTable page_routes();     // The page that asks all this in a browser.
RouteTable service_routes();  // How the server does, and what can be asked of it.

}  // namespace hence
