#include "server/mcp/across_tools.h"

#include <optional>
#include <utility>

#include "base/try.h"
#include "hence/across/alignment.h"
#include "hence/across/directives.h"
#include "hence/across/drift.h"
#include "hence/across/topology.h"
#include "hence/session/files.h"
#include "server/mcp/answer_page.h"
#include "server/mcp/tools.h"

namespace hence {
Result<std::string> tool_drift(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"agent", "session", "baseline", "cursor", "max_bytes"}));
    DriftRequest asked;
    asked.agent = TRY(given.required_text("agent"));
    asked.session = TRY(given.text("session"));
    asked.baseline = TRY(given.whole(
        "baseline",
        {.least = drift_sessions_min, .most = drift_sessions_max, .otherwise = asked.baseline}));
    return page_of_answer(drift(call.store, asked), "agent", call);
}

Result<std::string> tool_directives(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"open", "state", "agent", "correlation", "limit", "cursor", "max_bytes"}));
    DirectivesRequest asked;
    const std::optional<bool> open = TRY(given.boolean("open"));
    asked.open = open.value_or(false);
    const std::string state = TRY(given.text("state"));
    if (!state.empty()) {
        const Result<DirectiveState> named = directive_state(state);
        if (!named) {
            return of_argument("state", named.error());
        }
        asked.state = *named;
    }
    asked.agent = TRY(given.text("agent"));
    asked.correlation = TRY(given.text("correlation"));
    asked.limit = TRY(
        given.whole("limit", {.least = 1, .most = directives_limit_max, .otherwise = asked.limit}));
    return page_of_answer(directives(call.store, asked),
                          asked.correlation.empty() ? "agent" : "correlation", call);
}

Result<std::string> tool_alignment(const McpToolCall& call) {
    const ToolArguments& given = call.arguments;
    TRY(given.only({"id", "scope", "goal", "only", "cursor", "max_bytes"}));
    AlignmentRequest asked;
    asked.id = TRY(given.required_text("id"));
    const std::string scope = TRY(given.text("scope"));
    if (!scope.empty() && scope != "session" && scope != "correlation") {
        return wrong_argument("scope", "session or correlation");
    }
    if (!scope.empty()) {
        asked.scope = scope == "session" ? ThreadScope::session : ThreadScope::correlation;
    }
    asked.goal = TRY(given.text("goal"));
    const std::string only = TRY(given.text("only"));
    if (!only.empty()) {
        const Result<PathStanding> named = path_standing(only);
        if (!named) {
            return of_argument("only", named.error());
        }
        asked.only = *named;
    }
    return page_of_answer(alignment(call.store, asked), "id", call);
}

Result<std::string> tool_topology(const McpToolCall& call) {
    TRY(call.arguments.only({"from", "to", "cursor", "max_bytes"}));
    TopologyRequest asked;
    asked.from = TRY(call.arguments.time("from"));
    asked.to = TRY(call.arguments.time("to"));
    return page_of_answer(topology(call.store, asked), "from", call);
}

Result<std::string> tool_files_of_session(const McpToolCall& call) {
    TRY(call.arguments.only({"session_id", "path", "changed", "cursor", "max_bytes"}));
    FilesRequest asked;
    asked.session = TRY(call.arguments.required_text("session_id"));
    asked.path = TRY(call.arguments.text("path"));
    const std::optional<bool> changed = TRY(call.arguments.boolean("changed"));
    asked.changed = changed.value_or(false);
    return page_of_answer(files_of(call.store, asked), asked.path.empty() ? "session_id" : "path",
                          call);
}

}  // namespace hence
