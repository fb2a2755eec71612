// Tool calls without a span of their own, reconstructed from the messages of the next model call,
// and prompts, reconstructed from the messages of the model call that answers them.
//
// Only the end of the messages is used, the last calls and their results: earlier calls were in the
// messages of an earlier model call, which has told them.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "base/by_text.h"
#include "formats/otlp/translate/content_id.h"
#include "formats/otlp/translate/reconstructed.h"
#include "formats/otlp/translate/transfer.h"
#include "formats/otlp/translate/translation.h"

namespace hence {
namespace {

using Type = MessagePart::Type;

// How many messages from the end are looked at.
constexpr std::size_t tail_max = 64;

struct Call {
    MessagePart part;
    std::size_t message = 0;  // Its place among all of them.
    bool answered = false;
};

// Back from the end: results, then the calls before them.
struct LastCalls {
    std::vector<Call> calls;
    std::vector<MessagePart> results;
};

template <typename Visit>
void each_part(ChatMessage& message, Type type, const Visit& visit) {
    for (MessagePart& part : message.parts) {
        if (part.type == type) {
            visit(part);
        }
    }
}

// Whether a message may be a call or a result: every shape of either has one of these words.
bool may_be_of_tool(Json element) {
    const std::string_view raw = element.raw();
    return raw.find("tool") != raw.npos || raw.find("function") != raw.npos;
}

// Where the results end: a framework may put a reminder or an instruction behind them. An answer of
// the model ends the search.
std::size_t end_of_results(const Chat& chat, std::deque<std::string>& kept) {
    const std::size_t size = chat.elements.size();
    for (std::size_t end = size; end > 0 && size - end < tail_max; --end) {
        const Json last = chat.elements[end - 1];
        const ChatMessage message = read_message(last, "user", kept);
        const bool added =
            message.role == "user" || message.role == "system" || message.role == "developer";
        if (returns_results(message)) {
            return end;
        }
        if (!added || calls_tools(message)) {
            break;
        }
    }
    return size;
}

LastCalls last_calls(const Chat& chat, std::deque<std::string>& kept) {
    LastCalls last;
    const std::size_t tail_size = std::min(chat.elements.size(), tail_max);
    if (std::none_of(chat.elements.end() - static_cast<std::ptrdiff_t>(tail_size),
                     chat.elements.end(), may_be_of_tool)) {
        return last;
    }
    std::vector<std::pair<std::size_t, ChatMessage>> tail;  // From the end.
    bool calls_begun = false;
    const std::size_t end = end_of_results(chat, kept);
    for (std::size_t i = end; i > 0 && may_be_of_tool(chat.elements[i - 1]); --i) {
        ChatMessage message = read_message(chat.elements[i - 1], "user", kept);
        const bool results = returns_results(message);
        const bool calls = !results && calls_tools(message);
        // Calls and results may alternate, each an item of its own.
        const bool item = chat.of_items || chat.elements[i - 1]["type"].is_string();
        if ((!results && !calls) || (results && calls_begun && !item) || (calls && tail.empty()) ||
            tail.size() >= tail_max) {
            break;
        }
        calls_begun = calls_begun || calls;
        tail.emplace_back(i, std::move(message));
    }
    for (auto at = tail.rbegin(); at != tail.rend(); ++at) {
        each_part(at->second, Type::tool_call, [&](MessagePart& part) {
            last.calls.push_back({std::move(part), at->first});
        });
        each_part(at->second, Type::tool_result,
                  [&](MessagePart& part) { last.results.push_back(std::move(part)); });
    }
    // What stands further back may have been told before, and is known again by its id alone.
    if (end != chat.elements.size()) {
        std::erase_if(last.calls, [](const Call& call) { return call.part.call_id.empty(); });
    }
    return last;
}

// Finds the call of each result: by id; where one of them has none, by name if both have one, and
// by order. No call is given twice.
class CallFinder {
public:
    explicit CallFinder(std::vector<Call>& calls) {
        for (Call& call : calls) {
            by_id_.emplace(call.part.call_id, &call);
            by_name_[call.part.name].waiting.push_back(&call);
            any_.waiting.push_back(&call);
        }
    }

    Call* find(const MessagePart& result) {
        Call* call = nullptr;
        const auto known = by_id_.find(result.call_id);
        if (!result.call_id.empty() && known != by_id_.end()) {
            call = known->second->answered ? nullptr : known->second;
        } else if (result.name.empty()) {
            call = next(any_, result);
        } else {
            call = next(by_name_[result.name], result);
            call = call != nullptr ? call : next(by_name_[""], result);
        }
        if (call != nullptr) {
            call->answered = true;
        }
        return call;
    }

private:
    struct Queue {
        std::vector<Call*> waiting = {};
        std::size_t at = 0;
    };

