// Tool calls without a span of their own, reconstructed from the messages of the next model call.
//
// Only the end of the messages is used, the last calls and their results: earlier calls were in the
// messages of an earlier model call, which has told them.
#include <string_view>
#include <utility>

#include "base/by_text.h"
#include "formats/otlp/translate/span_in_progress.h"

namespace hence {
namespace {

using Type = MessagePart::Type;

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

LastCalls last_calls(const Chat& chat, std::deque<std::string>& kept) {
    LastCalls last;
    std::vector<std::pair<std::size_t, ChatMessage>> tail;  // From the end.
    bool calls_begun = false;
    for (std::size_t i = chat.elements.size(); i > 0 && may_be_of_tool(chat.elements[i - 1]); --i) {
        ChatMessage message = read_message(chat.elements[i - 1], "user", kept);
        const bool results = returns_results(message);
        const bool calls = !results && calls_tools(message);
        if ((!results && !calls) || (results && calls_begun) || (calls && tail.empty())) {
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

EventDraft draft_of(const SpanWork& work, const Call& call, const MessagePart& result) {
    const std::string& id = call.part.call_id.empty() ? result.call_id : call.part.call_id;
    const std::string& name = call.part.name.empty() ? result.name : call.part.name;
    const std::string place = id.empty() ? std::to_string(call.message) : std::string();
    EventDraft draft = draft_beside(work.told.main, "tool_call", "");
    draft.id = derived_id(Time(), {otlp_format, "tool_call", work.span.trace_id, id, name,
                                   call.part.value.raw(), place});
    draft.parent.clear();
    draft.flags.push_back(Flag::derived);
    draft.fields.text("tool_name", name);
    draft.fields.value("input", call.part.value);
    draft.fields.value("output", result.value);
    draft.fields.text("call_id", id);
    draft.fields.text("status", result.failed ? "error" : "");
    return draft;
}

}  // namespace

void add_reconstructed(SpanWork& work, const Chat& prompt) {
    LastCalls last = last_calls(prompt, work.content.kept());
    CallFinder finder(last.calls);
    for (const MessagePart& result : last.results) {
        if (const Call* call = finder.find(result)) {
            work.told.if_absent.push_back(draft_of(work, *call, result));
        }
    }
}

}  // namespace hence
