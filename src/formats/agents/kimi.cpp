// Kimi Code CLI, `wire.jsonl`: {"type", "time", ...} to a line.
//
// Traps: a prompt is written twice (turn.prompt, and as a message of the context); an answer is a
// step of the loop, whose parts, calls and results come one by one and whose tokens come last, so
// an answer waits for the end of its step; the ids of calls count from 0 in each turn.
#include <memory>
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view kimi_name = "kimi";
constexpr UsageNames kimi_usage = {.prompt = "inputOther",
                                   .completion = "output",
                                   .cache_read = "inputCacheRead",
                                   .cache_write = "inputCacheCreation",
                                   .prompt_excludes_cache = true};

class KimiReader final : public TranscriptReader {
public:
    explicit KimiReader(const ReadOptions& options)
        : TranscriptReader(options, kimi_name, kimi_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string type = rest.text("type");
        const TranscriptStep here = step(record, time_from_ms(rest.take("time")));
        if (type == "metadata") {
            rest.leave(talk(record).about(), kimi_name);
            return {};
        }
        if (type == "turn.prompt") {
            Fields fields;
            const std::string text = blocks_of(rest.take("input")).text;
            rest.leave(fields, kimi_name);
            TRY(tell_open());
            return talk(record).prompt(here, text, std::move(fields));
        }
        if (type == "context.append_loop_event") {
            return tell_loop(record, here, record.json["event"]);
        }
        if (type == "context.append_message" || type == "usage.record") {
            return {};  // The prompt and the step say the same.
        }
        if (type == "llm.request") {
            model_ = record.json["model"].string().value_or("");
            return {};  // The step tells what came of it.
        }
        if (type == "permission.record_approval_result") {
            return tell_approval(record, here, rest);
        }
        const std::string kind = kind_from(type);
        if (kind.empty()) {
            return Error{Code::invalid, "the record has no type"};
        }
        Fields fields;
        rest.leave(fields, kimi_name);
        return talk(record).note(kind, here, std::move(fields));
    }

    // The last step may not have ended.
    Result<void> tell_rest() override { return tell_open(); }

private:
    struct Open {
        TranscriptStep step;
        TranscriptAnswer answer;
        std::vector<std::pair<TranscriptStep, TranscriptResult>> results;
    };

    static std::string text_in(Json json, std::string_view name) {
        return json[name].string().value_or("");
    }

    // The id of a call is its own only within its turn.
    static std::string call_id(Json event, std::string_view turn) {
        return std::string(turn) + "/" + text_in(event, "toolCallId");
    }

    Result<void> tell_loop(const Record& record, const TranscriptStep& here, Json event) {
        const std::string type = text_in(event, "type");
        if (type == "step.begin") {
            TRY(tell_open());
            open_ = std::make_unique<Open>();
            open_->step = {here.time, text_in(event, "uuid")};
            open_->answer.model = model_;
            turn_ = text_in(event, "turnId");
            record_ = {{}, record.line, {}};
            return {};
        }
        if (!open_) {
            open_ = std::make_unique<Open>();
            open_->step = here;
        }
        Blocks& blocks = open_->answer.blocks;
        if (type == "content.part") {
            Blocks more = blocks_of(event["part"]);
            blocks.text += (blocks.text.empty() || more.text.empty() ? "" : "\n") + more.text;
            std::ranges::move(more.thoughts, std::back_inserter(blocks.thoughts));
            std::ranges::move(more.others, std::back_inserter(blocks.others));
        } else if (type == "tool.call") {
            blocks.calls.push_back(
                {call_id(event, turn_), text_in(event, "name"), input_json(event["args"])});
        } else if (type == "tool.result") {
            TranscriptResult result;
            result.call_id = call_id(event, turn_);
            Foreign rest(event["result"]);
            result.output = rest.take("output").raw();
            result.status = status_text(rest.take("isError").boolean().value_or(false));
            rest.leave(result.fields, kimi_name);
            open_->results.emplace_back(here, std::move(result));
        } else if (type == "step.end") {
            Foreign rest(event);
            put_usage(open_->answer.fields, rest.take("usage"), kimi_usage);
            open_->answer.fields.text("finish_reason", rest.text("finishReason"));
            open_->answer.fields.text("response_id", rest.text("messageId"));
            for (const std::string_view said : {"type", "uuid", "step"}) {
                rest.take(said);
            }
            rest.leave(open_->answer.fields, kimi_name);
            return tell_open();
        } else {
            Fields fields;
            fields.value("event", event);
            const std::string kind = kind_from(type);
            return talk(record).note(kind.empty() ? "log" : kind, here, std::move(fields));
        }
        return {};
    }

    Result<void> tell_open() {
        if (!open_) {
            return {};
        }
        const std::unique_ptr<Open> open = std::exchange(open_, nullptr);
        TRY(talk(record_).answer(open->step, std::move(open->answer)));
        for (auto& [here, result] : open->results) {
            TRY(talk(record_).result(here, std::move(result)));
        }
        return {};
    }

    Result<void> tell_approval(const Record& record, const TranscriptStep& here, Foreign& rest) {
        Fields fields;
        const Json result = rest.take("result");
        const std::string chosen = text_in(result, "decision");
        fields.text("description", rest.text("action"));
        fields.text("decision_type", "permission");
        fields.text("chosen", chosen);
        fields.text("status", chosen == "rejected" ? "declined" : "made");
        fields.value("result", result);
        rest.leave(fields, kimi_name);
        return talk(record).note("decision", here, std::move(fields));
    }

    std::string model_;
    std::string turn_;
    Record record_;
    std::unique_ptr<Open> open_;  // The step of the loop that goes on.
};

}  // namespace

bool is_kimi(const Beginning& beginning) {
    const Json record = beginning.record();
    return record["type"].string() == "metadata" &&
           beginning.has({"protocol_version", "created_at"});
}

std::unique_ptr<Reader> read_kimi(const ReadOptions& options) {
    return std::make_unique<KimiReader>(options);
}

}  // namespace hence
