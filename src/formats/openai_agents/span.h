// One span of an OpenAI Agents trace, as the events of Hence that say the same.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/common/foreign.h"
#include "hence/result.h"
#include "model/json/json.h"

namespace hence {

inline constexpr std::string_view openai_agents_name = "openai-agents";

// A tool call as the model asked for it.
struct AgentsCall {
    std::string id;
    std::string name;
    std::string arguments;
    std::string rationale;  // JSON; empty: the model stated none.
};

// What every span has.
struct AgentsSpan {
    std::string id;
    std::string trace;
    std::string parent;
    std::string type;
    Json data;
    Json json;
    bool ended = true;

    // Fails with invalid, naming the key. `json` must outlive what is returned.
    static Result<AgentsSpan> from(Json json);
    // With id, time, run, parent, duration.
    EventDraft draft() const;
};

// Fills in kind and fields. `call`, which may be absent, is what the model said of this tool call.
void describe_span(const AgentsSpan& span, const AgentsCall* call, EventDraft& draft);

// Of a generation: the text that the model gave, what it thought, what it asked for, and the last
// thing that the user said to it.
std::string completion_of(const AgentsSpan& span);
std::string thought_of(const AgentsSpan& span);
std::vector<AgentsCall> calls_of(const AgentsSpan& span);
std::string last_request_of(const AgentsSpan& span);

}  // namespace hence
