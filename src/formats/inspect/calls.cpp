// Tool calls, and the approvals that let them happen or not.
#include <utility>

#include "base/try.h"
#include "formats/inspect/sample.h"

namespace hence {
namespace {

// Whether it was allowed, refused, or left to another.
std::string_view status_of(std::string_view decision) {
    if (decision == "reject" || decision == "terminate") {
        return "declined";
    }
    return decision == "escalate" ? "deferred" : "made";
}

void describe_failure(Fields& fields, Foreign& rest) {
    const Json error = rest.take("error");
    const bool failed = error.present() || rest.take("failed").boolean().value_or(false);
    const bool pending = rest.take("pending").boolean().value_or(false);
    fields.text("status", failed ? "error" : pending ? "" : "ok");
    if (!error.is_object()) {
        fields.value("error", error);
        return;
    }
    const std::string message = error["message"].string().value_or("");
    const std::string type = error["type"].string().value_or("");
    fields.text("error", message.empty() ? type : message);
    fields.text("error_type", type);
}

}  // namespace

Result<std::vector<Event>> InspectSample::tell_tool(const InspectRecord& record) {
    const std::string whole = attachments_.resolve(record.json);
    Foreign rest{Json(whole)};
    for (const std::string_view name : {"event", "uuid", "timestamp", "events", "type"}) {
        rest.take(name);
    }
    EventDraft draft = this->draft("tool_call", record);
    const std::string call_id = rest.text("id");
    draft.fields.text("tool_name", rest.text("function"));
    draft.fields.value("input", rest.take("arguments"));
    put_content(draft.fields, "output", rest.take("result"));
    draft.fields.text("call_id", call_id);
    describe_failure(draft.fields, rest);
    draft.duration = duration_between(record.time, time_from(rest.take("completed")).value_or(""));
    if (!call_id.empty()) {
        InspectCall& call = calls_[call_id];
        draft.parent = call.model_call;
        draft.iteration = call.iteration;
        draft.rationale = call.rationale;
        draft.causes = call.approvals;
        call.event = record.id;
    }
    stand_in_span(draft, record);
    rest.leave(draft.fields, inspect_name);
    Event event = TRY(std::move(draft).finish(inspect_name));
    conversation(*record.span).came(record.id);
    return std::vector<Event>{std::move(event)};
}

// The approver decides: the rationale is the approver's reason for this decision.
void InspectSample::describe_approval(EventDraft& draft, Foreign& rest) {
    const Json call = rest.take("call");
    const std::string call_id = call["id"].string().value_or("");
    const std::string function = call["function"].string().value_or("");
    const std::string approver = rest.text("approver");
    const std::string chosen = rest.text("decision");
    draft.agent = approver.empty() ? draft.agent : approver;
    draft.fields.text("description", function.empty() ? "" : "call " + function);
    draft.fields.text("decision_type", "permission");
    draft.fields.text("chosen", chosen);
    draft.fields.text("status", status_of(chosen));
    draft.fields.value("inputs", call["arguments"]);
    draft.fields.text("call_id", call_id);
    const std::string why = rest.text("explanation");
    if (!why.empty()) {
        draft.rationale = R"({"why":)";
        append_token(draft.rationale, why);
        draft.rationale += '}';
    }
    const auto known = calls_.find(call_id);
    if (known != calls_.end()) {
        draft.parent = known->second.model_call;
        draft.iteration = known->second.iteration;
    }
}

}  // namespace hence
