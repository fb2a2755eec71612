#include "server/routes.h"

namespace hence {
namespace {

// The first that fits a request answers it.
std::vector<Route> all_routes() {
    std::vector<Route> table = {
        {"POST", "/api/v1/events", TokenScope::ingest, take_events},
        {"GET", "/api/v1/events", TokenScope::read, answer_events},
        {"GET", "/api/v1/events/{id}", TokenScope::read, answer_event},
        {"GET", "/api/v1/events/{id}/explain", TokenScope::read, answer_explain},
        {"GET", "/api/v1/sessions", TokenScope::read, answer_sessions},
        {"GET", "/api/v1/sessions/{id}/tree", TokenScope::read, answer_tree},
        {"GET", "/api/v1/runs", TokenScope::read, answer_runs},
        {"GET", "/api/v1/agents", TokenScope::read, answer_agents},
        {"GET", "/api/v1/correlations", TokenScope::read, answer_correlations},
        {"GET", "/api/v1/stats", TokenScope::read, answer_stats},
        {"GET", "/api/v1/quarantine", TokenScope::read, answer_quarantine},
        {"POST", "/api/v1/quarantine/retry", TokenScope::admin, retry_quarantine},
        {"GET", "/api/v1/quarantine/{id}", TokenScope::read, answer_quarantined},
        {"GET", "/api/v1/formats", TokenScope::read, answer_formats},
        {"POST", "/api/v1/handover", TokenScope::admin, hand_over},
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
