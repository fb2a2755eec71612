// The spans of a sample: the agent and the run of an event, and the event that it stands under.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "model/json/json.h"

namespace hence {

struct InspectSpan {
    std::string name = {};
    std::string type = {};
    std::string parent = {};    // Of spans, by its id.
    std::string event = {};     // The id of the event that tells it.
    std::string begin = {};     // RFC 3339, as is `end`.
    std::string end = {};       // Empty: it has none.
    std::string tool = {};      // The event of the tool call that it is of.
    Json arguments = {};        // Of that call.
    bool tool_derived = false;  // Only the order says so.
    bool is_subagent = false;

    // What an event in the span gets from it: settled when all spans are known.
    std::string run = {};
    std::string agent = {};
    std::string holder = {};  // The event that it stands under; empty: the session's start.
    bool holder_derived = false;
    bool within_agent = false;  // It is, or stands in, a tool or an agent.

    // Whether it has an event of its own. The span of a call only repeats it.
    bool is_told() const { return is_subagent || (type != "tool" && type != "handoff"); }
};

struct InspectToolOfSpan {
    std::string event = {};
    std::string function = {};
    std::string agent_span = {};  // The span of the agent that it started.
    Json arguments = {};
};

class InspectSpans {
public:
    // All that there is, in order, and then `settle`. A span begins once: the first time counts.
    void begin(std::string id, InspectSpan span);
    void end(std::string_view id, std::string time);
    void tool(const InspectToolOfSpan& tool);
    void settle(const std::string& run, const std::string& agent);

    // The one that is not there is the sample as a whole.
    const InspectSpan& find(std::string_view id) const;

private:
    std::vector<InspectSpan> spans_;
    std::map<std::string, std::size_t, std::less<>> by_id_;
    std::vector<std::string> ids_;
    std::map<std::string, std::size_t, std::less<>> open_tools_;  // By name, the last that began.
    std::map<std::string, InspectToolOfSpan, std::less<>> by_agent_span_;
    InspectSpan whole_;
};

}  // namespace hence
