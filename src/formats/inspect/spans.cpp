// A log says which span a tool call stood in, but not which span was its own. A program begins the
// span and records the call at once, so the call is that of the span of its name that began last.
#include "formats/inspect/spans.h"

#include <utility>

namespace hence {
namespace {

bool names_an_agent(std::string_view type) {
    return type == "agent" || type == "solver" || type == "scorer" || type == "subtask";
}

void settle_within(InspectSpan& span, const InspectSpan& outer, const std::string& run) {
    span.is_subagent = span.is_subagent || (span.type == "agent" && outer.within_agent);
    span.within_agent =
        outer.within_agent || span.is_subagent || span.type == "agent" || span.type == "tool";
    span.run = span.is_subagent || span.type == "branch" ? run : outer.run;
    span.agent = span.is_subagent || names_an_agent(span.type) ? span.name : outer.agent;
    if (span.is_told()) {
        span.holder = span.event;
    } else if (!span.tool.empty()) {
        span.holder = span.tool;
        span.holder_derived = span.tool_derived;
    } else {
        span.holder = outer.holder;
        span.holder_derived = outer.holder_derived;
    }
}

}  // namespace

void InspectSpans::begin(std::string id, InspectSpan span) {
    if (id.empty() || !by_id_.try_emplace(id, spans_.size()).second) {
        return;
    }
    if (span.type == "tool") {
        open_tools_[span.name] = spans_.size();
    }
    spans_.push_back(std::move(span));
    ids_.push_back(std::move(id));
}

void InspectSpans::end(std::string_view id, std::string time) {
    const auto found = by_id_.find(id);
    if (found != by_id_.end()) {
        spans_[found->second].end = std::move(time);
    }
}

void InspectSpans::tool(const InspectToolOfSpan& tool) {
    if (!tool.agent_span.empty()) {
        by_agent_span_.try_emplace(tool.agent_span, tool);
    }
    const auto open = open_tools_.find(tool.function);
    if (open == open_tools_.end()) {
        return;
    }
    InspectSpan& span = spans_[open->second];
    span.tool = tool.event;
    span.arguments = tool.arguments;
    span.tool_derived = true;
    open_tools_.erase(open);
}

void InspectSpans::settle(const std::string& run, const std::string& agent) {
    whole_.run = run;
    whole_.agent = agent;
    for (std::size_t n = 0; n < spans_.size(); ++n) {
        InspectSpan& span = spans_[n];
        if (const auto tool = by_agent_span_.find(ids_[n]); tool != by_agent_span_.end()) {
            span.is_subagent = true;
            span.tool = tool->second.event;
            span.arguments = tool->second.arguments;
            span.tool_derived = false;
        }
        // One that begins later holds nothing: so there is no circle.
        const auto outer = by_id_.find(span.parent);
        const bool inside = outer != by_id_.end() && outer->second < n;
        span.parent = inside ? span.parent : std::string();
        const InspectSpan& around = inside ? spans_[outer->second] : whole_;
        if (span.tool.empty() && span.type == "agent" && !around.tool.empty()) {
            span.tool = around.tool;
            span.arguments = around.arguments;
            span.tool_derived = true;
        }
        settle_within(span, around, run + "/" + ids_[n]);
    }
}

const InspectSpan& InspectSpans::find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? whole_ : spans_[found->second];
}

}  // namespace hence
