#include "model/facts.h"

#include "model/json/members.h"
#include "model/kinds.h"
#include "model/said_of_call.h"
#include "model/tokens.h"

namespace hence {

Json field(const Event& event, std::string_view name) {
    return Json(event.fields())[name];
}

std::string text_field(const Event& event, std::string_view name) {
    return field(event, name).string().value_or("");
}

bool failed_call(const Event& event) {
    if (event.kind() != "tool_call" && event.kind() != "observation" &&
        event.kind() != "llm_call") {
        return false;
    }
    const auto [status, error, call_id] =
        members<3>(event.fields(), {"status", "error", "call_id"});
    if (event.kind() == "observation" && call_id.string().value_or("").empty()) {
        return false;
    }
    return says_failed(status, error);
}

bool says_failed(Json status, Json error) {
    return status.raw() == "\"error\"" || (error.present() && error.raw() != "\"\"") ||
           (status.is_string() && token_says(status.raw(), "error"));
}

std::string error_text(const Event& event) {
    return error_text(field(event, "error"));
}

std::string error_text(Json error) {
    if (!error.present()) {
        return {};
    }
    return error.is_string() ? error.string().value_or("") : std::string(error.raw());
}

bool wants_rationale(std::string_view kind) {
    const std::optional<Kind> known = kind_named(kind);
    return known && row_of(*known).wants_rationale;
}

bool rationale_given(const Event& event) {
    return !event.rationale().empty() && !event.has(Flag::rationale_derived);
}

std::string why_of(const Event& event) {
    return event.rationale().empty() ? std::string()
                                     : Json(event.rationale())["why"].string().value_or("");
}

std::optional<double> confidence_of(const Event& event) {
    return event.rationale().empty() ? std::nullopt
                                     : Json(event.rationale())["confidence"].number();
}

std::optional<double> tokens_of(const Event& event) {
    return tokens_used(event).total;
}

bool session_is_run(const Event& event) {
    return event.has(Flag::session_derived) && !event.run().empty() &&
           event.session() == event.run();
}

}  // namespace hence
