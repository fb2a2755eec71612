// pi and OpenClaw sessions: a header, then {"type": "message", "message": {"role", "content"}} and
// other entries, one to a line. Traps: early versions give entries no ids; an aborted answer is
// empty; a command that the user ran himself is a message of the role bashExecution.
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view pi_name = "pi";
constexpr UsageNames pi_usage = {.prompt = "input",
                                 .completion = "output",
                                 .cache_read = "cacheRead",
                                 .cache_write = "cacheWrite",
                                 .total = "totalTokens",
                                 .prompt_excludes_cache = true};

class PiReader final : public TranscriptReader {
public:
    explicit PiReader(const ReadOptions& options) : TranscriptReader(options, pi_name, pi_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string type = rest.text("type");
        if (type == "session") {
            enter(rest.text("id"));
            model_ = record.json["modelId"].string().value_or("");
            rest.leave(talk(record).about(), pi_name);
            return {};
        }
        const std::optional<std::string> time = time_from(rest.take("timestamp"));
        const TranscriptStep here = step(record, time, record.json["id"].string().value_or(""));
        if (type == "message") {
            return tell_message(record, here, rest.take("message"), rest);
        }
        return tell_entry(record, here, type, rest);
    }

private:
    Result<void> tell_message(const Record& record, const TranscriptStep& here, Json message,
                              Foreign& outer) {
        Foreign rest(message);
        rest.take("timestamp");
        const std::string role = rest.text("role");
        Transcript& talk = this->talk(record);
        if (role == "toolResult") {
            TranscriptResult result;
            result.call_id = rest.text("toolCallId");
            result.name = rest.text("toolName");
            result.output = content_json(rest.take("content"));
            result.status = status_text(rest.take("isError").boolean().value_or(false));
            rest.leave(result.fields, pi_name);
            return talk.result(here, std::move(result));
        }
        if (role == "bashExecution") {
            return tell_command(talk, here, rest);
        }
        TranscriptAnswer answer;
        answer.blocks = blocks_of(rest.take("content"));
        answer.model = rest.text("model");
        answer.model = answer.model.empty() && role == "assistant" ? model_ : answer.model;
        model_ = role == "assistant" ? answer.model : model_;
        const Json usage = rest.take("usage");
        put_usage(answer.fields, usage, pi_usage);
        answer.fields.value("cost_usd", number_from(usage["cost"]["total"]));
        answer.fields.text("provider", rest.text("provider"));
        answer.fields.text("finish_reason", rest.text("stopReason"));
        answer.fields.text("error", rest.text("errorMessage"));
        answer.fields.text("response_id", rest.text("responseId"));
        rest.leave(answer.fields, pi_name);
        outer.leave(answer.fields, pi_name);
        return talk.message(here, role, std::move(answer));
    }

    static Result<void> tell_command(Transcript& talk, const TranscriptStep& here, Foreign& rest) {
        std::string input = R"({"command":)";
        append_token(input, rest.text("command"));
        input += '}';
        const std::string call_id = "bash " + here.key;
        TRY(talk.call(here, {call_id, "bash", input}, {}));
        TranscriptResult result;
        result.call_id = call_id;
        result.output = rest.take("output").raw();
        const Json code = rest.take("exitCode");
        result.status = code.present() ? status_text(code.number().value_or(0) != 0) : "";
        result.fields.value("exit_code", code);
        rest.leave(result.fields, pi_name);
        return talk.result(here, std::move(result));
    }

    Result<void> tell_entry(const Record& record, const TranscriptStep& here,
                            const std::string& type, Foreign& rest) {
        Fields fields;
        std::string kind = kind_from(type);
        if (type == "model_change") {
            kind = "strategy_switch";
            fields.text("from", model_);
            model_ = rest.text("modelId");
            fields.text("to", model_);
        } else if (type == "compaction") {
            kind = "curation";
            fields.text("action", "compressed");
            fields.text("target", "context");
        }
        if (kind.empty()) {
            return Error{Code::invalid, "the entry has no type"};
        }
        rest.leave(fields, pi_name);
        return talk(record).note(kind, here, std::move(fields));
    }

    std::string model_;
};

}  // namespace

bool is_pi(const Beginning& beginning) {
    const Json record = beginning.record();
    return record["type"].string() == "session" && beginning.has({"id", "timestamp", "cwd"});
}

std::unique_ptr<Reader> read_pi(const ReadOptions& options) {
    return std::make_unique<PiReader>(options);
}

}  // namespace hence
