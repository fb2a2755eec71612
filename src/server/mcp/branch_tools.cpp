// Tools by which agents go on from an earlier event of a session, or mark one. Each is one append.
#include <utility>

#include "base/try.h"
#include "hence/branch.h"
#include "model/json/writer.h"
#include "server/mcp/tools.h"

namespace hence {
namespace {

// The event, and the session that goes on.
std::string branch_answer(std::string_view status, const Event& event) {
    std::string out;
    JsonWriter json(out);
    json.begin_object().member("status", status).member("session", event.session());
    json.key("event");
    event.append_json(json.text());
    json.end_object();
    return out;
}

}  // namespace

Result<std::string> tool_fork_session(const McpToolCall& call) {
    TRY(call.arguments.only({"session_id", "at", "as"}));
    ForkRequest asked{.agent = call.options.agent, .id = call.options.key};
    asked.session = TRY(call.arguments.required_text("session_id"));
    asked.at = TRY(call.arguments.text("at"));
    asked.as = TRY(call.arguments.text("as"));
    const Event event = TRY(fork_session(call.store, asked));
    return branch_answer("forked", event);
}

Result<std::string> tool_rewind_session(const McpToolCall& call) {
    TRY(call.arguments.only({"session_id", "to"}));
    RewindRequest asked{.agent = call.options.agent, .id = call.options.key};
    asked.session = TRY(call.arguments.required_text("session_id"));
    asked.to = TRY(call.arguments.required_text("to"));
    const Event event = TRY(rewind_session(call.store, asked));
    return branch_answer("rewound", event);
}

Result<std::string> tool_checkpoint_session(const McpToolCall& call) {
    TRY(call.arguments.only({"session_id", "name"}));
    CheckpointRequest asked{.agent = call.options.agent, .id = call.options.key};
    asked.session = TRY(call.arguments.required_text("session_id"));
    asked.name = TRY(call.arguments.text("name"));
    const Event event = TRY(checkpoint_session(call.store, asked));
    return branch_answer("marked", event);
}

}  // namespace hence
