#include <utility>

#include "api/scribe.h"
#include "model/ids.h"

namespace hence {
namespace {

const Also nothing_else;
const Rationale no_rationale;

Entry plain(std::string_view kind) {
    return {kind, nothing_else, no_rationale};
}

std::string_view to_string(Ending ending) {
    switch (ending) {
        case Ending::success: return "success";
        case Ending::failure: return "failure";
        case Ending::cancelled: return "cancelled";
    }
    return {};
}

std::string_view to_json(Verdict verdict) {
    switch (verdict) {
        case Verdict::correct: return "true";
        case Verdict::incorrect: return "false";
        case Verdict::unknown: return "null";
    }
    return "null";
}

void fill_llm_call(ObjectWriter& fields, const LlmCall& call) {
    fields.text("model", call.model);
    fields.text("provider", call.provider);
    fields.number("prompt_tokens", call.prompt_tokens);
    fields.number("completion_tokens", call.completion_tokens);
    fields.number("total_tokens", call.total_tokens);
    fields.number("cache_read_tokens", call.cache_read_tokens);
    fields.number("cache_write_tokens", call.cache_write_tokens);
    fields.number("reasoning_tokens", call.reasoning_tokens);
    fields.number("cost_usd", call.cost_usd);
    fields.value("messages", call.messages);
    fields.value("completion", call.completion);
    fields.text("finish_reason", call.finish_reason);
    fields.list("call_ids", call.call_ids);
}

void fill_decision(ObjectWriter& fields, const Decision& decision) {
    fields.text("description", decision.description);
    fields.text("decision_type", decision.decision_type);
    fields.list("alternatives", decision.alternatives);
    fields.text("chosen", decision.chosen);
    fields.text("reasoning", decision.reasoning);
    fields.value("inputs", decision.inputs);
    fields.text("status", decision.status);
    fields.text("node", decision.node);
}

}  // namespace

Scope Scope::agent(std::string_view name) const noexcept {
    return Scribe::changed(*this, [&](Handoff& place) { place.agent = name; });
}

Scope Scope::session(std::string_view name) const noexcept {
    return Scribe::changed(*this, [&](Handoff& place) { place.session = name; });
}

Scope Scope::run(std::string_view name) const noexcept {
    return Scribe::changed(*this, [&](Handoff& place) { place.run = name; });
}

Scope Scope::correlation(std::string_view name) const noexcept {
    return Scribe::changed(*this, [&](Handoff& place) { place.correlation = name; });
}

Scope Scope::iteration(std::int64_t number) const noexcept {
    return Scribe::changed(*this, [&](Handoff& place) { place.iteration = number; });
}

const Handoff& Scope::handoff() const noexcept {
    static const Handoff nowhere;
    return place_ ? *place_ : nowhere;
}

Step Scope::session_start(std::string_view goal) const noexcept {
    return Scribe::add(*this, plain("session_start"),
                       [&](Draft& draft) { draft.fields.text("goal", goal); });
}

Step Scope::session_end(Ending ending, const Value& output) const noexcept {
    return Scribe::add(*this, plain("session_end"), [&](Draft& draft) {
        draft.fields.text("status", to_string(ending));
        draft.fields.value("output", output);
    });
}

Step Scope::llm_call(const LlmCall& call) const noexcept {
    return Scribe::add(*this, {"llm_call", call.also, no_rationale},
                       [&](Draft& draft) { fill_llm_call(draft.fields, call); });
}

Step Scope::decision(const Decision& decision) const noexcept {
    const Entry entry{"decision", decision.also, decision.rationale};
    return Scribe::add(*this, entry, [&](Draft& draft) {
        fill_decision(draft.fields, decision);
        if (decision.new_correlation) {
            draft.place.correlation = new_id();
            draft.next.correlation = draft.place.correlation;
        }
    });
}

Step Scope::message(const Message& message) const noexcept {
    return Scribe::add(*this, {"message", message.also, no_rationale}, [&](Draft& draft) {
        draft.fields.text("message_id", message.message_id);
        draft.fields.text("from", message.from.empty() ? draft.place.agent : message.from);
        draft.fields.list("to", message.to);
        draft.fields.text("subtype", message.subtype);
        draft.fields.text("status", message.status);
        draft.fields.text("route", message.route);
        draft.fields.value("payload", message.payload);
    });
}

Step Scope::thought(std::string_view text) const noexcept {
    return Scribe::add(*this, plain("thought"),
                       [&](Draft& draft) { draft.fields.text("text", text); });
}

Step Scope::observation(const Observation& observation) const noexcept {
    return Scribe::add(*this, {"observation", observation.also, no_rationale}, [&](Draft& draft) {
        draft.fields.text("key", observation.key);
        draft.fields.value("content", observation.content);
    });
}

Step Scope::assumption(std::string_view text, const Rationale& rationale) const noexcept {
    return Scribe::add(*this, {"assumption", nothing_else, rationale},
                       [&](Draft& draft) { draft.fields.text("assumption", text); });
}

Step Scope::log(std::string_view severity, std::string_view body) const noexcept {
    return Scribe::add(*this, plain("log"), [&](Draft& draft) {
        draft.fields.text("severity", severity);
        draft.fields.text("body", body);
    });
}

Step Scope::error(std::string_view text, const Value& context) const noexcept {
    return Scribe::add(*this, plain("error"), [&](Draft& draft) {
        draft.fields.text("error", text);
        draft.fields.value("context", context);
    });
}

Step Scope::outcome(std::string_view of, Verdict verdict, std::string_view text) const noexcept {
    return Scribe::add(*this, plain("outcome"), [&](Draft& draft) {
        draft.fields.text("of", of);
        draft.fields.text("outcome", text);
        draft.fields.raw("correct", to_json(verdict));
    });
}

Step Scope::record(std::string_view kind, const Value& fields, const Rationale& rationale,
                   const Also& also) const noexcept {
    return Scribe::add(*this, {kind, also, rationale},
                       [&](Draft& draft) { draft.whole_fields = fields; });
}

Step Scope::delegate(const Delegation& delegation) const noexcept {
    return Scribe::add(*this, {"delegation", delegation.also, no_rationale}, [&](Draft& draft) {
        Handoff& child = draft.next;
        child.agent = delegation.child_id;
        child.run = delegation.run.empty() ? new_id() : delegation.run;
        child.iteration = std::nullopt;
        if (!delegation.session.empty()) {
            child.session = delegation.session;
        }
        draft.fields.text("parent_id", draft.place.agent);
        draft.fields.text("child_id", delegation.child_id);
        draft.fields.text("task", delegation.task);
        draft.fields.text("run_id", child.run);
    });
}

}  // namespace hence
