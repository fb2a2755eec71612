// What caused what in a session.
#include "hence/tree.h"

#include <utility>

#include "base/try.h"
#include "server/router/parameter_texts.h"
#include "server/router/streamed.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

Result<Response> answer_tree(const App& app, const Request& request, const std::string& id) {
    Tree found = TRY(tree(app.store, {.session = id,
                                      .delegations = request.flag("delegations"),
                                      .flat = request.flag("flat"),
                                      .steps = request.flag("steps")}));
    return streamed_answer(request.form(), std::move(found), app.store);
}

constexpr ParameterText tree_takes[] = {
    takes::delegations,
    ParameterText{"flat", "b", "A list, depth first, in place of a tree."},
    ParameterText{"steps", "b", "Text shows the bare tree instead of turns."},
};

constexpr SchemaText tree_schemas[] = {
    {"Tree",
     "session:s root_event_id:s? depth:i count:i events:[TreeNode] completeness:Completeness"},
    {"TreeNode",
     "id:s kind:s agent:s? time:t duration_ms:n? summary:s rationale:Rationale? fields:object? "
     "~inherited:s? ~abandoned:b ~children:[TreeNode] ~parent:s? ~level:i",
     "children; of a flat tree, parent and level instead."},
};

}  // namespace

RouteTable tree_routes() {
    return {
        .rows =
            {
                {"GET",
                 "/api/v1/sessions/{id}/tree",
                 TokenScope::read,
                 answer_tree,
                 {.name = "tree",
                  .summary = "What caused what in a session",
                  .takes = tree_takes,
                  .gives = "json=Tree text",
                  .statuses = "404",
                  .id = "A session; its name may be shortened.",
                  .command = "tree {id}"}},
            },
        .schemas = tree_schemas,
    };
}

}  // namespace hence
