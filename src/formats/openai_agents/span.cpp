#include "formats/openai_agents/span.h"

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "formats/codex/line.h"
#include "model/event_rules.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

std::string id_from(std::string text) {
    return text.size() <= id_size_max ? std::move(text)
                                      : derived_id(Time(), {openai_agents_name, "id", text});
}

void describe_usage(Json usage, Fields& fields) {
    const auto amount = [usage](std::string_view name, std::string_view older) {
        const Json value = number_from(usage[name]);
        return value.present() ? value : number_from(usage[older]);
    };
    fields.value("prompt_tokens", amount("input_tokens", "prompt_tokens"));
    fields.value("completion_tokens", amount("output_tokens", "completion_tokens"));
    fields.value("total_tokens", number_from(usage["total_tokens"]));
    const Json details = usage["details"].is_object() ? usage["details"] : usage;
    fields.value("cache_read_tokens",
                 number_from(details["input_tokens_details"]["cached_tokens"]));
    fields.value("reasoning_tokens",
                 number_from(details["output_tokens_details"]["reasoning_tokens"]));
    fields.value("usage", usage);
}

void describe_model_call(const AgentsSpan& span, Foreign& data, EventDraft& draft) {
    draft.kind = "llm_call";
    Fields& fields = draft.fields;
    fields.text("model", data.text("model"));
    describe_usage(data.take("usage"), fields);
    fields.value("messages", data.take("input"));
    const std::string completion = completion_of(span);
    fields.text("completion", completion);
    const Json output = data.take("output");
    fields.value("output", completion.empty() ? output : Json());
    fields.text("finish_reason", output.at(0)["finish_reason"].string().value_or(""));
    std::vector<std::string> ids;
    for (const AgentsCall& call : calls_of(span)) {
        ids.push_back(call.id);
    }
    std::erase(ids, "");
    fields.list("call_ids", ids);
}

void describe_tool_call(const AgentsSpan& span, const AgentsCall* call, Foreign& data,
                        EventDraft& draft) {
    draft.kind = "tool_call";
    draft.fields.text("tool_name", data.text("name"));
    draft.fields.unpacked("input", data.take("input"), JsonText::any);
    draft.fields.unpacked("output", data.take("output"), JsonText::compact);
    draft.fields.text("call_id", call != nullptr && !call->id.empty() ? call->id : span.id);
    draft.rationale = call != nullptr ? call->rationale : "";
}

void describe_guardrail(Foreign& data, EventDraft& draft) {
    draft.kind = "decision";
    draft.fields.text("description", data.text("name"));
    draft.fields.text("decision_type", "guardrail");
    draft.fields.text("chosen", "triggered");
    draft.fields.text("status", "made");
    data.take("triggered");
}

void describe_custom(const AgentsSpan& span, Foreign& data, EventDraft& draft) {
    const std::string sdk = span.data["data"]["sdk_span_type"].string().value_or("");
    draft.kind = sdk == "task" || sdk == "turn" ? sdk : "custom";
    draft.agent = span.data["data"]["agent_name"].string().value_or("");
    if (draft.kind != "custom") {
        data.take("name");
    }
}

void describe_error(const AgentsSpan& span, EventDraft& draft) {
    const Json error = span.json["error"];
    const bool call = draft.kind == "tool_call" || draft.kind == "llm_call";
    if (error.present()) {
        draft.fields.text("status", "error");
        const Json message = error["message"];
        draft.fields.value("error", message.present() ? message : error);
        draft.fields.value("error_data", error["data"]);
    } else if (call) {
        draft.fields.text("status", "ok");
    }
}

// Generations give a list of messages, or of whole responses.
void each_message(Json output, const std::function<void(Json)>& visit) {
    output.each_element([&](Json item) {
        if (item["output"].is_array()) {
            item["output"].each_element([&](Json inner) {
                visit(inner);
                return true;
            });
        } else {
            visit(item["message"].is_object() ? item["message"] : item);
        }
        return true;
    });
}

}  // namespace

Result<AgentsSpan> AgentsSpan::from(Json json) {
    AgentsSpan span;
    span.json = json;
    span.id = json["id"].string().value_or("");
    span.trace = json["trace_id"].string().value_or("");
    span.parent = json["parent_id"].string().value_or("");
    span.data = json["span_data"];
    span.type = span.data["type"].string().value_or("");
    span.ended = json["ended_at"].present();
    if (span.id.empty()) {
        return Error{Code::invalid, "id is missing"};
    }
    if (!span.data.is_object()) {
        return Error{Code::invalid, "span_data is missing"};
    }
    if (!time_from(json["started_at"]) && !time_from(json["ended_at"])) {
        return Error{Code::invalid, json["started_at"].present() ? "started_at is no time"
                                                                 : "started_at is missing"};
    }
    return span;
}