    // A call that has an id is not that of a result with another.
    static Call* next(Queue& queue, const MessagePart& result) {
        while (queue.at < queue.waiting.size() && queue.waiting[queue.at]->answered) {
            ++queue.at;
        }
        Call* call = queue.at < queue.waiting.size() ? queue.waiting[queue.at] : nullptr;
        const bool other =
            call != nullptr && !call->part.call_id.empty() && !result.call_id.empty();
        return other ? nullptr : call;
    }

    ByTextView<Call*> by_id_;
    ByTextView<Queue> by_name_;
    Queue any_;
};

// When exactly a call was made is not known: it was before the model was shown its result.
std::string time_before(const std::string& text, std::size_t nanoseconds) {
    constexpr std::uint32_t per_second = 1'000'000'000;
    const Result<Time> parsed = parse_time(text);
    if (!parsed) {
        return text;
    }
    Time time = *parsed;
    time.digits = 9;
    const auto back = static_cast<std::uint32_t>(std::min<std::size_t>(nanoseconds, 1000));
    time.seconds -= time.nanos < back ? 1 : 0;
    time.nanos += (time.nanos < back ? per_second : 0) - back;
    return to_string(time);
}

EventDraft draft_of(const EventDraft& main, const Call& call, const MessagePart& result,
                    std::size_t before) {
    const std::string& id = call.part.call_id.empty() ? result.call_id : call.part.call_id;
    const std::string& name = call.part.name.empty() ? result.name : call.part.name;
    const std::string place = id.empty() ? std::to_string(call.message) : std::string();
    EventDraft draft = draft_beside(main, "tool_call", "");
    draft.id =
        content_id({otlp_format, "tool_call", main.id, id, name, call.part.value.raw(), place});
    draft.parent.clear();
    draft.flags.push_back(Flag::derived);
    draft.fields.text("tool_name", name);
    draft.fields.value("input", call.part.value);
    draft.fields.value("output", result.value);
    draft.fields.text("call_id", id);
    draft.fields.text("status", result.failed ? "error" : "");
    draft.fields.text("told_in", main.id);
    draft.time = time_before(main.time, before);
    return draft;
}

// A call that hands over is a delegation too.
void add_delegation(std::vector<EventDraft>& drafts, const Call& call) {
    const EventDraft& made = drafts.back();
    const std::string child = handed_over_to(call.part.name, call.part.value);
    if (child.empty()) {
        return;
    }
    EventDraft draft = draft_beside(made, "delegation", "~g1");
    draft.flags.push_back(Flag::derived);
    draft.fields.text("parent_id", draft.agent);
    draft.fields.text("child_id", child);
    drafts.push_back(std::move(draft));
}

}  // namespace

std::vector<EventDraft> reconstructed_calls(const EventDraft& main, const Chat& prompt) {
    std::vector<EventDraft> drafts;
    std::deque<std::string> kept;
    LastCalls last = last_calls(prompt, kept);
    if (last.results.empty()) {
        return drafts;
    }
    CallFinder finder(last.calls);
    for (std::size_t i = 0; i < last.results.size(); ++i) {
        const MessagePart& result = last.results[i];
        if (const Call* call = finder.find(result)) {
            drafts.push_back(draft_of(main, *call, result, last.results.size() - i));
            add_delegation(drafts, *call);
        }
    }
    return drafts;
}

std::optional<EventDraft> reconstructed_prompt(const EventDraft& main, const Chat& prompt) {
    if (!prompt.recognised) {
        return std::nullopt;
    }
    std::deque<std::string> kept;
    std::string text;
    for (auto at = prompt.elements.rbegin(); at != prompt.elements.rend() && text.empty(); ++at) {
        const ChatMessage message = read_message(*at, "user", kept);
        const bool instructs = message.role == "system" || message.role == "developer";
        if (message.role == "user" && !returns_results(message)) {
            text = text_of(message);
        } else if (!instructs) {
            return std::nullopt;
        }
    }
    if (text.empty()) {
        return std::nullopt;
    }
    EventDraft draft = draft_beside(main, "prompt", "~prompt");
    draft.parent = main.parent;
    draft.time = time_before(main.time, 1);
    draft.flags.push_back(Flag::derived);
    if (!draft.parent.empty()) {
        draft.flags.push_back(Flag::parent_derived);
    }
    draft.fields.text("text", text);
    draft.fields.text("told_in", main.id);
    return draft;
}

}  // namespace hence
