// Agents that keep a session as one document with a list of messages: Amp threads, Goose sessions
// and Hermes sessions. They differ in the names of the members; the blocks are those of Anthropic,
// of Goose, or the tool calls of OpenAI's chat.
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr UsageNames amp_usage = {.prompt = "inputTokens",
                                  .completion = "outputTokens",
                                  .cache_read = "cacheReadInputTokens",
                                  .cache_write = "cacheCreationInputTokens",
                                  .prompt_excludes_cache = true};

// Text of a message that has `text` and no content.
Json content_of(Foreign& rest) {
    const Json content = rest.take("content");
    return content.present() ? content : rest.take("text");
}

// The calls of an answer in the shape of OpenAI's chat.
void add_chat_calls(Json calls, Blocks& blocks) {
    calls.each_element([&blocks](Json call) {
        blocks.calls.push_back({call["id"].string().value_or(""),
                                call["function"]["name"].string().value_or(""),
                                input_json(call["function"]["arguments"])});
        return true;
    });
}

// {"status", "value" or "error"} of Goose.
Json unwrapped(Json wrapped) {
    return wrapped["value"].present() ? wrapped["value"] : wrapped;
}

// Goose's own blocks, out of those that are not Anthropic's.
void take_goose_blocks(Blocks& blocks) {
    std::vector<std::string> others;
    for (const std::string& other : blocks.others) {
        const Json block(other);
        const std::string type = block["type"].string().value_or("");
        if (type == "toolRequest") {
            const Json call = unwrapped(block["toolCall"]);
            blocks.calls.push_back({block["id"].string().value_or(""),
                                    call["name"].string().value_or(""),
                                    input_json(call["arguments"])});
        } else if (type == "toolResponse") {
            const Json result = block["toolResult"];
            const Json value = unwrapped(result);
            const Json content = value["content"].present() ? value["content"] : value;
            blocks.results.push_back({block["id"].string().value_or(""),
                                      {},
                                      content_json(content),
                                      result["status"].string() == "error" ||
                                          value["isError"].boolean().value_or(false)});
        } else {
            others.push_back(other);
        }
    }
    blocks.others = std::move(others);
}

class ThreadReader : public TranscriptReader {
public:
    using TranscriptReader::TranscriptReader;

protected:
    // All messages, each by itself: one that cannot be told does not cost the others.
    Result<void> tell_messages(const Record& record, Json messages) {
        Result<void> done;
        std::uint64_t number = 0;
        messages.each_element([&](Json message) {
            Result<void> told = message.is_object()
                                    ? tell_message(record, message, ++number)
                                    : Error{Code::invalid, "a message is not a JSON object"};
            if (!told && done) {
                done = std::move(told);
            }
            return true;
        });
        return done;
    }

    virtual Result<void> tell_message(const Record& record, Json message, std::uint64_t number) = 0;

    static TranscriptStep step_of(std::optional<std::string> time, std::uint64_t number) {
        return {std::move(time).value_or(""), "message " + std::to_string(number)};
    }
};

class AmpReader final : public ThreadReader {
public:
    explicit AmpReader(const ReadOptions& options) : ThreadReader(options, "amp", "amp") {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const Json messages = rest.take("messages");
        enter(rest.text("id"));
        // The title and the version of the document change as the session goes on.
        talk(record).about().value("created", rest.take("created"));
        return tell_messages(record, messages);
    }

    Result<void> tell_message(const Record& record, Json message, std::uint64_t number) override {
        Foreign rest(message);
        const std::string role = rest.text("role");
        TranscriptAnswer answer;
        answer.blocks = blocks_of(content_of(rest));
        const Json usage = rest.take("usage");
        answer.model = usage["model"].string().value_or("");
        put_usage(answer.fields, usage, amp_usage);
        std::optional<std::string> time = time_from_ms(message["meta"]["sentAt"]);
        time = time ? time : time_from_ms(message["createdAt"]);
        time = time ? time : time_from(usage["timestamp"]);
        put_results(message["content"], answer.blocks);
        rest.leave(answer.fields, "amp");
        return talk(record).message(step_of(time, number), role, std::move(answer));
    }

private:
    // {"type": "tool_result", "toolUseID", "run": {"status", "result" or "error"}}
    static void put_results(Json content, Blocks& blocks) {
        std::size_t number = 0;
        content.each_element([&](Json block) {
            if (block["type"].string() != "tool_result" || number >= blocks.results.size()) {
                return true;
            }
            BlockResult& result = blocks.results[number++];
            const Json run = block["run"];
            if (run.is_object()) {
                const Json output = run["result"].present() ? run["result"] : run["error"];
                result.output = output.raw();
                result.failed = run["status"].string() == "error";
            }
            return true;
        });
    }
};