EventDraft AgentsSpan::draft() const {
    EventDraft draft;
    draft.id = id_from(ended ? id : id + "~open");
    draft.run = trace;
    draft.parent = parent.empty() ? "" : id_from(parent);
    const std::optional<std::string> start = time_from(json["started_at"]);
    const std::optional<std::string> end = time_from(json["ended_at"]);
    draft.time = start ? *start : end.value_or("");
    if (start && end) {
        draft.duration = codex_ms_between(*start, *end);
        draft.duration = draft.duration.empty() && *start == *end ? "0" : draft.duration;
    }
    return draft;
}

void describe_span(const AgentsSpan& span, const AgentsCall* call, EventDraft& draft) {
    Foreign data(span.data);
    Foreign rest(span.json);
    for (const std::string_view name : {"object", "id", "trace_id", "parent_id", "started_at",
                                        "ended_at", "span_data", "error"}) {
        rest.take(name);
    }
    data.take("type");
    if (!span.ended) {
        draft.kind = "span";
        draft.fields.text("type", span.type);
    } else if (span.type == "generation" || span.type == "response") {
        describe_model_call(span, data, draft);
    } else if (span.type == "function") {
        describe_tool_call(span, call, data, draft);
    } else if (span.type == "handoff") {
        draft.kind = "delegation";
        draft.agent = span.data["from_agent"].string().value_or("");
        draft.fields.text("parent_id", data.text("from_agent"));
        draft.fields.text("child_id", data.text("to_agent"));
    } else if (span.type == "guardrail" && span.data["triggered"].boolean() == true) {
        describe_guardrail(data, draft);
    } else if (span.type == "custom") {
        describe_custom(span, data, draft);
    } else {
        const std::string kind = kind_from(span.type);
        draft.kind = kind.empty() ? "span" : kind;
        draft.agent = span.type == "agent" ? span.data["name"].string().value_or("") : "";
    }
    describe_error(span, draft);
    data.leave(draft.fields, openai_agents_name);
    rest.leave(draft.fields, openai_agents_name);
}

std::string completion_of(const AgentsSpan& span) {
    std::string text;
    each_message(span.data["output"], [&text](Json message) {
        const std::string part = codex_text(message["content"]);
        text += text.empty() || part.empty() ? part : "\n\n" + part;
    });
    return text;
}

std::string thought_of(const AgentsSpan& span) {
    std::string text;
    each_message(span.data["output"], [&text](Json message) {
        const Json said = message["reasoning_content"].present() ? message["reasoning_content"]
                                                                 : message["summary"];
        const std::string part = codex_text(said);
        text += text.empty() || part.empty() ? part : "\n\n" + part;
    });
    return text;
}

std::vector<AgentsCall> calls_of(const AgentsSpan& span) {
    std::vector<AgentsCall> calls;
    each_message(span.data["output"], [&calls](Json message) {
        message["tool_calls"].each_element([&calls](Json call) {
            const Json function = call["function"].is_object() ? call["function"] : call;
            calls.push_back({call["id"].string().value_or(""),
                             function["name"].string().value_or(""),
                             function["arguments"].string().value_or(""),
                             {}});
            return true;
        });
        if (message["type"].string() == "function_call") {
            calls.push_back({message["call_id"].string().value_or(""),
                             message["name"].string().value_or(""),
                             message["arguments"].string().value_or(""),
                             {}});
        }
    });
    const std::map<std::uint64_t, std::string> stated =
        rationale_blocks(completion_of(span)).by_call;
    for (std::size_t number = 0; number < calls.size() && !stated.empty(); ++number) {
        const auto found = stated.find(number + 1);
        calls[number].rationale = found == stated.end() ? "" : found->second;
    }
    return calls;
}

std::string last_request_of(const AgentsSpan& span) {
    const Json input = span.data["input"];
    std::string text = input.string().value_or("");
    input.each_element([&text](Json message) {
        if (message["role"].string() == "user") {
            text = codex_text(message["content"]);
        }
        return true;
    });
    return text;
}

}  // namespace hence
