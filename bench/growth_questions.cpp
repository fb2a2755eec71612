#include "growth_questions.h"

#include <set>
#include <utility>

#include <fmt/format.h>

#include "server/page/page.h"
#include "server/router/router.h"

namespace hence::bench {
namespace {

constexpr bool as_text = true;

constexpr Question all[] = {
    {"/api/v1/events", "/api/v1/events?limit=0"},
    {"/api/v1/events", "/api/v1/events?session={s}&limit=0"},
    {"/api/v1/events", "/api/v1/events?session={s}&limit=0", as_text},
    {"/api/v1/events", "/api/v1/events?session={s}&run={r}&agent=a&kinds=decision&limit=0"},
    {"/api/v1/events", "/api/v1/events?correlation=c&limit=0"},
    {"/api/v1/events", "/api/v1/events?session={s}&newest=1&limit=100"},
    {"/api/v1/events", "/api/v1/events?text=zz&limit=0"},
    {"/api/v1/events", "/api/v1/events?where=fields.text%20%3D%20%22zz%22&limit=0"},
    {"/api/v1/events/{id}", "/api/v1/events/{last}"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{last}/explain"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{last}/explain", as_text},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{last}/explain?graph=1"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{last}/explain?graph=1&assumed=1"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{last}/explain?assumed=1&limit=10"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{first}/explain?graph=1&assumed=1"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{first}/explain?direction=down&graph=1"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{first}/explain?direction=down&limit=10"},
    {"/api/v1/events/{id}/explain", "/api/v1/events/{first}/explain?direction=down", as_text},
    {"/api/v1/events/{id}/explain",
     "/api/v1/events/{first}/explain?direction=down&graph=1&assumed=1"},
    {"/api/v1/events/{id}/dossier", "/api/v1/events/{first}/dossier"},
    {"/api/v1/events/{id}/dossier", "/api/v1/events/{last}/dossier"},
    {"/api/v1/events/{id}/knew", "/api/v1/events/{last}/knew"},
    {"/api/v1/events/{id}/knew", "/api/v1/events/{middle}/knew?limit=1000"},
    {"/api/v1/sessions", "/api/v1/sessions?limit=0"},
    {"/api/v1/sessions", "/api/v1/sessions?limit=0&status=1"},
    {"/api/v1/sessions", "/api/v1/sessions?agent=a&kind=decision&errors=1&limit=0"},
    {"/api/v1/sessions", "/api/v1/sessions?text=zz&correlation=c&limit=0"},
    {"/api/v1/sessions", "/api/v1/sessions?text=s&status=1&limit=50", as_text},
    {"/api/v1/runs", "/api/v1/runs?limit=0"},
    {"/api/v1/runs", "/api/v1/runs?limit=0&status=1"},
    {"/api/v1/runs", "/api/v1/runs?agent=a&errors=1&text=r&limit=50"},
    {"/api/v1/runs", "/api/v1/runs?correlation=c&limit=0", as_text},
    {"/api/v1/agents", "/api/v1/agents?limit=0"},
    {"/api/v1/correlations", "/api/v1/correlations?limit=0"},
    {"/api/v1/sessions/{id}/tree", "/api/v1/sessions/{s}/tree"},
    {"/api/v1/sessions/{id}/tree", "/api/v1/sessions/{s}/tree", as_text},
    {"/api/v1/sessions/{id}/tree", "/api/v1/sessions/{s}/tree?delegations=1"},
    {"/api/v1/sessions/{id}/tree", "/api/v1/sessions/{s}/tree?flat=1"},
    {"/api/v1/sessions/{id}/outline", "/api/v1/sessions/{s}/outline"},
    {"/api/v1/sessions/{id}/outline", "/api/v1/sessions/{s}/outline?levels=2&kinds=decision"},
    {"/api/v1/sessions/{id}/outline", "/api/v1/sessions/{s}/outline?at={last}&fields=1000"},
    {"/api/v1/sessions/{id}/outline", "/api/v1/sessions/{s}/outline?order=time&errors=1", as_text},
    {"/api/v1/sessions/{id}/timeline", "/api/v1/sessions/{s}/timeline"},
    {"/api/v1/sessions/{id}/timeline", "/api/v1/sessions/{s}/timeline?limit=10000&lanes=run"},
    {"/api/v1/sessions/{id}/timeline", "/api/v1/sessions/{s}/timeline", as_text},
    {"/api/v1/sessions/{id}/context", "/api/v1/sessions/{s}/context"},
    {"/api/v1/sessions/{id}/context", "/api/v1/sessions/{s}/context?by=run", as_text},
    {"/api/v1/sessions/{id}/map", "/api/v1/sessions/{s}/map"},
    {"/api/v1/sessions/{id}/map", "/api/v1/sessions/{s}/map?by=run&limit=5000&fan=100", as_text},
    {"/api/v1/sessions/{id}/trajectory", "/api/v1/sessions/{s}/trajectory?limit=0"},
    {"/api/v1/sessions/{id}/trajectory", "/api/v1/sessions/{s}/trajectory", as_text},
    {"/api/v1/sessions/{id}/files", "/api/v1/sessions/{s}/files"},
    {"/api/v1/sessions/{id}/files", "/api/v1/sessions/{s}/files?diffs=1", as_text},
    {"/api/v1/runs/{id}/debrief", "/api/v1/runs/{r}/debrief?session={s}"},
    {"/api/v1/runs/{id}/debrief", "/api/v1/runs/{r}/debrief", as_text},
    {"/api/v1/runs/{id}/debrief", "/api/v1/runs/latest/debrief?markdown=1"},
    {"/api/v1/replay/trade/{id}", "/api/v1/replay/trade/c?limit=0"},
    {"/api/v1/replay/session/{id}", "/api/v1/replay/session/{s}?limit=0"},
    {"/api/v1/replay/session/{id}", "/api/v1/replay/session/{s}?limit=0", as_text},
    {"/api/v1/replay/directive/{id}", "/api/v1/replay/directive/c?limit=0"},
    {"/api/v1/replay/incident/{id}", "/api/v1/replay/incident/c?limit=0"},
    {"/api/v1/replay/{id}/{id}", "/api/v1/replay/else/c"},
    {"/api/v1/gaps/{id}", "/api/v1/gaps/{s}"},
    {"/api/v1/gaps/{id}", "/api/v1/gaps/{s}", as_text},
    {"/api/v1/gaps/{id}", "/api/v1/gaps/c?scope=correlation"},
    {"/api/v1/diff", "/api/v1/diff?a=r0&b=r1"},
    {"/api/v1/diff", "/api/v1/diff?a={r}&b={r}&session={s}", as_text},
    {"/api/v1/calibration", "/api/v1/calibration"},
    {"/api/v1/calibration", "/api/v1/calibration?decision_type=t&agent=a"},
    {"/api/v1/review", "/api/v1/review?agent=a"},
    {"/api/v1/drift", "/api/v1/drift?agent=a"},
    {"/api/v1/directives", "/api/v1/directives"},
    {"/api/v1/directives", "/api/v1/directives?open=1", as_text},
    {"/api/v1/alignment/{id}", "/api/v1/alignment/{s}"},
    {"/api/v1/alignment/{id}", "/api/v1/alignment/c?scope=correlation", as_text},
    {"/api/v1/cohort", "/api/v1/cohort"},
    {"/api/v1/cohort", "/api/v1/cohort?by=kind", as_text},
    {"/api/v1/topology", "/api/v1/topology"},
    {"/api/v1/topology", "/api/v1/topology?format=dot"},
    {"/api/v1/stats", "/api/v1/stats"},
    {"/api/v1/stats", "/api/v1/stats?session={s}&run={r}&slower_than=1"},
    {"/api/v1/stats", "/api/v1/stats?agent=a", as_text},
    {"/api/v1/sql/schema", "/api/v1/sql/schema"},
    {"/api/v1/export/{id}", "/api/v1/export/training"},
    {"/api/v1/export/{id}", "/api/v1/export/training?session={s}&correct=1"},
    {"/api/v1/export/{id}", "/api/v1/export/csv"},
    {"/api/v1/export/{id}", "/api/v1/export/ndjson?session={s}"},
    {"/api/v1/export/{id}", "/api/v1/export/dot?tree={s}&delegations=1"},
    {"/api/v1/export/{id}", "/api/v1/export/mermaid?tree={s}"},
    {"/api/v1/export/{id}", "/api/v1/export/dot?explain={last}&graph=1&assumed=1"},
    {"/api/v1/export/{id}", "/api/v1/export/mermaid?explain={first}&down=1"},
    {"/api/v1/export/{id}", "/api/v1/export/dot?context={s}"},
    {"/api/v1/export/{id}", "/api/v1/export/mermaid?context={s}&by=run"},
    {"/api/v1/export/{id}", "/api/v1/export/html?session={s}"},
    {"/api/v1/export/{id}", "/api/v1/export/messages?session={s}"},
    {"/api/v1/export/{id}", "/api/v1/export/langgraph?session={s}&at={last}"},
    {"/api/v1/quarantine", "/api/v1/quarantine"},
    {"/api/v1/quarantine", "/api/v1/quarantine", as_text},
    {"/api/v1/quarantine/{id}", "/api/v1/quarantine/1"},
    {"/api/v1/formats", "/api/v1/formats"},
    {"/api/v1/spool", "/api/v1/spool"},
    {"/api/v1/events/{id}/proof", "/api/v1/events/{last}/proof"},
    {"/api/v1/integrity", "/api/v1/integrity"},
    {"/api/v1/integrity/events", "/api/v1/integrity/events"},
    {"/api/v1/integrity/consistency", "/api/v1/integrity/consistency?from=1"},
    {"/tlog/checkpoint", "/tlog/checkpoint"},
    {"/tlog/tile/{level}/{number*}", "/tlog/tile/0/000.p/1"},
    {"/api/v1/graphs/{graph}/nodes", "/api/v1/graphs/default/nodes"},
    {"/api/v1/graphs/{graph}/nodes", "/api/v1/graphs/default/nodes?as_of=2026-03-01T00:00:00Z"},
    {"/api/v1/graphs/{graph}/nodes/{id}", "/api/v1/graphs/default/nodes/n0"},
    {"/api/v1/graphs/{graph}/nodes/{id}/history", "/api/v1/graphs/default/nodes/n0/history"},
    {"/api/v1/graphs/{graph}/edges", "/api/v1/graphs/default/edges"},
    {"/api/v1/graphs/{graph}/edges", "/api/v1/graphs/default/edges?node=n0"},
    {"/api/v1/graphs/{graph}/query", "/api/v1/graphs/default/query?type=active_goals"},
    {"/api/v1/graphs/{graph}/query",
     "/api/v1/graphs/default/query?type=recent_decisions&limit=100"},
    {"/api/v1/graphs/{graph}/query", "/api/v1/graphs/default/query?type=open"},
    {"/api/v1/graphs/{graph}/query",
     "/api/v1/graphs/default/query?type=path_between&from=n0&to={node}"},
    {"/api/v1/graphs/{graph}/query", "/api/v1/graphs/default/query?type=descendants&node=n0"},
    {"/api/v1/graphs/{graph}/query", "/api/v1/graphs/default/query?type=ancestors&node={node}"},
    {"/api/v1/graphs/{graph}/context", "/api/v1/graphs/default/context"},
    {"/api/v1/graphs/{graph}/export", "/api/v1/graphs/default/export"},
    {"/api/v1/graphs/{graph}/export", "/api/v1/graphs/default/export?format=deciduous"},
    {"/api/v1/graphs/{graph}/export", "/api/v1/graphs/default/export?format=dot"},
    {"/api/v1/live", "/api/v1/live?last_event_id=0"},
    {"/api/v1/live", "/api/v1/live?last_event_id=0&session={s}&text=zz"},
    {"/", "/"},
    {"/assets/{id}", "/assets/{asset}"},
    {"/healthz", "/healthz"},
    {"/readyz", "/readyz"},
    {"/metrics", "/metrics"},
    {"/api/v1/openapi.json", "/api/v1/openapi.json"},
};

std::string first_asset() {
    constexpr std::string_view folder = "assets/";
    for (const PageFile& file : page_files()) {
        if (file.name.starts_with(folder)) {
            return std::string(file.name.substr(folder.size()));
        }
    }
    return "none";
}

}  // namespace

