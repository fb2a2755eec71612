// GitHub Copilot CLI, `events.jsonl`: {"type", "data", "id", "timestamp", "parentId"} to a line.
// Traps: a call is said by the answer, by its start and by its end; sub-agents' events stand in the
// same file and name the call that started them; a session that was closed may be resumed.
#include <array>
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view copilot_name = "copilot";

class CopilotReader final : public TranscriptReader {
public:
    explicit CopilotReader(const ReadOptions& options)
        : TranscriptReader(options, copilot_name, copilot_name) {}

protected:
    Result<void> tell(const Record& record) override {
        const std::string type = record.json["type"].string().value_or("");
        const Json data = record.json["data"];
        if (type.empty() || !data.is_object()) {
            return Error{Code::invalid, "no event of Copilot: it has no type or no data"};
        }
        const std::optional<std::string> time = time_from(record.json["timestamp"]);
        if (!time) {
            return Error{Code::invalid, "timestamp is no time"};
        }
        const TranscriptStep here = step(record, time, record.json["id"].string().value_or(""));
        Foreign rest(data);
        if (type == "session.start") {
            enter(rest.text("sessionId"));
            model_ = data["selectedModel"].string().value_or("");
            rest.leave(talk(record).about(), copilot_name);
            return {};
        }
        if (type == "assistant.message") {
            return tell_answer(record, here, rest);
        }
        if (type == "user.message") {
            Fields fields;
            const std::string text = rest.text("content");
            if (data["transformedContent"].string() == text) {
                rest.take("transformedContent");
            }
            rest.leave(fields, copilot_name);
            return talk(record).prompt(here, text, std::move(fields));
        }
        if (type == "tool.execution_start") {
            return tell_start(record, here, rest);
        }
        if (type == "tool.execution_complete") {
            return tell_end(record, here, rest);
        }
        return tell_other(record, here, type, rest);
    }

private:
    Result<void> tell_answer(const Record& record, const TranscriptStep& here, Foreign& rest) {
        TranscriptAnswer answer;
        answer.blocks.text = rest.text("content");
        if (std::string thought = rest.text("reasoningText"); !thought.empty()) {
            answer.blocks.thoughts.push_back(std::move(thought));
        }
        rest.take("toolRequests").each_element([&answer](Json request) {
            answer.blocks.calls.push_back({request["toolCallId"].string().value_or(""),
                                           request["name"].string().value_or(""),
                                           input_json(request["arguments"])});
            return true;
        });
        answer.model = rest.text("model");
        answer.model = answer.model.empty() ? model_ : answer.model;
        answer.fields.value("completion_tokens", rest.amount("outputTokens"));
        rest.leave(answer.fields, copilot_name);
        return talk(record).answer(here, std::move(answer));
    }

    Result<void> tell_start(const Record& record, const TranscriptStep& here, Foreign& rest) {
        const std::string call_id = rest.text("toolCallId");
        if (talk(record).awaits(call_id)) {
            return {};  // The answer said the same.
        }
        BlockCall call{call_id, rest.text("toolName"), input_json(rest.take("arguments"))};
        Fields fields;
        rest.leave(fields, copilot_name);
        return talk(record).call(here, std::move(call), std::move(fields));
    }

    Result<void> tell_end(const Record& record, const TranscriptStep& here, Foreign& rest) {
        TranscriptResult result;
        result.call_id = rest.text("toolCallId");
        const Json success = rest.take("success");
        if (!success.raw().empty()) {
            result.status = status_text(!success.boolean().value_or(true));
        }
        const Json content = rest.take("result");
        result.output = content["content"].present() ? content["content"].raw() : content.raw();
        const Json error = rest.take("error");
        result.error = error.is_object()
                           ? error["message"].string().value_or(std::string(error.raw()))
                           : error.string().value_or("");
        rest.take("model");
        rest.leave(result.fields, copilot_name);
        return talk(record).result(here, std::move(result));
    }

    Result<void> tell_other(const Record& record, const TranscriptStep& here,
                            const std::string& type, Foreign& rest) {
        Transcript& talk = this->talk(record);
        Fields fields;
        std::string kind;
        if (type == "session.model_change") {
            kind = "strategy_switch";
            fields.text("from", rest.text("previousModel"));
            model_ = rest.text("newModel");
            fields.text("to", model_);
        } else if (type == "session.error") {
            kind = "error";
            fields.text("error", rest.text("message"));
        } else if (type == "session.info" || type == "session.warning") {
            kind = "log";
            fields.text("severity", type == "session.info" ? "info" : "warning");
            fields.text("body", rest.text("message"));
        } else if (type == "system.message") {
            kind = "system_prompt";
            fields.text("text", rest.text("content"));
        } else if (type == "session.truncation" || type == "session.compaction_complete") {
            kind = "curation";
            fields.text("action", type == "session.truncation" ? "dropped" : "compressed");
            fields.text("target", "context");
        } else if (type == "subagent.started") {
            kind = "delegation";
            fields.text("parent_id", copilot_name);
            fields.text("child_id", rest.text("agentName"));
            fields.text("task", rest.text("agentDescription"));
        } else if (type == "abort") {
            kind = "termination";
            fields.text("reason", rest.text("reason"));
        } else if (type == "session.shutdown") {
            const std::string how = rest.text("shutdownType");
            rest.leave(fields, copilot_name);
            fields.text("shutdownType", how);
            return talk.end(here, how == "error" ? "failure" : "success", std::move(fields));
        } else {
            kind = kind_from(type);
        }
        if (kind.empty()) {
            return Error{Code::invalid, "the type of the event is no name"};
        }
        rest.leave(fields, copilot_name);
        return talk.note(kind, here, std::move(fields));
    }

    std::string model_;
};

}  // namespace

bool is_copilot(const Beginning& beginning) {
    const Json record = beginning.record();
    const std::string type = record["type"].string().value_or("");
    return type.find('.') != std::string::npos && record["data"].is_object() &&
           beginning.has({"id", "timestamp", "parentId"});
}

std::unique_ptr<Reader> read_copilot(const ReadOptions& options) {
    return std::make_unique<CopilotReader>(options);
}

}  // namespace hence
