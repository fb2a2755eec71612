#include "hence/map.h"

#include <utility>

#include "base/try.h"
#include "server/router/parameter_texts.h"
#include "server/router/parameters.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"
#include "views/kept/kept_answers.h"

namespace hence {
namespace {

// Each value is one id: an id may hold any character.
std::vector<std::string> every(const Request& request, std::string_view name) {
    std::vector<std::string> values;
    const auto [begin, end] = request.query.equal_range(name);
    for (auto each = begin; each != end; ++each) {
        values.push_back(each->second);
    }
    return values;
}

Result<Response> answer_map(const App& app, const Request& request, const std::string& id) {
    const std::string by = request.parameter("by").value_or("turn");
    if (by != "turn" && by != "run") {
        return Error{Code::invalid, "by is neither \"turn\" nor \"run\""};
    }
    MapRequest asked{.session = id, .by = by == "run" ? ContextBy::run : ContextBy::turn};
    asked.limit = TRY(number_parameter(request, "limit", map_nodes));
    asked.fan = TRY(number_parameter(request, "fan", map_fan));
    asked.open = every(request, "open");
    asked.closed = every(request, "closed");
    SessionMap answer = TRY(session_map(app.kept ? &app.kept->maps : nullptr, app.store, asked));
    return streamed_answer(request.form(), std::move(answer), app.store);
}

constexpr ParameterText map_takes[] = {
    takes::by,
    ParameterText{"limit", "i", "How many nodes, before anything is opened; at most 5000."},
    ParameterText{"fan", "i", "How many calls of a thought are shown; the rest are one stack."},
    ParameterText{"open", "s", "Shows what this stack or node stands for or hides; may repeat."},
    ParameterText{"closed", "s", "Hides what hangs under this node; may repeat."},
};

constexpr SchemaText map_schemas[] = {
    {"SessionMap",
     "session:s nodes_total:i last_seq:i shown:i nodes:[MapNode] edges:[MapEdge] "
     "completeness:Completeness",
     "Everything that arrived up to last_seq is in it."},
    {"MapNode",
     "id:s type:(INCIDENT|THOUGHT|TOOL_CALL|OBSERVATION|ACTION|DECISION|OUTCOME|STACK) label:s "
     "time:t? duration_ms:n? tokens:n? status:s? event:s? run:s? agent:s? synthesized:b ordinal:i? "
     "last_ordinal:i? parent:s? members:i errors:i hidden:i level:i "
     "kind:s? summary:s? ~time_derived:b",
     "A STACK stands for several. kind and summary are those of the event."},
    {"MapEdge", "from:s to:s label:s provenance:(explicit|derived|assumed) count:i"},
};

}  // namespace

RouteTable map_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/sessions/{id}/map",
                 TokenScope::read,
                 answer_map,
                 {.name = "map",
                  .summary = "The graph of a session, folded to fit a screen",
                  .takes = map_takes,
                  .gives = "json=SessionMap text",
                  .statuses = "404 413",
                  .id = "A session; its name may be shortened.",
                  .command = "map {id}"}},
            },
        .schemas = map_schemas,
    };
}

}  // namespace hence
