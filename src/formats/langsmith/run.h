// One run of LangSmith, and the events that it becomes.
#pragma once

#include <string>
#include <string_view>

#include "formats/otlp/translate/translation.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view langsmith_format = "langsmith";

// Who a run is, and where it hangs. What it does not say itself, its `dotted_order` does: all that
// stand around it, each as TIMEid, with dots between.
struct RunIds {
    std::string id;
    std::string trace;
    std::string parent;  // Empty: it is the root of its trace.
};
RunIds ids_of(Json run);

// A run that was told in parts, as one: of each member the last value that says something; the
// metadata of both.
std::string merged_run(Json first, Json second);

// `call_id` is that of a tool call, where the run does not say it. Fails with invalid: the run
// cannot be an event.
Result<Translation> translate_run(Json run, const std::string& call_id);

// What a tool run says of its call; empty when it does not.
std::string call_id_in_run(Json run);
// What a model answered, with messages as plain_messages has them; JSON, or empty.
std::string answer_in_run(Json run);

// An update of a run that came after its end.
Result<Translation> translate_update(Json patch, const std::string& time);

}  // namespace hence
