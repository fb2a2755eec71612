// Puts a conversation together: reads the session up to the event, leaves out what rewinds left
// behind and what other agents did, and turns the rest into messages.
//
// A framework wants each result right behind the answer that asked for it. So results hang on
// answers, and an answer is written with its results, whenever these came in.
#include "hence/resumable.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/by_text.h"
#include "base/try.h"
#include "hence/store.h"
#include "model/facts.h"
#include "model/json/json_slices.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/summary/said.h"
#include "model/text.h"
#include "views/cause/call.h"
#include "views/export/chat_shapes.h"
#include "views/find/resolve.h"
#include "views/find/session_events.h"
#include "views/knew/lanes.h"
#include "views/knew/messages.h"

namespace hence {
namespace {

// A message and, of an answer, the results of its calls.
struct Turn {
    ResumableMessage message;
    std::vector<ResumableMessage> results = {};
    bool from_model = false;  // A model call stands for it.
};

bool is_system_text(std::string_view kind) {
    constexpr std::string_view prompt = "system_prompt";
    constexpr std::string_view message = "system_message";
    return kind == prompt || kind == message;
}

bool may_be_last(const Event& event) {
    return event.kind() == Kind::llm_call || event.kind() == Kind::tool_call ||
           event.kind() == Kind::observation || event.kind() == Kind::prompt ||
           event.kind() == Kind::session_start || event.kind() == Kind::message;
}

std::string result_of(const Event& event) {
    const auto [output, content, error] =
        members<3>(event.fields(), {"output", "content", "error"});
    const Json came = output.present() ? output : content;
    const std::string said = came.present() ? content_text(came) : std::string();
    const std::string failed = error.present() ? content_text(error) : std::string();
    return said.empty() || said == failed ? (said.empty() ? failed : said)
           : failed.empty()               ? said
                                          : failed + "\n" + said;
}

// Takes the events of one agent in order, and makes turns of them.
class Composer {
public:
    explicit Composer(const Event& last, bool ends_before_answer)
        : last_(last), ends_before_answer_(ends_before_answer) {}

    void take(const Event& event, bool told) {
        if (event.kind() == Kind::llm_call && is_own(event)) {
            take_model_call(event);
        } else if (event.kind() == Kind::tool_call && is_own(event)) {
            take_call(event, told);
        } else if (event.kind() == Kind::observation && told) {
            take_observation(event);
        } else if (is_system_text(event.kind())) {
            say(ResumableRole::system, text_in(event, {"text", "content", "message"}));
        } else if (told) {
            say(ResumableRole::user, text_in(event, {"text", "goal", "task", "payload"}));
        }
    }

    bool exact() const { return exact_; }
    std::vector<ResumableMessage> finish() &&;

private:
    bool is_own(const Event& event) const {
        return last_.agent().empty() || event.agent() == last_.agent();
    }

    static std::string text_in(const Event& event, std::initializer_list<std::string_view> names) {
        for (const std::string_view name : names) {
            const Json value = field(event, name);
            if (value.present()) {
                return content_text(value);
            }
        }
        return {};
    }

    // A prompt that two emitters tell of comes twice.
    void say(ResumableRole role, std::string text) {
        const bool again = !turns_.empty() && turns_.back().message.role == role &&
                           turns_.back().message.text == text;
        if (!text.empty() && !again) {
            turns_.push_back({.message = {.role = role, .text = std::move(text)}});
        }
    }

    void take_model_call(const Event& event);
    void take_call(const Event& event, bool told);
    void take_observation(const Event& event);
    std::size_t asker_of(const Event& call, const std::string& id);

