// Reads a Claude Code transcript line by line.
//
// An answer of the model comes in several lines, with results of the tools that it calls between
// them. The answer is told when a line shows that it is over: the next answer of the same agent,
// the next prompt, the end of the turn, or a last text that says why it stopped. A tool call is
// told with its result; a call that a later answer has passed by is told without one. At the end of
// the file, what is still open is told as far as it goes, flagged as unfinished. Every other line
// is told at once. So the events of a line depend on the lines before it, never on where the file
// was cut. All memory is bounded by ClaudeLimits.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "formats/claude_code/chain.h"
#include "formats/claude_code/lane.h"
#include "formats/claude_code/line.h"
#include "formats/common/records.h"

namespace hence {

struct ClaudeLimits {
    std::size_t nodes = ClaudeChain::nodes_max;
    std::size_t lanes = 1'000;
    std::size_t calls = 10'000;                       // Open at once, of one agent.
    std::size_t call_bytes = std::size_t{64} << 20;   // Of their inputs.
    std::size_t answer_bytes = std::size_t{8} << 20;  // Of the text of an answer.
    std::size_t result_bytes = std::size_t{4} << 20;  // Of what a tool returned besides.
    std::size_t hooks = 100;                          // Told with one call.
    std::size_t reminders = 100;                      // Told with one answer.
    std::size_t reminder_bytes = std::size_t{16} << 10;
    std::size_t early_bytes = std::size_t{16} << 20;  // Of lines that wait for a time.
    std::size_t early_lines = 1'000;                  // That wait for a time.
    std::size_t answers = 10'000;                     // Known to be over.
    std::size_t forks = 1'000;                        // Sessions in one file.
};

class ClaudeCodeReader final : public RecordReader {
public:
    explicit ClaudeCodeReader(const ReadOptions& options, const ClaudeLimits& limits = {})
        : RecordReader(options), beside_(options.beside), limits_(limits), chain_(limits.nodes) {}

    std::uint64_t finish(Batch& batch) override;
    void unfinished(Batch& batch) override;
    std::vector<std::string> copies() override;

private:
    // One line, the agent whose it is, and where its events go.
    struct Here {
        const ClaudeLine& line;
        ClaudeLane& lane;
        Batch& batch;
    };
    // The event that later lines follow; empty: the one that this line follows.
    using Told = Result<std::string>;

    Result<void> read(const Record& record, Batch& batch) override;
    bool has_files() const override { return true; }
    Result<void> read_timed(const ClaudeLine& given, Batch& batch);
    Result<void> read_in_lane(const ClaudeLine& line, const std::string& name, Batch& batch);
    Told read_typed(const Here& here);

    // What people and tools said: said.cpp.
    Told read_user(const Here& here);
    Told read_prompt(const Here& here, const std::string& text);
    Told read_interruption(const Here& here, const std::string& text);
    Told read_note(const Here& here, const std::string& text, std::string_view part = {});
    Told read_summary(const Here& here, const std::string& text);
    Told read_notification(const Here& here, const std::string& text);
    Result<void> switch_mode(const Here& here, const std::string& parent);

    // What the model said: answer.cpp.
    Told read_assistant(const Here& here);
    Told read_synthetic(const Here& here);
    Result<void> begin_answer(const Here& here, const std::string& id);
    Result<void> read_block(const Here& here, Json block, std::size_t index);
    Result<void> read_odd_block(const Here& here, Json block, std::size_t index);
    Result<void> read_text(const Here& here, const std::string& text, std::size_t index);
    Result<void> close_answer(ClaudeLane& lane, Batch& batch);
    Result<void> end_turn(const Here& here, std::string_view reason);

    // Tool calls and what came of them: calls.cpp.
    Result<void> open_call(const Here& here, Json block, std::size_t index);
    Told read_result(const Here& here, Json block, std::size_t index);
    Told read_stray_result(const Here& here, Json block, std::size_t index);
    Result<void> decide(const Here& here, const ClaudeCall& call, Json block, std::size_t index);
    Result<void> decide_questions(const Here& here, const ClaudeCall& call, Json block);
    Result<void> delegate(ClaudeCall& call, const std::string& child, Batch& batch);
    Result<void> abandon_calls(ClaudeLane& lane, Batch& batch);
    bool keep_hook(const Here& here, Json hook, std::string_view call_id);
    bool keep_reminder(const Here& here, Json attachment);

    // What the program itself noted: notes.cpp.
    Told read_system(const Here& here);
    Told read_compaction(const Here& here);
    Told read_api_error(const Here& here);
    Told read_end_of_turn(const Here& here);
    Told read_progress(const Here& here);
    Told read_agent_progress(const Here& here);
    Told read_attachment(const Here& here);
    Told read_other(const Here& here);
    // `part` tells apart what one line gives.
    Result<void> log(const Here& here, std::string_view severity, std::string_view body,
                     std::string_view part = {});

    std::string lane_of(const ClaudeLine& line);
    Result<ClaudeLane*> lane_at(const std::string& name, const ClaudeLine& line, Batch& batch);
    Result<void> forget_lanes(Batch& batch);
    void introduce(ClaudeLane& lane, const std::string& name, const ClaudeLine& line);
    std::string agent_type(const std::string& file, const std::string& name,
                           const ClaudeLine& line) const;
    Result<void> claim_by_prompt(ClaudeLane& lane, const ClaudeLine& line, Batch& batch);
    Result<void> close_lane(ClaudeLane& lane, Batch& batch);

    ClaudePlace place(const Here& here) const;
    std::string time_before(const Here& here);
    std::string parent_of(const Here& here);
    std::string told_before(const Here& here);
    Result<void> note_fork(const Here& here);
    Result<void> take_on(const Here& here, const std::string& event, std::string_view kind);
    Result<void> give(EventDraft draft, std::uint64_t line, Batch& batch);
    void give_unfinished(EventDraft draft, std::uint64_t line, Batch& batch);
    void remember_answer(const std::string& id);
    std::optional<std::string> text_beside(const std::string& name) const;

    struct Early {
        std::string json;
        std::uint64_t number = 0;
    };

    std::function<std::optional<std::string>(const std::string& name)> beside_;
    ClaudeLimits limits_;
    ClaudeChain chain_;
    std::map<std::string, ClaudeLane, std::less<>> lanes_;  // By agent; the empty name is the main.
    std::deque<std::string> lane_order_;
    std::set<std::string, std::less<>> answers_;  // That are over.
    std::deque<std::string> answer_order_;
    std::vector<Early> early_;  // Lines without a time, before any with one.
    std::size_t early_bytes_ = 0;
    std::string session_;  // Of the last line that named one.
    std::string time_;     // Likewise.
    std::vector<std::string> copies_;
    std::map<Time, std::string> given_;  // By time: the last event then.
    std::set<std::string> forks_;        // Sessions that went on from another one.
};

}  // namespace hence
