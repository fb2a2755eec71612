// The SDK exports a trace when it begins and a span when it ends: a trace comes before its spans, a
// span behind the spans within it. A trace has no time, so its beginning is told with its first
// model call, which also has the user's request. The events of a span depend only on the spans
// before it.
#include "formats/openai_agents/openai_agents.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/try.h"
#include "formats/common/records.h"
#include "formats/openai_agents/span.h"
#include "model/rationale/rationale.h"

namespace hence {
namespace {

// How many traces, and how many places where tool calls are made, are remembered.
constexpr std::size_t known_max = 10'000;
// How far up the agent of a span is looked for.
constexpr std::size_t steps_max = 64;

struct Trace {
    std::string record;  // JSON.
    bool told = false;
};

bool is_item(Json item) {
    const std::string object = item["object"].string().value_or("");
    return (object == "trace" && item["workflow_name"].present()) ||
           (object == "trace.span" && item["span_data"].is_object());
}

class OpenAiAgentsReader final : public RecordReader {
public:
    using RecordReader::RecordReader;

    std::uint64_t finish(Batch&) override {
        return static_cast<std::uint64_t>(
            std::ranges::count_if(traces_, [](const auto& each) { return !each.second.told; }));
    }

    // A span may be sent again alone, where less is known of its surroundings.
    std::vector<std::string> copies() override { return std::exchange(copies_, {}); }

private:
    Result<void> read(const Record& record, Batch& batch) override;
    Result<void> read_item(const Record& record, Batch& batch);
    Result<void> read_trace(const Record& record);
    Result<void> read_span(const Record& record, Batch& batch);
    Result<void> tell_start(const AgentsSpan& span, const Record& record, Batch& batch);
    Result<void> tell_said(const AgentsSpan& span, const EventDraft& around, const Record& record,
                           Batch& batch);
    Result<void> tell_failure(const AgentsSpan& span, const EventDraft& around,
                              const Record& record, Batch& batch);
    void place(const std::string& trace, EventDraft& draft) const;
    void know(Json item);
    std::string agent_around(const AgentsSpan& span) const;
    std::optional<AgentsCall> asked_for(const AgentsSpan& span);
    Result<void> add_draft(EventDraft draft, const Record& record, Batch& batch);

    struct Around {
        std::string parent;
        std::string agent;  // That the span names; empty: none.
    };

