// A conversation with a model, turn by turn: what one answer of the model becomes.
//
// Many formats (trajectories, logs of evaluations) are lists of messages. Each answer becomes one
// llm_call, a thought for each piece of reasoning, and an assumption for each one that its text
// states; its tool calls get the answer as parent, its number as iteration, and the rationale that
// the text gives for them. Such formats name no parents, so the parent of an answer is the event
// that came last; it is flagged parent_derived, because order is evidence and no statement.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

// When something was, and whether a rule says so.
struct Moment {
    std::string time = {};  // RFC 3339.
    bool derived = false;
};

// What all events of a conversation have in common.
struct ConversationPlace {
    std::string_view format;
    std::string agent = {};
    std::string session = {};
    std::string run = {};
    bool session_derived = false;
};

// One answer of a model. The ids of its parts are made from its own.
struct Turn {
    EventDraft model_call = {};              // Without `completion` and `call_ids`.
    std::string completion = {};             // Its text; empty when it has none.
    std::vector<std::string> thoughts = {};  // Reasoning, each quoted whole.
    std::vector<EventDraft*> calls = {};     // What it asked for, in order: the nth is call n.
};

class Conversation {
public:
    explicit Conversation(ConversationPlace place) : place_(std::move(place)) {}

    // An event of this conversation, without fields.
    EventDraft draft(std::string_view kind, std::string id, const Moment& when) const;

    // The model call, its thoughts and the assumptions that it states, and gives each of the calls
    // its parent, its iteration and the rationale that the text has for it. The model call's parent
    // is what came last, unless it has one: by order, so it is derived.
    Result<std::vector<Event>> tell(Turn turn);

    // What the next model call answers.
    void came(std::string id) { last_ = std::move(id); }
    // Names what came last as the parent, by order alone.
    void follow(EventDraft& draft) const;
    const ConversationPlace& place() const { return place_; }
    // From here on, events belong to this run.
    void enter_run(std::string run) { place_.run = std::move(run); }

    // An event that belongs to no model call.
    Result<Event> finish(EventDraft draft) const { return std::move(draft).finish(place_.format); }

private:
    ConversationPlace place_;
    std::string last_;
    std::int64_t turns_ = 0;
};

// The text of a message: itself, or that of its parts, a line for each. Other parts say nothing.
std::string text_of_content(Json content);
// The content of a result as JSON: its text if it is nothing but text, else as it came.
std::string content_json(Json content);
void put_content(Fields& fields, std::string_view name, Json content);
// The members of an object that were not taken, as JSON or as one field; empty when all were taken.
std::string rest_json(const Foreign& rest, std::string_view format);
void put_rest(Fields& fields, std::string_view name, const Foreign& rest, std::string_view format);
// The object or list that a text holds, or an object as it is; empty for anything else.
std::string object_of(Json value);

// The beginning of a hash of a text, in hexadecimal: a name for an object that has none.
std::string mark_of(std::string_view text);

// What a response in the shape of a chat completion says of a model call, but for its text.
void put_response(Fields& fields, Json response);

// A duration as a JSON number of milliseconds; empty when there is none, or it is negative.
std::string ms_from_seconds(Json seconds);
std::string duration_between(std::string_view begin, std::string_view end);

}  // namespace hence
