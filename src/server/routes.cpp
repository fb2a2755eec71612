#include "server/routes.h"

namespace hence {
namespace {

// The first that fits a request answers it.
std::vector<Route> all_routes() {
    std::vector<Route> table = {
        {"POST", "/api/v1/events", take_events},
        {"GET", "/api/v1/events", answer_events},
        {"GET", "/api/v1/events/{id}", answer_event},
        {"GET", "/api/v1/events/{id}/explain", answer_explain},
        {"GET", "/api/v1/sessions", answer_sessions},
        {"GET", "/api/v1/sessions/{id}/tree", answer_tree},
        {"GET", "/api/v1/runs", answer_runs},
        {"GET", "/api/v1/agents", answer_agents},
        {"GET", "/api/v1/correlations", answer_correlations},
        {"GET", "/api/v1/stats", answer_stats},
        {"GET", "/api/v1/quarantine", answer_quarantine},
        {"POST", "/api/v1/quarantine/retry", retry_quarantine},
        {"GET", "/api/v1/quarantine/{id}", answer_quarantined},
        {"GET", "/api/v1/formats", answer_formats},
        {"POST", "/api/v1/handover", hand_over},
        {"GET", "/healthz", answer_health},
    };
    for (const RouteTable& part :
         {replay_routes(), debrief_routes(), context_routes(), outcome_routes(), export_routes(),
          graph_routes(), mcp_routes()}) {
        table.insert(table.end(), part.begin(), part.end());
    }
    return table;
}

}  // namespace

const std::vector<Route>& routes() {
    static const std::vector<Route> table = all_routes();
    return table;
}

}  // namespace hence
