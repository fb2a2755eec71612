// The role of a span, by the markers that each convention sets. One span may carry several.
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "formats/otlp/conventions/conventions.h"

namespace hence {
namespace {

using enum SpanRole;

// In a pattern, a star stands for any text. Letters count whatever their case. An empty pattern
// fits whatever is there.
struct Marker {
    std::string_view key;
    std::string_view value;
    SpanRole role;
};
struct Named {
    std::string_view name;
    SpanRole role;
};

// Names that say more than any attribute.
constexpr auto telling_names = std::to_array<Named>({
    {"claude_code.llm_request", model_call},
    {"claude_code.tool", tool_call},
    {"claude_code.tool.execution", tool_call},
    {"claude_code.tool.blocked_on_user", decision},
    {"claude_code.interaction", wrapper},
    {"claude_code.*", plumbing},
    {"session_task.turn", wrapper},
    {"handoff to *", handoff},
    {"handoff: *", handoff},
    {"execute_tool (merged*", plumbing},
    {"haystack.agent.step.llm", model_call},
    {"haystack.agent.step.tool", tool_call},
    {"haystack.agent.run", wrapper},
    {"haystack.pipeline.run", wrapper},
    // LiteLLM: what it sent to the provider, within the call that it was asked for.
    {"raw_gen_ai_request", model_call},
    // Logfire, of OpenAI's Agents SDK: the templates of its messages.
    {"Responses API with *", model_call},
    {"Function: {name}", tool_call},
    {"Agent run: {name*", wrapper},
    {"OpenAI Agents trace: *", wrapper},
    // LlamaIndex marks the making of a request as a call.
    {"*._prepare_chat_with_tools", plumbing},
});

// By key in order of precedence, and of one key the first pattern that fits.
constexpr auto markers = std::to_array<Marker>({
    {"gen_ai.tool.name", "(merged tools)", plumbing},
    {"ag2.span.type", "usage", plumbing},

    {"mastra.span.type", "model_step", model_call},
    {"mastra.span.type", "model_inference", model_call},
    {"mastra.span.type", "model_chunk", plumbing},
    {"mastra.span.type", "*tool_call", tool_call},
    {"mastra.span.type", "agent_run", wrapper},
    {"mastra.span.type", "model_generation", wrapper},
    {"mastra.span.type", "workflow*", wrapper},

    {"gen_ai.operation.name", "chat", model_call},
    {"gen_ai.operation.name", "generate_content", model_call},
    {"gen_ai.operation.name", "text_completion", model_call},
    {"gen_ai.operation.name", "embeddings", model_call},
    {"gen_ai.operation.name", "llm_call", model_call},
    {"gen_ai.operation.name", "call_llm", model_call},           // ADK for Java.
    {"gen_ai.operation.name", "chat.*completions", model_call},  // Semantic Kernel for .NET.
    {"gen_ai.operation.name", "*text.completions", model_call},
    {"gen_ai.operation.name", "execute_tool", tool_call},
    {"gen_ai.operation.name", "tool_call", tool_call},
    {"gen_ai.operation.name", "retrieval", retrieval},
    {"gen_ai.operation.name", "search_memory", retrieval},
    {"gen_ai.operation.name", "plan", decision},
    {"gen_ai.operation.name", "decide", decision},
    {"gen_ai.operation.name", "invoke_agent", wrapper},
    {"gen_ai.operation.name", "invoke_workflow", wrapper},
    {"gen_ai.operation.name", "agent_call", wrapper},
    {"gen_ai.operation.name", "user_prompt", wrapper},
    {"gen_ai.operation.name", "chain", wrapper},
    {"gen_ai.operation.name", "create_agent", plumbing},
    {"gen_ai.operation.name", "fetch_response", plumbing},
    {"gen_ai.operation.name", "agent_step", plumbing},

    {"gen_ai.operation.name", "agent_handoff", handoff},
    {"gen_ai.operation.name", "handoff", handoff},

    {"openinference.span.kind", "llm", model_call},
    {"openinference.span.kind", "embedding", model_call},
    {"openinference.span.kind", "tool", tool_call},
    {"openinference.span.kind", "retriever", retrieval},
    {"openinference.span.kind", "reranker", retrieval},
    {"openinference.span.kind", "guardrail", decision},
    {"openinference.span.kind", "agent", wrapper},
    {"openinference.span.kind", "chain", wrapper},
    {"openinference.span.kind", "evaluator", plumbing},
    {"openinference.span.kind", "prompt", plumbing},

    {"langfuse.observation.type", "generation", model_call},
    {"langfuse.observation.type", "embedding", model_call},
    {"langfuse.observation.type", "tool", tool_call},
    {"langfuse.observation.type", "retriever", retrieval},
    {"langfuse.observation.type", "guardrail", decision},
    {"langfuse.observation.type", "agent", wrapper},
    {"langfuse.observation.type", "chain", wrapper},
    {"langfuse.observation.type", "span", wrapper},

    {"ai.operationId", "ai.toolCall", tool_call},
    {"ai.operationId", "ai.*.do*", model_call},
    {"ai.operationId", "ai.*", wrapper},
    {"operation.name", "ai.toolCall*", tool_call},
    {"operation.name", "ai.*.do*", model_call},
    {"operation.name", "ai.*", wrapper},

    {"llm.request.type", "chat", model_call},
    {"llm.request.type", "completion", model_call},
    {"llm.request.type", "embedding", model_call},
    {"llm.request.type", "rerank", model_call},
    {"traceloop.span.kind", "tool", tool_call},
    {"traceloop.span.kind", "workflow", wrapper},
    {"traceloop.span.kind", "agent", wrapper},
    {"traceloop.span.kind", "task", plumbing},

    {"langsmith.span.kind", "llm", model_call},
    {"langsmith.span.kind", "embedding", model_call},
    {"langsmith.span.kind", "tool", tool_call},
    {"langsmith.span.kind", "retriever", retrieval},
    {"langsmith.span.kind", "chain", wrapper},

    {"mlflow.spanType", "*LLM*", model_call},
    {"mlflow.spanType", "*CHAT_MODEL*", model_call},
    {"mlflow.spanType", "*EMBEDDING*", model_call},
    {"mlflow.spanType", "*TOOL*", tool_call},
    {"mlflow.spanType", "*RETRIEVER*", retrieval},
    {"mlflow.spanType", "*AGENT*", wrapper},
    {"mlflow.spanType", "*CHAIN*", wrapper},

    {"genkit:metadata:subtype", "model", model_call},
    {"genkit:metadata:subtype", "embedder", model_call},
    {"genkit:metadata:subtype", "tool", tool_call},
    {"genkit:metadata:subtype", "retriever", retrieval},
    {"genkit:metadata:subtype", "flow", wrapper},

    {"mcp.method.name", "tools/call", tool_call},

    {"lmnr.span.type", "LLM", model_call},
    {"lmnr.span.type", "TOOL", tool_call},
    {"lmnr.span.type", "DEFAULT", wrapper},

    // Dify, LoongSuite and others of Alibaba Cloud.
    {"gen_ai.span.kind", "llm", model_call},
    {"gen_ai.span.kind", "embedding", model_call},
    {"gen_ai.span.kind", "tool", tool_call},
    {"gen_ai.span.kind", "retriever", retrieval},
    {"gen_ai.span.kind", "reranker", retrieval},
    {"gen_ai.span.kind", "agent", wrapper},
    {"gen_ai.span.kind", "chain", wrapper},
    {"gen_ai.span.kind", "workflow", wrapper},
    {"gen_ai.span.kind", "entry", wrapper},
    {"gen_ai.span.kind", "task", plumbing},
    {"gen_ai.span.kind", "step", plumbing},

    {"braintrust.span_attributes", "*\"type\":*\"llm\"*", model_call},
    {"braintrust.span_attributes", "*\"type\":*\"tool\"*", tool_call},
    {"braintrust.span_attributes", "*\"type\":*\"task\"*", wrapper},

    {"agentops.span.kind", "llm", model_call},
    {"agentops.span.kind", "tool", tool_call},
    {"agentops.span.kind", "agent", wrapper},
    {"agentops.span.kind", "session", wrapper},
    {"agentops.span.kind", "workflow", wrapper},
    {"agentops.span.kind", "operation", plumbing},
    {"agentops.span.kind", "task", plumbing},

    {"haystack.component.type", "*Generator", model_call},
    {"haystack.component.type", "*Retriever", retrieval},
    {"haystack.component.type", "", plumbing},

    {"pydantic_ai.all_messages", "", wrapper},
    {"all_messages_events", "", wrapper},
});

// Names that count where no attribute says anything.
constexpr auto plain_names = std::to_array<Named>({
    {"call_llm", model_call},
    {"agent run", wrapper},
    {"invocation", wrapper},
    {"invocation [*", wrapper},
    {"agent_run [*", wrapper},
    {"running tools", plumbing},
    {"running * tool*", plumbing},
});

// Each star takes as little as it can; on a mismatch the last one takes one byte more.
bool fits(std::string_view pattern, std::string_view text) {
    std::size_t at = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            resume = i;
        } else if (at < pattern.size() && lower(pattern[at]) == lower(text[i])) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

// Nothing that marks or names is longer: so a pattern takes little time, whatever arrives.
constexpr std::size_t marker_bytes_max = 256;

SpanRole role_of_name(std::span<const Named> names, std::string_view name) {
    const std::string_view begin = name.substr(0, marker_bytes_max);
    const auto known =
        std::ranges::find_if(names, [&](const Named& each) { return fits(each.name, begin); });
    return known == names.end() ? unknown : known->role;
}

// The text of an attribute that may be a marker; empty: it is none.
std::string marker_text(Json value) {
    return value.raw().size() <= marker_bytes_max + 2 ? value.string().value_or("") : std::string();
}

// An operation that nobody knows is some step or other, unless another marker says more.
SpanRole role_of_markers(const Attributes& attributes) {
    std::string_view key;
    Json value;
    std::string text;
    for (const Marker& marker : markers) {
        if (marker.key != key) {
            key = marker.key;
            value = attributes[key];
            text = marker_text(value);
        }
        const bool fit = marker.value.empty() || (!text.empty() && fits(marker.value, text));
        if (value.present() && fit) {
            return marker.role;
        }
    }
    return attributes["gen_ai.operation.name"].present() ? plumbing : unknown;
}

}  // namespace

SpanRole marked_role(const Span& span) {
    // The other side of a call that its client tells of.
    if (span.kind == SpanKind::server && span.attributes["mcp.method.name"].present()) {
        return plumbing;
    }
    const SpanRole named = role_of_name(telling_names, span.name);
    if (named != unknown) {
        return named;
    }
    const SpanRole marked = role_of_markers(span.attributes);
    return marked != unknown ? marked : role_of_name(plain_names, span.name);
}

}  // namespace hence
