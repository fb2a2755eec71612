// The list of all files of routes. The first row that fits a request answers it, so a fixed path
// must stand before a pattern that would also fit.
#include "server/routes/routes.h"

namespace hence {

RouteTable record_routes();
RouteTable events_routes();
RouteTable search_routes();
RouteTable explain_routes();
RouteTable lists_routes();
RouteTable tree_routes();
RouteTable stats_routes();
RouteTable quarantine_routes();
RouteTable kinds_routes();
RouteTable replay_routes();
RouteTable debrief_routes();
RouteTable context_routes();
RouteTable map_routes();
RouteTable outline_routes();
RouteTable outcome_routes();
RouteTable branch_routes();
RouteTable export_routes();
RouteTable sql_routes();
RouteTable knew_routes();
RouteTable across_routes();
RouteTable integrity_routes();
RouteTable graph_routes();
RouteTable mcp_routes();
RouteTable otlp_routes();
RouteTable spool_routes();
RouteTable live_routes();
RouteTable page_routes();
RouteTable service_routes();

const std::vector<RouteTable>& route_tables() {
    static const std::vector<RouteTable> tables = {
        record_routes(),    events_routes(),  search_routes(),  explain_routes(),
        lists_routes(),     tree_routes(),    stats_routes(),   quarantine_routes(),
        kinds_routes(),     replay_routes(),  debrief_routes(), context_routes(),
        map_routes(),       outline_routes(), outcome_routes(), branch_routes(),
        export_routes(),    sql_routes(),     knew_routes(),    across_routes(),
        integrity_routes(), graph_routes(),   mcp_routes(),     otlp_routes(),
        spool_routes(),     live_routes(),    page_routes(),    service_routes(),
    };
    return tables;
}

// The first that fits a request answers it.
const std::vector<Route>& routes() {
    static const std::vector<Route> all = [] {
        std::vector<Route> rows;
        for (const RouteTable& table : route_tables()) {
            rows.insert(rows.end(), table.rows.begin(), table.rows.end());
        }
        return rows;
    }();
    return all;
}

}  // namespace hence
