// One span a row, as a table has it (snake_case), or as the trajectory of a session shows it
// (camelCase, with the logs of each span). The id of a span is unique in its trace only.
#include "formats/spans/agent_spans.h"

#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/try.h"
#include "formats/common/foreign.h"
#include "formats/common/records.h"
#include "model/event_rules.h"

namespace hence {
namespace {

constexpr std::string_view format = "agent-spans";

// A name in the table, in the trajectory, and of a field of ours.
struct Column {
    std::string_view row;
    std::string_view shown;
    std::string_view ours;
};

constexpr std::array counted = {
    Column{"input_tokens", "inputTokens", "prompt_tokens"},
    Column{"output_tokens", "outputTokens", "completion_tokens"},
    Column{"total_tokens", "totalTokens", "total_tokens"},
};

constexpr std::array said = {
    Column{"prompt", "prompt", "messages"},
    Column{"completion", "completion", "completion"},
    Column{"system_message", "systemMessage", "system_message"},
    Column{"tool_input", "toolInput", "input"},
    Column{"tool_output", "toolOutput", "output"},
};

bool is_span(Json object) {
    const auto says = [object](std::string_view name) { return object[name].present(); };
    return (says("span_id") && says("node_type")) || (says("spanId") && says("nodeType"));
}

bool is_trajectory(Json object) {
    return object["trajectory"].is_array();
}

// The members of a span, in either spelling.
class Span {
public:
    explicit Span(Json object) : object_(object), members_(object) {}

    std::string text(std::string_view row, std::string_view shown) {
        std::string text = members_.text(row);
        return text.empty() ? members_.text(shown) : text;
    }
    Json amount(std::string_view row, std::string_view shown) {
        const Json amount = members_.amount(row);
        return amount.present() ? amount : members_.amount(shown);
    }
    Json take(std::string_view row, std::string_view shown) {
        return object_[row].present() ? members_.take(row) : members_.take(shown);
    }
    bool has(std::string_view name) const { return object_[name].present(); }
    Foreign& members() { return members_; }

private:
    Json object_;
    Foreign members_;
};

std::string span_event_id(const std::string& trace, const std::string& span) {
    if (span.empty()) {
        return {};
    }
    const std::string id = trace.empty() ? span : trace + "-" + span;
    return id.size() <= id_size_max ? id : derived_id(Time(), {format, trace, span});
}

void take_kind(Span& span, EventDraft& draft) {
    const std::string type = span.text("node_type", "nodeType");
    const std::string label = span.text("node_label", "nodeLabel");
    const std::string model = span.text("model", "model");
    if (type == "Tool") {
        draft.kind = "tool_call";
        draft.fields.text("tool_name", label.empty() ? type : label);
        draft.fields.text("model", model);
        return;
    }
    if (type == "LLM") {
        draft.kind = "llm_call";
        draft.fields.text("model", model.empty() ? label : model);
        draft.fields.text("name", model.empty() || model == label ? "" : label);
        return;
    }
    const bool plumbing = type == "Glue";
    draft.kind = plumbing ? "span" : kind_from(type);
    draft.fields.text("name", label);
    draft.fields.text("model", model);
    if (type == "Agent") {
        draft.agent = label;
    } else if (!plumbing) {
        draft.fields.text("node_type", type);
    }
}

// As text, or as the numbers of OpenTelemetry. UNSET says nothing, and stays as it is.
void take_status(Span& span, Json object, EventDraft& draft) {
    const Json code = object[span.has("status_code") ? "status_code" : "statusCode"];
    const std::string text = code.string().value_or(std::string(code.raw()));
    const bool failed = text == "ERROR" || text == "STATUS_CODE_ERROR" || text == "2";
    const bool fine = text == "OK" || text == "STATUS_CODE_OK" || text == "1";
    if (failed || fine) {
        span.take("status_code", "statusCode");
        draft.fields.text("status", failed ? "error" : "ok");
    }
    if (failed) {
        draft.fields.text("error", span.text("status_message", "statusMessage"));
    }
}

void take_content(Span& span, Fields& fields) {
    for (const Column& column : counted) {
        fields.value(column.ours, span.amount(column.row, column.shown));
    }
    for (const Column& column : said) {
        fields.unpacked(column.ours, span.take(column.row, column.shown), JsonText::compact);
    }
}

// {timestamp, severity, payload}: what the span had to say while it lasted.
Result<Event> log_event(Json log, std::uint64_t number, const Event& span) {
    Foreign members(log);
    EventDraft draft;
    draft.kind = "log";
    const std::optional<std::string> time = time_from(members.take("timestamp"));
    draft.time = time.value_or(to_string(span.time()));
    if (!time) {
        draft.flags.push_back(Flag::time_derived);
        draft.fields.value("timestamp", log["timestamp"]);
    }
    draft.id = derived_id(draft.time, {format, "log", span.id(), std::to_string(number)});
    draft.agent = span.agent();
    draft.session = span.session();
    draft.run = span.run();
    draft.parent = span.id();
    draft.fields.value("severity", members.take("severity"));
    const std::string_view name = log["payload"].present() ? "payload" : "message";
    const Json payload = log.is_object() ? log[name] : log;
    const Json body = payload.is_object() ? payload["message"] : payload;
    if (body.is_string()) {
        draft.fields.value("body", body);
    } else {
        draft.fields.text("body", payload.raw());
    }
    if (payload.is_string()) {
        members.take(name);
    }
    members.leave(draft.fields, format);
    return std::move(draft).finish(format);
}

class AgentSpansReader : public RecordReader {
public:
    using RecordReader::RecordReader;

protected:
    Result<void> read(const Record& record, Batch& batch) override {
        if (!is_trajectory(record.json)) {
            return read_span(record, {}, batch);
        }
        const Json camel = record.json["sessionId"];
        const Json session = camel.present() ? camel : record.json["session_id"];
        const std::string name = session.string().value_or("");
        read_each(record.json["trajectory"], batch,
                  [&](const Record& row) { return read_span(row, name, batch); });
        return {};
    }

private:
    // A row without a start has the time of the row before it: rows come in the order of their
    // starts.
    Result<void> take_time(Span& span, const Record& record, EventDraft& draft) {
        const Json start = span.take("start_time", "startTime");
        if (start.present()) {
            const std::optional<std::string> time = time_from(start);
            if (!time) {
                return Error{Code::invalid, "start_time is no time"};
            }
            last_time_ = *time;
            draft.time = *time;
            return {};
        }
        const std::uint64_t index = record.line == 0 ? 0 : record.line - 1;
        draft.time = last_time_.empty() ? time_of_index(index) : last_time_;
        draft.flags.push_back(Flag::time_derived);
        return {};
    }

