// Claude Code without a terminal: `claude -p --output-format stream-json`, the messages of the
// Agent SDK, and the execution file of claude-code-action (a list of the same).
//
// Traps: one answer of the model comes in several lines of the same message id, a block in each, so
// an answer is complete only when another record comes; lines of a sub-agent stand between those of
// the main agent and name the call that started it; no line has a time.
#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/try.h"
#include "formats/agents/agents.h"
#include "formats/common/transcript.h"

namespace hence {
namespace {

constexpr std::string_view claude_stream_name = "claude-stream";
constexpr std::string_view claude_agent = "claude";
constexpr UsageNames claude_usage = {.prompt = "input_tokens",
                                     .completion = "output_tokens",
                                     .cache_read = "cache_read_input_tokens",
                                     .cache_write = "cache_creation_input_tokens",
                                     .prompt_excludes_cache = true};

class ClaudeStreamReader final : public TranscriptReader {
public:
    explicit ClaudeStreamReader(const ReadOptions& options)
        : TranscriptReader(options, claude_stream_name, claude_agent) {}

protected:
    Result<void> tell(const Record& record) override {
        Foreign rest(record.json);
        const std::string type = rest.text("type");
        const Json message = record.json["message"];
        if (type != "assistant" || !held_ || message["id"].string() != held_->id) {
            TRY(tell_held());
        }
        enter(rest.text("session_id"));
        const TranscriptStep here = step(record, time_from(rest.take("timestamp")),
                                         record.json["uuid"].string().value_or(""));
        const std::string parent = rest.text("parent_tool_use_id");
        rest.take("message");
        if (type == "assistant") {
            return hold(record, here, parent, message);
        }
        if (type == "user") {
            TranscriptAnswer said;
            said.blocks = blocks_of(message["content"]);
            rest.leave(said.fields, claude_stream_name);
            if (!parent.empty() && said.blocks.results.empty()) {
                return tell_task(record, here, parent, said.blocks.text);
            }
            return lane_of(record, parent).message(here, "user", std::move(said));
        }
        if (type == "result") {
            return tell_end(record, here, rest);
        }
        if (type == "system" && record.json["subtype"].string() == "init") {
            rest.leave(talk(record).about(), claude_stream_name);
            return {};
        }
        const std::string kind = kind_from(type == "system" ? rest.text("subtype") : type);
        if (kind.empty()) {
            return Error{Code::invalid, "the message has no type"};
        }
        Fields fields;
        rest.leave(fields, claude_stream_name);
        return lane_of(record, parent).note(kind, here, std::move(fields));
    }

    // The last answer may go on in the next line.
    Result<void> tell_rest() override { return tell_held(); }

private:
    struct Held {
        std::string id;
        std::string parent;
        TranscriptStep step;
        TranscriptAnswer answer;
    };

    Transcript& lane_of(const Record& record, const std::string& parent) {
        if (parent.empty()) {
            return talk(record);
        }
        const auto named = tasks_.find(parent);
        return lane(record, parent, named == tasks_.end() ? "sub-agent" : named->second);
    }

    Result<void> hold(const Record& record, const TranscriptStep& here, const std::string& parent,
                      Json message) {
        if (!held_) {
            held_ = std::make_unique<Held>();
            held_->id = message["id"].string().value_or("");
            held_->parent = parent;
            held_->step = here;
            held_->step.key = held_->id.empty() ? here.key : held_->id;
            held_->answer.model = message["model"].string().value_or("");
            held_at_.line = record.line;
        }
        Blocks more = blocks_of(message["content"]);
        Blocks& blocks = held_->answer.blocks;
        blocks.text += (blocks.text.empty() || more.text.empty() ? "" : "\n") + more.text;
        std::ranges::move(more.thoughts, std::back_inserter(blocks.thoughts));
        std::ranges::move(more.calls, std::back_inserter(blocks.calls));
        std::ranges::move(more.others, std::back_inserter(blocks.others));
        // A later line of the same answer knows more of what it used.
        if (message["usage"].is_object()) {
            usage_ = message["usage"].raw();
        }
        if (message["stop_reason"].present()) {
            stop_ = message["stop_reason"].string().value_or("");
        }
        return {};
    }

    Result<void> tell_held() {
        if (!held_) {
            return {};
        }
        const std::unique_ptr<Held> held = std::exchange(held_, nullptr);
        put_usage(held->answer.fields, Json(usage_), claude_usage);
        held->answer.fields.text("finish_reason", stop_);
        held->answer.fields.text("message_id", held->id);
        usage_.clear();
        stop_.clear();
        for (const BlockCall& call : held->answer.blocks.calls) {
            if (call.name == "Task" || call.name == "Agent") {
                const std::string type =
                    Json(call.input)["subagent_type"].string().value_or("sub-agent");
                tasks_.insert_or_assign(call.call_id, type);
            }
        }
        return lane_of(held_at_, held->parent).answer(held->step, std::move(held->answer));
    }

    // What a sub-agent was told.
    Result<void> tell_task(const Record& record, const TranscriptStep& here,
                           const std::string& parent, std::string_view task) {
        Transcript& lane = lane_of(record, parent);
        Fields fields;
        fields.text("parent_id", claude_agent);
        fields.text("child_id", lane.place().agent);
        fields.text("task", task);
        fields.text("call_id", parent);
        return lane.note("delegation", here, std::move(fields));
    }

    Result<void> tell_end(const Record& record, const TranscriptStep& here, Foreign& rest) {
        Fields fields;
        fields.value("output", rest.take("result"));
        fields.value("cost_usd", rest.amount("total_cost_usd"));
        const bool failed = rest.take("is_error").boolean().value_or(false) ||
                            record.json["subtype"].string().value_or("").starts_with("error");
        rest.leave(fields, claude_stream_name);
        return talk(record).end(here, failed ? "failure" : "success", std::move(fields));
    }

    std::unique_ptr<Held> held_;  // An answer whose lines may not all have come.
    Record held_at_;
    std::string usage_;
    std::string stop_;
    std::map<std::string, std::string, std::less<>> tasks_;  // The sub-agents, by call.
};

}  // namespace

bool is_claude_stream(const Beginning& beginning) {
    static constexpr std::array<std::string_view, 5> types = {"system", "assistant", "user",
                                                              "result", "stream_event"};
    const Json record = beginning.record();
    const std::string type = record["type"].string().value_or("");
    return std::ranges::find(types, type) != types.end() && record["session_id"].is_string() &&
           (type != "system" || record["subtype"].is_string()) &&
           (record["message"].is_object() || type == "system" || type == "result" ||
            type == "stream_event");
}

std::unique_ptr<Reader> read_claude_stream(const ReadOptions& options) {
    return std::make_unique<ClaudeStreamReader>(options);
}

}  // namespace hence
