// The transcript of one session of an agent, told step by step: prompts, answers, results.
//
// Agents spell their transcripts differently, but a step means the same in all of them. A reader
// recognises the steps of its format and tells them here; this class makes the events, so that all
// these formats have the same shape: the first prompt is the session's goal, each prompt begins a
// run, an answer is an llm_call with its thoughts, a tool call hangs on the answer that asked for
// it and is complete with its result, and what follows hangs on what came before.
//
// A call waits for its result. The next prompt ends the wait: a result that comes after it is an
// observation with the same call_id, which every answer joins to the call. A call that waits at the
// end of the text is told as unfinished. Must never happen: a step changes an event that was told.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/by_text.h"
#include "formats/common/blocks.h"
#include "formats/common/conversation.h"
#include "formats/common/records.h"
#include "hence/event.h"
#include "hence/result.h"

namespace hence {

// Where a step stands. The key tells it from all other steps of its session: the id of its record,
// or its number.
struct TranscriptStep {
    std::string time = {};  // RFC 3339; empty: not said.
    std::string key = {};
};

struct TranscriptAnswer {
    Blocks blocks = {};
    std::string model = {};
    std::string duration = {};  // A JSON number of milliseconds; empty: not said.
    Fields fields = {};         // Tokens, cost, finish_reason and what else is known.
};

struct TranscriptResult {
    std::string call_id = {};
    std::string name = {};      // Of the tool, where the result says it.
    std::string output = {};    // JSON; empty: none.
    std::string error = {};     // What went wrong; empty: not said.
    std::string status = {};    // "ok" or "error"; empty: not said.
    std::string duration = {};  // A JSON number of milliseconds; empty: between call and result.
    Fields fields = {};
};

class Transcript {
public:
    // `place.run` is chosen by each prompt.
    explicit Transcript(ConversationPlace place) : talk_(std::move(place)) {}

    const ConversationPlace& place() const { return talk_.place(); }
    // A fact about the session, for its first event.
    Fields& about() { return about_; }

    Result<void> prompt(const TranscriptStep& step, std::string_view text, Fields fields);
    Result<void> answer(const TranscriptStep& step, TranscriptAnswer answer);
    Result<void> result(const TranscriptStep& step, TranscriptResult result);
    // A message of that role: of the assistant an answer, of a system its text, of anybody else the
    // results in it and a prompt.
    Result<void> message(const TranscriptStep& step, std::string_view role,
                         TranscriptAnswer message);
    // A call of which no answer is known that asked for it.
    Result<void> call(const TranscriptStep& step, BlockCall call, Fields fields);
    // Anything else that happened.
    Result<void> note(std::string_view kind, const TranscriptStep& step, Fields fields);
    // The session is over, and no call will get a result.
    Result<void> end(const TranscriptStep& step, std::string_view status, Fields fields);

    // The events since this was last asked.
    std::vector<Event> take() { return std::exchange(told_, {}); }
    // The calls that wait for a result, flagged as unfinished.
    // Leaves out those that break the rules of an event: these are refused once they are final.
    std::vector<Event> waiting() const;
    std::uint64_t waits() const { return waiting_.size(); }
    // The event of a call that waits; empty when there is none.
    std::string event_of(std::string_view call_id) const;
    // Goes on from an event of another lane of the session: of the call that started a sub-agent.
    void join(std::string_view run, std::string_view parent);
    // Whether a call waits for the result of that id.
    bool awaits(std::string_view call_id) const { return waiting_by_id_.contains(call_id); }

private:
    struct Call {
        std::string call_id;
        EventDraft draft;
    };

    Result<void> begin(const TranscriptStep& step, std::string_view goal);
    Result<void> abandon(std::size_t keep);
    Result<void> give(EventDraft draft);
    EventDraft draft(std::string_view kind, const TranscriptStep& step, std::string_view part);
    EventDraft draft_of_call(const TranscriptStep& step, const BlockCall& call, std::size_t number);
    void wait_for(Call call);
    std::list<Call>::iterator call_of(const TranscriptResult& result);
    Result<void> stray(const TranscriptStep& step, TranscriptResult result);

    Conversation talk_;
    Fields about_;
    bool begun_ = false;
    std::string latest_time_;
    std::uint64_t steps_ = 0;
    std::list<Call> waiting_;
    ByText<std::list<Call>::iterator> waiting_by_id_;
    std::vector<Event> told_;
};

// A reader of a format whose text is one session after another, most often a single one.
class TranscriptReader : public RecordReader {
public:
    TranscriptReader(const ReadOptions& options, std::string_view format, std::string_view agent)
        : RecordReader(options), source_(options.source), format_(format), agent_(agent) {}

    std::uint64_t finish(Batch& batch) final;
    void unfinished(Batch& batch) override;

protected:
    Result<void> read(const Record& record, Batch& batch) final;

    // Tells the steps of one record. An error refuses the record; what it told before stands.
    virtual Result<void> tell(const Record& record) = 0;

    // The text has ended: tells a step whose records may not all have come. Its events are flagged
    // as unfinished.
    virtual Result<void> tell_rest() { return {}; }

    // The session whose steps are told; before it is named, one by the name of the text.
    Transcript& talk(const Record& record);
    // From here on, the steps are of this session. Ends the one before.
    void enter(std::string_view session, std::string_view agent = {});
    // An event that belongs to no session of this text.
    void tell_event(Event event) { ended_.push_back(std::move(event)); }
    // A lane of the session for the sub-agent that a call started. Too many share the main lane.
    Transcript& lane(const Record& record, const std::string& call_id, std::string_view agent);

    // A step of a record, known by `key`, or else by the place of the record.
    static TranscriptStep step(const Record& record, std::optional<std::string> time,
                               std::string_view key = {});

private:
    void give(const Record& record, Batch& batch);
    std::string session_by_name(const Record& first) const;

    std::string source_;
    std::string_view format_;
    std::string_view agent_;
    std::unique_ptr<Transcript> talk_;
    std::map<std::string, Transcript, std::less<>> lanes_;  // By the call that started each.
    std::vector<Event> ended_;  // Of a session before this one, or of none.
};

// "ok" or "error".
std::string_view status_text(bool failed);

}  // namespace hence
