// Forks, rewinds and checkpoints of sessions.
#include "hence/branch.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "intake/redacting_store.h"
#include "model/json/json.h"
#include "model/text.h"
#include "server/router/parameters.h"
#include "server/routes/routes.h"

namespace hence {
namespace {

constexpr std::size_t branch_depth_max = 4;

// The body of a request: one JSON object of texts, or nothing at all.
class BranchBody {
public:
    static Result<BranchBody> of(const Request& request, std::span<const std::string_view> keys) {
        BranchBody body;
        if (request.body.empty()) {
            return body;
        }
        Result<std::string> valid = minify(request.body, branch_depth_max);
        if (!valid) {
            return wrong(keys, "the body is no JSON: " + valid.error().message);
        }
        body.json_ = std::move(*valid);
        if (!Json(body.json_).is_object()) {
            return wrong(keys, "the body is no JSON object");
        }
        std::string message;
        Json(body.json_).each_member([&](std::string_view name, Json value) {
            if (std::ranges::find(keys, name) == keys.end()) {
                message = hence::quoted(name) + " is no key of this body";
            } else if (value.present() && !value.is_string()) {
                message = hence::quoted(name) + " in the body must be a string";
            }
            return message.empty();
        });
        return message.empty() ? Result<BranchBody>(std::move(body)) : wrong(keys, message);
    }

    // Empty when it is absent or null.
    std::string text(std::string_view key) const { return Json(json_)[key].string().value_or(""); }

private:
    static Error wrong(std::span<const std::string_view> keys, std::string message) {
        return {Code::invalid, std::move(message),
                fmt::format("there are {}", fmt::join(keys, ", "))};
    }

    std::string json_ = "{}";
};

Result<Response> answer_branch(const Request& request, const Result<Event>& recorded) {
    if (!recorded) {
        return recorded.error();
    }
    return request.form() == Form::text ? text_response(branch_line(*recorded) + "\n")
                                        : json_response(recorded->to_json() + "\n");
}

Result<Response> take_fork(const App& app, const Request& request, const std::string& id) {
    constexpr std::array<std::string_view, 4> keys = {"at", "as", "agent", "id"};
    const BranchBody body = TRY(BranchBody::of(request, keys));
    RedactingStore store(app.store, app.redaction);
    return answer_branch(request, fork_session(store, {.session = id,
                                                       .at = body.text("at"),
                                                       .as = body.text("as"),
                                                       .agent = body.text("agent"),
                                                       .id = body.text("id")}));
}

Result<Response> take_rewind(const App& app, const Request& request, const std::string& id) {
    constexpr std::array<std::string_view, 3> keys = {"to", "agent", "id"};
    const BranchBody body = TRY(BranchBody::of(request, keys));
    RedactingStore store(app.store, app.redaction);
    return answer_branch(request, rewind_session(store, {.session = id,
                                                         .to = body.text("to"),
                                                         .agent = body.text("agent"),
                                                         .id = body.text("id")}));
}

Result<Response> take_checkpoint(const App& app, const Request& request, const std::string& id) {
    constexpr std::array<std::string_view, 3> keys = {"name", "agent", "id"};
    const BranchBody body = TRY(BranchBody::of(request, keys));
    RedactingStore store(app.store, app.redaction);
    return answer_branch(request, checkpoint_session(store, {.session = id,
                                                             .name = body.text("name"),
                                                             .agent = body.text("agent"),
                                                             .id = body.text("id")}));
}

constexpr std::string_view session_id = "A session; its name may be shortened at either end.";

constexpr SchemaText branch_schemas[] = {
    {"NewFork", "~at:s? ~as:s? ~agent:s? ~id:s?",
     "`at` is an event or a checkpoint; without it the newest event. `as` names the fork."},
    {"NewRewind", "to:s ~agent:s? ~id:s?", "`to` is an event or a checkpoint."},
    {"NewCheckpoint", "~name:s? ~agent:s? ~id:s?"},
};

}  // namespace

RouteTable branch_routes() {
    return {
        .rows =
            {
                {"POST",
                 "/api/v1/sessions/{id}/fork",
                 TokenScope::write,
                 take_fork,
                 {.name = "fork_session",
                  .summary = "Begins a session that goes on from an event of this one",
                  .body = "json=NewFork",
                  .gives = "json=Event text",
                  .statuses = "404 409 415",
                  .id = session_id}},
                {"POST",
                 "/api/v1/sessions/{id}/rewind",
                 TokenScope::write,
                 take_rewind,
                 {.name = "rewind_session",
                  .summary = "Goes back to an event: what came after it is abandoned",
                  .body = "json=NewRewind",
                  .gives = "json=Event text",
                  .statuses = "404 409 415",
                  .id = session_id}},
                {"POST",
                 "/api/v1/sessions/{id}/checkpoint",
                 TokenScope::write,
                 take_checkpoint,
                 {.name = "checkpoint_session",
                  .summary = "Marks the newest event, to come back to it",
                  .body = "json=NewCheckpoint",
                  .gives = "json=Event text",
                  .statuses = "404 409 415",
                  .id = session_id}},
            },
        .schemas = branch_schemas,
    };
}

}  // namespace hence
