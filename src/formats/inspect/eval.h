// The evaluation that the samples of an Inspect log belong to.
#pragma once

#include <string>
#include <string_view>

#include "hence/event.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view inspect_name = "inspect";

struct InspectEval {
    std::string id = {};      // Empty: nothing is known of it.
    bool id_derived = false;  // The log is older than such ids.
    std::string task = {};
    std::string model = {};
    std::string created = {};  // RFC 3339, or empty.
};

// Whether a record is a log, with or without its samples; whether it is one sample.
bool is_inspect_log(Json record);
bool is_inspect_sample(Json record);

InspectEval inspect_eval(Json log);

// The log as a whole: what was asked for, and what came of it. Not its samples. Fails with invalid
// or limit.
Result<Event> evaluation_event(Json log, const InspectEval& eval);

}  // namespace hence
