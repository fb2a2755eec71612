// Reads a Qwen Code transcript line by line. An answer is told when a line of another uuid follows,
// a tool call with its result. At the end of the file, what is still open is told as far as it
// goes, flagged as unfinished.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/claude_code/chain.h"
#include "formats/common/conversation.h"
#include "formats/common/records.h"

namespace hence {

inline constexpr std::string_view qwen_code_name = "qwen-code";

struct QwenLine {
    Json json;
    std::uint64_t number = 0;
    std::string type = {};
    std::string subtype = {};
    std::string uuid = {};
    std::string parent_uuid = {};
    std::string session = {};
    std::string time = {};
    std::string agent = {};     // Of a sub-agent.
    std::string agent_id = {};  // Likewise.

    // Fails with invalid, naming the key. `json` must outlive what is returned.
    static Result<QwenLine> from(const Record& record);
    // The id of a further event of the line.
    std::string part(std::string_view name) const;
};

// The texts of a message, without thoughts and without what a hook of the program added.
std::string qwen_text(Json parts);

class QwenCodeReader final : public RecordReader {
public:
    static constexpr std::size_t calls_max = 10'000;

    using RecordReader::RecordReader;

    std::uint64_t finish(Batch& batch) override;
    void unfinished(Batch& batch) override;
    std::vector<std::string> copies() override;

private:
    struct Call {
        EventDraft draft;  // Without what came of it.
        std::string id;
        std::string name;
        std::uint64_t line = 0;
    };

    struct Answer {
        std::string uuid = {};
        EventDraft draft = {};
        std::string end = {};
        std::string duration = {};
        std::string model = {};
        std::string usage = {};   // JSON.
        std::string window = {};  // JSON.
        std::string text = {};
        std::vector<std::string> thoughts = {};
        std::vector<Call> calls = {};
        std::uint64_t line = 0;
    };

    // What telemetry said of a tool that ran.
    struct Ran {
        std::string duration;  // JSON.
        std::string decision;
    };

    bool has_files() const override { return true; }
    Result<void> read(const Record& record, Batch& batch) override;
    Result<std::string> read_typed(const QwenLine& line, Batch& batch);

    // qwen_code.cpp: what people and the program said. Each returns the event that later lines
    // follow; empty: the one that this line follows.
    Result<std::string> read_user(const QwenLine& line, Batch& batch);
    Result<std::string> read_system(const QwenLine& line, Batch& batch);
    Result<std::string> read_telemetry(const QwenLine& line, Batch& batch);
    Result<std::string> note(const QwenLine& line, std::string_view body, Batch& batch);

    // answers.cpp: what the model said, and what came of its calls.
    Result<std::string> read_assistant(const QwenLine& line, Batch& batch);
    Result<void> read_part(const QwenLine& line, Json part);
    Result<std::string> read_results(const QwenLine& line, Batch& batch);
    Result<std::string> read_result(const QwenLine& line, Json response, Batch& batch);
    Result<void> refuse_call(const QwenLine& line, const Call& call, std::string_view why,
                             Batch& batch);
    Result<void> delegate(const QwenLine& line, const Call& call, Batch& batch);
    Result<void> close_answer(Batch& batch);
    Result<std::vector<Event>> events_of(Answer& answer, Conversation& conversation) const;
    Result<void> abandon_calls(Batch& batch);

    Moment moment(const QwenLine& line) const { return {line.time, false}; }
    void enter(const QwenLine& line, const std::string& run);
    std::string parent_of(const QwenLine& line);
    Result<void> give(EventDraft draft, std::uint64_t line, Batch& batch);

    ClaudeChain chain_;
    Conversation conversation_{ConversationPlace{qwen_code_name}};
    std::optional<Answer> answer_;
    std::map<std::string, Call, std::less<>> calls_;
    std::set<std::string, std::less<>> started_;  // Sessions and agents whose goal was told.
    std::string run_;                             // Of the session itself.
    std::string asked_;                           // The messages that are new to the model; JSON.
    std::string answer_ms_;
    std::map<std::string, Ran, std::less<>> ran_;  // By the name of the tool.
    std::vector<std::string> copies_;
};

}  // namespace hence