    const Event& last_;
    bool ends_before_answer_;
    bool exact_ = false;
    std::vector<Turn> turns_;
    ByText<std::size_t> by_event_;    // Model calls: their turns.
    ByText<std::size_t> by_call_id_;  // Calls that were asked for or made: the turns that asked.
    ByText<std::string> tools_;       // By call id: the name.
};

// What a model call recorded stands for all that came before it.
void Composer::take_model_call(const Event& event) {
    if (shown_whole(event)) {
        turns_.clear();
        by_event_.clear();
        by_call_id_.clear();
        exact_ = true;
        std::vector<ResumableMessage> shown;
        const Json messages = field(event, "messages");
        if (messages.is_array()) {
            ElementReader reader(messages.raw());
            for (std::string_view each; reader.next(each);) {
                add_recorded_message(Json(each), shown);
            }
        } else {
            add_recorded_message(messages, shown);
        }
        for (ResumableMessage& message : shown) {
            turns_.push_back({.message = std::move(message)});
        }
    }
    if (ends_before_answer_ && event.seq() == last_.seq()) {
        return;
    }
    by_event_[std::string(event.id())] = turns_.size();
    field(event, "call_ids").each_element([&](Json id) {
        by_call_id_[id.string().value_or("")] = turns_.size();
        return true;
    });
    turns_.push_back(
        {.message = {.role = ResumableRole::assistant, .text = said_in(field(event, "completion"))},
         .from_model = true});
}

// The turn of the model call that asked for it; where none is known, a turn of its own.
std::size_t Composer::asker_of(const Event& call, const std::string& id) {
    if (const auto asked = by_call_id_.find(id); asked != by_call_id_.end()) {
        return asked->second;
    }
    if (const auto parent = by_event_.find(call.parent()); parent != by_event_.end()) {
        return parent->second;
    }
    if (turns_.empty() || turns_.back().message.role != ResumableRole::assistant) {
        turns_.push_back({.message = {.role = ResumableRole::assistant}});
    }
    return turns_.size() - 1;
}

// A result that came in later than the event is not told.
void Composer::take_call(const Event& event, bool told) {
    const auto [name, input, output, error] =
        members<4>(event.fields(), {"tool_name", "input", "output", "error"});
    const std::string id = call_id_of(event).value_or(std::string(event.id()));
    const std::size_t turn = asker_of(event, id);
    by_call_id_[id] = turn;
    tools_[id] = name.string().value_or("unknown");
    Turn& asker = turns_[turn];
    const bool known = std::ranges::any_of(
        asker.message.calls, [&](const ResumableCall& each) { return each.id == id; });
    if (!known) {
        asker.message.calls.push_back({id, tools_[id], std::string(input.raw())});
    }
    if (told && (output.present() || error.present())) {
        asker.results.push_back({.role = ResumableRole::tool,
                                 .text = result_of(event),
                                 .call_id = id,
                                 .name = tools_[id]});
    }
}

void Composer::take_observation(const Event& event) {
    const std::string id = call_id_of(event).value_or("");
    const auto tool = tools_.find(id);
    if (id.empty() || tool == tools_.end()) {
        say(ResumableRole::user, result_of(event));
        return;
    }
    std::vector<ResumableMessage>& results = turns_[by_call_id_[id]].results;
    const bool known = std::ranges::any_of(
        results, [&](const ResumableMessage& each) { return each.call_id == id; });
    if (!known) {
        results.push_back({.role = ResumableRole::tool,
                           .text = result_of(event),
                           .call_id = id,
                           .name = tool->second});
    }
}

// No framework takes a conversation that goes on past a call without its result: only the last
// answer may have such calls.
std::vector<ResumableMessage> Composer::finish() && {
    std::vector<ResumableMessage> messages;
    for (std::size_t i = 0; i < turns_.size(); ++i) {
        Turn& turn = turns_[i];
        ResumableMessage& message = turn.message;
        const bool goes_on = i + 1 < turns_.size();
        const bool recorded = message.role != ResumableRole::assistant || turn.results.empty();
        if (goes_on && (turn.from_model || !recorded)) {
            std::erase_if(message.calls, [&](const ResumableCall& call) {
                return std::ranges::none_of(turn.results, [&](const ResumableMessage& result) {
                    return result.call_id == call.id;
                });
            });
        }
        const bool empty = message.role == ResumableRole::assistant && message.text.empty() &&
                           message.parts.empty() && message.calls.empty();
        if (empty && turn.results.empty()) {
            continue;
        }
        messages.push_back(std::move(message));
        for (ResumableMessage& result : turn.results) {
            messages.push_back(std::move(result));
        }
    }
    return messages;
}

// The event that was asked for, or the newest that counts.
Result<Event> last_event(Sessions& sessions, const std::string& session, const std::string& at) {
    const Lineage* const lineage = TRY(sessions.lineage(session));
    if (!at.empty()) {
        const Event event = TRY(resolve_event(sessions.store(), at));
        const bool shown = TRY(sessions.shows(session, event));
        if (shown) {
            return event;
        }
        return Error{
            Code::not_found,
            fmt::format("event {} is not in session {}", hence::quoted(event.id()),
                        hence::quoted(session)),
            fmt::format("`hence events --session {}` lists its events", printable(session))};
    }
    const auto cursor = TRY(sessions.events(session, {.direction = Direction::backward}));
    std::optional<Event> event = TRY(cursor->next());
    while (event && (!may_be_last(*event) || lineage->is_abandoned(position_of(*event)))) {
        event = TRY(cursor->next());
    }
    if (!event) {
        return Error{Code::not_found,
                     fmt::format("session {} has no conversation", hence::quoted(session))};
    }
    return std::move(*event);
}

}  // namespace

Result<Resumable> resumable(const Store& store, const ResumableRequest& request) {
    Resumable answer;
    answer.session = TRY(resolve_name(store, Space::session, request.session));
    Sessions sessions(store);
    sessions.tell(answer.session);
    const Lineage* const lineage = TRY(sessions.lineage(answer.session));
    const Event last = TRY(last_event(sessions, answer.session, request.at));
    answer.at = last.id();
    const ToldTable table = TRY(told_until(sessions, last));
    std::unordered_set<std::uint64_t> told{last.seq()};
    for (const Told& each : table.before(last, SIZE_MAX).newest) {
        told.insert(each.at.seq);
    }
    Composer composer(last, !request.at.empty());
    const Position end = position_of(last);
    const auto cursor = TRY(sessions.events(answer.session, {.to = last.time()}));
    std::optional<Event> event = TRY(cursor->next());
    while (event && position_of(*event) <= end) {
        const Position place = position_of(*event);
        if (place == end || lineage->leads_to(place, end)) {
            composer.take(*event, told.contains(event->seq()));
        }
        event = TRY(cursor->next());
    }
    answer.exact = composer.exact();
    answer.messages = std::move(composer).finish();
    return answer;
}

}  // namespace hence