    std::map<std::string, Trace, std::less<>> traces_;
    std::map<std::string, Around, std::less<>> spans_;
    std::vector<std::string> copies_;
    // What the model asked for last, by the span that holds both: calls that have not been made.
    std::map<std::string, std::vector<AgentsCall>, std::less<>> asked_;
};

Result<void> OpenAiAgentsReader::add_draft(EventDraft draft, const Record& record, Batch& batch) {
    Event event = TRY(std::move(draft).finish(openai_agents_name));
    copies_.emplace_back(event.id());
    add(std::move(event), record, batch);
    return {};
}

// The group is the session; a trace without one is a session of its own.
void OpenAiAgentsReader::place(const std::string& trace, EventDraft& draft) const {
    const auto known = traces_.find(trace);
    const std::string group = known == traces_.end()
                                  ? std::string()
                                  : Json(known->second.record)["group_id"].string().value_or("");
    draft.session = group.empty() ? trace : group;
    if (group.empty()) {
        draft.flags.push_back(Flag::session_derived);
    }
}

// A span comes behind the spans within it, but the items of one export are all known at once.
void OpenAiAgentsReader::know(Json item) {
    const Json data = item["span_data"];
    const Json name = data["type"].string() == "agent" ? data["name"] : data["data"]["agent_name"];
    if (spans_.size() >= known_max) {
        spans_.clear();
    }
    if (const std::string id = item["id"].string().value_or(""); data.is_object() && !id.empty()) {
        spans_[id] = {item["parent_id"].string().value_or(""), name.string().value_or("")};
    }
}

std::string OpenAiAgentsReader::agent_around(const AgentsSpan& span) const {
    auto at = spans_.find(span.parent);
    for (std::size_t steps = 0; steps < steps_max && at != spans_.end(); ++steps) {
        if (!at->second.agent.empty()) {
            return at->second.agent;
        }
        at = spans_.find(at->second.parent);
    }
    return {};
}

Result<void> OpenAiAgentsReader::read_trace(const Record& record) {
    const std::string id = record.json["id"].string().value_or("");
    if (id.empty()) {
        return Error{Code::invalid, "id is missing"};
    }
    if (traces_.size() == known_max) {
        traces_.clear();
    }
    traces_.try_emplace(id, Trace{std::string(record.json.raw())});
    return {};
}

Result<void> OpenAiAgentsReader::tell_start(const AgentsSpan& span, const Record& record,
                                            Batch& batch) {
    const bool model = span.type == "generation" || span.type == "response";
    const auto known = traces_.find(span.trace);
    if (span.trace.empty() || (!model && !span.parent.empty()) ||
        (known != traces_.end() && known->second.told)) {
        return {};
    }
    if (known == traces_.end() && traces_.size() == known_max) {
        traces_.clear();
    }
    Trace& trace = traces_[span.trace];
    trace.told = true;
    EventDraft draft = span.draft();
    draft.id = derived_id(Time(), {openai_agents_name, "trace", span.trace});
    draft.kind = "session_start";
    draft.parent.clear();
    draft.duration.clear();
    place(span.trace, draft);
    draft.fields.text("goal", last_request_of(span));
    Foreign rest{Json(trace.record)};
    rest.take("object");
    rest.take("id");
    rest.leave(draft.fields, openai_agents_name);
    draft.flags.push_back(Flag::derived);
    return add_draft(std::move(draft), record, batch);
}

// The call that a tool was run for: the same name, and if possible the same arguments.
std::optional<AgentsCall> OpenAiAgentsReader::asked_for(const AgentsSpan& span) {
    const auto asked = asked_.find(span.parent);
    if (asked == asked_.end()) {
        return std::nullopt;
    }
    std::vector<AgentsCall>& calls = asked->second;
    const std::string name = span.data["name"].string().value_or("");
    const std::string input = span.data["input"].string().value_or("");
    auto found = std::ranges::find_if(calls, [&](const AgentsCall& call) {
        return call.name == name && call.arguments == input;
    });
    found = found != calls.end() ? found : std::ranges::find(calls, name, &AgentsCall::name);
    if (found == calls.end()) {
        return std::nullopt;
    }
    AgentsCall call = std::move(*found);
    calls.erase(found);
    return call;
}

// What a model thought, and what it took for granted.
Result<void> OpenAiAgentsReader::tell_said(const AgentsSpan& span, const EventDraft& around,
                                           const Record& record, Batch& batch) {
    const auto part = [&](std::string_view kind, std::string_view text) {
        EventDraft draft = draft_beside(around, kind, {});
        draft.id = derived_id(Time(), {openai_agents_name, around.id, kind, text});
        draft.flags = around.flags;
        return draft;
    };
    if (const std::string thought = thought_of(span); !thought.empty()) {
        EventDraft draft = part("thought", thought);
        draft.fields.text("text", thought);
        TRY(add_draft(std::move(draft), record, batch));
    }
    for (const StatedAssumption& stated :
         stated_assumptions(without_rationale_blocks(completion_of(span)))) {
        EventDraft draft = part("assumption", stated.assumption);
        tell_assumption(draft, stated);
        TRY(add_draft(std::move(draft), record, batch));
    }
    return {};
}

// What went wrong around the calls: too many turns, a guardrail.
Result<void> OpenAiAgentsReader::tell_failure(const AgentsSpan& span, const EventDraft& around,
                                              const Record& record, Batch& batch) {
    const Json error = span.json["error"];
    if (!error.present() || around.kind == "tool_call" || around.kind == "llm_call") {
        return {};
    }
    EventDraft draft = draft_beside(around, "error", {});
    draft.time = time_from(span.json["ended_at"]).value_or(around.time);
    draft.id = derived_id(Time(), {openai_agents_name, around.id, "error"});
    draft.flags = around.flags;
    draft.fields.text("error", error["message"].string().value_or(std::string(error.raw())));
    draft.fields.value("context", error["data"]);
    return add_draft(std::move(draft), record, batch);
}

Result<void> OpenAiAgentsReader::read_span(const Record& record, Batch& batch) {
    const AgentsSpan span = TRY(AgentsSpan::from(record.json));
    know(record.json);
    TRY(tell_start(span, record, batch));
    const std::optional<AgentsCall> call = span.type == "function" ? asked_for(span) : std::nullopt;
    EventDraft draft = span.draft();
    place(span.trace, draft);
    describe_span(span, call ? &*call : nullptr, draft);
    draft.agent = draft.agent.empty() ? agent_around(span) : draft.agent;
    EventDraft around;
    around.id = draft.id;
    around.kind = draft.kind;
    around.time = draft.time;
    around.session = draft.session;
    around.run = draft.run;
    around.agent = draft.agent;
    around.flags = draft.flags;
    TRY(add_draft(std::move(draft), record, batch));
    if (around.kind == "llm_call") {
        if (asked_.size() == known_max) {
            asked_.clear();
        }
        asked_[span.parent] = calls_of(span);
        TRY(tell_said(span, around, record, batch));
    }
    return tell_failure(span, around, record, batch);
}

Result<void> OpenAiAgentsReader::read_item(const Record& record, Batch& batch) {
    const std::string object = record.json["object"].string().value_or("");
    if (object == "trace") {
        return read_trace(record);
    }
    if (object == "trace.span") {
        return read_span(record, batch);
    }
    return Error{Code::invalid,
                 object.empty() ? "object is missing" : "object is neither a trace nor a span"};
}

Result<void> OpenAiAgentsReader::read(const Record& record, Batch& batch) {
    if (!record.json["data"].is_array()) {
        return read_item(record, batch);
    }
    record.json["data"].each_element([this](Json item) {
        know(item);
        return true;
    });
    read_each(record.json["data"], batch, [&](const Record& one) { return read_item(one, batch); });
    return {};
}

}  // namespace

bool is_openai_agents(const Beginning& beginning) {
    const Json record = beginning.record();
    return is_item(record) || is_item(record["data"].at(0));
}

std::unique_ptr<Reader> read_openai_agents(const ReadOptions& options) {
    return std::make_unique<OpenAiAgentsReader>(options);
}

}  // namespace hence
