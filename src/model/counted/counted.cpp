#include "model/counted/counted.h"

#include <utility>

#include "model/extent.h"
#include "model/facts.h"
#include "model/json/members.h"
#include "model/kinds.h"
#include "model/position.h"
#include "model/said_of_call.h"
#include "model/text.h"
#include "model/tokens.h"

namespace hence {
namespace {

constexpr std::size_t result_line_max = 80;

bool is_replaceable(const Event& event) {
    return event.has(Flag::settled) || event.has(Flag::unfinished);
}

}  // namespace

const Counted& Counting::of(const Event& event) {
    const std::string_view kind = event.kind();
    call_id_.clear();
    error_.clear();
    counted_ = Counted();
    counted_.place = position_of(event);
    counted_.kind = names_.number_of(kind);
    counted_.agent = names_.number_of(event.agent());
    counted_.session = names_.number_of(event.session());
    counted_.run = names_.number_of(event.run());
    counted_.timed = !event.has(Flag::time_derived);
    counted_.is_work = end_of(event).has_value();
    counted_.session_is_run = session_is_run(event);
    counted_.rationale_given = rationale_given(event);
    counted_.replaceable = is_replaceable(event);
    counted_.duration_ms = event.duration_ms();
    if (kind == Kind::tool_call) {
        add_tool_call(event);
    } else if (kind == Kind::observation) {
        add_observation(event);
    } else if (kind == Kind::llm_call) {
        add_model_call(event);
    } else if (kind == Kind::session_end) {
        add_session_end(event);
    } else if (kind == Kind::error) {
        error_ = text_field(event, "error");
    }
    counted_.call_id = call_id_;
    counted_.error = error_;
    return counted_;
}

// Many tools put what went wrong where their result would be.
void Counting::take_error(Json error, Json result) {
    error_ = error_text(error);
    if (error_.empty()) {
        error_ = first_line(result.string().value_or(""), result_line_max);
    }
}

void Counting::add_tool_call(const Event& event) {
    const auto [tool, call_id, output, error, status] =
        members<5>(event.fields(), {"tool_name", "call_id", "output", "error", "status"});
    counted_.tool = names_.number_of(tool.string().value_or(""));
    counted_.failed = says_failed(status, error);
    counted_.whole = counted_.duration_ms.has_value() &&
                     (output.present() || error.present() || status.present());
    if (counted_.failed) {
        take_error(error, output);
    }
    // A whole call waits for no end, and only failures are told apart by their call.
    if (!counted_.whole || counted_.failed) {
        call_id_ = call_id.string().value_or("");
    }
}

void Counting::add_observation(const Event& event) {
    const auto [call_id, content, error, status] =
        members<4>(event.fields(), {"call_id", "content", "error", "status"});
    call_id_ = call_id.string().value_or("");
    counted_.failed = !call_id_.empty() && says_failed(status, error);
    if (counted_.failed) {
        take_error(error, content);
    }
}

void Counting::add_model_call(const Event& event) {
    const auto [usd, prompt, completion, error, status] = members<5>(
        event.fields(), {"cost_usd", "prompt_tokens", "completion_tokens", "error", "status"});
    counted_.failed = says_failed(status, error);
    if (counted_.failed) {
        error_ = error_text(error);
    }
    counted_.has_amounts = true;
    counted_.amounts = {prompt.number(), completion.number(), usd.number(), tokens_used(event)};
}

void Counting::add_session_end(const Event& event) {
    const auto [usd, total] = members<2>(event.fields(), {"cost_usd", "total_tokens"});
    counted_.has_amounts = true;
    counted_.amounts = {.usd = usd.number(), .tokens = {.total = total.number()}};
}

const Decided* Deciding::of(const Event& event) {
    const bool is_outcome = event.kind() == Kind::outcome;
    if (!is_outcome && event.kind() != Kind::decision) {
        return nullptr;
    }
    decided_ = {.place = position_of(event),
                .is_outcome = is_outcome,
                .replaceable = is_replaceable(event)};
    if (is_outcome) {
        text_ = text_field(event, "of");
        decided_.decision = text_;
        decided_.correct = field(event, "correct").boolean();
        return text_.empty() ? nullptr : &decided_;
    }
    const std::optional<double> confidence =
        rationale_given(event) ? confidence_of(event) : std::nullopt;
    if (!confidence) {
        return nullptr;
    }
    decided_.confidence = *confidence;
    decided_.decision = event.id();
    decided_.agent = names_.number_of(event.agent());
    decided_.type = names_.number_of(text_field(event, "decision_type"));
    return &decided_;
}

}  // namespace hence
