// One observation of a Langfuse export, and the events that it becomes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "formats/otlp/translate/translation.h"
#include "formats/spans/langchain.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view langfuse_format = "langfuse";

// Views the record that it stands in.
struct LangfuseObservation {
    Json json;
    std::string id;
    std::string trace_id;
    std::string parent_id;  // Empty: none.
    std::string name;
    std::string type;                     // In small letters: "generation".
    std::string start;                    // RFC 3339, or empty.
    std::string metadata;                 // JSON: an object, or whatever else it was.
    std::optional<ToolMessage> returned;  // By a tool of LangChain.

    // What OpenTelemetry knew of it, if it came from there.
    Json attributes() const { return Json(metadata)["attributes"]; }
};

// `trace_id` is for an observation that does not name its trace. Fails with invalid.
Result<LangfuseObservation> read_observation(Json json, const std::string& trace_id);

// What only the trace as a whole tells of an observation. All of it may be empty.
struct ObservationPlace {
    std::string session = {};
    std::string parent = {};    // The event that one without a parent hangs on.
    std::string agent = {};     // Whose it is.
    std::string call_id = {};   // Of a tool call that does not say it.
    std::string tool = {};      // The tool of a call that does not name it.
    bool holds_models = false;  // There are model calls inside.
    bool part_of_call = false;  // It tells a stage of a call that another observation tells whole.
};

// The stages of one call as observations of their own: "chat.start-7", "chat.success-7".
struct LangfuseStage {
    std::string_view call;   // "chat".
    std::string_view stage;  // "start".
    std::string_view number;
};
// Nothing for any other name.
std::optional<LangfuseStage> stage_in(std::string_view name);

// Fails with invalid: it cannot be an event.
Result<Translation> translate(const LangfuseObservation& observation,
                              const ObservationPlace& place);

// The agent that an observation names; of one that is an agent, its name otherwise.
std::string agent_named_by(const LangfuseObservation& observation);
// Whether it is a tool call, by its type, its attributes, or what it returned.
bool is_tool(const LangfuseObservation& observation);
// The id of its call, if it says it.
std::string call_id_in(const LangfuseObservation& observation);

}  // namespace hence
