// Grok CLI, `chat_history.jsonl`: a message to a line, by `type`. Traps: no times and no ids of
// messages; reasoning is a line of its own before the answer; messages of a user with a
// `synthetic_reason` were written by the program.
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view grok_name = "grok";

class GrokReader final : public TranscriptReader {
public:
    explicit GrokReader(const ReadOptions& options)
        : TranscriptReader(options, grok_name, grok_name) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string type = rest.text("type");
        const TranscriptStep here = step(record, {});
        Transcript& talk = this->talk(record);
        if (type == "reasoning") {
            thoughts_at_ = thoughts_.empty() ? here : thoughts_at_;
            rest.take("summary").each_element([this](Json part) {
                thoughts_.push_back(part["text"].string().value_or(""));
                return thoughts_.size() < thoughts_max;
            });
            return {};
        }
        if (type == "tool_result") {
            TranscriptResult result;
            result.call_id = rest.text("tool_call_id");
            result.output = content_json(rest.take("content"));
            rest.leave(result.fields, grok_name);
            return talk.result(here, std::move(result));
        }
        if (type == "user") {
            TRY(tell_rest());  // An answer that was broken off.
        }
        TranscriptAnswer message;
        message.blocks = blocks_of(rest.take("content"));
        if (type == "assistant") {
            message.blocks.thoughts = std::exchange(thoughts_, {});
            rest.take("tool_calls").each_element([&message](Json call) {
                message.blocks.calls.push_back({call["id"].string().value_or(""),
                                                call["name"].string().value_or(""),
                                                input_json(call["arguments"])});
                return true;
            });
            message.model = rest.text("model_id");
        }
        const TranscriptStep at = message.blocks.thoughts.empty() ? here : thoughts_at_;
        const bool synthetic = record.json["synthetic_reason"].present();
        rest.leave(message.fields, grok_name);
        if (type == "assistant" || type == "user" || type == "system") {
            return talk.message(at, synthetic ? "system" : type, std::move(message));
        }
        const std::string kind = kind_from(type);
        if (kind.empty()) {
            return Error{Code::invalid, "the message has no type"};
        }
        return talk.note(kind, here, std::move(message.fields));
    }

    // Reasoning whose answer has not come.
    Result<void> tell_rest() override {
        if (thoughts_.empty()) {
            return {};
        }
        TranscriptAnswer answer;
        answer.blocks.thoughts = std::exchange(thoughts_, {});
        return talk({}).answer(thoughts_at_, std::move(answer));
    }

private:
    static constexpr std::size_t thoughts_max = 10'000;

    // Of the answer that comes next, which is known by the first of them.
    std::vector<std::string> thoughts_;
    TranscriptStep thoughts_at_;
};

}  // namespace

bool is_grok(const Beginning& beginning) {
    const Json record = beginning.record();
    const std::string type = record["type"].string().value_or("");
    const std::string text = record["content"].string().value_or("");
    return (type == "system" && text.find("Grok") != std::string::npos) ||
           (type == "user" && beginning.has({"content", "prompt_index"})) ||
           (type == "user" && beginning.has({"content", "synthetic_reason"}));
}

std::unique_ptr<Reader> read_grok(const ReadOptions& options) {
    return std::make_unique<GrokReader>(options);
}

}  // namespace hence