class GooseReader final : public ThreadReader {
public:
    explicit GooseReader(const ReadOptions& options) : ThreadReader(options, "goose", "goose") {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        if (record.json["role"].is_string()) {
            return tell_message(record, record.json, record.line);
        }
        const Json messages = rest.take("conversation");
        enter(rest.text("id"));
        // The description and the counts change as the session goes on.
        talk(record).about().value("working_dir", rest.take("working_dir"));
        return tell_messages(record, messages);
    }

    Result<void> tell_message(const Record& record, Json message, std::uint64_t number) override {
        Foreign rest(message);
        const std::string role = rest.text("role");
        const std::optional<double> seconds = rest.take("created").number();
        std::string ms;
        append_number(ms, seconds.value_or(0) * 1'000);
        TranscriptAnswer answer;
        answer.blocks = blocks_of(rest.take("content"));
        take_goose_blocks(answer.blocks);
        rest.leave(answer.fields, "goose");
        return talk(record).message(
            step_of(seconds ? time_from_ms(Json(ms)) : std::nullopt, number), role,
            std::move(answer));
    }
};

class HermesReader final : public ThreadReader {
public:
    explicit HermesReader(const ReadOptions& options) : ThreadReader(options, "hermes", "hermes") {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const Json messages = rest.take("messages");
        enter(rest.text("session_id"));
        model_ = record.json["model"].string().value_or("");
        start_ = time_from(record.json["session_start"]).value_or("");
        rest.take("last_updated");  // These change as the session goes on.
        rest.take("message_count");
        rest.leave(talk(record).about(), "hermes");
        return tell_messages(record, messages);
    }

    Result<void> tell_message(const Record& record, Json message, std::uint64_t number) override {
        Foreign rest(message);
        const std::string role = rest.text("role");
        // Only the beginning of the session has a time.
        const TranscriptStep here =
            step_of(number == 1 ? std::optional(start_) : std::nullopt, number);
        const Json content = rest.take("content");
        if (role == "tool") {
            TranscriptResult result;
            result.call_id = rest.text("tool_call_id");
            result.name = rest.text("tool_name");
            result.output = content_json(content);
            rest.leave(result.fields, "hermes");
            return talk(record).result(here, std::move(result));
        }
        TranscriptAnswer answer;
        answer.blocks = blocks_of(content);
        add_chat_calls(rest.take("tool_calls"), answer.blocks);
        if (std::string thought = rest.text("reasoning_content"); !thought.empty()) {
            answer.blocks.thoughts.push_back(std::move(thought));
            rest.take("reasoning");
        }
        answer.model = role == "assistant" ? model_ : "";
        rest.leave(answer.fields, "hermes");
        if (role != "assistant" && role != "user" && role != "system") {
            const std::string kind = kind_from(role);
            return talk(record).note(kind.empty() ? "log" : kind, here, std::move(answer.fields));
        }
        return talk(record).message(here, role, std::move(answer));
    }

private:
    std::string model_;
    std::string start_;
};

}  // namespace

bool is_amp(const Beginning& beginning) {
    const Json record = beginning.record();
    const Json first = record["messages"].at(0);
    return record["id"].string().value_or("").starts_with("T-") && first["role"].is_string();
}

std::unique_ptr<Reader> read_amp(const ReadOptions& options) {
    return std::make_unique<AmpReader>(options);
}

bool is_goose(const Beginning& beginning) {
    const Json record = beginning.record();
    return beginning.has({"working_dir", "description"}) &&
           (record["conversation"].is_array() || beginning.has({"message_count"}));
}

std::unique_ptr<Reader> read_goose(const ReadOptions& options) {
    return std::make_unique<GooseReader>(options);
}

bool is_hermes(const Beginning& beginning) {
    return beginning.has({"session_id", "session_start", "messages", "platform"});
}

std::unique_ptr<Reader> read_hermes(const ReadOptions& options) {
    return std::make_unique<HermesReader>(options);
}

}  // namespace hence
