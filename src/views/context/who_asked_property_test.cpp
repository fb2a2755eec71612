// Holds the context graph and the map against views/cause: where a model call is known to have
// asked for a call, by what the emitter named or by the call_id, all of them name the same one.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "hence/context.h"
#include "hence/map.h"
#include "views/cause/links.h"
#include "views/testing/story_for_test.h"

namespace hence {
namespace {

std::string any_of_few(std::string_view prefix, int count) {
    return fmt::format("{}{}", prefix, *rc::gen::inRange(0, count));
}

// Model calls and tool calls of two runs and two agents, with few call_ids and any parents.
void tell_any(Story& story) {
    const int count = *rc::gen::inRange(2, 14);
    for (int i = 0; i < count; ++i) {
        const bool model = *rc::gen::inRange(0, 2) == 0;
        std::string members =
            fmt::format("'id':'e{}','kind':'{}'", i, model ? "llm_call" : "tool_call");
        members += fmt::format(",'run':'{}','agent':'{}'", any_of_few("r", 2), any_of_few("a", 2));
        members += fmt::format(",'time':'2026-01-01T00:00:{:02}Z'", *rc::gen::inRange(0, 8));
        members +=
            model ? fmt::format(",'fields':{{'model':'m','call_ids':['{}','{}']}}",
                                any_of_few("k", 4), any_of_few("k", 4))
                  : fmt::format(",'fields':{{'tool_name':'t','call_id':'{}'}}", any_of_few("k", 4));
        // Links lead back only: a graph cuts circles, and a chain ends in them.
        if (i > 0 && *rc::gen::inRange(0, 3) == 0) {
            members += fmt::format(",'parent':'{}'", any_of_few("e", i));
        }
        if (i > 0 && *rc::gen::inRange(0, 4) == 0) {
            members += fmt::format(",'causes':['{}']", any_of_few("e", i));
        }
        story.tell(members);
    }
}

// The first model call among the known causes of a call.
std::optional<std::string> asked_by(Links& links, const Event& call) {
    std::vector<MissingParent> missing;
    const std::vector<Link> causes = *links.causes_of(call, missing);
    const auto asker = std::ranges::find_if(causes, [](const Link& link) {
        return link.event.kind() == "llm_call" &&
               (link.type == LinkType::cause || link.type == LinkType::parent ||
                link.type == LinkType::call);
    });
    return asker == causes.end() ? std::nullopt : std::optional(std::string(asker->event.id()));
}

RC_GTEST_PROP(WhoAskedProperty, ContextAndMapAgreeWithExplain, ()) {
    Story story;
    tell_any(story);
    const ContextGraph graph = *context(story.store(), {"s1"});
    const SessionMap drawn =
        *session_map(story.store(), {.session = "s1", .limit = 1'000, .fan = 1'000});
    Sessions sessions(story.store());
    Links links(story.store(), sessions, Follow::known);
    for (std::uint64_t seq = 1; seq <= story.store().last_seq(); ++seq) {
        const Event call = *links.at(seq);
        const std::optional<std::string> asker =
            call.kind() == "tool_call" ? asked_by(links, call) : std::nullopt;
        if (!asker) {
            continue;
        }
        const bool in_graph = std::ranges::any_of(graph.edges, [&](const ContextEdge& edge) {
            return edge.label == "calls" && edge.from == *asker && edge.to == call.id();
        });
        RC_ASSERT(in_graph);
        const bool in_map = std::ranges::any_of(drawn.edges, [&](const MapEdge& edge) {
            return edge.label == "calls" && edge.from == *asker && edge.to == call.id();
        });
        RC_ASSERT(in_map);
    }
}

}  // namespace
}  // namespace hence
