// Reads a Codex rollout line by line. The events of a line depend on the lines before it, never on
// the lines after it; an answer or a call that is not complete yet is held back, and told as
// unfinished at the end of the file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/codex/exec.h"
#include "formats/codex/line.h"
#include "formats/codex/response.h"
#include "formats/codex/thread.h"
#include "formats/common/records.h"

namespace hence {

class CodexReader final : public RecordReader {
public:
    static constexpr std::size_t calls_max = 10'000;
    static constexpr std::size_t messages_bytes_max = 8U << 20;
    static constexpr std::size_t notes_max = 1'000;
    static constexpr std::size_t notes_bytes_max = 8U << 20;

    using RecordReader::RecordReader;

    std::uint64_t finish(Batch& batch) override;
    void unfinished(Batch& batch) override;

private:
    // Where a token_count stands.
    enum class Usage : std::uint8_t { unknown, before, after };

    // The user's prompt, until the turn that it began is known.
    struct Prompt {
        std::string text;
        std::string fields;  // JSON: what else was said with it.
        std::string time;
        std::string place;
        std::uint64_t line = 0;
        bool timed = true;
    };

    // A record that came before the first event of its turn.
    struct Note {
        EventDraft draft;    // Without its fields.
        std::string fields;  // JSON.
        std::uint64_t line = 0;
    };

    struct OpenCall {
        std::string name;
        std::string input;  // JSON.
        std::string rest;   // JSON: what else was said of it.
        std::string time;
        std::string run;
        std::string parent;
        std::string rationale;  // JSON.
        std::string id;
        std::uint64_t line = 0;
        bool timed = true;
        // What other records said of it: JSON, or empty.
        std::string duration_ms;
        std::string ending;
        std::string spawned;
        bool failed = false;
        bool inner =
            false;  // Work of a script, of which the model hears nothing but by the script.
    };

    Result<void> read(const Record& record, Batch& batch) override;
    bool has_files() const override { return true; }
    Result<void> read_line(const CodexLine& line, Batch& batch);

    // items.cpp: what the model was given and gave.
    Result<void> read_item(const CodexLine& line, Batch& batch);
    Result<void> read_message(const CodexLine& line, Batch& batch);
    Result<void> read_reasoning(const CodexLine& line, Batch& batch);
    Result<void> read_call(const CodexLine& line, Batch& batch);
    Result<void> read_output(const CodexLine& line, Batch& batch);
    Result<void> read_agent_message(const CodexLine& line, Batch& batch);

    // events.cpp: what was said of it.
    Result<void> read_event(const CodexLine& line, Batch& batch);
    Result<void> read_usage(const CodexLine& line, Batch& batch);
    Result<void> read_turn_end(const CodexLine& line, Batch& batch);
    Result<void> read_turn_context(const CodexLine& line, Batch& batch);
    Result<void> read_ending(const CodexLine& line, const std::string& call_id, Json ending,
                             Batch& batch);
    Result<void> read_rest_of_event(const CodexLine& line, Batch& batch);
    Result<void> read_spawn(const CodexLine& line, const std::string& call_id, Batch& batch);
    Result<void> read_compaction(const CodexLine& line, Batch& batch);
    Result<void> hear(const CodexLine& line, std::vector<std::string> CodexResponse::*where,
                      std::string text, Batch& batch);

    // work_items.cpp: what a newer rollout says of each piece of work.
    Result<void> read_item_completed(const CodexLine& line, Batch& batch);
    Result<void> read_work_item(const CodexLine& line, Json item, Batch& batch);
    Result<void> tell_work(const CodexLine& line, const std::string& call_id, const CodexWork& work,
                           Json told, Batch& batch);
    // The call of the script that is running, or the answer that asked for the work.
    std::string where_work_hangs() const;

    // turns.cpp: turns and answers.
    Result<void> ask(Prompt prompt, Batch& batch);
    Result<void> tell_prompt(Batch& batch);
    void enter_turn(const std::string& turn_id);
    Result<void> settle_prompt(const CodexLine& line, Batch& batch);
    void begin_response(const CodexLine& line);
    Result<void> item_came(const CodexLine& line, Batch& batch);
    Result<void> input_came(const CodexLine& line, Batch& batch);
    Result<void> tell_response(Batch& batch);
    Result<void> tell_open(Batch& batch);
    Result<void> close_response(Batch& batch);
    Result<void> tell_thoughts_heard(Batch& batch);
    Result<void> tell_assumptions(Batch& batch);

    // calls.cpp: calls, from the item that asks for one to its end.
    Result<void> open_call(const CodexLine& line, const std::string& call_id, OpenCall call,
                           Batch& batch);
    Result<void> tell_call(const std::string& call_id, const CodexOutput& output,
                           std::string_view ended_at, Batch& batch);
    Result<void> tell_delegation(const OpenCall& call, const CodexOutput& output, Batch& batch);
    Result<void> tell_refusal(const OpenCall& call, const std::string& call_id,
                              const CodexOutput& output, Batch& batch);
    Result<void> abandon_calls(std::string_view why, Batch& batch);

    // An event of this line; where the line gives several, `part` tells them apart.
    EventDraft draft(const CodexLine& line, std::string_view kind, std::string_view part) const;
    std::string id_of(std::string_view time, std::string_view place, std::string_view part) const;
    Result<void> add_draft(EventDraft draft, std::uint64_t line, Batch& batch);
    // The same, but not before the answer that it belongs to.
    Result<void> add_held(EventDraft draft, std::uint64_t line, Batch& batch);

    // notes.cpp: records that no other event waits for. Each hangs in its turn.
    Result<void> add_note(EventDraft draft, std::uint64_t line, Batch& batch);
    Result<void> tell_notes(Batch& batch);
    // A draft without a parent hangs on what the turn has come to.
    void hang(EventDraft& draft) const;
    // The turn has come to this event: the next answer will be an answer to it.
    void reach(const std::string& id);
    void enter_run(std::string run);
    // Keeps a line that is not understood, as an event of its own kind.
    Result<void> keep(const CodexLine& line, Batch& batch);

    CodexExec exec_;
    CodexThread thread_;
    std::string meta_;  // JSON: the thread's session_meta, until its start is told.
    bool started_ = false;
    std::string run_;
    std::uint64_t turns_ = 0;
    bool turn_ids_ = false;
    std::string model_;
    std::string provider_;
    std::string effort_;
    std::string context_;  // JSON: the turn_context in force.
    std::optional<Prompt> prompt_;
    std::optional<Prompt> said_;  // The last user message, should no event call it the prompt.
    std::vector<std::string> messages_;
    std::size_t messages_bytes_ = 0;
    std::uint64_t messages_left_out_ = 0;
    std::string input_time_;
    std::string latest_;  // The event that the next answer will be an answer to.
    std::string at_;      // The same, where it lies in this run.
    std::vector<Note> notes_;
    std::size_t notes_bytes_ = 0;
    CodexResponse response_;
    Usage usage_ = Usage::unknown;
    std::string total_;  // JSON: what the thread had used up at the last token_count.
    std::map<std::string, OpenCall, std::less<>> calls_;
    std::set<std::string, std::less<>> told_calls_;  // Of this turn.
    bool compacted_ = false;                         // Since the last item of the model.
    bool closing_ = false;                           // What is told now may not be final.
};

}  // namespace hence
