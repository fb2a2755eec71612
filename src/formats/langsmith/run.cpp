// LangSmith's own exporter for OpenTelemetry defines which attribute each member of a run is. So a
// run becomes such a span here and is translated as any span. Ids, beginning and end of a trace,
// and members without an attribute are added to the translation here.
#include "formats/langsmith/run.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/common/foreign.h"
#include "formats/langsmith/model.h"
#include "formats/spans/langchain.h"
#include "formats/spans/span_draft.h"

namespace hence {
namespace {

std::string text(Json value) {
    return value.string().value_or("");
}

// "20241011T205820695375Z" and an id.
std::string_view id_in_order(std::string_view part) {
    const std::size_t end = part.find('Z');
    return end == part.npos ? std::string_view() : part.substr(end + 1);
}

bool is_model(Json run) {
    const std::string type = text(run["run_type"]);
    return type == "llm" || type == "embedding";
}

// What LangChain wraps a lone argument or result in.
Json unwrapped(Json object, std::string_view name) {
    std::size_t members = 0;
    object.each_member([&](std::string_view, Json) { return ++members < 2; });
    return members == 1 && object[name].present() ? object[name] : object;
}

void add_tool(SpanDraft& draft, Json run, const std::string& call_id) {
    draft.add("gen_ai.prompt", unwrapped(run["inputs"], "input"));
    const std::optional<ToolMessage> returned = tool_message_in(run["outputs"]);
    if (returned && !returned->content.empty()) {
        draft.add("gen_ai.completion", Json(draft.keep(returned->content)));
    } else {
        draft.add("gen_ai.completion", unwrapped(run["outputs"], "output"));
    }
    if (returned && returned->failed && draft.span().status != SpanStatus::error) {
        draft.span().status = SpanStatus::error;
        draft.span().status_message = draft.keep(text(Json(returned->content)));
    }
    draft.add_text("tool_call_id", call_id);
}

void add_status(SpanDraft& draft, Json run) {
    const std::string error = text(run["error"]);
    if (!error.empty() || text(run["status"]) == "error") {
        draft.span().status = SpanStatus::error;
        draft.span().status_message = draft.keep(error);
    } else if (text(run["status"]) == "success") {
        draft.span().status = SpanStatus::ok;
    }
}

// Every piece of a streamed answer is in the answer. Beginning and end are the run's own.
std::size_t add_events(SpanDraft& draft, Json events) {
    std::size_t pieces = 0;
    events.each_element([&](Json event) {
        const std::string name = text(event["name"]);
        if (name == "new_token") {
            ++pieces;
        } else if (name != "start" && name != "end" && event.is_object()) {
            const std::string_view rest = draft.keep(members_besides(event, {"name", "time"}));
            draft.add_event(event["time"], name, Json(rest));
        }
        return true;
    });
    return pieces;
}

// Ids as LangSmith has them: a run's is known everywhere, without that of its trace.
void shorten_ids(Translation& told, const RunIds& ids) {
    const std::string tail = "-" + ids.trace;
    const auto shorten = [&](std::string& id) {
        const std::size_t at = id.find(tail);
        if (at != id.npos && at > 0) {
            id.erase(at, tail.size());
        }
    };
    each_draft(told, [&](EventDraft& draft) {
        shorten(draft.id);
        shorten(draft.parent);
    });
}

std::string goal_of(Json inputs) {
    const std::string plain = plain_messages(inputs["messages"]);
    return goal_in(plain.empty() ? inputs : Json(plain));
}

std::string output_of(Json run) {
    const std::string answer = answer_in_run(run);
    if (!answer.empty()) {
        return output_in(Json(answer));
    }
    const std::string plain = plain_messages(run["outputs"]["messages"]);
    return output_in(plain.empty() ? unwrapped(run["outputs"], "output") : Json(plain));
}

// Of the root of a trace: what was asked for, and what came of it.
void add_beginning_and_end(Translation& told, Json run) {
    std::erase_if(told.more, [](const EventDraft& draft) {
        return draft.kind == "session_start" || draft.kind == "session_end";
    });
    const std::string type = text(run["run_type"]);
    const std::optional<std::string> end_time =
        run["end_time"].is_number() ? time_from_ms(run["end_time"]) : time_from(run["end_time"]);
    if (!told.main.parent.empty() || (type != "chain" && type != "llm") || !end_time) {
        return;
    }
    const std::string goal = goal_of(run["inputs"]);
    if (!goal.empty()) {
        EventDraft start = draft_beside(told.main, "session_start", "~start");
        start.flags.push_back(Flag::derived);
        start.fields.text("goal", goal);
        told.more.push_back(std::move(start));
    }
    EventDraft end = draft_beside(told.main, "session_end", "~end");
    end.flags.push_back(Flag::derived);
    end.time = *end_time;
    const bool failed = run["error"].present() || text(run["status"]) == "error";
    end.fields.text("status", failed                             ? "failure"
                              : text(run["status"]) == "success" ? "success"
                                                                 : "");
    const std::string output = output_of(run);
    end.fields.value("output", Json(output));
    told.more.push_back(std::move(end));
}

void add_rest(EventDraft& draft, Json run, std::size_t pieces) {
    if (pieces > 0) {
        draft.fields.value("new_tokens", Json(std::to_string(pieces)));
    }
    if (const std::optional<ToolMessage> returned = tool_message_in(run["outputs"])) {
        draft.fields.value("tool_message", Json(returned->message));
    }
    const std::string rest = members_besides(
        run, {"id", "trace_id", "parent_run_id", "dotted_order", "name", "start_time", "end_time",
              "inputs", "outputs", "error", "status", "events", "extra", "child_runs", "run_type",
              "prompt_tokens", "completion_tokens", "total_tokens", "parent_run_ids"});
    draft.fields.value("langsmith", Json(rest));
    const std::string extra = members_besides(run["extra"], {"metadata"});
    draft.fields.value("extra", Json(extra));
}

}  // namespace

RunIds ids_of(Json run) {
    RunIds ids{text(run["id"]), text(run["trace_id"]), text(run["parent_run_id"])};
    const std::string order = text(run["dotted_order"]);
    const std::size_t last = order.rfind('.');
    if (ids.parent.empty() && last != order.npos && last > 0) {
        const std::size_t before = order.rfind('.', last - 1);
        const std::size_t begin = before == order.npos ? 0 : before + 1;
        ids.parent = id_in_order(std::string_view(order).substr(begin, last - begin));
    }
    if (ids.trace.empty()) {
        ids.trace = id_in_order(std::string_view(order).substr(0, order.find('.')));
    }
    if (ids.trace.empty()) {
        ids.trace = ids.id;
    }
    return ids;
}

std::string call_id_in_run(Json run) {
    for (const Json place : {run["extra"]["metadata"], run["inputs"], run["extra"]}) {
        std::string id = text(place["tool_call_id"]);
        if (!id.empty()) {
            return id;
        }
    }
    const std::optional<ToolMessage> returned = tool_message_in(run["outputs"]);
    return returned ? returned->call_id : std::string();
}

Result<Translation> translate_run(Json run, const std::string& call_id) {
    const RunIds ids = ids_of(run);
    if (ids.id.empty()) {
        return Error{Code::invalid, "the run has no id"};
    }
    SpanDraft draft;
    Span& span = draft.span();
    span.trace_id = ids.trace;
    span.span_id = ids.id;
    span.parent_id = ids.parent;
    span.name = draft.keep(text(run["name"]));
    draft.set_start(run["start_time"]);
    draft.set_end(run["end_time"]);
    const Json metadata = run["extra"]["metadata"];
    draft.add("langsmith.span.kind", run["run_type"]);
    draft.add_each(metadata, "langsmith.metadata.");
    for (const std::string_view name : {"lc_agent_name", "agent_name"}) {
        draft.add("agent.name", metadata[name]);
    }
    add_status(draft, run);
    if (is_model(run)) {
        add_model_run(draft, run);
    } else if (text(run["run_type"]) == "tool") {
        add_tool(draft, run, call_id);
    } else {
        draft.add("gen_ai.prompt", run["inputs"]);
        draft.add("gen_ai.completion", run["outputs"]);
    }
    const std::size_t pieces = add_events(draft, run["events"]);
    Translation told = TRY(draft.translate());
    shorten_ids(told, ids);
    add_beginning_and_end(told, run);
    add_rest(told.main, run, pieces);
    return told;
}

Result<Translation> translate_update(Json patch, const std::string& time) {
    const RunIds ids = ids_of(patch);
    Translation told;
    EventDraft& draft = told.main;
    draft.id = derived_id(time, {langsmith_format, "update", ids.id, patch.raw()});
    draft.kind = "run_update";
    draft.time = time;
    draft.run = ids.trace;
    draft.parent = ids.id;
    draft.flags = {Flag::session_derived, Flag::time_derived};
    Foreign foreign(patch);
    foreign.take("id");
    foreign.take("trace_id");
    foreign.leave(draft.fields, langsmith_format);
    return told;
}

}  // namespace hence
