// Finds the thread and the goal that are meant; views/alignment/walk.h does the rest.
#include "hence/across/alignment.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "hence/graph.h"
#include "hence/store.h"
#include "model/text.h"
#include "views/alignment/walk.h"
#include "views/find/event_reader.h"
#include "views/find/resolve.h"

namespace hence {
namespace {

constexpr std::array standing_names{"on_path", "off_path", "unknown"};
static_assert(standing_names.size() == standings);

// An event, or a node of the default graph; then also the event that added it.
Result<GoalAsked> goal_asked(const Store& store, const std::string& text) {
    if (text.empty()) {
        return GoalAsked();
    }
    const Result<Event> event = resolve_event(store, text);
    if (event) {
        return GoalAsked{.event = std::string(event->id())};
    }
    Graph graph(store, {});
    const Result<std::string> id = graph.resolve(text);
    const std::optional<GraphNode> node =
        TRY(id ? graph.node(*id) : Result<std::optional<GraphNode>>(std::optional<GraphNode>()));
    if (!node) {
        return Error{event.error().code == Code::invalid ? Code::invalid : Code::not_found,
                     fmt::format("there is no goal {}", hence::quoted(text)),
                     "name its event, or its node in the default graph"};
    }
    EventReader reader(store, {node->added.seq});
    const Event adding = TRY(reader.next());
    return GoalAsked{.event = std::string(adding.id()), .node = node->id};
}

}  // namespace

std::string_view to_string(PathStanding standing) {
    return standing_names[static_cast<std::size_t>(standing)];
}

Result<PathStanding> path_standing(std::string_view name) {
    const auto found = std::ranges::find(standing_names, name);
    if (found == standing_names.end()) {
        return Error{Code::invalid, fmt::format("no step stands {}", hence::quoted(name)),
                     fmt::format("use one of {}", fmt::join(standing_names, ", "))};
    }
    return static_cast<PathStanding>(found - standing_names.begin());
}

Result<Alignment> alignment(const Store& store, const AlignmentRequest& request) {
    const Thread thread = TRY(find_thread(store, {.id = request.id, .scope = request.scope}));
    GoalAsked goal = TRY(goal_asked(store, request.goal));
    Alignment answer;
    answer.id = thread.id;
    answer.scope = thread.scope;
    AlignmentWalk walk(store, thread, std::move(goal));
    TRY(walk.read());
    walk.finish(answer, request.only);
    return answer;
}

}  // namespace hence
