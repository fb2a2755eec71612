// The turns of mini-swe-agent: an answer of the model, its commands, and their results.
#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "base/try.h"
#include "formats/mini_swe_agent/run.h"

namespace hence {
namespace {

struct Marks {
    std::string_view begin;
    std::string_view end;
};
constexpr std::array marks = {
    Marks{"```mswea_bash_command\n", "\n```"},
    Marks{"```bash\n", "\n```"},
    Marks{"<mswea_bash_command>", "</mswea_bash_command>"},
};

std::string text_in(Json json, std::string_view name) {
    return json[name].string().value_or("");
}

// "<returncode>1</returncode>" at the beginning of a result.
Json returncode_in(std::string_view text) {
    constexpr std::string_view begin = "<returncode>";
    const std::size_t end = text.find("</returncode>");
    if (!text.starts_with(begin) || end == std::string_view::npos) {
        return {};
    }
    const std::string_view code = text.substr(begin.size(), end - begin.size());
    const bool number =
        !code.empty() && code.size() < 8 &&
        code.find_first_not_of("0123456789", code.front() == '-' ? 1 : 0) == std::string_view::npos;
    return number && minify(code, 1) ? Json(code) : Json();
}

}  // namespace

std::vector<std::string> commands_in(std::string_view text) {
    std::vector<std::string> commands;
    for (const Marks& mark : marks) {
        for (std::size_t at = text.find(mark.begin); at != std::string_view::npos;) {
            const std::size_t begin = at + mark.begin.size();
            const std::size_t end = text.find(mark.end, begin);
            if (end == std::string_view::npos) {
                break;
            }
            commands.emplace_back(text.substr(begin, end - begin));
            at = text.find(mark.begin, end);
        }
        if (!commands.empty()) {
            break;
        }
    }
    return commands;
}

std::vector<MiniSweAgentRun::Call> MiniSweAgentRun::calls_of(Json json, std::uint64_t number,
                                                             const Moment& when) const {
    std::vector<Call> calls;
    const auto add = [&](Json input, std::string id) {
        const std::string part = "call" + std::to_string(calls.size() + 1);
        Call& call = calls.emplace_back();
        call.draft = talk_.draft("tool_call", id_of(when, number, part), when);
        call.call_id = id.empty() ? call.draft.id : std::move(id);
        call.draft.fields.text("tool_name", "bash");
        call.draft.fields.value("input", input);
        call.draft.fields.text("call_id", call.call_id);
    };
    const Json actions = json["extra"]["actions"];
    actions.each_element([&](Json action) {
        add(action, text_in(action, "tool_call_id"));
        return true;
    });
    if (actions.is_array()) {
        return calls;
    }
    for (const std::string& command : commands_in(text_of_content(json["content"]))) {
        std::string input = R"({"command":)";
        append_token(input, command);
        input += '}';
        add(Json(input), {});
    }
    return calls;
}

EventDraft MiniSweAgentRun::model_call_of(Json extra, const Moment& when,
                                          const std::string& id) const {
    EventDraft draft = talk_.draft("llm_call", id, when);
    Fields& fields = draft.fields;
    put_response(fields, extra["response"]);
    fields.value("model", document_["info"]["config"]["model"]["model_name"]);
    fields.value("cost_usd", number_from(extra["cost"]));
    return draft;
}

Result<void> MiniSweAgentRun::tell_turn(Turn turn, std::vector<Call> calls) {
    std::vector<std::string> ids;
    for (Call& call : calls) {
        turn.calls.push_back(&call.draft);
        ids.push_back(call.call_id);
    }
    turn.model_call.fields.list("call_ids", ids);
    std::vector<Event> events = TRY(talk_.tell(std::move(turn)));
    std::ranges::move(events, std::back_inserter(told_));
    for (Call& call : calls) {
        waiting_.push_back(std::move(call));
        waiting_by_id_.try_emplace(waiting_.back().call_id, std::prev(waiting_.end()));
    }
    return {};
}

// The response says again what the message says.
Result<void> MiniSweAgentRun::tell_answer(Json json, std::uint64_t number) {
    // An answer is given to what was returned: nothing more will be.
    TRY(abandon_calls());
    const Moment when = moment_of(json, number);
    Turn turn;
    turn.model_call = model_call_of(json["extra"], when, id_of(when, number, "llm"));
    turn.completion = text_of_content(json["content"]);
    if (std::string thought = text_in(json, "reasoning_content"); !thought.empty()) {
        turn.thoughts.push_back(std::move(thought));
    }
    Foreign rest(json);
    for (const std::string_view told :
         {"role", "content", "reasoning_content", "tool_calls", "timestamp"}) {
        rest.take(told);
    }
    Foreign extra(rest.take("extra"));
    for (const std::string_view told : {"response", "cost", "timestamp", "actions"}) {
        extra.take(told);
    }
    extra.leave(turn.model_call.fields, mini_swe_agent_name);
    rest.leave(turn.model_call.fields, mini_swe_agent_name);
    return tell_turn(std::move(turn), calls_of(json, number, when));
}

// By its id; a result without one is that of the first call that waits.
std::optional<MiniSweAgentRun::Call> MiniSweAgentRun::asked_for(const std::string& call_id) {
    const auto named = waiting_by_id_.find(call_id);
    if (waiting_.empty() || (!call_id.empty() && named == waiting_by_id_.end())) {
        return std::nullopt;
    }
    const auto found = call_id.empty() ? waiting_.begin() : named->second;
    Call call = std::move(*found);
    waiting_by_id_.erase(call.call_id);
    waiting_.erase(found);
    return call;
}

// An answer that could not be understood was paid for, and stands in what was said of it.
Result<void> MiniSweAgentRun::tell_refused_answer(Json extra, std::uint64_t number,
                                                  const Moment& when) {
    Turn turn;
    turn.model_call = model_call_of(extra, when, id_of(when, number, "llm"));
    const Json message = extra["response"]["choices"].at(0)["message"];
    turn.completion = text_of_content(message["content"]);
    if (std::string thought = text_in(message, "reasoning_content"); !thought.empty()) {
        turn.thoughts.push_back(std::move(thought));
    }
    return tell_turn(std::move(turn), {});
}

// The user did not let a command run, so none of the waiting commands was run.
Result<void> MiniSweAgentRun::tell_rejection(Json json, const Moment& when, const std::string& id) {
    const std::string text = text_of_content(json["content"]);
    EventDraft draft = talk_.draft("decision", id, when);
    draft.fields.text("description", "run the command");
    draft.fields.text("decision_type", "permission");
    draft.fields.text("chosen", "reject");
    draft.fields.text("status", "declined");
    draft.fields.text("reasoning", text);
    if (!waiting_.empty()) {
        draft.parent = waiting_.front().draft.id;
        draft.flags.push_back(Flag::parent_derived);
    }
    for (Call& call : waiting_) {
        call.draft.fields.text("status", "error");
        call.draft.fields.text("error", text);
    }
    TRY(abandon_calls());
    talk_.came(draft.id);
    return give(std::move(draft));
}

Result<void> MiniSweAgentRun::tell_interrupt(Json json, std::uint64_t number,
                                             const std::string& type) {
    const Moment when = moment_of(json, number);
    const std::string id = id_of(when, number, "interrupt");
    if (type.find("Reject") != std::string::npos) {
        return tell_rejection(json, when, id);
    }
    TRY(abandon_calls());
    if (json["extra"]["response"].is_object()) {
        TRY(tell_refused_answer(json["extra"], number, when));
    }
    const bool by_user = type.find("User") != std::string::npos;
    EventDraft draft = talk_.draft(by_user ? "prompt" : "error", id, when);
    put_content(draft.fields, by_user ? "text" : "error", json["content"]);
    draft.fields.text("context", type);
    talk_.follow(draft);
    talk_.came(draft.id);
    return give(std::move(draft));
}

Result<void> MiniSweAgentRun::tell_result(Json json, std::uint64_t number) {
    const Moment when = moment_of(json, number);
    Foreign rest(json);
    rest.take("role");
    std::optional<Call> call = asked_for(rest.text("tool_call_id"));
    if (!call) {
        EventDraft draft = talk_.draft("prompt", id_of(when, number, "prompt"), when);
        put_content(draft.fields, "text", rest.take("content"));
        rest.leave(draft.fields, mini_swe_agent_name);
        talk_.came(draft.id);
        return give(std::move(draft));
    }
    Fields& fields = call->draft.fields;
    Foreign extra(rest.take("extra"));
    const Json content = rest.take("content");
    const std::string text = text_of_content(content);
    const Json raw = extra.take("raw_output");
    const Json stated = extra.take("returncode");
    const Json code = stated.is_number() ? stated : returncode_in(text);
    put_content(fields, "output", raw.is_string() ? raw : content);
    fields.value("returncode", code);
    fields.text("status", !code.is_number() ? "" : code.number() == 0.0 ? "ok" : "error");
    fields.text("error", extra.text("exception_info"));
    if (!when.derived) {
        call->draft.duration = duration_between(call->draft.time, when.time);
        extra.take("timestamp");
    }
    extra.leave(fields, mini_swe_agent_name);
    rest.leave(fields, mini_swe_agent_name);
    talk_.came(call->draft.id);
    return give(std::move(call->draft));
}

}  // namespace hence