std::span<const Question> questions() {
    return all;
}

std::vector<std::string> patterns_apart() {
    std::set<std::string_view> asked;
    for (const Question& question : questions()) {
        asked.insert(question.route);
    }
    std::vector<std::string> apart;
    for (const Route& route : routes()) {
        if (route.method == "GET" && asked.erase(route.pattern) == 0) {
            apart.push_back(fmt::format("GET {} is asked by no question", route.pattern));
        }
    }
    for (const std::string_view left : asked) {
        apart.push_back(fmt::format("GET {} is no route", left));
    }
    return apart;
}

std::string target_for(const Question& question, const Shape& shape, std::size_t events) {
    const std::pair<std::string_view, std::string> names[] = {
        {"{s}", std::string(shape.session)},
        {"{r}", std::string(shape.run)},
        {"{first}", "e0"},
        {"{middle}", fmt::format("e{}", events / 2)},
        {"{last}", fmt::format("e{}", events - 1)},
        {"{node}", fmt::format("n{}", events / 2 - 2)},
        {"{asset}", first_asset()},
    };
    std::string target(question.target);
    for (const auto& [mark, name] : names) {
        for (std::size_t at = target.find(mark); at != std::string::npos; at = target.find(mark)) {
            target.replace(at, mark.size(), name);
        }
    }
    return target;
}

}  // namespace hence::bench