    Result<Event> span_event(const Record& record, const std::string& session) {
        const Json object = record.json;
        Span span(object);
        EventDraft draft;
        take_kind(span, draft);
        if (draft.kind.empty()) {
            return Error{Code::invalid, "node_type is missing"};
        }
        TRY(take_time(span, record, draft));
        draft.run = span.text("trace_id", "traceId");
        draft.id = span_event_id(draft.run, span.text("span_id", "spanId"));
        std::string parent = span.text("parent_id", "parentSpanId");
        parent = parent.empty() ? span.text("parent_span_id", "parentId") : parent;
        draft.parent = span_event_id(draft.run, parent);
        draft.session = span.text("session_id", "sessionId");
        draft.session = draft.session.empty() ? session : draft.session;
        draft.duration_ms = span.amount("duration_ms", "durationMs");
        if (draft.id.empty()) {
            const bool timed = span.has("start_time") || span.has("startTime");
            draft.id = derived_id(timed ? draft.time : time_of_index(0), {format, object.raw()});
        }
        take_status(span, object, draft);
        take_content(span, draft.fields);
        if (object["logs"].is_array()) {
            span.members().take("logs");
        }
        span.members().leave(draft.fields, format);
        return std::move(draft).finish(format);
    }

    Result<void> read_span(const Record& record, const std::string& session, Batch& batch) {
        const Event event = TRY(span_event(record, session));
        std::vector<Event> logs;
        std::uint64_t number = 0;
        Result<void> read;
        record.json["logs"].each_element([&](Json log) {
            Result<Event> made = log_event(log, ++number, event);
            if (made) {
                logs.push_back(std::move(made).take());
                return true;
            }
            read = Error{made.error().code,
                         fmt::format("logs[{}]: {}", number - 1, made.error().message)};
            return false;
        });
        TRY(read);
        add(event, record, batch);
        for (Event& log : logs) {
            add(std::move(log), record, batch);
        }
        return {};
    }

    std::string last_time_;  // Of the rows so far.
};

}  // namespace

// A trajectory with the history that it was made from is SWE-agent's.
bool is_agent_spans(const Beginning& beginning) {
    const Json record = beginning.record();
    return is_span(record) || (is_trajectory(record) && !record["history"].is_array());
}

std::unique_ptr<Reader> read_agent_spans(const ReadOptions& options) {
    return std::make_unique<AgentSpansReader>(options);
}

}  // namespace hence
