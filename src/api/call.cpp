#include <cmath>
#include <utility>

#include "api/scribe.h"

namespace hence {
namespace {

using Clock = std::chrono::steady_clock;

// To the microsecond, which is as much as answers show.
double milliseconds_since(Clock::time_point began) {
    const auto passed = std::chrono::duration<double, std::micro>(Clock::now() - began);
    return std::round(passed.count()) / 1'000;
}

}  // namespace

Call Scope::tool_call(const ToolCall& call) const noexcept {
    const bool failed = !call.error.empty();
    const bool ended = call.ended || failed || call.output.form() != Value::Form::absent;
    std::string call_id;  // Filled where running out of memory is caught.
    Step step = Scribe::add(*this, {"tool_call", call.also, call.rationale}, [&](Draft& draft) {
        call_id = call.call_id.empty() ? draft.id : call.call_id;
        draft.fields.text("tool_name", call.tool_name);
        draft.fields.value("input", call.input);
        draft.fields.value("output", call.output);
        draft.fields.text("call_id", call_id);
        draft.fields.text("error", call.error);
        draft.fields.text("status", !ended ? "" : failed ? "error" : "ok");
    });
    return Call(std::move(step), std::move(call_id), ended);
}

Step Call::result(const Value& content, std::optional<double> duration_ms) noexcept {
    return end(content, {}, duration_ms);
}

Step Call::failed(std::string_view error, std::optional<double> duration_ms) noexcept {
    // A failure without a word is still a failure.
    return end({}, error.empty() ? "unknown" : error, duration_ms);
}

Step Call::end(const Value& content, std::string_view error,
               std::optional<double> duration_ms) noexcept {
    if (ended_) {
        return Scribe::refused(*this, {Code::conflict, "already ended"});
    }
    Also also;
    also.duration_ms = duration_ms ? duration_ms : milliseconds_since(began_);
    const Rationale no_rationale;
    Step step = Scribe::add(*this, {"observation", also, no_rationale}, [&](Draft& draft) {
        draft.fields.value("content", content);
        draft.fields.text("call_id", call_id_);
        draft.fields.text("status", error.empty() ? "ok" : "error");
        draft.fields.text("error", error);
    });
    ended_ = static_cast<bool>(step);
    return step;
}

}  // namespace hence
