#include "formats/openhands/talk.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/try.h"

namespace hence {
namespace {

// No response asks for so much: beyond this it is told in parts.
constexpr std::size_t gathered_max = 256;

}  // namespace

Result<void> OpenHandsTalk::give(EventDraft draft, std::uint64_t line) {
    Event event = TRY(talk_.finish(std::move(draft)));
    told_.push_back({std::move(event), line});
    return {};
}

// It belongs to what came before it, and nothing answers it.
Result<void> OpenHandsTalk::keep(EventDraft draft, std::uint64_t line) {
    talk_.follow(draft);
    if (draft.parent.empty() && !kept_.empty()) {
        draft.parent = kept_;
        draft.flags.push_back(Flag::parent_derived);
    }
    kept_ = draft.id;
    return give(std::move(draft), line);
}

Result<void> OpenHandsTalk::act(HandsAction action, std::uint64_t line) {
    if (action.response_id != response_id_) {
        TRY(settle());
        TRY(abandon());
        model_call_id_.clear();
    }
    response_id_ = action.response_id;
    const bool last = !action.has_result;
    gathered_.push_back({std::move(action), line});
    if (last || extent_ == Extent::single || gathered_.size() >= gathered_max) {
        return settle();
    }
    return {};
}

Result<void> OpenHandsTalk::settle() {
    std::vector<Gathered> gathered = std::exchange(gathered_, {});
    if (gathered.empty()) {
        return {};
    }
    HandsAction& first = gathered.front().action;
    if (model_call_id_.empty()) {
        Turn turn;
        turn.model_call = std::move(first.model_call);
        turn.completion = first.completion;
        std::vector<std::string> ids;
        for (Gathered& each : gathered) {
            turn.calls.push_back(&each.action.call);
            ids.push_back(each.action.call_id);
            for (std::string& thought : each.action.thoughts) {
                turn.thoughts.push_back(std::move(thought));
            }
        }
        turn.model_call.fields.list("call_ids", ids);
        model_call_id_ = turn.model_call.id;
        std::vector<Event> events = TRY(talk_.tell(std::move(turn)));
        for (Event& event : events) {
            told_.push_back({std::move(event), gathered.front().line});
        }
    }
    for (Gathered& each : gathered) {
        each.action.call.parent = model_call_id_;
        if (extent_ == Extent::many && each.action.has_result) {
            if (waiting_.size() >= gathered_max) {
                TRY(abandon());
            }
            wait(std::move(each));
        } else {
            TRY(give_call(std::move(each.action), each.line));
        }
    }
    return {};
}

void OpenHandsTalk::wait(Gathered gathered) {
    std::string id = gathered.action.id;
    waiting_.push_back(std::move(gathered));
    waiting_by_action_.try_emplace(std::move(id), std::prev(waiting_.end()));
}

Result<void> OpenHandsTalk::give_call(HandsAction action, std::uint64_t line) {
    const std::string id = action.call.id;
    const bool derived =
        std::ranges::find(action.call.flags, Flag::time_derived) != action.call.flags.end();
    EventDraft end = talk_.draft("termination", id + "~end", {action.call.time, derived});
    talk_.came(id);
    TRY(give(std::move(action.call), line));
    if (!action.ends) {
        return {};
    }
    ended_ = true;
    end.parent = id;
    end.fields.text("reason", "finish");
    end.fields.text("output", action.final_output);
    return give(std::move(end), line);
}

Result<void> OpenHandsTalk::abandon() {
    for (; !waiting_.empty(); waiting_.pop_front()) {
        waiting_by_action_.erase(waiting_.front().action.id);
        TRY(give_call(std::move(waiting_.front().action), waiting_.front().line));
    }
    return {};
}

Result<void> OpenHandsTalk::close() {
    TRY(settle());
    for (Gathered& each : waiting_) {
        each.action.call.flags.push_back(Flag::unfinished);
    }
    return abandon();
}

std::optional<OpenHandsTalk::Gathered> OpenHandsTalk::asked_for(const HandsResult& result) {
    auto found = waiting_by_action_.find(result.action_id);
    if (found == waiting_by_action_.end() && result.action_id.empty()) {
        // An error names the call alone. It comes soon: what waits is few.
        const auto one = std::ranges::find_if(waiting_, [&result](const Gathered& each) {
            return each.action.call_id == result.call_id;
        });
        found = one == waiting_.end() ? found : waiting_by_action_.find(one->action.id);
    }
    if (found == waiting_by_action_.end()) {
        return std::nullopt;
    }
    Gathered gathered = std::move(*found->second);
    waiting_.erase(found->second);
    waiting_by_action_.erase(found);
    return gathered;
}

Result<void> OpenHandsTalk::answer(HandsResult result, std::uint64_t line) {
    TRY(settle());
    std::optional<Gathered> asked = asked_for(result);
    EventDraft& draft = asked ? asked->action.call : result.alone;
    draft.fields.value(asked ? "output" : "content", Json(result.output));
    draft.fields.text("status", result.status);
    draft.fields.text("error", result.error);
    draft.fields.value("observation", Json(result.rest));
    if (!asked) {
        draft.fields.text("call_id", result.call_id);
        talk_.came(draft.id);
        return give(std::move(result.alone), line);
    }
    draft.duration = result.ran ? duration_between(draft.time, result.alone.time) : "";
    return give_call(std::move(asked->action), asked->line);
}

Result<void> OpenHandsTalk::say(Turn turn, std::uint64_t line) {
    TRY(settle());
    TRY(abandon());
    response_id_.clear();
    std::vector<Event> events = TRY(talk_.tell(std::move(turn)));
    for (Event& event : events) {
        told_.push_back({std::move(event), line});
    }
    return {};
}

Result<void> OpenHandsTalk::ask(EventDraft prompt, std::uint64_t line) {
    TRY(settle());
    TRY(abandon());
    ended_ = false;
    talk_.came(prompt.id);
    return give(std::move(prompt), line);
}

}  // namespace hence
