// One sample of an Inspect log: an attempt at a task, told as a session.
//
// A sample is read in two passes. `look_ahead` sees every event of the log first, because the end
// of a span, the tool call of a span and the approvals of a call stand behind the events that need
// them; `settle` decides; `tell` then makes the events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/common/conversation.h"
#include "formats/inspect/attachments.h"
#include "formats/inspect/eval.h"
#include "formats/inspect/prompts.h"
#include "formats/inspect/spans.h"

namespace hence {

// An event of the log, and where it stands.
struct InspectRecord {
    Json json = {};
    std::string id = {};
    std::string time = {};  // RFC 3339.
    std::string type = {};
    std::string owner = {};  // The call that holds it, in logs that nest them.
    const InspectSpan* span = nullptr;
};

// What to know of a call that a model asked for.
struct InspectCall {
    std::string model_call = {};  // The event that asked.
    std::string event = {};       // Its own.
    std::optional<std::int64_t> iteration = {};
    std::string rationale = {};
    std::vector<std::string> approvals = {};
};

// The reasoning in a model's message, each quoted whole.
std::vector<std::string> thoughts_in(Json message);

// What a scorer said.
void describe_grade(Fields& fields, std::string_view name, Json score);

class InspectSample {
public:
    // The sample must outlive this. `attempt` counts those that failed and were tried again, from
    // 1; 0 is the one that counts.
    InspectSample(Json sample, const InspectEval& eval, std::size_t attempt = 0);

    // Sequences that are kept apart from the sample; each must outlive this. Before anything else.
    void add_attachments(Json list) { attachments_.add_list(list); }
    void add_messages(Json list) { prompts_.add_pool(list); }

    // Every event of the log once, in the order in which they will be told. `look_ahead` before all
    // others, then `settle`, then `tell`.
    void look_ahead(Json event);
    void settle();
    Result<std::vector<Event>> tell(Json event, const std::string& owner = {});

    // The beginning, unless an event of the log says it. After `settle`.
    Result<std::vector<Event>> begin();
    // All that only the sample as a whole says. At the end.
    Result<std::vector<Event>> end();
    // The end of an attempt that failed, from what is said of it.
    Result<std::vector<Event>> fail(Json attempt);
    // A sample without events, from its messages alone.
    Result<std::vector<Event>> tell_messages(Json list);

    // The id of the event that was told last from a record itself.
    const std::string& last_id() const { return last_id_; }
    // Whether its ids are the same in every log that has this sample. A log that was converted has
    // the same events with more members.
    bool has_global_ids() const { return has_uuid_ || !eval_.id.empty(); }

private:
    // The messages of a sample without events, and of the results those whose calls are not told.
    struct Messages {
        std::vector<Json> all = {};
        std::set<std::pair<std::string, std::size_t>> results = {};  // By call and position.
        std::string before = {};  // The event of the last one that is no result.
    };

    std::string id_of(Json event, std::size_t number, std::string_view time) const;
    std::string derived(std::string_view time, std::string_view what, std::string_view which) const;
    void look_at_span(Json event, const std::string& id, const std::string& time);
    Conversation& conversation(const InspectSpan& span);
    EventDraft draft(std::string_view kind, const InspectRecord& record);
    EventDraft draft_of_whole(std::string_view kind, std::string_view what, const Moment& when);
    void stand_in_span(EventDraft& draft, const InspectRecord& record) const;
    Moment beginning() const;
    Moment ending() const;
    void describe_start(EventDraft& draft, Json sample);
    bool is_goal(Json message, const InspectSpan& span) const;

    Result<std::vector<Event>> tell_kind(const InspectRecord& record);
    Result<std::vector<Event>> tell_start(const InspectRecord& record);
    Result<std::vector<Event>> tell_span(const InspectRecord& record);
    Result<std::vector<Event>> tell_model(const InspectRecord& record);
    Result<std::vector<Event>> tell_tool(const InspectRecord& record);
    void go_back(EventDraft& draft, Foreign& rest, const InspectRecord& record);
    Result<std::vector<Event>> tell_other(const InspectRecord& record);
    Result<std::vector<Event>> answer(EventDraft& call, const InspectRecord& record,
                                      const InspectPrompt& prompt);
    Result<Event> tell_prompt(Json message, const InspectRecord& record, const std::string& after);
    void note_said(const std::string& message, const std::string& event);
    void describe_prompt(EventDraft& call, const InspectRecord& record,
                         const InspectPrompt& prompt);
    void describe_answer(EventDraft& call, const InspectRecord& record, Json answer);
    Result<std::vector<Event>> tell_turn(Turn turn, const InspectRecord& record, Json message);
    Result<Event> tell_fallback(const InspectRecord& record, Json fallback);
    void describe(EventDraft& draft, Foreign& rest, const InspectRecord& record);
    void describe_approval(EventDraft& draft, Foreign& rest);
    void describe_score(EventDraft& draft, Foreign& rest, const InspectRecord& record);
    std::string scorer_of(Json score) const;
    Result<Event> end_event(bool whole);
    Result<std::vector<Event>> tell_answer(Messages& messages, std::size_t number);
    Result<std::vector<Event>> tell_message(Messages& messages, std::size_t number);
    Moment moment_of(std::size_t number) const;

    Json sample_;
    InspectEval eval_;
    std::string key_;  // What ids are derived from.
    bool has_uuid_ = false;
    std::string session_;
    std::string run_;
    bool session_derived_ = false;
    InspectAttachments attachments_;
    InspectPrompts prompts_;
    InspectSpans spans_;
    std::map<std::string, Conversation, std::less<>> conversations_;  // By run.
    std::map<std::string, InspectCall, std::less<>> calls_;
    std::map<std::string, std::string, std::less<>> anchors_;  // Events by the anchor's own id.
    std::map<std::string, std::string, std::less<>> said_in_;  // Events by the message they are.
    std::set<std::string, std::less<>> scores_;                // Those that were told.
    std::set<std::string, std::less<>> input_ids_;             // Messages that are the goal.
    std::string tools_;  // What the last model call was offered.
    std::string goal_;
    std::string start_id_;
    std::string first_time_;
    std::string last_time_;
    bool last_derived_ = false;
    std::string last_id_;
    bool has_start_ = false;
    bool has_error_ = false;
    std::size_t looked_at_ = 0;
    std::size_t told_ = 0;
};

}  // namespace hence
