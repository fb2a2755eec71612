#include "server/routes.h"

namespace hence {
namespace {

// The first that fits a request answers it.
std::vector<Route> all_routes() {
    std::vector<Route> table = {
        {"POST", "/api/v1/events", Scope::ingest, take_events},
        {"GET", "/api/v1/events", Scope::read, answer_events},
        {"GET", "/api/v1/events/{id}", Scope::read, answer_event},
        {"GET", "/api/v1/events/{id}/explain", Scope::read, answer_explain},
        {"GET", "/api/v1/sessions", Scope::read, answer_sessions},
        {"GET", "/api/v1/sessions/{id}/tree", Scope::read, answer_tree},
        {"GET", "/api/v1/runs", Scope::read, answer_runs},
        {"GET", "/api/v1/agents", Scope::read, answer_agents},
        {"GET", "/api/v1/correlations", Scope::read, answer_correlations},
        {"GET", "/api/v1/stats", Scope::read, answer_stats},
        {"GET", "/api/v1/quarantine", Scope::read, answer_quarantine},
        {"POST", "/api/v1/quarantine/retry", Scope::admin, retry_quarantine},
        {"GET", "/api/v1/quarantine/{id}", Scope::read, answer_quarantined},
        {"GET", "/api/v1/formats", Scope::read, answer_formats},
        {"POST", "/api/v1/handover", Scope::admin, hand_over},
    };
    for (const RouteTable& part :
         {replay_routes(), debrief_routes(), context_routes(), map_routes(), outline_routes(),
          outcome_routes(), export_routes(), knew_routes(), graph_routes(), mcp_routes(),
          otlp_routes(), live_routes(), page_routes(), service_routes()}) {
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
